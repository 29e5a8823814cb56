import { decimal, type DecimalString } from '../../../../shared/decimal.ts';
import { DEFAULT_GUARDS, type GuardTier } from '../../../../shared/orders/facts.ts';
import { optionTicker, perpetual, perpetualTicker } from '../../../support/records/records.ts';
import { OPTION_DRAFT, IV_FACTS, type OrderCase } from './order-case.ts';

/** A tier that asks about nothing. */
const NO_LIMITS: GuardTier = {
  maxDistanceFromMark: null,
  maxDistanceFromTouch: null,
  maxDistanceFromIndex: null,
  maxVolatilityPoints: null,
  maxNotionalUsd: null,
  maxAmount: null,
  maxBlockRfqUsd: null,
};

/** What the profile asks about or forbids: distance, worth, repetition. */
export const GUARD_CASES: readonly OrderCase[] = [
  ['a price far from mark', { price: '130000' }, {}, ['warning price price_far']],
  ['more than the profile asks about', { amount: '2000000' }, {}, ['warning amount notional_above_limit']],
  ['more than the profile allows', { amount: '20000000' }, {}, ['error amount notional_above_limit']],
  [
    'a volatility of 1,000 %',
    { ...OPTION_DRAFT, price: '1000', advanced: 'implv' },
    IV_FACTS,
    ['warning price volatility_unusual', 'warning price price_far', 'warning price volatility_far'],
  ],
  [
    'a price in coin that asks for far more volatility than the mark',
    { ...OPTION_DRAFT, price: '0.19' },
    { ...IV_FACTS, guards: { ...DEFAULT_GUARDS, soft: { ...NO_LIMITS, maxVolatilityPoints: '20' as DecimalString } } },
    ['warning price volatility_far'],
  ],
  [
    'a price in USD that asks for little less',
    { ...OPTION_DRAFT, price: '7000', advanced: 'usd' },
    {
      ...IV_FACTS,
      ticker: optionTicker({ mark_iv: 34, underlying_price: 99_000 }),
      guards: { ...DEFAULT_GUARDS, soft: { ...NO_LIMITS, maxVolatilityPoints: '20' as DecimalString } },
    },
    [],
  ],
  [
    'a linear future far below the market is worth what the market pays',
    { amount: '200', price: '1' },
    { instrument: perpetual({ instrument_type: 'linear', contract_size: 1, min_trade_amount: 1 }) },
    ['warning price price_below_band', 'warning price price_far', 'error amount notional_above_limit'],
  ],
  [
    'no mark, where nothing is to be held against it',
    {},
    { ticker: perpetualTicker({ mark_price: null }), guards: { ...DEFAULT_GUARDS, soft: NO_LIMITS } },
    [],
  ],
  [
    'no bid, where the distance from it is limited',
    {},
    {
      ticker: perpetualTicker({ best_bid_price: null }),
      guards: { ...DEFAULT_GUARDS, soft: { ...NO_LIMITS, maxDistanceFromTouch: decimal(0.1) } },
    },
    ['warning price guard_unjudged'],
  ],
  [
    'the same sell again',
    {},
    { lastEqualOrder: () => ({ label: 'sd-0', ageMs: 1999 }) },
    ['warning order duplicate_order'],
  ],
  [
    'the same sell, by a clock that was set back since',
    {},
    { lastEqualOrder: () => ({ label: 'sd-0', ageMs: -600_000 }) },
    ['warning order duplicate_order'],
  ],
  ['the same sell a moment later', {}, { lastEqualOrder: () => ({ label: 'sd-0', ageMs: 2000 }) }, []],
  [
    'the same sell while the refusal of the last one is in doubt',
    {},
    {
      guards: { ...DEFAULT_GUARDS, duplicateWindowMs: 0 },
      lastEqualOrder: () => ({ label: 'sd-0', ageMs: 29_000, isInDoubt: true }),
    },
    ['warning order duplicate_order'],
  ],
  [
    'the same sell while the last one is unknown',
    {},
    { undecidedEqualLabel: () => 'dark' },
    ['error order equal_order_undecided'],
  ],
];
