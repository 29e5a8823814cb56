import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/**
 * One import or re-export of a file.
 * @typedef {object} Import
 * @property {string} request as written
 * @property {string | null} target path of a file of the project, or null for a package
 * @property {boolean} typeOnly gone when the program runs
 * @property {number} line
 */

/**
 * @typedef {object} SourceFile
 * @property {string} path from the project's folder, with forward slashes
 * @property {readonly Import[]} imports
 * @property {number | null} defaultExportLine
 * @property {boolean} onlyReexports
 * @property {readonly { line: number, name: string }[]} dangers code that makes code or markup from text
 */

/** @typedef {Record<string, unknown> & { type: string, start: number }} Node */

const FOLDERS = ['shared', 'electron', 'renderer', 'simulator', 'test', 'build'];
const SOURCE = /(?<!\.d)\.(?:ts|tsx|mjs)$/u;

/**
 * Reads and parses every source file below the root.
 * @param {string} root
 * @returns {SourceFile[]}
 */
export function scanSources(root) {
  return listSources(root).map((path) => scanSource(path, readFileSync(join(root, path), 'utf8')));
}

/**
 * Paths of every source file below the root, in order.
 * @param {string} root
 * @returns {string[]}
 */
export function listSources(root) {
  const top = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => entry.name);
  const below = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => SOURCE.test(path)),
  );
  return [...top, ...below].toSorted();
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {SourceFile}
 */
export function scanSource(path, text) {
  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error !== undefined) throw new Error(`${path} can't be read: ${error.message}`);
  const { staticImports, staticExports } = parsed.module;
  const lineOf = (/** @type {number} */ offset) => text.slice(0, offset).split('\n').length;

  /** @type {Import[]} */
  const imports = [];
  const add = (/** @type {string} */ request, /** @type {boolean} */ typeOnly, /** @type {number} */ offset) =>
    imports.push({ request, target: resolveInside(path, request), typeOnly, line: lineOf(offset) });
  for (const { moduleRequest, entries, start } of staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType), start);
  }
  for (const { entries, start } of staticExports) {
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest !== null) add(moduleRequest.value, isType, start);
  }
  const body = /** @type {Node[]} */ (/** @type {unknown} */ (parsed.program.body));
  walk(body, (node) => {
    if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return;
    const source = /** @type {{ value?: unknown }} */ (node.source);
    if (typeof source.value === 'string') add(source.value, node.type === 'TSImportType', node.start);
  });

  const isDefault = staticExports.find(({ entries }) =>
    entries.some(({ exportName }) => exportName.kind === 'Default'),
  );
  return {
    path,
    imports,
    defaultExportLine: isDefault === undefined ? null : lineOf(isDefault.start),
    onlyReexports: staticExports.length > 0 && body.every(isReexport),
    dangers: findDangers(body).map(({ name, offset }) => ({ name, line: lineOf(offset) })),
  };
}

/**
 * @param {string} path
 * @param {string} request
 */
function resolveInside(path, request) {
  return request.startsWith('.') ? posix.join(posix.dirname(path), request) : null;
}

/** @param {Node} node */
function isReexport(node) {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true;
  return node.type === 'ExportNamedDeclaration' && node.declaration === null;
}

const MARKUP = new Set(['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc', 'dangerouslySetInnerHTML']);
const EVALUATORS = new Set(['eval', 'Function']);

/** @param {readonly Node[]} body */
function findDangers(body) {
  /** @type {{ name: string, offset: number }[]} */
  const found = [];
  walk(body, (node) => {
    const name = nameOf(node.type === 'MemberExpression' ? node.property : (node.name ?? node.key));
    const isMarkup = ['MemberExpression', 'JSXAttribute', 'Property'].includes(node.type) && MARKUP.has(name);
    const callee = nameOf(node.callee);
    const isEvaluator = ['CallExpression', 'NewExpression'].includes(node.type) && EVALUATORS.has(callee);
    if (isMarkup) found.push({ name, offset: node.start });
    if (isEvaluator) found.push({ name: callee, offset: node.start });
  });
  return found;
}

/**
 * The name of an identifier, or the text of a string used as one.
 * @param {unknown} node
 * @returns {string}
 */
function nameOf(node) {
  if (typeof node !== 'object' || node === null) return '';
  const { name, value } = /** @type {{ name?: unknown, value?: unknown }} */ (node);
  if (typeof name === 'string') return name;
  return typeof value === 'string' ? value : '';
}

/**
 * Visits every node of a syntax tree.
 * @param {unknown} value
 * @param {(node: Node) => void} visit
 */
function walk(value, visit) {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') visit(/** @type {Node} */ (value));
    for (const child of Object.values(value)) walk(child, visit);
  }
}
