import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LEFT } from '../../../../electron/service/wire/text-cursor.ts';
import { readPlainJson } from '../../../../electron/service/wire/text-reader.ts';
import { readBySchema } from '../../../../shared/schema-reader.ts';
import { accountSummarySchema } from '../../../../shared/service/account.ts';
import { blockRfqSchema, blockRfqTradeSchema } from '../../../../shared/service/block-rfq.ts';
import { instrumentSchema } from '../../../../shared/service/instrument.ts';
import { orderSchema } from '../../../../shared/service/order.ts';
import { tickerSchema } from '../../../../shared/service/ticker.ts';
import { userTradeSchema } from '../../../../shared/service/trade.ts';
import { findRecords, readSamples, type RecordKind } from '../../../support/records/recorded-samples.ts';
import {
  decimalField,
  decimalMapField,
  integerIdField,
  labelLength,
  lenientObject,
  openEnum,
  referencePriceField,
  optionalRuleOf,
  timestampField,
  wireObject,
} from '../../../../shared/service/fields.ts';
import { METHODS } from '../../../../shared/service/methods.ts';

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

const SCHEMAS: Record<RecordKind, z.ZodObject> = {
  instrument: instrumentSchema,
  ticker: tickerSchema,
  order: orderSchema,
  user_trade: userTradeSchema,
  currency_summary: accountSummarySchema,
  block_rfq: blockRfqSchema,
  tape_print: blockRfqTradeSchema,
};

/** What zod, the reader of values and the reader of texts make of a record; `unread` for a refusal. */
function readThrice(schema: z.ZodType, record: unknown): unknown[] {
  const text = readPlainJson(schema, JSON.stringify(record));
  const read = [schema.safeParse(record), readBySchema(schema, record)].map(({ success, data }) =>
    success ? data : 'unread',
  );
  return [...read, text === LEFT ? read[0] : text];
}

describe('an optional field of the service’s', () => {
  it.each(Object.keys(SCHEMAS) as RecordKind[])('is absent where it is null: %s', (kind) => {
    const schema = SCHEMAS[kind];
    const found = readSamples()
      .flatMap(findRecords)
      .find((one) => one.kind === kind && schema.safeParse(one.record).success);
    const record: Record<string, unknown> = { ...found?.record };
    const optional = Object.entries(schema.shape).filter(([, field]) => field instanceof z.ZodOptional);
    expect(optional.length).toBeGreaterThan(3);
    for (const [name, field] of optional) {
      const { [name]: _, ...without } = record;
      const absent: unknown = schema.parse(without);
      const given = (field as z.ZodType).safeParse(null).data;
      const expected = given === null ? { ...(absent as object), [name]: null } : absent;
      for (const read of readThrice(schema, { ...without, [name]: null })) expect(read, name).toEqual(expected);
    }
  });

  it('is absent where it is null in a trade of a Block RFQ', () => {
    const trade = { price: '0.01', amount: '25', direction: 'buy' };
    const { trades = [] } = blockRfqSchema.parse({
      block_rfq_id: 7,
      state: 'filled',
      amount: 25,
      legs: [],
      creation_timestamp: 1,
      trades: [{ ...trade, maker: null, hedge_amount: null }],
    });
    expect(trades).toEqual([trade]);
  });

  it('that can’t be read voids its record where it may decide, and itself alone where it is shown', () => {
    const odd = { id: 1, held: 'n/a', maybe: {} };
    const shape = { id: z.number(), held: decimalField.optional(), maybe: decimalField.nullish() };
    expect(readThrice(wireObject(shape), odd)).toEqual(['unread', 'unread', 'unread']);
    expect(readThrice(lenientObject(shape), odd)).toEqual([{ id: 1 }, { id: 1 }, { id: 1 }]);
    expect(readThrice(lenientObject(shape), { ...odd, id: 'x' })).toEqual(['unread', 'unread', 'unread']);
  });

  it('of an order or an instrument decides unless it is known to be shown alone', () => {
    const isLenient = (schema: z.ZodObject, name: string) => optionalRuleOf(schema.shape[name] ?? {})?.isLenient;
    for (const name of ['label', 'amount', 'filled_amount', 'oto_order_ids', 'trigger', 'replaced']) {
      expect(isLenient(orderSchema, name), name).toBe(false);
    }
    for (const name of ['cancel_reason', 'contracts', 'app_name']) expect(isLenient(orderSchema, name)).toBe(true);
    for (const name of ['tick_size_steps', 'strike', 'option_type', 'state', 'instrument_type']) {
      expect(isLenient(instrumentSchema, name), name).toBe(false);
    }
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
