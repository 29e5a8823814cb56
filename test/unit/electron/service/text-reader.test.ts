import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readReply } from '../../../../electron/service/wire/reply.ts';
import { LEFT } from '../../../../electron/service/wire/text-cursor.ts';
import { readPlainJson, readRecordText, textsOf } from '../../../../electron/service/wire/text-reader.ts';
import {
  decimalField,
  decimalMapField,
  integerIdField,
  shownNumberField,
  timestampField,
} from '../../../../shared/service/fields.ts';
import { METHODS, type MethodName } from '../../../../shared/service/methods.ts';
import { pageSchema } from '../../../../shared/service/page.ts';
import { readSamples } from '../../../support/records/recorded-samples.ts';
import { propertyRuns, repetitions } from '../../../support/repetitions.ts';

const TIMES = '"usIn":1789939037426000,"usOut":1789939037426100,"usDiff":100,"testnet":false';
const envelope = (result: string): string => `{"jsonrpc":"2.0","id":1,"result":${result},${TIMES}}`;
const answer = (text: string, result: z.ZodType) =>
  readReply({ status: 200, text, roundTripMs: 1 }, { id: 1, result, receivedAtMs: 1 });

/** A reply read as it stands, and behind a blank, which only the general reader takes. */
function differs(text: string, result: z.ZodType): boolean {
  const [quick, exact] = [answer(text, result), answer(` ${text}`, result)];
  for (const read of [quick, exact])
    if (!read.ok && read.error.kind === 'no_answer') delete (read.error as { bodyStart?: unknown }).bodyStart;
  return !isDeepStrictEqual(quick, exact);
}

const recorded = readSamples().flatMap(({ method, response }) => {
  if (method === null || !Object.hasOwn(METHODS, method)) return [];
  const isEnvelope = typeof response === 'object' && response !== null && 'result' in response;
  const { result: schema } = METHODS[method as MethodName];
  const result: unknown = isEnvelope ? response.result : response;
  return schema.safeParse(result).success ? [{ schema, text: JSON.stringify(result) }] : [];
});

/** Numbers as they may be written: plain, padded, with exponents, longer than a double holds, and wrong ones. */
const numberText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.integer().map(String),
  fc.stringMatching(/^-?(0|[1-9]\d{0,4})(\.\d{1,4})?([eE][+-]?\d{1,3})?$/),
  fc.stringMatching(/^-?(0|[1-9]\d{13,24})(\.\d{12,20})?$/),
  fc.stringMatching(/^-?\d{1,3}(\.\d{0,2})?(e\d{0,2})?$/),
  fc.constantFrom(
    '-0',
    '0',
    '-0.0',
    '0.10',
    '1e400',
    '-1e-400',
    '9007199254740991',
    '9007199254740993',
    '1.',
    '-',
    '+1',
  ),
  fc.integer({ min: 300, max: 410 }).map((length) => '7'.repeat(length)),
  fc.integer({ min: 10, max: 400 }).map((length) => `0.${'0'.repeat(length)}1`),
);

const stringText = fc.oneof(
  fc.string().map((text) => JSON.stringify(text)),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.string({ minLength: 10, maxLength: 60 }).map((text) => JSON.stringify(text)),
  numberText.map((text) => `"${text}"`),
  fc.constantFrom('"\\u0031.5"', '"\\ud800"', '"a\\"b"', '"\\x"', '"\u0001"', '"open', '"\\\\"', "'a'"),
);

const names = fc.constantFrom(
  'price',
  'at',
  'id',
  'text',
  'flag',
  'map',
  'list',
  'any',
  'records',
  'a',
  '1',
  '',
  '__proto__',
  'constructor',
  'caf\u00e9',
  'pr\\u0069ce',
);

const { anyText } = fc.letrec<{ anyText: string; object: string; list: string }>((tie) => ({
  anyText: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false', 'nul', 'True', ''),
    numberText,
    stringText,
    tie('object'),
    tie('list'),
  ),
  object: fc
    .array(fc.tuple(names, tie('anyText')), { maxLength: 5 })
    .map((fields) => `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
  list: fc.array(tie('anyText'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
}));

/** One field of each kind of schema that the service's methods have. */
const kinds = {
  price: decimalField,
  worth: decimalField.nullish(),
  at: timestampField.optional(),
  id: integerIdField.optional(),
  count: z.number().int().min(1).max(5).optional(),
  ratio: z.number().optional(),
  text: z.string().nullish(),
  state: z.enum(['open', 'closed']).optional(),
  version: z.literal('2.0').optional(),
  settled: z.union([z.literal('expired'), decimalField]).nullish(),
  flag: z.boolean().optional(),
  map: decimalMapField.nullish(),
  prices: z.union([z.array(decimalField), decimalMapField]).optional(),
  any: z.unknown(),
  anyAtAll: z.unknown().optional(),
  shown: shownNumberField,
  standard: z.number().default(7),
  standardText: z.string().default('x').optional(),
};
const record = z.looseObject(kinds);
const schema = pageSchema<object>({
  fields: z.looseObject({ ...kinds, records: z.array(z.unknown()) }),
  list: 'records',
  record,
});

const shortNumber = fc
  .oneof(fc.integer({ min: -9999, max: 999_999 }), fc.constantFrom(0.5, 97410.5, -0.0025, 1e-7))
  .map(String);
const decimalText = fc.oneof(
  { weight: 6, arbitrary: shortNumber },
  { weight: 6, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { weight: 1, arbitrary: numberText },
);
const plainText = fc.stringMatching(/^"[A-Z0-9-]{0,30}"$/);

/** What mostly fits a field of that name. */
const fitting: Readonly<Record<string, fc.Arbitrary<string>>> = {
  price: decimalText,
  worth: fc.oneof(decimalText, fc.constant('null')),
  at: fc.nat({ max: 2_000_000_000_000 }).map(String),
  id: fc.oneof(fc.nat().map(String), fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String), fc.constant('"12"')),
  count: fc.integer({ min: 1, max: 6 }).map(String),
  ratio: shortNumber,
  text: fc.oneof({ weight: 6, arbitrary: plainText }, fc.constant('null'), stringText),
  state: fc.constantFrom('"open"', '"closed"', '"open"', '"other"'),
  version: fc.constant('"2.0"'),
  settled: fc.oneof(fc.constant('"expired"'), decimalText),
  flag: fc.constantFrom('true', 'false'),
  map: fc.dictionary(fc.stringMatching(/^[a-z_]{1,6}$/), decimalText, { maxKeys: 3 }).map(writeObject),
  prices: fc.oneof(
    fc.array(decimalText, { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc.constant('{"a":1}'),
  ),
  any: fc.oneof(shortNumber, plainText, fc.constantFrom('null', '[]', '{}', '[{"a":[1,{"b":null}]},true]'), anyText),
  shown: fc.oneof(decimalText, fc.constantFrom('null', '"1e-450"', '1e-450', '"n/a"', 'true')),
  standard: shortNumber,
  standardText: plainText,
};

function writeObject(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`;
}

const fittingField = (name: string) => (fitting[name] ?? anyText).map((value) => ({ name, value }));
const fieldText = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...Object.keys(fitting)).chain(fittingField) },
  { weight: 1, arbitrary: fc.record({ name: names, value: anyText }) },
);
const own = ['price', 'any', 'standard', 'standardText'];
/** A record that has what it must, and fields of all kinds in any order; now and then one twice. */
const recordText = fc
  .record({
    own: fc.tuple(...own.map(fittingField)),
    fields: fc.uniqueArray(fieldText, { maxLength: 8, selector: ({ name }) => name }),
    at: fc.nat({ max: 8 }),
    mayDouble: fc.boolean(),
    lacks: fc.constantFrom('nothing', 'nothing', 'nothing', ...own),
  })
  .map((made) => {
    const fields = made.mayDouble ? made.fields : made.fields.filter(({ name }) => !own.includes(name));
    const held = made.own.filter(({ name }) => name !== made.lacks);
    const all = [...fields.slice(0, made.at), ...held, ...fields.slice(made.at)];
    return `{${all.map(({ name, value }) => `"${name}":${value}`).join(',')}}`;
  });
const pageText = fc
  .record({
    head: recordText,
    records: fc.array(fc.oneof({ weight: 5, arbitrary: recordText }, anyText), { maxLength: 3 }),
  })
  .map(({ head, records }) => `${head.slice(0, -1)},"records":[${records.join(',')}]}`);

describe('reading a reply in one pass', () => {
  it('is what becomes of every recorded result', () => {
    expect(recorded.length).toBeGreaterThan(20);
    for (const { schema: result, text } of recorded) {
      expect(readPlainJson(result as z.ZodType, text)).not.toBe(LEFT);
      expect(differs(envelope(text), result)).toBe(false);
    }
  });

  it('gives what the general reader gives, of whatever text', () => {
    let read = 0;
    const texts = fc.oneof(
      { weight: 4, arbitrary: recordText.map((text) => ({ text, result: record as z.ZodType })) },
      { weight: 4, arbitrary: pageText.map((text) => ({ text, result: schema as z.ZodType })) },
      { weight: 1, arbitrary: anyText.map((text) => ({ text, result: z.unknown() as z.ZodType })) },
    );
    fc.assert(
      fc.property(texts, ({ text, result }) => {
        if (readPlainJson(result, text) !== LEFT) read += 1;
        expect(differs(envelope(text), result)).toBe(false);
      }),
      propertyRuns(4000, 1000),
    );
    expect(read).toBeGreaterThan(repetitions(200, 50));
  });

  it('gives what the general reader gives of recorded replies that were cut, or had some text changed', () => {
    const change = fc.record({
      body: fc.constantFrom(...recorded),
      from: fc.nat(),
      length: fc.nat({ max: 12 }),
      inserted: fc.oneof(anyText, numberText, fc.constantFrom('', ',', '"', ' ', '\\', '}', '1e5', '0')),
    });
    fc.assert(
      fc.property(change, ({ body, from, length, inserted }) => {
        const whole = envelope(body.text);
        const at = from % whole.length;
        expect(differs(whole.slice(0, at) + inserted + whole.slice(at + length), body.schema)).toBe(false);
        expect(differs(whole.slice(0, at), body.schema)).toBe(false);
      }),
      propertyRuns(1500, 500),
    );
  });

  it.each([
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":2,"result":1}',
    '{"jsonrpc":"2.0","id":null,"result":1}',
    '{"jsonrpc":"2.0","result":1}',
    '{"jsonrpc":"1.0","id":1,"result":1}',
    '{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"no"}}',
    '{"jsonrpc":"2.0","id":1,"result":1,"error":null}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}',
    '{"jsonrpc":"2.0","id":1,"result":1}}',
    '{"jsonrpc":"2.0","id":1,"result":1},',
    '{"id":1,"result":{},"jsonrpc":"2.0"}',
    '[]',
    '',
  ])('judges the envelope %s as the general reader does', (text) => {
    for (const result of [z.unknown(), z.unknown().optional(), decimalField]) expect(differs(text, result)).toBe(false);
  });

  it('knows each record of a page as it was written, and reads that as the same record', () => {
    let known = 0;
    fc.assert(
      fc.property(fc.array(recordText, { maxLength: 3 }), (records) => {
        const text = `{"price":1,"any":1,"standard":1,"standardText":"x","records":[${records.join(',')}]}`;
        const page = readPlainJson(schema, text) as { records: readonly unknown[] } | typeof LEFT;
        if (page === LEFT) return;
        const texts = textsOf(page.records) ?? [];
        expect(texts).toHaveLength(page.records.length);
        for (const [at, one] of texts.entries()) {
          known += 1;
          expect(text).toContain(one);
          expect(isDeepStrictEqual(readRecordText(record, one), page.records[at])).toBe(true);
        }
      }),
      propertyRuns(5000, 1000),
    );
    expect(known).toBeGreaterThan(repetitions(200, 40));
    expect(textsOf([])).toBeNull();
    expect(() => readRecordText(record, '{"any":1}')).toThrow();
  });

  it('takes every digit of a decimal, and leaves a number that a double would change', () => {
    const one = z.looseObject({ price: decimalField, id: integerIdField });
    expect(readPlainJson(one, '{"price":12345678.901234567890123456,"id":7}')).toEqual({
      price: '12345678.901234567890123456',
      id: 7,
    });
    expect(readPlainJson(one, '{"price":1,"id":9007199254740993}')).toBe(LEFT);
  });

  it('leaves names that stand for a prototype, and fields that come twice', () => {
    const one = z.looseObject({ price: decimalField });
    expect(readPlainJson(one, '{"price":1,"__proto__":{"isAdmin":true}}')).toBe(LEFT);
    expect(readPlainJson(one, '{"price":1,"other":{"__proto__":1}}')).toBe(LEFT);
    expect(readPlainJson(one, '{"price":1,"price":2}')).toBe(LEFT);
    expect(answer(envelope('{"price":1,"price":2}'), one)).toMatchObject({ value: { value: { price: '2' } } });
  });

  it.each(['é', '€', '😀'])('leaves a text of the greatest length that holds %s', (letter) => {
    const one = z.looseObject({ a: z.string(), price: decimalField, b: z.string() });
    const write = (first: string, filled: number) => `{"a":"${first}","price":123.5,"b":"${'x'.repeat(filled)}"}`;
    // The fields are expected in this order from now on.
    expect(readPlainJson(one, write('a', 1))).toMatchObject({ price: '123.5' });
    const most = 1024 * 1024;
    for (let length = most - 4; length <= most + 1; length += 1) {
      for (const blanks of ['', '\n', '\n\n', '\n\n\n']) {
        const text = write(letter, length - write(letter, 0).length - blanks.length) + blanks;
        expect(text).toHaveLength(length);
        expect(readPlainJson(one, text) === LEFT).toBe(true);
      }
    }
    expect(readPlainJson(one, write('a', most - write('a', 0).length))).toMatchObject({ price: '123.5' });
  });

  it('reads fields in ever new orders, and very many of them', () => {
    const one = z.looseObject({ price: decimalField });
    for (let turn = 0; turn < 3000; turn += 1) {
      const text = `{"a${turn % 7}":1,"price":${turn},"b${turn}":[${turn}]}`;
      expect(readPlainJson(one, text)).toEqual({ price: String(turn), [`a${turn % 7}`]: 1, [`b${turn}`]: [turn] });
    }
    const wide = `{"price":1,${Array.from({ length: 500 }, (_, index) => `"f${index}":${index}`).join(',')}}`;
    expect(differs(envelope(wide), one)).toBe(false);
    expect(differs(envelope(`{"price":1,"deep":${'['.repeat(60)}${']'.repeat(60)}}`), one)).toBe(false);
    expect(differs(envelope(`{"price":1,"deep":${'['.repeat(80)}${']'.repeat(80)}}`), one)).toBe(false);
  });
});
