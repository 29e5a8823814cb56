const DAY_MS = 86_400_000;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;
const FRIDAY = 5;

/** Daily settlement and every expiry happen at this hour, UTC (facts, "Trading day"). */
export const SETTLEMENT_HOUR_UTC = 8;

/** What `settlement_period` says of an instrument that expires; a quarter's end is a month's too. */
export type ExpiryPeriod = 'day' | 'week' | 'month';

/** One expiry date. */
export interface Expiry {
  readonly ms: number;
  readonly period: ExpiryPeriod;
  readonly endsQuarter: boolean;
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

function next(nowMs: number, count: number, fits: (candidateMs: number) => boolean): number[] {
  const found: number[] = [];
  for (let candidate = nextSettlement(nowMs); found.length < count; candidate += DAY_MS) {
    if (fits(candidate)) found.push(candidate);
  }
  return found;
}

function describe(ms: number): Expiry {
  const period = isLastFridayOfMonth(ms) ? 'month' : isFriday(ms) ? 'week' : 'day';
  return { ms, period, endsQuarter: isLastFridayOfQuarter(ms) };
}

/** More expiries than this are not listed at once: what is beyond them are the later Fridays. */
const MOST_EXPIRIES = 9;

/**
 * Expiries of an option chain up to a year, 08:00 UTC, nearest first: two days, Fridays, two month ends, four quarter
 * ends.
 */
export function optionExpiries(nowMs: number): Expiry[] {
  const fridays = next(nowMs, 3, isFriday);
  const instants = new Set([
    ...next(nowMs, 2, () => true),
    ...fridays.slice(0, 1),
    ...next(nowMs, 2, isLastFridayOfMonth),
    ...next(nowMs, 4, isLastFridayOfQuarter),
  ]);
  for (const friday of fridays) if (instants.size < MOST_EXPIRIES) instants.add(friday);
  return [...instants].toSorted((a, b) => a - b).map(describe);
}

/** Expiries of the four dated futures: the next Friday, the next month's end and two quarter ends after them. */
export function futureExpiries(nowMs: number): Expiry[] {
  const [week = 0] = next(nowMs, 1, isFriday);
  const [month = 0] = next(week, 1, isLastFridayOfMonth);
  return [week, month, ...next(month, 2, isLastFridayOfQuarter)].map(describe);
}

/** An expiry as names carry it: day without a leading zero, month, two-digit year (facts, "Trading day"). */
export function expiryText(expiryMs: number): string {
  const date = new Date(expiryMs);
  const year = String(date.getUTCFullYear() % 100).padStart(2, '0');
  return `${date.getUTCDate()}${MONTHS[date.getUTCMonth()] ?? ''}${year}`;
}
