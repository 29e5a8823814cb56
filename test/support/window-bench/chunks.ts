import { parseAst } from 'vite';

/** What each of these holds stays as it is for as long as the page: packages that know nothing of a window's state. */
const KEPT = /^\.\/(?:rolldown-runtime|grid|frame|schemas)-/u;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

type Edit = readonly [start: number, end: number, text: string];

/**
 * A built chunk as a function, run anew with fresh state each time. `name` as chunks import it, such as
 * `./window-1a2b.js`. Throws for unsupported code.
 */
export function defineChunk(name: string, source: string): string {
  const edits: Edit[] = [];
  const heads: string[] = [];
  const exported: string[] = [];
  const cut = ({ start, end }: Node, text = ''): void => void edits.push([start, end, text]);
  const spell = ({ start, end }: Node): string => source.slice(start, end);

  for (const statement of parseAst(source).body) {
    if (statement.type === 'ImportDeclaration') {
      heads.push(spellImport(statement.specifiers, statement.source.value));
      cut(statement);
    } else if (statement.type === 'ExportNamedDeclaration' && statement.source === null && !statement.declaration) {
      for (const { local, exported: as } of statement.specifiers)
        exported.push(`get ${spell(as)}(){return ${spell(local)}}`);
      cut(statement);
    } else if (statement.type.startsWith('Export')) throw new Error(`${name} exports in a way that is not known here`);
    else
      walk(statement, (node, fields) => {
        if (node.type === 'ImportExpression') cut({ ...node, end: (fields['source'] as Node).start }, 'life.load(');
        if (node.type === 'MetaProperty') cut(node, 'life.meta');
        // What draws is ended with the life that made it.
        if (node.type === 'CallExpression' && isCreateRoot(fields['callee'] as Node, spell)) {
          edits.push([node.start, node.start, 'life.keepRoot(()=>'], [node.end, node.end, ')']);
        }
      });
  }
  const body = applyEdits(source, edits);
  const isKept = KEPT.test(name);
  return `bench.define(${JSON.stringify(name)},${isKept},(need,life)=>{"use strict";${heads.join('')}${body}\nreturn {${exported.join(',')}}});`;
}

function spellImport(specifiers: readonly unknown[], from: string): string {
  const names = (specifiers as { type: string; imported: { name: string }; local: { name: string } }[]).map(
    ({ type, imported, local }) => {
      if (type !== 'ImportSpecifier') throw new Error(`${from} is imported in a way that is not known here`);
      return `${imported.name}:${local.name}`;
    },
  );
  return `const {${names.join(',')}}=need(${JSON.stringify(from)});`;
}

function isCreateRoot(callee: Node, spell: (node: Node) => string): boolean {
  return /\.createRoot\)?$/u.test(spell(callee));
}

function walk(node: Node, visit: (node: Node, fields: Readonly<Record<string, unknown>>) => void): void {
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  visit(node, fields);
  for (const value of Object.values(fields)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit);
    }
  }
}

function applyEdits(source: string, edits: readonly Edit[]): string {
  let at = 0;
  let text = '';
  for (const [start, end, replacement] of edits.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    text += source.slice(at, start) + replacement;
    at = end;
  }
  return text + source.slice(at);
}
