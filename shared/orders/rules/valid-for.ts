import type { OrderDraft } from '../draft.ts';
import type { OrderFacts } from '../facts.ts';
import { issue, type Issue } from '../issue.ts';

/** How long the engine may take an order, as the ticket offers it, ms. */
export const VALID_FOR_MS = [1000, 2000, 5000, 10_000, 30_000] as const;

/** Of round trips: half of one, and what a new connection and the clock's error take of it. */
const LEAST_TRIPS = 2;
/** What is offered instead leaves as much again. */
const EASY_TRIPS = 4;

/** The deadline within what the profile allows, and no sooner than the request may come to the engine. */
export function checkValidFor(
  { valid_for_ms: validForMs }: OrderDraft,
  { guards, roundTripMs }: Pick<OrderFacts, 'guards' | 'roundTripMs'>,
): Issue[] {
  const { leastValidForMs: leastMs, mostValidForMs: mostMs } = guards;
  if (validForMs < leastMs || validForMs > mostMs) {
    const params = { least_ms: String(leastMs), most_ms: String(mostMs) };
    const within = VALID_FOR_MS.filter((ms) => ms >= leastMs && ms <= mostMs);
    const nearest = validForMs < leastMs ? (within[0] ?? leastMs) : (within.at(-1) ?? mostMs);
    const fixes = [{ field: 'valid_for_ms' as const, value: String(nearest) }];
    return [issue('error', 'valid_for_ms', 'valid_for_out_of_range', params, fixes)];
  }
  if (roundTripMs === null || validForMs >= LEAST_TRIPS * roundTripMs) return [];
  const longer = VALID_FOR_MS.find((ms) => ms >= EASY_TRIPS * roundTripMs && ms > validForMs && ms <= mostMs);
  const fixes = longer === undefined ? [] : [{ field: 'valid_for_ms' as const, value: String(longer) }];
  const params = { round_trip_ms: String(Math.round(roundTripMs)) };
  return [{ ...issue('warning', 'valid_for_ms', 'valid_for_short', params), fixes }];
}
