import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { currencySummarySchema } from '../../../shared/service/account.ts';
import { blockRfqSchema, blockRfqTradeSchema } from '../../../shared/service/block-rfq.ts';
import { responseEnvelopeSchema } from '../../../shared/service/envelope.ts';
import { classifyErrorCode } from '../../../shared/service/error-codes.ts';
import { EXTENSIONS } from '../../../shared/service/extensions.ts';
import { instrumentSchema } from '../../../shared/service/instrument.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import { orderSchema } from '../../../shared/service/order.ts';
import { tickerSchema } from '../../../shared/service/ticker.ts';
import { userTradeSchema } from '../../../shared/service/trade.ts';
import { findDifferences } from '../../support/records/compare-parsed.ts';
import { findRecords, kindOf, readSamples, resultOf, type RecordKind } from '../../support/records/recorded-samples.ts';

/** How many records of each kind the samples hold: fewer means that the walk lost sight of some. */
const RECORDS: Record<RecordKind, { schema: z.ZodType; count: number }> = {
  instrument: { schema: instrumentSchema, count: 445 },
  ticker: { schema: tickerSchema, count: 1061 },
  order: { schema: orderSchema, count: 28 },
  user_trade: { schema: userTradeSchema, count: 23 },
  currency_summary: { schema: currencySummarySchema, count: 21 },
  block_rfq: { schema: blockRfqSchema, count: 6 },
  tape_print: { schema: blockRfqTradeSchema, count: 9 },
};

/** Results of the methods that both tables define, and how many samples of each there are. */
const RESULTS: Record<string, number> = {
  'public/ticker': 11,
  'public/get_instrument': 4,
  'public/get_instruments': 8,
  'public/get_order_book': 2,
  'public/get_block_rfq_trades': 2,
  'private/get_account_summaries': 2,
  'private/get_account_summary': 2,
  'private/get_order_state_by_label': 1,
  'private/get_open_orders_by_label': 1,
  'private/get_user_trades_by_currency_and_time': 1,
  'private/get_user_trades_by_instrument_and_time': 1,
  'private/sell': 3,
  'private/edit': 2,
  'private/edit_by_label': 1,
  'private/get_order_state': 1,
  'private/get_open_orders_by_currency': 1,
  'private/get_open_orders_by_instrument': 2,
  'private/get_order_history_by_currency': 1,
  'private/get_order_history_by_instrument': 1,
  'private/get_user_trades_by_order': 1,
  'private/buy': 1,
  'private/create_block_rfq': 1,
};

const samples = readSamples();
const records = samples.flatMap(findRecords);
const tables: Record<string, { result: z.ZodType }> = { ...METHODS, ...EXTENSIONS };

function parseAndCompare(schema: z.ZodType, sent: unknown, where: string): string[] {
  const parsed = schema.safeParse(sent);
  if (!parsed.success) return parsed.error.issues.map((issue) => `${where} ${issue.path.join('.')}: ${issue.message}`);
  return findDifferences(sent, parsed.data, where);
}

describe('recorded records', () => {
  it.each(Object.entries(RECORDS))('%s: all parse and lose nothing', (kind, { schema, count }) => {
    const found = records.filter((record) => record.kind === kind);
    expect(found.length).toBeGreaterThanOrEqual(count);
    expect(found.flatMap(({ record, where }) => parseAndCompare(schema, record, where))).toEqual([]);
  });

  it.each(Object.entries(RECORDS))('%s: fields and enum values that come later survive', (kind, { schema }) => {
    const found = records.filter((record) => record.kind === kind);
    const differences = found.flatMap(({ record, where }) => {
      const later = withLaterFields(record);
      expect(kindOf(later)).toBe(kind);
      return parseAndCompare(schema, later, where);
    });
    expect(differences).toEqual([]);
  });
});

describe('results of the methods', () => {
  it.each(Object.entries(RESULTS))('%s: every sample parses and loses nothing', (method, count) => {
    const results = samples.filter((sample) => sample.method === method && !isRefusal(sample.response));
    expect(results.length).toBeGreaterThanOrEqual(count);
    const schema = tables[method]?.result;
    expect(schema).toBeDefined();
    for (const { response, file, index } of results) {
      if (schema !== undefined) {
        expect(parseAndCompare(schema, resultOf(response), `${file}[${index}]`)).toEqual([]);
      }
    }
  });

  it('covers every method of the contract that was recorded', () => {
    const unrecorded = Object.keys(METHODS).filter((method) => !(method in RESULTS));
    expect(unrecorded).toEqual(['public/auth']);
  });
});

describe('envelopes', () => {
  const envelopes = samples.filter(
    ({ response }) =>
      typeof response === 'object' &&
      response !== null &&
      'jsonrpc' in response &&
      ('result' in response || 'error' in response),
  );

  it('all parse and lose nothing', () => {
    expect(envelopes.length).toBeGreaterThanOrEqual(58);
    const differences = envelopes.flatMap(({ response, file, index }) =>
      parseAndCompare(responseEnvelopeSchema, response, `${file}[${index}]`),
    );
    expect(differences).toEqual([]);
  });

  it('every recorded refusal is one that proves that nothing was placed', () => {
    const codes = samples.flatMap(({ response }) => {
      const error = typeof response === 'object' && response !== null && 'error' in response ? response.error : null;
      return typeof error === 'object' && error !== null && 'code' in error ? [Number(error.code)] : [];
    });
    expect(codes.length).toBeGreaterThanOrEqual(5);
    expect(codes.map(classifyErrorCode)).not.toContain('unknown');
  });
});

function isRefusal(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'error' in response;
}

/** Maps whose keys are the service's names and whose values are all of one type. */
const MAPS = /_map$|^index_prices$|^fees$/;
const OPEN_ENUMS = ['state', 'order_state', 'order_type', 'cancel_reason', 'kind', 'margin_model', 'liquidity', 'role'];

/** The record as a later server may send it: an unknown field in every object, an unknown value in every open enum. */
function withLaterFields(value: Record<string, unknown>): Record<string, unknown> {
  const later: Record<string, unknown> = { field_of_a_later_year: { nested: [1, 'two', null] } };
  for (const [key, child] of Object.entries(value)) {
    if (MAPS.test(key)) later[key] = child;
    else if (OPEN_ENUMS.includes(key) && typeof child === 'string') later[key] = 'value_of_a_later_year';
    else later[key] = withLaterChild(child);
  }
  return later;
}

function withLaterChild(child: unknown): unknown {
  if (Array.isArray(child)) return child.map(withLaterChild);
  if (typeof child === 'object' && child !== null) return withLaterFields(child as Record<string, unknown>);
  return child;
}
