import type { DecimalString } from '../../../shared/decimal.ts';
import { DEFAULT_GUARDS, type GuardTier, type OrderFacts, type OrderGuards } from '../../../shared/orders/facts.ts';
import { type Issue, issue } from '../../../shared/orders/issue.ts';
import { listOwnOrders } from '../../../electron/orders/resting-own.ts';
import { lookUpCurrency } from '../../../electron/orders/currency.ts';
import { type Fees, feesSchema } from '../../../shared/service/account.ts';
import type { OrderCase } from './case.ts';
import { type Quoted, scheduleOf, type Situation } from './market.ts';

const text = (value: string) => value as DecimalString;
const TIGHT = {
  maxDistanceFromMark: text('0.001'),
  maxDistanceFromTouch: text('0.001'),
  maxDistanceFromIndex: text('0.001'),
  maxVolatilityPoints: text('1'),
  maxNotionalUsd: text('1000'),
  maxAmount: text('10'),
  maxBlockRfqUsd: null,
};
const hard = (tier: Partial<GuardTier>): OrderGuards => ({
  ...DEFAULT_GUARDS,
  hard: { ...DEFAULT_GUARDS.hard, ...tier },
});
const GUARDS: Readonly<Record<string, OrderGuards>> = {
  tight_price: hard({ maxDistanceFromMark: TIGHT.maxDistanceFromMark }),
  tight_volatility: hard({ maxVolatilityPoints: TIGHT.maxVolatilityPoints }),
  tight_amount: hard({ maxAmount: TIGHT.maxAmount }),
  tight_notional: hard({ maxNotionalUsd: TIGHT.maxNotionalUsd }),
  tight_soft_guards: { ...DEFAULT_GUARDS, soft: TIGHT },
};
const BLOCKED: Issue = issue('error', 'order', 'trading_not_ready', { reason: 'connecting' });

/** What the account holds before each sell. */
export const HELD_DELTA = { delta: text('1.5'), total: text('1.25') };

/** As the account's summary tells of them. */
function readFees(situation: Situation, indexName = ''): Fees | null {
  return situation.fees === null ? null : feesSchema.parse(scheduleOf(situation, indexName));
}

/** What the back end knows when a case's draft is checked: the service's own records and the case's circumstances. */
export function factsOf({ draft, local, market, situation }: OrderCase, quoted: Quoted | null): OrderFacts {
  const spoilt = local === 'instrument_not_known' ? { kind: 'perpetual_combo' } : { tick_size: text('0') };
  const isSpoilt = local === 'instrument_spoilt' || local === 'instrument_not_known';
  const instrument = quoted?.instrument ?? null;
  return {
    instrument: isSpoilt && instrument !== null ? { ...instrument, ...spoilt } : instrument,
    instrumentAgeMs: local === 'instrument_stale' ? DEFAULT_GUARDS.maxInstrumentAgeMs + 1 : 1000,
    lookUpCurrency: local === 'not_looked_up' ? 'SOL' : lookUpCurrency(instrument, draft.instrument_name),
    ticker: local === 'ticker_missing' ? null : (quoted?.ticker ?? null),
    tickerAgeMs: local === 'ticker_stale' ? 9000 : 200,
    isTickerStale: local === 'ticker_stale',
    serviceNowMs: market.nowMs,
    roundTripMs: local === 'slow_link' ? 40_000 : 20,
    isLabelInUse: (label) => label === 'used before',
    lastEqualOrder: () => (local === 'equal_sell' ? { label: 'sd-0', ageMs: 1000 } : null),
    undecidedEqualLabel: () => (local === 'equal_order_undecided' ? 'sd-1' : null),
    lockedByLabel: local === 'instrument_locked' ? 'sd-2' : null,
    tradingBlocked: local === 'selling_blocked' ? BLOCKED : null,
    fees: readFees(situation, instrument?.price_index),
    isMmpEnabled: situation.mmpEnabled,
    heldDelta: HELD_DELTA,
    ownBuys: listOwnOrders([], quoted?.own ?? [], draft.instrument_name).buys,
    ownSells: listOwnOrders([], quoted?.own ?? [], draft.instrument_name).sells,
    selfTradeMode: situation.own?.mode ?? 'cancel_maker',
    areOwnOrdersUnread: situation.own !== null,
    isSelfTradeExtended: situation.own !== null,
    orderCredits: local === 'no_credits' ? 0 : 20,
    orderLimit: { rate: 5, burst: 20, isTold: true },
    guards: GUARDS[local ?? ''] ?? DEFAULT_GUARDS,
  };
}
