import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../support/repetitions.ts';
import { z } from 'zod';
import { EVENTS } from '../../../shared/ipc/contract.ts';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import { readBySchema } from '../../../shared/schema-reader.ts';
import { decimalField, lenientObject, shownNumberField, wireObject } from '../../../shared/service/fields.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import { readSamples } from '../../support/records/recorded-samples.ts';
import { perpetualTicker } from '../../support/records/records.ts';

/** What a record may become on its way: anything at all in the place of anything. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, '', '-0', '1e400', 'expired', '1.50', Number.NaN, -0, 1.5, 2 ** 53),
  fc.integer(),
  fc.double(),
  fc.string(),
  fc.array(fc.anything(), { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
);

/** A change at a place that the path walks to: a value replaced, a field removed or added. */
const change = fc.record({
  path: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 4 }),
  kind: fc.constantFrom('replace', 'remove', 'add'),
  value: anything,
  name: fc.constantFrom('surplus', '__proto__', 'constructor', 'instrument_name'),
});

function spoil(record: unknown, { path, kind, value, name }: typeof change extends fc.Arbitrary<infer T> ? T : never) {
  let at = record as Record<string, unknown>;
  for (const [depth, step] of path.entries()) {
    const keys = Object.keys(at);
    const key = keys[step % Math.max(1, keys.length)];
    if (key === undefined) return;
    const next = at[key];
    if (depth < path.length - 1 && typeof next === 'object' && next !== null) {
      at = next as Record<string, unknown>;
      continue;
    }
    if (kind === 'remove') delete at[key];
    else if (kind === 'add' && Array.isArray(at)) at.push(value);
    else put(at, kind === 'add' ? name : key, value);
    return;
  }
}

/** As `JSON.parse` does it: `__proto__` is a field like any other. */
function put(at: object, name: string, value: unknown): void {
  Object.defineProperty(at, name, { value, enumerable: true, writable: true, configurable: true });
}

/** In what the reader and zod differ about a value. */
function findDifferences(schema: z.ZodType, value: unknown): string[] {
  const before = structuredClone(value);
  const [ours, zods] = [readBySchema(schema, value), schema.safeParse(value)];
  return [
    // Not vitest's own comparison: a field named `constructor` confuses it.
    ...(isDeepStrictEqual(value, before) ? [] : ['the reader changed what it read']),
    ...(isDeepStrictEqual(ours.data, zods.data) ? [] : ['data']),
    ...(ours.success === zods.success ? [] : ['success']),
    ...(isDeepStrictEqual(ours.error?.issues, zods.error?.issues) ? [] : ['issues']),
  ];
}

describe('a reader of a schema', () => {
  const quote: Quote = {
    instrument_name: 'BTC-PERPETUAL',
    ticker: perpetualTicker({ mark_price: 97_411.2 }),
    age_ms: 20,
    is_stale: false,
    failure: null,
  };

  it('gives what zod gives for quotes, right and spoilt, and names the same faults', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
        const batch: unknown = structuredClone([quote, quote]);
        for (const one of changes) spoil(batch, one);
        expect(findDifferences(EVENTS['market.changed'], batch)).toEqual([]);
      }),
      { numRuns: repetitions(3000, 600) },
    );
  });

  it('gives what zod gives for recorded results of every method, right and spoilt', () => {
    const recorded = readSamples().flatMap(({ method, response }) => {
      if (method === null || !Object.hasOwn(METHODS, method)) return [];
      const isEnvelope = typeof response === 'object' && response !== null && 'result' in response;
      return [
        { schema: METHODS[method as keyof typeof METHODS].result, value: isEnvelope ? response.result : response },
      ];
    });
    expect(recorded.length).toBeGreaterThan(20);
    for (const { schema, value } of recorded) expect(findDifferences(schema, value)).toEqual([]);
    fc.assert(
      fc.property(fc.constantFrom(...recorded), fc.array(change, { maxLength: 2 }), ({ schema, value }, changes) => {
        const spoilt = structuredClone(value);
        for (const one of changes) spoil(spoilt, one);
        expect(findDifferences(schema, spoilt)).toEqual([]);
      }),
      { numRuns: repetitions(1000, 200) },
    );
  });

  it.each<[string, z.ZodType]>([
    ['a bounded number', z.number().int().nonnegative()],
    ['a number with a bound above', z.number().max(5)],
    ['a number above one', z.number().gt(1)],
    ['text of a pattern', z.string().regex(/^a/)],
    ['text of a length', z.string().max(2)],
    ['a coerced number', z.coerce.number()],
    ['a default', z.looseObject({ surplus: z.string().default('x') })],
    ['a refined object', z.looseObject({}).refine((value) => !('surplus' in value))],
    ['an object that drops', z.object({ surplus: z.unknown() })],
    ['an object of a catch-all', z.object({}).catchall(z.number())],
    ['a record', z.record(z.string(), z.number())],
    ['a tuple', z.tuple([z.string(), z.number()])],
    ['a list of bounded length', z.array(z.unknown()).max(1)],
    ['one of several', z.union([z.literal('expired'), z.number(), z.null()])],
    ['an enumeration', z.enum(['expired', 'a'])],
    ['text made another', z.string().transform((text) => text.length)],
    ['an optional transform', z.looseObject({ surplus: z.transform((value) => typeof value).optional() })],
    ['what is null where it can’t be read', z.looseObject({ surplus: shownNumberField })],
    ['an optional field of the service’s', wireObject({ surplus: decimalField.optional() })],
    ['one that voids itself alone', lenientObject({ surplus: z.boolean().optional(), b: z.boolean().nullish() })],
    ['what may be null or missing', z.looseObject({ surplus: z.boolean().nullish() })],
  ])('gives what zod gives for %s', (_name, schema) => {
    const held = fc.oneof(
      anything,
      fc.dictionary(fc.constantFrom('surplus', '__proto__', 'b'), anything, { noNullPrototype: true }),
    );
    fc.assert(
      fc.property(held, (value) => {
        expect(findDifferences(schema, value)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
