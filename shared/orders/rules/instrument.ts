import type { Instrument } from '../../service/instrument.ts';
import { ORDER_CURRENCIES } from '../../service/methods.ts';
import type { OrderFacts } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';
import { gradeOfAge } from './grade.ts';
import { seconds } from './seconds.ts';

/** An option or future this close to its expiry is sold only on acknowledgement. */
const EXPIRES_SOON_MS = 60_000;

/** State, activity, expiry and age of the instrument (contract, "Instrument (order book) state"). */
export function checkInstrument(instrument: Instrument, facts: OrderFacts): Issue[] {
  const issues: Issue[] = [];
  const state = readState(instrument, facts);
  if (state !== 'open') issues.push(issue('error', 'instrument_name', 'instrument_not_open', { state }));
  if (!instrument.is_active) issues.push(issue('error', 'instrument_name', 'instrument_inactive', {}));
  const { lookUpCurrency, lockedByLabel } = facts;
  if (lockedByLabel !== null) {
    issues.push(issue('error', 'instrument_name', 'instrument_locked', { label: lockedByLabel }));
  }
  if (!ORDER_CURRENCIES.some((currency) => currency === lookUpCurrency)) {
    // An order whose label can't be looked up could stay unknown for ever.
    issues.push(issue('error', 'instrument_name', 'instrument_not_looked_up', { currency: lookUpCurrency }));
  }
  const leftMs = (instrument.expiration_timestamp ?? Number.POSITIVE_INFINITY) - facts.serviceNowMs;
  if (leftMs <= 0) {
    const params = { expired_at: new Date(instrument.expiration_timestamp ?? 0).toISOString() };
    issues.push(issue('error', 'instrument_name', 'instrument_expired', params));
  } else if (leftMs < EXPIRES_SOON_MS) {
    issues.push(issue('warning', 'instrument_name', 'instrument_expires_soon', { seconds: seconds(leftMs) }));
  }
  if (facts.instrumentAgeMs > facts.guards.maxInstrumentAgeMs) {
    issues.push(issue('error', 'instrument_name', 'instrument_stale', { seconds: seconds(facts.instrumentAgeMs) }));
  }
  return issues;
}

/**
 * By the newer record. With close ages, an open state doesn't outweigh a closed one: the ages start at different
 * moments.
 */
function readState(instrument: Instrument, { ticker, isTickerStale, ...ages }: OrderFacts): string {
  const ofInstrument = instrument.state ?? null;
  const isNewer = ages.instrumentAgeMs < ages.tickerAgeMs && (isTickerStale || ofInstrument !== 'open');
  return (isNewer ? (ofInstrument ?? ticker?.state) : (ticker?.state ?? ofInstrument)) ?? 'open';
}

/** Nothing is sold without a price to judge it by, nor on an old one without a second look. */
export function checkTicker(facts: OrderFacts): Issue[] {
  if (facts.ticker === null) return [issue('error', 'order', 'ticker_missing', {})];
  if (!facts.isTickerStale) return [];
  return [
    issue('warning', 'order', 'ticker_stale', {
      seconds: seconds(facts.tickerAgeMs),
      grade: gradeOfAge(facts.tickerAgeMs),
    }),
  ];
}
