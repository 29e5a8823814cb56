import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's root, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A test as documents name it: its file, and its title as the file spells it. */
export interface NamedTest {
  readonly file: string;
  readonly name: string;
}

/** A file of the project, by its path from the root. */
export function readDocument(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}

/** The paths of the project's files that fit a pattern. */
export function listDocuments(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
}

/** What stands under a heading of the second level, until the next one. */
export function readSection(text: string, heading: string): string {
  const [, section] = text.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`there is no section “${heading}”`);
  return section.split('\n## ')[0] ?? '';
}

/** The cells of every row of a text's tables, without their headings. */
export function readRows(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim())).map((cells) => cells.slice(1, -1));
  const isRule = (cells: readonly string[] | undefined) => cells?.every((cell) => /^-+$/.test(cell)) === true;
  return rows.filter((cells, at) => !isRule(cells) && !isRule(rows[at + 1]));
}

/** A cell such as "`test/a.test.ts`: does this". */
export function readNamedTest(cell: string): NamedTest {
  const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
  return { file, name };
}

/** What is wrong with a named test, in words; null when the file has one of exactly this title that is run. */
export function findMissingTest({ file, name }: NamedTest): string | null {
  if (!/^test\/.*\.test\.tsx?$/.test(file) || !existsSync(`${ROOT}${file}`)) return `${file} is no file of tests`;
  const title = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  // A title is the first argument of a call; in a table of tests that call comes after the table.
  const calls = [...readDocument(file).matchAll(new RegExp(String.raw`([\w.)]+)\(\s*(['"\`])${title}\2,`, 'g'))];
  const isRun = calls.some(([, callee = '']) => !/^describe|skip|todo/.test(callee));
  return isRun ? null : `${file} has no test “${name}”`;
}
