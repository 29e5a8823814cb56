import { type DecimalString, isZero, ZERO } from '../decimal.ts';
import { isInverse } from '../orders/facts.ts';
import type { CurrencySummary } from '../service/account.ts';
import { type Instrument, settlementCurrency } from '../service/instrument.ts';

/** What an account holds of an instrument's index, base coins, in both conventions; null where the service does not say. */
export interface HeldDelta {
  /** Sum of Black-Scholes deltas. */
  readonly delta: DecimalString | null;
  /** Options less their premium in coin (facts, section 10). */
  readonly net: DecimalString | null;
}

/** Its deltas by index are Black-Scholes, its total in an inverse currency is net of premium (contract, `delta_total`). */
export function readHeldDelta(summaries: readonly CurrencySummary[], instrument: Instrument): HeldDelta {
  const summary = summaries.find(({ currency }) => currency === settlementCurrency(instrument));
  const delta = summary?.delta_total_map?.[instrument.price_index ?? ''] ?? (holdsNothing(summary) ? ZERO : null);
  // A linear premium is paid in dollars: it takes nothing off, and its currency's total adds up different coins.
  return { delta, net: isInverse(instrument) ? (summary?.delta_total ?? null) : delta };
}

/** A currency with nothing in it names no index, and comes to nothing; among others, one that is not named may be left out. */
function holdsNothing({ delta_total: total, delta_total_map: map }: Partial<CurrencySummary> = {}): boolean {
  return (
    typeof total === 'string' && isZero(total) && map !== null && map !== undefined && Object.keys(map).length === 0
  );
}
