import { type DecimalString, isZero } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import type { Issue } from './issue.ts';
import type { SellDraft } from './draft.ts';

/** Limits that a profile sets on what may be sent without a second look. */
export interface SellGuards {
  /** Distance from mark, as a fraction of it, past which a limit price needs an acknowledgement. */
  readonly maxDistanceFromMark: DecimalString;
  /** Two equal sells within this time need an acknowledgement. */
  readonly duplicateWindowMs: number;
  /** Metadata older than this is read again before selling. */
  readonly maxInstrumentAgeMs: number;
}

export const DEFAULT_GUARDS: SellGuards = {
  maxDistanceFromMark: '0.2' as DecimalString,
  duplicateWindowMs: 30_000,
  maxInstrumentAgeMs: 60 * 60 * 1000,
};

/** What the back end knows when a draft is checked. */
export interface SellFacts {
  /** Null: the service has no instrument of that exact name, or has not told yet. */
  readonly instrument: Instrument | null;
  readonly instrumentAgeMs: number;
  /** The currency under which look-ups by label would know the instrument's orders. */
  readonly lookUpCurrency: string;
  readonly ticker: Ticker | null;
  readonly tickerAgeMs: number;
  readonly isTickerStale: boolean;
  /** The service's clock. */
  readonly serviceNowMs: number;
  readonly isLabelInUse: (label: string) => boolean;
  /** Milliseconds since the last sell equal to the draft, or null. */
  readonly lastEqualSellAgeMs: (draft: SellDraft) => number | null;
  /** Label of a sell equal to the draft whose outcome is not known yet, or null. */
  readonly undecidedEqualLabel: (draft: SellDraft) => string | null;
  /** Why this profile can't sell now, or null. */
  readonly sellingBlocked: Issue | null;
  /** Order credits left, whole; null until the account's limits are known. */
  readonly orderCredits: number | null;
  readonly guards: SellGuards;
}

/** Unit of an instrument's amounts: USD for inverse perpetuals and futures, the base coin otherwise (contract, convention 2). */
export function amountUnit(
  instrument: Pick<Instrument, 'kind' | 'instrument_type' | 'base_currency' | 'quote_currency'>,
): string {
  const isFuture = instrument.kind === 'future' || instrument.kind === 'future_combo';
  return isFuture && instrument.instrument_type !== 'linear' ? instrument.quote_currency : instrument.base_currency;
}

/** Whether profit and fees of the contract are in its base coin. */
export function isInverse(instrument: Pick<Instrument, 'kind' | 'instrument_type'>): boolean {
  return instrument.kind !== 'spot' && instrument.instrument_type !== 'linear';
}

export interface Touch {
  readonly price: DecimalString;
  readonly amount: DecimalString;
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
  if (price === null || price === undefined || isZero(price)) return null;
  return { price, amount: amount ?? ('0' as DecimalString) };
}
