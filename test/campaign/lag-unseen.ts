import type { Plan } from './plan.ts';
import type { Saying } from './truth.ts';

/** A reply that takes longer may tell of an order that look-ups show already. */
const SOON_MS = 1000;
/** After an order is shown to look-ups, one that asks for it is answered within so long. */
const SEEN_WITHIN_MS = 4000;

/** Whether the terminal could not know the look-up lag yet: an accepted sell of the same run would show it. */
export function isLagUnseen(
  { isLagToBeSeen, lookUpLagMs }: Pick<Plan, 'isLagToBeSeen' | 'lookUpLagMs'>,
  starts: readonly number[],
  sayings: ReadonlyMap<string, readonly Saying[]>,
  atMs: number,
): boolean {
  if (!isLagToBeSeen) return false;
  const startMs = starts.findLast((startedMs) => startedMs <= atMs) ?? 0;
  const latestMs = atMs - lookUpLagMs - SEEN_WITHIN_MS;
  return !sayings.values().some(([first, second]) => {
    if (first?.outcome !== 'sending' || second?.outcome !== 'accepted') return false;
    return first.atMs >= startMs && second.atMs - first.atMs < SOON_MS && second.atMs < latestMs;
  });
}
