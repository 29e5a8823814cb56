const DAY_MS = 86_400_000;

/** Every expiry and the daily settlement are at this hour, UTC (facts, "Trading day"). */
export const SETTLEMENT_HOUR_UTC = 8;

/** The next settlement strictly after that time; milliseconds since the Unix epoch. */
export function nextSettlement(nowMs: number): number {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + SETTLEMENT_HOUR_UTC * 3_600_000;
  return today > nowMs ? today : today + DAY_MS;
}
