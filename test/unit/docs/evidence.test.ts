import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findMissingTest, readDocument } from '../../support/documents.ts';

const sentence = z.string().regex(/^\S.*\.$/);
/** `cases`: those of a table of tests that show it, as the file spells them. */
const namedTest = z.strictObject({
  file: z.string(),
  name: z.string().min(1),
  cases: z.array(z.string().min(1)).min(1).optional(),
});
const id = z.union([z.string(), z.number()]);
/** `departs`: why it is shown to be otherwise than it was asked for. */
const what = z.strictObject({ id, means: sentence, departs: sentence.optional() });
/** Each has one test, several, or a reason: never two of these. */
const item = z.union([
  what.extend({ test: namedTest }),
  what.extend({ tests: z.array(namedTest).min(2) }),
  what.extend({ reason: sentence }),
]);

/** Each document with the ids that it must have: every fault and every bad input once, in order. */
const DOCUMENTS = [
  ['docs/faults.json', Array.from({ length: 44 }, (_, index) => `F${index + 1}`)],
  ['docs/bad-inputs.json', Array.from({ length: 66 }, (_, index) => index + 1)],
] as const;

function testsOf(one: z.infer<typeof item>) {
  if ('reason' in one) return [];
  return 'tests' in one ? one.tests : [one.test];
}

/** The file with the tables that it imports: those of a subject each are files beside it. */
function readWithTables(file: string): string {
  const text = readDocument(file);
  const tables = [...text.matchAll(/from '(\.[^']*-cases\.ts)'/g)].map(([, path = '']) => join(dirname(file), path));
  return [text, ...tables.map(readDocument)].join('\n');
}

/** The cases that the file does not have, as a text or as a row of a table. */
function findMissingCases({ file, cases = [] }: z.infer<typeof namedTest>): string[] {
  const text = readWithTables(file);
  const isThere = (name: string) =>
    ["'", '"', '`'].some((quote) => text.includes(quote + name + quote)) || text.includes(` ${name},\n`);
  return cases.filter((name) => !isThere(name)).map((name) => `${file} has no case “${name}”`);
}

describe.each(DOCUMENTS)('%s', (path, ids) => {
  const { items } = z.strictObject({ items: z.array(item) }).parse(JSON.parse(readDocument(path)));

  it('has each item once and in order, and no other', () => {
    expect(items.map((one) => one.id)).toEqual(ids);
  });

  it('names tests that are there, by their exact titles, none twice for one item', () => {
    for (const one of items) {
      const tests = testsOf(one);
      const missing = tests.map(({ file, name }) => findMissingTest({ file, name }));
      expect(
        missing.filter((problem) => problem !== null),
        String(one.id),
      ).toEqual([]);
      const names = tests.map(({ file, name }) => `${file}: ${name}`);
      expect(new Set(names).size, String(one.id)).toBe(names.length);
    }
  });

  it('names cases of tables that are there, none twice for one test', () => {
    for (const one of items) {
      for (const named of testsOf(one)) {
        expect(findMissingCases(named), String(one.id)).toEqual([]);
        expect(new Set(named.cases).size, String(one.id)).toBe(named.cases?.length ?? 0);
      }
    }
  });
});
