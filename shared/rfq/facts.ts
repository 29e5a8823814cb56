import type { DecimalString } from '../decimal.ts';
import { isInverse } from '../orders/facts.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import type { RfqDraft } from './draft.ts';
import type { EqualRequest } from './equal.ts';
import type { RfqGuards } from './guards.ts';
import type { RfqIssue } from './issue.ts';

/** What is known of an instrument that a request names. */
export interface RfqInstrumentFacts {
  /** Null: the service has none of that name, or has not told yet. */
  readonly instrument: Instrument | null;
  readonly ticker: Ticker | null;
  readonly tickerAgeMs: number;
  readonly isTickerStale: boolean;
}

/** What is known when a request is checked. */
export interface RfqFacts {
  readonly of: (instrumentName: string) => RfqInstrumentFacts;
  /** The names that the service lists; null where it lists none. */
  readonly listedMakers: readonly string[] | null;
  /** The service's clock. */
  readonly serviceNowMs: number;
  readonly isLabelInUse: (label: string) => boolean;
  /** Label of an equal request whose outcome is not known, or null. */
  readonly undecidedEqualLabel: (draft: RfqDraft) => string | null;
  /** An equal request that the service took lately, or that still lives there, or null. */
  readonly equalLately: (draft: RfqDraft) => EqualRequest | null;
  /** The profile's limits against slips of the hand. */
  readonly guards: RfqGuards;
  /** Why nothing can be sent now, or null. */
  readonly blocked: RfqIssue | null;
}

/** Share of the mark beyond which a hedge price asks. */
export const FAR_HEDGE_PRICE = '0.05' as DecimalString;

/** The currency of prices: USD for inverse contracts. */
export function counterCurrency(instrument: Instrument): string {
  const { counter_currency, quote_currency } = instrument;
  if (counter_currency !== undefined) return counter_currency;
  return isInverse(instrument) ? 'USD' : quote_currency;
}

/** The state of its book by the newest word there is; inactive, too, where only the metadata say that it can't be traded. */
export function stateOf({ instrument, ticker }: RfqInstrumentFacts): string {
  const state = ticker?.state ?? instrument?.state ?? 'open';
  return state === 'open' && instrument?.is_active === false ? 'inactive' : state;
}

export function isExpired({ expiration_timestamp: expiryMs }: Instrument, serviceNowMs: number): boolean {
  return (expiryMs ?? Number.POSITIVE_INFINITY) <= serviceNowMs;
}
