import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import {
  CONFIRMATION_RUNGS,
  defaultLadder,
  demandPress,
  isEnough,
  type Ladder,
  ladderSchema,
  worthUsd,
} from '../../../shared/orders/confirmation.ts';
import { EMPTY_DRAFT } from '../../../shared/orders/draft.ts';
import { guardSettingsSchema, DEFAULT_GUARD_SETTINGS } from '../../../shared/orders/limits/guard-settings.ts';
import { perpetual, perpetualTicker, orderDraft } from '../../support/records/records.ts';

const CAPPED: Ladder = { rung: 'one_click', cap_usd: decimal('5000') };
const fresh = { instrument: perpetual(), ticker: perpetualTicker(), isTickerStale: false };
const linear = perpetual({
  instrument_type: 'linear',
  quote_currency: 'USDC',
  contract_size: decimal('0.001'),
  min_trade_amount: decimal('0.001'),
});
const draft = (amount: string, price = '97500') => orderDraft({ amount, price });

describe('the ladder', () => {
  it('never begins with one click, and paper money alone begins with arming', () => {
    for (const kind of ['simulator', 'test', 'live', 'custom']) {
      expect(defaultLadder(kind).rung).toBe(kind === 'simulator' ? 'arm_and_fire' : 'confirm_each');
    }
  });

  it.each([
    ['one click without a cap', { rung: 'one_click', cap_usd: null }],
    ['a cap of zero', { rung: 'one_click', cap_usd: '0' }],
    ['a cap below zero', { rung: 'one_click', cap_usd: '-5' }],
    ['a cap with separators', { rung: 'one_click', cap_usd: '5,000' }],
    ['a cap by exponent', { rung: 'one_click', cap_usd: '1e6' }],
    ['a cap as a number', { rung: 'one_click', cap_usd: 5000 }],
    ['a cap too long to compare with', { rung: 'one_click', cap_usd: '1234567890123456' }],
    ['a rung that is none', { rung: 'none', cap_usd: null }],
  ])('is not %s', (_name, ladder) => {
    expect(ladderSchema.safeParse(ladder).success).toBe(false);
  });

  it('demands of a press what its rung says', () => {
    const demands = CONFIRMATION_RUNGS.map(
      (rung) => demandPress({ rung, cap_usd: decimal('5000') }, draft('10'), fresh).press,
    );
    expect(demands).toEqual(['confirmed', 'armed', 'single']);
  });

  it('is satisfied by more than it demands, never by less', () => {
    expect(isEnough('confirmed', 'single')).toBe(true);
    expect(isEnough('armed', 'single')).toBe(true);
    expect(isEnough('single', 'armed')).toBe(false);
    expect(isEnough('armed', 'confirmed')).toBe(false);
  });
});

describe('one click', () => {
  it('sells up to the cap and confirms above it', () => {
    expect(demandPress(CAPPED, draft('5000'), fresh)).toMatchObject({ press: 'single', why: null });
    expect(demandPress(CAPPED, draft('5010'), fresh)).toMatchObject({ press: 'confirmed', why: 'above_cap' });
  });

  it.each([
    ['no market', { ...fresh, ticker: null }],
    ['a stale market', { ...fresh, instrument: linear, isTickerStale: true }],
    ['no instrument', { ...fresh, instrument: null }],
    ['no mark', { ...fresh, instrument: linear, ticker: perpetualTicker({ mark_price: null }) }],
    ['a quote that is no dollar', { ...fresh, instrument: { ...linear, quote_currency: 'BTC' } }],
  ])('confirms where the worth is not known: %s', (_name, facts) => {
    expect(demandPress(CAPPED, draft('0.001'), facts)).toMatchObject({ press: 'confirmed', why: 'notional_unknown' });
  });

  it('confirms in a stale market what is worth its amount', () => {
    const stale = { ...fresh, isTickerStale: true };
    const demand = { press: 'confirmed', why: 'market_stale', notionalUsd: '1000' };
    expect(demandPress(CAPPED, draft('1000'), stale)).toEqual(demand);
  });

  it('confirms an unreadable size', () => {
    expect(demandPress(CAPPED, draft('abc'), fresh).press).toBe('confirmed');
  });

  it('confirms an order that brings others', () => {
    const child = { ...EMPTY_DRAFT, direction: 'buy' as const };
    expect(demandPress(CAPPED, { ...draft('10'), children: [child] }, fresh).why).toBe('linked_orders');
  });
});

describe('what an order is worth', () => {
  it('is never less than at the level that fires it', () => {
    const facts = { instrument: linear, ticker: perpetualTicker({ mark_price: 97_500 }), isTickerStale: false };
    const take = orderDraft({ type: 'take_market', amount: '1', trigger: 'mark_price', trigger_price: '195000' });
    expect(worthUsd(take, facts)).toBe('195000');
    expect(worthUsd({ ...take, trigger_price: '50000' }, facts)).toBe('97500');
    expect(worthUsd({ ...take, type: 'trailing_stop' }, facts)).toBe('97500');
  });

  it.each([['40'], ['-40']])('is a linear spread’s coins at the index, not at the difference of %s', (mark) => {
    const spread = { ...linear, kind: 'future_combo' as const };
    const ticker = perpetualTicker({ index_price: 97_500, mark_price: Number(mark) });
    const ofSpread = { instrument: spread, ticker, isTickerStale: false };
    expect(worthUsd(draft('100', mark), ofSpread)).toBe('9750000');
    expect(demandPress(CAPPED, draft('100', mark), ofSpread)).toMatchObject({ press: 'confirmed', why: 'above_cap' });
    const unindexed = { ...ofSpread, ticker: { ...ticker, index_price: null } };
    expect(worthUsd(draft('100', mark), unindexed)).toBeNull();
  });

  it('is never less than at the mark or the best bid: a limit below the market sells at the market', () => {
    const prices = fc.integer({ min: 1, max: 200_000 });
    fc.assert(
      fc.property(prices, prices, prices, (price, mark_price, best_bid_price) => {
        const ticker = perpetualTicker({ mark_price, best_bid_price });
        const facts = { instrument: linear, ticker, isTickerStale: false };
        expect(worthUsd(draft('1', String(price)), facts)).toBe(String(Math.max(price, mark_price, best_bid_price)));
        const atMarket = orderDraft({ type: 'market', amount: '1', price: '' });
        expect(worthUsd(atMarket, facts)).toBe(String(Math.max(mark_price, best_bid_price)));
      }),
    );
  });

  it('is confirmed above the cap where only the best bid is', () => {
    const ticker = perpetualTicker({ mark_price: 4990, best_bid_price: 5010 });
    const facts = { instrument: linear, ticker, isTickerStale: false };
    expect(demandPress(CAPPED, draft('1', '4990'), facts)).toMatchObject({ press: 'confirmed', why: 'above_cap' });
  });

  it('is the amount itself where that is USD', () => {
    expect(worthUsd(draft('5010'), fresh)).toBe('5010');
  });
});

describe('the guards of a profile', () => {
  const withLimits = (soft: string | null, hard: string | null) => ({
    ...DEFAULT_GUARD_SETTINGS,
    soft: { ...DEFAULT_GUARD_SETTINGS.soft, maxNotionalUsd: soft },
    hard: { ...DEFAULT_GUARD_SETTINGS.hard, maxNotionalUsd: hard },
  });

  it('take limits above zero, or none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 1e6 }), (soft, more) => {
        expect(guardSettingsSchema.safeParse(withLimits(String(soft), String(soft + more))).success).toBe(true);
        expect(guardSettingsSchema.safeParse(withLimits(String(soft), null)).success).toBe(true);
      }),
    );
    for (const bad of ['0', '-1', '', 'x', '1,000', '١٠']) {
      expect(guardSettingsSchema.safeParse(withLimits(bad, null)).success).toBe(false);
    }
  });

  it('name the hard limit that lies below the soft one', () => {
    const issues = guardSettingsSchema.safeParse(withLimits('1000', '999')).error?.issues;
    expect(issues?.[0]).toMatchObject({ path: ['hard', 'maxNotionalUsd'] });
  });
});
