import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findMissingTest, readDocument, readSection } from '../../support/documents.ts';

/** The items of the standard that are about a program like this one: chapter and section, then its numbers. */
const APPLICABLE = `
  2.1: 1 2 3    2.2: 1 2 3    2.3: 1 2 3 4    2.4: 1 2
  3.2: 1 2 3    3.4: 2 3 4 5 6 7    3.5: 1 2 3 5 8    3.7: 2 3
  4.1: 1 4      4.2: 2 5
  5.2: 1        5.3: 2
  11.2: 1 4     11.3: 2 3 4   11.4: 4    11.5: 1
  12.1: 1       12.2: 1       12.3: 1 2
  13.1: 1 2 3   13.2: 4 6     13.3: 2    13.4: 2
  14.1: 1       14.2: 1 3 6   14.3: 1 3
  15.1: 1 2     15.2: 3 4     15.3: 1 2 3 5 6    15.4: 2
  16.1: 1       16.2: 1 2 5   16.3: 3 4  16.4: 1 2    16.5: 1 2 3 4
`;

const sentence = z.string().regex(/^\S.*\.$/);
const namedTest = z.strictObject({ file: z.string(), name: z.string().min(1) });
/** Each has one test, several, or a reason: never two of these. */
const item = z.union([
  z.strictObject({ id: z.string(), means: sentence, test: namedTest }),
  z.strictObject({ id: z.string(), means: sentence, tests: z.array(namedTest).min(2) }),
  z.strictObject({ id: z.string(), means: sentence, reason: sentence }),
]);
const { items, ...standard } = z
  .strictObject({ standard: z.string(), version: z.string(), source: z.url(), items: z.array(item) })
  .parse(JSON.parse(readDocument('docs/asvs.json')));

function listApplicable(): string[] {
  const sections = [...APPLICABLE.matchAll(/(\d+\.\d+):((?: \d+(?!\.))+)/g)];
  return sections.flatMap(([, section = '', numbers = '']) =>
    numbers
      .trim()
      .split(' ')
      .map((number) => `${section}.${number}`),
  );
}

function testsOf(one: (typeof items)[number]) {
  if ('reason' in one) return [];
  return 'tests' in one ? one.tests : [one.test];
}

describe('docs/asvs.json', () => {
  it('has each applicable item once and in order, and no other', () => {
    expect(standard).toMatchObject({ version: '5.0.0' });
    expect(items.map(({ id }) => id)).toEqual(listApplicable());
    expect(items).toHaveLength(80);
  });

  it('names tests that are there, by their exact titles, none twice for one item', () => {
    const missing = items.flatMap((one) => testsOf(one).map((named) => findMissingTest(named)));
    expect(missing.filter((problem) => problem !== null)).toEqual([]);
    for (const one of items) {
      const names = testsOf(one).map(({ file, name }) => `${file}: ${name}`);
      expect(new Set(names).size, one.id).toBe(names.length);
    }
  });

  it('is told of in SECURITY.md, with how many items are tested and how many have a reason', () => {
    const reasoned = items.filter((one) => 'reason' in one).length;
    expect(readSection(readDocument('SECURITY.md'), 'OWASP ASVS')).toContain(
      `Of ${items.length} items, ${items.length - reasoned} are tested and ${reasoned} have a reason instead.`,
    );
  });
});
