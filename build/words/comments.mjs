import { parseSync } from 'vite';

/** More words than this in one comment belong in `docs/design/`. */
export const MOST_WORDS = 45;
/** Half of all comments have no more. */
export const MEDIAN_WORDS = 13;

/**
 * A comment of a source file: adjacent `//` lines are one.
 * @typedef {object} Comment
 * @property {number} line of its first line, from 1
 * @property {number} words
 * @property {boolean} isStacked another docstring stands right above, with no code between
 */

/** What tools read rather than people. */
const FOR_TOOLS = /^(?:oxlint|@type\b|@typedef|@template|[-=]+$)/u;

/**
 * Every comment of a source text, but those that only a tool reads.
 * @param {string} path
 * @param {string} text
 * @returns {Comment[]}
 */
export function readComments(path, text) {
  const lineOf = (/** @type {number} */ offset) => text.slice(0, offset).split('\n').length;
  /** @type {{ start: number, end: number, value: string, isDoc: boolean }[]} */
  const joined = [];
  for (const { type, value, start, end } of parseSync(path, text).comments) {
    const last = joined.at(-1);
    const isNext = last !== undefined && text.slice(last.end, start).trim() === '';
    const isSameKind = type === 'Line' && last?.isDoc === false && !/\n\s*\n/u.test(text.slice(last.end, start));
    if (isNext && isSameKind && last !== undefined) {
      last.end = end;
      last.value += ` ${value}`;
    } else joined.push({ start, end, value, isDoc: type === 'Block' });
  }
  return joined.flatMap((comment, at) => {
    const before = joined[at - 1];
    const prose = withoutTags(comment.value);
    if (prose === '' || FOR_TOOLS.test(prose)) return [];
    const isStacked =
      before !== undefined &&
      before.isDoc &&
      comment.isDoc &&
      isForSymbol(before.value) &&
      text.slice(before.end, comment.start).trim() === '';
    return [{ line: lineOf(comment.start), words: countWords(prose), isStacked }];
  });
}

/** A block that declares a type stands by itself. */
function isForSymbol(/** @type {string} */ value) {
  return !/@(?:typedef|type)\b/u.test(value) && withoutTags(value) !== '';
}

/** Without the stars at the line starts, and without the types that a build script declares. */
function withoutTags(/** @type {string} */ value) {
  return value
    .replaceAll(/^\s*\*+/gmu, ' ')
    .replace(/\s@(?:param|returns|typedef|property|type|template)\b.*$/su, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Words as a reader counts them: numbers and names of code are words, lone punctuation is none. */
export function countWords(/** @type {string} */ text) {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
