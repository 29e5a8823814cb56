import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH, readJson, writeJson } from '../../../../electron/service/wire/json.ts';
import type { WirePlan } from '../../../../electron/service/wire/wire-numbers.ts';
import { decimalFromWire } from '../../../../shared/decimal.ts';

const read = (text: string): unknown => {
  const result = readJson(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

describe('writing', () => {
  const plan: WirePlan = { kind: 'object', fields: new Map([['price', 'number']]) };

  it('planned parts become exact numbers, all else stays as it stands', () => {
    expect(writeJson({ price: '0.0000001', label: '123', other: 5 }, plan)).toBe(
      '{"price":0.0000001,"label":"123","other":5}',
    );
    expect(writeJson({ price: '9007199254740993' }, plan)).toBe('{"price":9007199254740993}');
  });

  it('a part that is missing stays missing', () => {
    expect(writeJson({ price: undefined, label: 'x' }, plan)).toBe('{"label":"x"}');
    expect(writeJson({}, plan)).toBe('{}');
  });

  it('leaves the value itself untouched', () => {
    const value = { price: '1.5' };
    writeJson(value, plan);
    expect(value).toEqual({ price: '1.5' });
  });

  it('refuses text that is no number: it can not smuggle in other members', () => {
    for (const text of ['1,"amount":2', '{}', '', ' 1', 'NaN', '0x10', '01']) {
      expect(() => writeJson({ price: text }, plan)).toThrow();
    }
  });

  it('every decimal comes back as it went', () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{0,20}[1-9])?$/);
    fc.assert(
      fc.property(digits, (text) => {
        const sent = decimalFromWire(text);
        const back = (read(writeJson({ price: sent }, plan)) as { price: unknown }).price;
        expect(decimalFromWire(back)).toBe(sent);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('reading', () => {
  it('keeps the digits that a double would lose', () => {
    expect(read('[9007199254740993,9007199254740992,-9007199254740993]')).toEqual([
      '9007199254740993',
      9007199254740992,
      '-9007199254740993',
    ]);
    expect(read('{"id":12345678901234567890}')).toEqual({ id: '12345678901234567890' });
    expect(read('0.12345678901234567891')).toBe('0.12345678901234567891');
  });

  it('gives numbers for everything that a double holds', () => {
    const text = '[1789939037426000,0.19497798626254922,1.7362511643080387,6.4e4,2.203e-05,100000000000000000000]';
    expect(read(text)).toEqual(JSON.parse(text));
    expect((read(text) as unknown[]).every((value) => typeof value === 'number')).toBe(true);
  });

  it('decimals of any length survive, in plain and in exponent form', () => {
    const literals = fc.stringMatching(/^-?(0|[1-9]\d{0,20})\.\d{1,22}([eE][+-]?\d)?$/);
    fc.assert(
      fc.property(literals, (literal) => {
        const [value] = read(`[${literal}]`) as [number | string];
        expect(decimalFromWire(value)).toBe(decimalFromWire(literal));
      }),
      { numRuns: 3_000 },
    );
  });

  it('digits inside text are text', () => {
    expect(read('{"a":"9007199254740993","9007199254740993":1}')).toEqual({
      a: '9007199254740993',
      '9007199254740993': 1,
    });
  });

  it('whole numbers of any length survive', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (whole) => {
        const value = read(`{"nested":[${whole}]}`) as { nested: [number | string] };
        expect(decimalFromWire(value.nested[0])).toBe(String(whole));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads what any JSON writer wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', '1', '.', 'e', '-', 'x') }),
        (text) => {
          const result = readJson(text);
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }
          expect(result.ok).toBe(isJson);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it(`takes ${MAX_JSON_DEPTH} levels and not one more, brackets in text not counted`, () => {
    const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(readJson(nest(MAX_JSON_DEPTH))).toMatchObject({ ok: true });
    expect(readJson(nest(MAX_JSON_DEPTH + 1))).toEqual({ ok: false, error: 'too_deep' });
    expect(readJson('{"a":'.repeat(100_000))).toEqual({ ok: false, error: 'too_deep' });
    expect(read(JSON.stringify('[{'.repeat(1_000)))).toBe('[{'.repeat(1_000));
    expect(read(`["\\"${'['.repeat(100)}"]`)).toEqual([`"${'['.repeat(100)}`]);
    expect(read(`["\\\\",${nest(MAX_JSON_DEPTH - 1)}]`)).toMatchObject(['\\', expect.anything()]);
  });

  it('a member called __proto__ changes no prototype', () => {
    const value = read('{"__proto__":{"isAdmin":true},"id":12345678901234567890}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value['isAdmin']).toBeUndefined();
  });
});
