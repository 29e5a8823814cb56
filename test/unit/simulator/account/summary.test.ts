import { describe, expect, test } from 'vitest';
import { currencySummarySchema, accountSummarySchema } from '../../../../shared/service/account.ts';
import { accountFields } from '../../../../simulator/account/account-fields.ts';
import { CURRENCIES, type Currency } from '../../../../simulator/account/account.ts';
import { usdPrice } from '../../../../simulator/account/collateral.ts';
import { positionRecord } from '../../../../simulator/account/position-record.ts';
import type { Summary } from '../../../../simulator/account/summary.ts';
import { summaryOf } from './ledger.ts';
import { openExchange } from './trading.ts';

const START_MS = Date.UTC(2026, 10, 18, 12);
const { exchange, main } = openExchange(9, START_MS);

test('every field of the contract and of the recorded replies is there', () => {
  const names = Object.keys({ ...currencySummarySchema.shape, ...accountSummarySchema.shape });
  main.feeSchedule = { btc_usd: { option: { default: { type: 'relative', taker: 1, maker: 1 }, block_trade: 1 } } };
  main.rarities = { feeGroup: 'vip', affiliatePromotionFee: 0.1, hasNonBlockChainEquity: true };
  main.marginModel = 'cross_sm';
  const all: object = { ...accountFields(main), ...summaryOf(exchange, main, 'BTC', { extended: true }) };
  expect(names.filter((name) => !(name in all))).toEqual([]);
  main.marginModel = 'segregated_sm';
  main.feeSchedule = {};
  main.rarities = { feeGroup: null, affiliatePromotionFee: 0, hasNonBlockChainEquity: false };
  const plain: object = summaryOf(exchange, main, 'BTC', { extended: true });
  for (const name of [
    'fees',
    'fee_group',
    'total_equity_usd',
    'affiliate_promotion_fee',
    'has_non_block_chain_equity',
  ]) {
    expect(plain).not.toHaveProperty(name);
  }
});

test('the portfolio to start with has positions in every currency and is well within its margin', () => {
  for (const currency of CURRENCIES) {
    const summary = summaryOf(exchange, main, currency);
    expect(Object.keys(summary.delta_total_map).length, currency).toBeGreaterThan(0);
    expect(summary.available_funds).toBeGreaterThan(0.3 * summary.margin_balance);
    expect(summary.initial_margin).toBeGreaterThan(0);
    expect(summary.total_pl).not.toBe(0);
  }
});

describe('cross collateral', () => {
  test('margins are those of all currencies, converted with the index of each; the rest stays its own', () => {
    const own = new Map(CURRENCIES.map((currency) => [currency, summaryOf(exchange, main, currency)]));
    main.marginModel = 'cross_sm';
    const cross = new Map(CURRENCIES.map((currency) => [currency, summaryOf(exchange, main, currency)]));
    main.marginModel = 'segregated_sm';
    const usd = (figure: (summary: Summary) => number) =>
      [...own].reduce((sum, [currency, summary]) => sum + figure(summary) * usdPrice(exchange, currency), 0);
    const of = (currency: Currency) => cross.get(currency) ?? fail();
    for (const currency of CURRENCIES) {
      const summary = of(currency);
      const rate = usdPrice(exchange, currency);
      expect(summary.cross_collateral_enabled).toBe(true);
      expect(summary.margin_model).toBe('cross_sm');
      expect(summary.margin_balance * rate).toBeCloseTo(
        usd((known) => known.margin_balance),
        2,
      );
      expect(summary.initial_margin * rate).toBeCloseTo(
        usd((known) => known.initial_margin),
        2,
      );
      expect(summary.projected_maintenance_margin * rate).toBeCloseTo(
        usd((known) => known.projected_maintenance_margin),
        2,
      );
      expect(summary.available_funds).toBeCloseTo(summary.margin_balance - summary.initial_margin, 8);
      for (const name of ['balance', 'equity', 'options_value', 'delta_total'] as const) {
        expect(summary[name]).toBe(own.get(currency)?.[name]);
      }
    }
    expect(of('BTC')).toMatchObject({
      total_equity_usd: expect.closeTo(
        usd((known) => known.equity),
        1,
      ) as number,
      total_margin_balance_usd: expect.closeTo(
        usd((known) => known.margin_balance),
        1,
      ) as number,
      total_delta_total_usd: expect.closeTo(
        usd((known) => known.delta_total),
        1,
      ) as number,
    });
  });
});

function fail(): never {
  throw new Error('no summary');
}

describe('forms of replies', () => {
  test('limits as real servers spell them, as the documentation does, and by currency', () => {
    const of = (limits: 'real' | 'documented' | 'per_currency') => summaryOf(exchange, main, 'BTC', { limits }).limits;
    expect(of('real')).toMatchObject({
      limits_per_currency: false,
      matching_engine: { maximum_quotes: { rate: 500 } },
    });
    const documented = of('documented')['matching_engine'] as object;
    expect(Object.keys(documented)).toEqual([
      'trading',
      'spot',
      'quotes',
      'max_quotes',
      'guaranteed_quotes',
      'cancel_all',
    ]);
    expect(of('per_currency')).toMatchObject({
      limits_per_currency: true,
      matching_engine: {
        btc: { trading: { total: { rate: 5, burst: 20 } } },
        usdc: { trading: { total: { rate: 5 } } },
      },
    });
    for (const form of ['real', 'documented', 'per_currency'] as const) {
      expect(currencySummarySchema.safeParse({ currency: 'BTC', limits: of(form) }).success).toBe(true);
    }
  });

  test('fees as a map or as a list, of the currency at hand', () => {
    const value = { default: { type: 'relative', taker: 0.5, maker: 0.5 }, block_trade: 1 } as const;
    main.feeSchedule = { btc_usd: { option: value }, btc_usdc: { perpetual: value } };
    const of = (fees: 'map' | 'list', currency: string) =>
      summaryOf(exchange, main, currency, { fees, extended: true }).fees;
    expect(of('map', 'BTC')).toEqual({ btc_usd: { option: value } });
    expect(of('list', 'USDC')).toEqual([{ index_name: 'btc_usdc', kind: 'perpetual', value }]);
    expect(of('map', 'ETH')).toBeUndefined();
    main.feeSchedule = {};
  });
});

test('after the next settlement neither what expires by then nor good-til-day orders hold margin', () => {
  const { exchange: own, main: account } = openExchange(9, START_MS, 'empty');
  const tomorrow = own.instruments.find(
    ({ option, base, linear, expiryMs }) =>
      option?.type === 'call' && base === 'BTC' && !linear && expiryMs === Date.UTC(2026, 10, 19, 8),
  );
  if (tomorrow === undefined) throw new Error('nothing expires tomorrow');
  own.clearing.grant(account, tomorrow, -20, 100, 0n);
  const summary = summaryOf(own, account, 'BTC');
  expect(summary.initial_margin).toBeGreaterThan(0);
  expect(summary.projected_initial_margin).toBe(0);
  expect(summary.projected_maintenance_margin).toBe(0);
  expect(summary.delta_total).not.toBe(0);
  expect(summary.projected_delta_total).toBe(0);
});

test('the delta of a dollar account is in dollars, at the mark; its map counts coins', () => {
  const { exchange: own, main: account } = openExchange(9, START_MS, 'empty');
  const perpetual = own.instruments.find(({ name }) => name === 'BTC_USDC-PERPETUAL');
  const call = own.instruments.find(({ option, linear, base }) => option?.type === 'call' && linear && base === 'BTC');
  if (perpetual === undefined || call === undefined) throw new Error('no linear instruments');
  own.clearing.grant(account, perpetual, -1000, 97_000, 0n);
  const coins = summaryOf(own, account, 'USDC').delta_total_map['btc_usdc'] ?? 0;
  const { price } = own.mark(perpetual);
  expect(coins).toBeLessThan(0);
  const { delta_total, total_delta_total_usd } = summaryOf(own, account, 'USDC');
  expect(total_delta_total_usd).toBeUndefined();
  expect(delta_total).toBeCloseTo(coins * price, 6);
  const [position] = account.positions.values();
  if (position === undefined) throw new Error('no position');
  expect(positionRecord(own, account, position)).toMatchObject({ size_currency: coins, delta: delta_total });

  own.clearing.grant(account, call, 1000, 100, 0n);
  const both = summaryOf(own, account, 'USDC');
  const { option } = own.mark(call);
  const ofCall = ((both.delta_total_map['btc_usdc'] ?? 0) - coins) * (option?.underlyingPrice ?? 0);
  expect(both.options_delta).toBeCloseTo(ofCall, 4);
  expect(both.delta_total).toBeCloseTo(delta_total + ofCall, 4);
});
