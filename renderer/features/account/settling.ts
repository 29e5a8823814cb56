const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** Daily, UTC. */
const SETTLEMENT_MS = 8 * 60 * MINUTE_MS;
/** The price of a settlement is averaged over this long before it, and deltas decay with it (contract, `delta_total`). */
const PERIOD_MS = 30 * MINUTE_MS;

/** Whether the half hour before the daily settlement runs; the service’s time in milliseconds since the epoch. */
export function isSettling(nowMs: number): boolean {
  const ofDay = nowMs % DAY_MS;
  return ofDay >= SETTLEMENT_MS - PERIOD_MS && ofDay < SETTLEMENT_MS;
}
