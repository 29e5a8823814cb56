/** Before this much of a walk is done, and this long after it began, its pace says nothing of the rest. */
const LEAST_SHARE = 0.05;
const LEAST_MS = 2000;

/** Milliseconds left at the pace so far, or null when too early. `share` is the part that is settled, 0 to 1. */
export function estimateRemaining(elapsedMs: number, share: number): number | null {
  return share < LEAST_SHARE || elapsedMs < LEAST_MS ? null : (elapsedMs * (1 - share)) / share;
}
