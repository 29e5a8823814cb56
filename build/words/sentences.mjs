import { parseSync } from 'vite';
import { countWords } from './comments.mjs';

/** A sentence on screen. */
export const MOST_SCREEN_WORDS = 20;
/** Half of all sentences have no more. */
export const MEDIAN_SCREEN_WORDS = 11;

/** Fewer words are a label or a name. */
const LEAST_WORDS = 4;

/**
 * @typedef {object} Sentence
 * @property {number} line from 1
 * @property {string} text where a value is filled in stands `…`
 * @property {number} words
 */

/** @typedef {Record<string, unknown> & { type: string, start: number }} Node */

/** Attributes that hold names for code, never words for a trader. */
const CODE_ATTRIBUTES = new Set(['className', 'id', 'htmlFor', 'key', 'type', 'role', 'name', 'd', 'viewBox', 'style']);

/** Calls whose text tells a developer of a bug. */
const BUG_CALLS = /^(?:Error|TypeError|RangeError|assertDefined|assertNever)$/u;

/**
 * Every sentence that a source file can show, read from its string literals, templates and markup.
 * @param {string} path
 * @param {string} text
 * @returns {Sentence[]}
 */
export function readSentences(path, text) {
  /** @type {Sentence[]} */
  const found = [];
  const lineOf = (/** @type {number} */ offset) => text.slice(0, offset).split('\n').length;
  const add = (/** @type {Node} */ node, /** @type {string} */ shown) => {
    for (const sentence of splitSentences(shown)) {
      const words = countWords(sentence.replaceAll('…', 'x'));
      if (words >= LEAST_WORDS) found.push({ line: lineOf(node.start), text: sentence, words });
    }
  };
  visit(/** @type {Node} */ (/** @type {unknown} */ (parseSync(path, text).program)), add);
  return found;
}

/**
 * @param {Node} node
 * @param {(node: Node, shown: string) => void} add
 */
function visit(node, add) {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration' || node.type.startsWith('TS')) {
    const inner = /** @type {Node | undefined} */ (node['expression']);
    if (node.type.startsWith('TSAs') || node.type.startsWith('TSSat') || node.type.startsWith('TSNonNull'))
      if (inner !== undefined) visit(inner, add);
    return;
  }
  if (node.type === 'JSXAttribute') {
    const name = /** @type {{ name?: unknown }} */ (node['name']).name;
    if (typeof name === 'string' && CODE_ATTRIBUTES.has(name)) return;
  }
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const callee = /** @type {{ name?: string }} */ (node['callee']);
    if (BUG_CALLS.test(callee.name ?? '')) return;
  }
  const shown = shownText(node);
  if (shown !== null) add(node, shown);
  for (const child of childrenOf(node)) {
    // What a text is made of was read with it; what is filled in may hold texts of its own.
    if (shown !== null && isPartOfText(child)) {
      for (const inner of childrenOf(child)) if (shownText(inner) === null || !isPartOfText(inner)) visit(inner, add);
      continue;
    }
    visit(child, add);
  }
}

/** @returns {Node[]} */
function childrenOf(/** @type {Node} */ node) {
  return Object.values(node).flatMap((value) => {
    const nodes = Array.isArray(value) ? value : [value];
    return nodes.filter((item) => typeof item === 'object' && item !== null && typeof item.type === 'string');
  });
}

function isPartOfText(/** @type {Node} */ node) {
  return ['Literal', 'TemplateElement', 'JSXText'].includes(node.type) || isConcatenation(node);
}

function isConcatenation(/** @type {Node} */ node) {
  return node.type === 'BinaryExpression' && node['operator'] === '+';
}

/**
 * The text that a literal, template, concatenation or element shows; null where it shows none.
 * @returns {string | null}
 */
function shownText(/** @type {Node} */ node) {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type === 'TemplateLiteral') {
    const quasis = /** @type {{ value: { cooked: string } }[]} */ (node['quasis']);
    return quasis.map(({ value }) => value.cooked).join('…');
  }
  if (isConcatenation(node)) {
    const parts = [node['left'], node['right']].map((part) => shownText(/** @type {Node} */ (part)));
    return parts.every((part) => part === null) ? null : parts.map((part) => part ?? '…').join('');
  }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const children = /** @type {Node[]} */ (node['children']);
    const parts = children.map((child) => {
      if (child.type === 'JSXText') return String(child['value']);
      if (child.type === 'JSXExpressionContainer') return shownText(/** @type {Node} */ (child['expression'])) ?? '…';
      return '\n';
    });
    return parts.some((part) => /\p{L}/u.test(part)) ? parts.join('') : null;
  }
  return null;
}

/** Sentences end at a full stop, a question mark, or where another element begins. */
function splitSentences(/** @type {string} */ text) {
  return text
    .replaceAll(/[ \t]*\n[ \t]*\n[ \t]*/gu, '\n')
    .split(/(?<=[.?!])\s+|\s·\s|\n(?=[A-Z…])/u)
    .map((part) => part.replaceAll(/\s+/gu, ' ').trim())
    .filter(
      (part) =>
        !/^[a-z0-9_.:#/[\]="'>*-]+(?: [a-z0-9_.:#/[\]="'>*-]+)*$/u.test(part) || / (?:the|a|is|to|of|and) /u.test(part),
    );
}
