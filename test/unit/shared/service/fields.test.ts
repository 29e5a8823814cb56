import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  decimalField,
  decimalMapField,
  integerIdField,
  labelLength,
  openEnum,
  referencePriceField,
  timestampField,
} from '../../../../shared/service/fields.ts';
import { METHODS } from '../../../../shared/service/methods.ts';
import { readBySchema } from '../../../../shared/schema-reader.ts';

describe('a decimal field', () => {
  it('reads its own output', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalField.parse(value);
        fc.pre(text.length <= 400);
        expect(decimalField.parse(text)).toBe(text);
      }),
    );
  });

  it.each([null, undefined, Number.NaN, Infinity, 'market_price', '', {}, [], true])(
    'refuses %j and says why',
    (value) => {
      const result = decimalField.safeParse(value);
      expect(result.success).toBe(false);
      expect(result.error?.issues).toMatchObject([{ message: 'must be a finite number' }]);
    },
  );

  it('missing is not zero: a record without it is refused unless it is optional', () => {
    expect(z.looseObject({ price: decimalField }).safeParse({}).success).toBe(false);
    expect(z.looseObject({ price: decimalField.optional() }).parse({})).toEqual({});
    expect(z.looseObject({ price: decimalField.nullish() }).parse({ price: null })).toEqual({ price: null });
  });

  it('in a map keeps every name', () => {
    expect(decimalMapField.parse({ btc_usd: 97_410.5, eth_usd: 1e-7 })).toEqual({
      btc_usd: '97410.5',
      eth_usd: '0.0000001',
    });
    expect(decimalMapField.safeParse({ btc_usd: 'n/a' }).success).toBe(false);
  });
});

describe('a reference price', () => {
  it('of 0 is none', () => {
    expect([97_412.5, '97412.5', 0, '0.0', null].map((sent) => referencePriceField.parse(sent))).toEqual([
      '97412.5',
      '97412.5',
      null,
      null,
      null,
    ]);
    expect(referencePriceField.safeParse('n/a').success).toBe(false);
    const record = z.looseObject({ index_price: referencePriceField.optional() });
    for (const sent of [{ index_price: 0 }, { index_price: 5 }, { index_price: null }, {}, { index_price: 'n/a' }])
      expect(readBySchema(record, sent)).toEqual(record.safeParse(sent));
  });
});

describe('an open enum', () => {
  it('keeps what nobody has listed, but only text', () => {
    const state = openEnum(['open', 'locked']);
    expect(['open', 'a state of later years', ''].map((value) => state.parse(value))).toEqual([
      'open',
      'a state of later years',
      '',
    ]);
    expect(state.safeParse(5).success).toBe(false);
    expect(state.safeParse(null).success).toBe(false);
  });
});

describe('other fields', () => {
  it('a timestamp is whole milliseconds, not below zero', () => {
    expect([0, 32_503_708_800_000].every((value) => timestampField.safeParse(value).success)).toBe(true);
    expect([-1, 1.5, '5', Number.NaN, Infinity].some((value) => timestampField.safeParse(value).success)).toBe(false);
  });

  it('an id beyond the doubles comes as digits', () => {
    expect([7, '9007199254740993', '-1'].every((value) => integerIdField.safeParse(value).success)).toBe(true);
    expect([1.5, '1.5', '', 'x', null].some((value) => integerIdField.safeParse(value).success)).toBe(false);
  });

  it('the length of a label counts characters, not units of memory', () => {
    expect(['', 'abc', '🙂'.repeat(64), 'é'].map(labelLength)).toEqual([0, 3, 64, 1]);
  });
});

it('the summary of any currency that an account names can be asked for', () => {
  const { params } = METHODS['private/get_account_summary'];
  for (const currency of ['BTC', 'BUIDL', 'MATIC']) expect(params.safeParse({ currency }).success).toBe(true);
  expect(params.safeParse({ currency: 'btc_usd' }).success).toBe(false);
});
