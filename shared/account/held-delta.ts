import { type DecimalString, isZero, ZERO } from '../decimal.ts';
import type { CurrencySummary } from '../service/account.ts';
import { type Instrument, settlementCurrency } from '../service/instrument.ts';

/** An account's deltas of an instrument; null when the service doesn't say. */
export interface HeldDelta {
  /** Black-Scholes deltas on the instrument's index, base coins: `delta_total_map`. */
  readonly delta: DecimalString | null;
  /** The settlement currency's `delta_total`: inverse options net of premium (facts, section 10). */
  readonly total: DecimalString | null;
}

/** What the account holds, from the summary of what the instrument settles in. */
export function readHeldDelta(summaries: readonly CurrencySummary[], instrument: Instrument): HeldDelta {
  const summary = summaries.find(({ currency }) => currency === settlementCurrency(instrument));
  const delta = summary?.delta_total_map?.[instrument.price_index ?? ''] ?? (holdsNothing(summary) ? ZERO : null);
  return { delta, total: summary?.delta_total ?? null };
}

/** A currency with nothing in it names no index, and comes to nothing; among others, one that is not named may be left out. */
function holdsNothing({ delta_total: total, delta_total_map: map }: Partial<CurrencySummary> = {}): boolean {
  return (
    typeof total === 'string' && isZero(total) && map !== null && map !== undefined && Object.keys(map).length === 0
  );
}
