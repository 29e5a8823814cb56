import { compare, type DecimalString, isPositive, isZero } from '../decimal.ts';
import type { HeldDelta } from '../account/held-delta.ts';
import type { Fees } from '../service/account.ts';
import type { Instrument } from '../service/instrument.ts';
import { contractType, findUnknownUnit, type UnitTerms } from '../service/unknown-terms.ts';
import type { Ticker } from '../service/ticker.ts';
import type { AmountLimits } from './limits/amount-limits.ts';
import type { Issue } from './issue.ts';
import type { OrderDraft } from './draft.ts';

/** One tier of guards: `soft` asks for an acknowledgement, `hard` stops the order. Null: no limit. */
export interface GuardTier {
  /** Distance of a limit price from mark, touch (a sell's best bid, a buy's best ask) and index, as a fraction of each. */
  readonly maxDistanceFromMark: DecimalString | null;
  readonly maxDistanceFromTouch: DecimalString | null;
  readonly maxDistanceFromIndex: DecimalString | null;
  /** Distance of an asked volatility from the mark's, in points. */
  readonly maxVolatilityPoints: DecimalString | null;
  readonly maxNotionalUsd: DecimalString | null;
  /** Of any unit that `maxAmountByUnit` does not have. */
  readonly maxAmount: DecimalString | null;
  /** What the legs of a Block RFQ together, or its hedge, may be worth: far more than one order, for blocks are large. */
  readonly maxBlockRfqUsd: DecimalString | null;
}

/** A profile's limits that ask, or refuse. */
export interface OrderGuards {
  readonly soft: GuardTier;
  readonly hard: GuardTier;
  readonly maxAmountByUnit: AmountLimits;
  /** Two equal orders within this time need an acknowledgement. */
  readonly duplicateWindowMs: number;
  /** Metadata older than this is read again before an order. */
  readonly maxInstrumentAgeMs: number;
  /** Bounds of the time that the engine may still take an order. */
  readonly leastValidForMs: number;
  readonly mostValidForMs: number;
}

const text = (value: string) => value as DecimalString;

export const DEFAULT_GUARDS: OrderGuards = {
  soft: {
    maxDistanceFromMark: text('0.2'),
    maxDistanceFromTouch: null,
    maxDistanceFromIndex: null,
    maxVolatilityPoints: text('20'),
    maxNotionalUsd: text('1000000'),
    maxAmount: null,
    maxBlockRfqUsd: text('20000000'),
  },
  hard: {
    maxDistanceFromMark: null,
    maxDistanceFromTouch: null,
    maxDistanceFromIndex: null,
    maxVolatilityPoints: null,
    maxNotionalUsd: text('10000000'),
    maxAmount: null,
    maxBlockRfqUsd: text('100000000'),
  },
  maxAmountByUnit: {},
  // So soon it may be the second click of a slow double click; a repeat that was meant takes longer.
  duplicateWindowMs: 2000,
  maxInstrumentAgeMs: 60 * 60 * 1000,
  leastValidForMs: 500,
  mostValidForMs: 60_000,
};

export interface EqualOrder {
  readonly label: string;
  /** By the service's clock: negative where that was set back since. */
  readonly ageMs: number;
  /** The service refused it as timed out, and look-ups have yet to prove that it was not taken. */
  readonly isInDoubt?: boolean;
}

/** An order of the account itself that rests on the same book. */
export interface OwnOrder {
  readonly price: DecimalString;
  /** What is not filled of it. */
  readonly amount: DecimalString;
  /** What the book shows of that: less where it is an iceberg. */
  readonly shown: DecimalString;
  /** Service time of its last change: an older touch lacks it. */
  readonly updatedMs: number;
}

/** What the service does where an order comes to one of its own account (contract, `self_trading_reject_mode`). */
export const SELF_TRADE_MODES = ['reject_taker', 'cancel_maker'] as const;
export type SelfTradeMode = (typeof SELF_TRADE_MODES)[number];

/** What the back end knows when a draft is checked. */
export interface OrderFacts {
  /** Null: no instrument of that exact name, or none known yet. */
  readonly instrument: Instrument | null;
  readonly instrumentAgeMs: number;
  /** The currency under which look-ups by label would know the instrument's orders. */
  readonly lookUpCurrency: string;
  readonly ticker: Ticker | null;
  readonly tickerAgeMs: number;
  readonly isTickerStale: boolean;
  /** The service's clock. */
  readonly serviceNowMs: number;
  /** Median round trip of recent answers; null before the first. */
  readonly roundTripMs: number | null;
  readonly isLabelInUse: (label: string) => boolean;
  /** The last order equal to the draft, its side too: its label, and the milliseconds since; null where there was none. */
  readonly lastEqualOrder: (draft: OrderDraft) => EqualOrder | null;
  /** Label of an equal order of unknown outcome, or null. */
  readonly undecidedEqualLabel: (draft: OrderDraft) => string | null;
  /** Label under which the service has more orders of this instrument than were asked for, unconfirmed; or null. */
  readonly lockedByLabel: string | null;
  /** Why this profile can't trade now, or null. */
  readonly tradingBlocked: Issue | null;
  /** The account's fee discounts for the instrument's currency; null where it has none. */
  readonly fees: Fees | null;
  /** Whether the account has market maker protection; null where the service does not say. */
  readonly isMmpEnabled: boolean | null;
  /** The account's deltas of the instrument's index, before the order; null where they were not read a moment ago. */
  readonly heldDelta: HeldDelta | null;
  /** The account's resting buys of the instrument, as far as the terminal knows its orders. */
  readonly ownBuys: readonly OwnOrder[];
  /** The account's resting sells, which what buys may meet. */
  readonly ownSells: readonly OwnOrder[];
  /** Null until the account was read, or where the service does not say. */
  readonly selfTradeMode: SelfTradeMode | null;
  /** The account's orders are listed by the service, but could not be read of late: there may be some that are not known. */
  readonly areOwnOrdersUnread: boolean;
  /** Whether subaccounts' orders count as own; the terminal knows none. */
  readonly isSelfTradeExtended: boolean;
  /** Order credits left, whole; null until the account's limits are known. */
  readonly orderCredits: number | null;
  /**
   * The limit that orders spend from: credits a second, and at most; null: uncounted. Without `isTold` it is an
   * assumption.
   */
  readonly orderLimit: { readonly rate: number; readonly burst: number; readonly isTold: boolean } | null;
  readonly guards: OrderGuards;
}

/** In the place of a unit that is not known. */
export const UNKNOWN_UNIT = '?';

/**
 * Unit of an instrument's amounts: USD for inverse perpetuals and futures, else the base coin (contract, convention 2).
 * `UNKNOWN_UNIT` for unknown kinds.
 */
export function amountUnit(instrument: UnitTerms & Pick<Instrument, 'base_currency' | 'quote_currency'>): string {
  if (findUnknownUnit(instrument) !== null) return UNKNOWN_UNIT;
  const isFuture = instrument.kind === 'future' || instrument.kind === 'future_combo';
  return isFuture && isInverse(instrument) ? instrument.quote_currency : instrument.base_currency;
}

/** Whether its sizes and ticks can be computed with: of what is listed and not open yet, they are zero. */
export function hasSizes({ contract_size, min_trade_amount, tick_size, tick_size_steps = [] }: Instrument): boolean {
  return [contract_size, min_trade_amount, tick_size, ...tick_size_steps.map((step) => step.tick_size)].every(
    isPositive,
  );
}

/** The instrument where its sizes and ticks can be computed with; null too while it is not known. */
export function whereSized(instrument: Instrument | null): Instrument | null {
  return instrument !== null && hasSizes(instrument) ? instrument : null;
}

/** Whether profit and fees of the contract are in its base coin. */
export function isInverse(instrument: UnitTerms): boolean {
  return instrument.kind !== 'spot' && contractType(instrument) !== 'linear';
}

export interface Touch {
  readonly price: DecimalString;
  /** Null where the service does not say. */
  readonly amount: DecimalString | null;
}

/** The best bid, or null where there is none: real servers send null, or 0 with amount 0. */
export function bestBid(ticker: Ticker): Touch | null {
  return touch(ticker.best_bid_price, ticker.best_bid_amount);
}

/** The best ask, or null where there is none. */
export function bestAsk(ticker: Ticker): Touch | null {
  return touch(ticker.best_ask_price, ticker.best_ask_amount);
}

function touch(price: DecimalString | null | undefined, amount: DecimalString | null | undefined): Touch | null {
  if (price === null || price === undefined) return null;
  const size = amount ?? null;
  // A combo's price is a difference: zero with a size is valid.
  return isZero(price) && (size === null || isZero(size)) ? null : { price, amount: size };
}

/**
 * The amount step: the contract size, or the minimum amount where finer. Options have contracts of 1 and trade in
 * tenths (facts, section 8).
 */
export function amountStep(instrument: Pick<Instrument, 'contract_size' | 'min_trade_amount'>): DecimalString {
  return compare(instrument.min_trade_amount, instrument.contract_size) < 0
    ? instrument.min_trade_amount
    : instrument.contract_size;
}

/**
 * What an instrument's price is counted in: the coin for inverse options and their combos, the quote for all others
 * (contract, convention 2).
 */
export function priceUnit(instrument: Instrument): string {
  if (findUnknownUnit(instrument) !== null) return UNKNOWN_UNIT;
  const isOption = instrument.kind === 'option' || instrument.kind === 'option_combo';
  if (isOption && isInverse(instrument)) return instrument.base_currency;
  return instrument.counter_currency ?? instrument.quote_currency;
}

/** What the prices of the instrument's index, underlying, strike and delivery are counted in: the second of its index's pair, as in `xrp_usdc`. */
export function indexUnit({ price_index }: Pick<Instrument, 'price_index'>): string {
  return (price_index?.split('_')[1] ?? 'usd').toUpperCase();
}
