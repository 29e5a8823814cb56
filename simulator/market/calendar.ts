const DAY_MS = 86_400_000;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;
const FRIDAY = 5;

/** Daily settlement and every expiry happen at this hour, UTC (facts, "Trading day"). */
export const SETTLEMENT_HOUR_UTC = 8;

/** The expiries a base currency lists: a week, a month and a quarter out. */
export interface Expiries {
  readonly weekMs: number;
  readonly monthMs: number;
  readonly quarterMs: number;
}

/** The first settlement instant strictly after `nowMs`. */
export function nextSettlement(nowMs: number): number {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + SETTLEMENT_HOUR_UTC * 3_600_000;
  return today > nowMs ? today : today + DAY_MS;
}

function isFriday(instantMs: number): boolean {
  return new Date(instantMs).getUTCDay() === FRIDAY;
}

function isLastFridayOfMonth(instantMs: number): boolean {
  return isFriday(instantMs) && new Date(instantMs).getUTCMonth() !== new Date(instantMs + 7 * DAY_MS).getUTCMonth();
}

function isLastFridayOfQuarter(instantMs: number): boolean {
  return isLastFridayOfMonth(instantMs) && new Date(instantMs).getUTCMonth() % 3 === 2;
}

function firstExpiryAfter(instantMs: number, fits: (candidateMs: number) => boolean): number {
  let candidate = nextSettlement(instantMs);
  while (!fits(candidate)) candidate += DAY_MS;
  return candidate;
}

/** Fridays at 08:00 UTC: the first at least two days out, then the next month's end, then the next quarter's. */
export function expiriesFrom(nowMs: number): Expiries {
  const weekMs = firstExpiryAfter(nowMs + 2 * DAY_MS, isFriday);
  const monthMs = firstExpiryAfter(weekMs, isLastFridayOfMonth);
  return { weekMs, monthMs, quarterMs: firstExpiryAfter(monthMs, isLastFridayOfQuarter) };
}

/** An expiry as names carry it: day without a leading zero, month, two-digit year (facts, "Trading day"). */
export function expiryText(expiryMs: number): string {
  const date = new Date(expiryMs);
  const year = String(date.getUTCFullYear() % 100).padStart(2, '0');
  return `${date.getUTCDate()}${MONTHS[date.getUTCMonth()] ?? ''}${year}`;
}
