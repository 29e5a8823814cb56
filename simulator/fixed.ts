/** Powers of ten that a double holds exactly. */
const POWERS = [1, 10, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10] as const;

/** Decimal places of every coin amount: balances, fees and profits are counted in 1e-8. */
export const MONEY_PLACES = 8;

/** 10 to the power of `places`, 0 to 10. */
export function power(places: number): number {
  const value = POWERS[places];
  if (value === undefined) throw new Error(`no scale of ${places} places`);
  return value;
}

/** The number in units of 10^-places; null with more places or too large. Exact for doubles nearest to decimal text. */
export function toUnits(value: number, places: number): number | null {
  const scale = power(places);
  const units = Math.round(value * scale);
  return Number.isSafeInteger(units) && units / scale === value ? units + 0 : null;
}

/** The number that a count of 10^-places stands for. */
export function fromUnits(units: number, places: number): number {
  return units / power(places);
}

/** A model's number rounded to that many places, ready for the wire; never -0. */
export function roundPlaces(value: number, places: number): number {
  const scale = power(places);
  return Math.round(value * scale) / scale + 0;
}

/** A model's coin amount as a count of 1e-8. */
export function moneyUnits(value: number): number {
  return Math.round(value * 1e8) + 0;
}

/** Quotient of two integers, halves to the even neighbour. `divisor` must be above zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n;
  const magnitude = negative ? -dividend : dividend;
  let quotient = magnitude / divisor;
  const doubled = (magnitude % divisor) * 2n;
  if (doubled > divisor || (doubled === divisor && quotient % 2n === 1n)) quotient += 1n;
  return negative ? -quotient : quotient;
}

/** Greatest common divisor of positive integers. */
export function greatestCommonDivisor(values: readonly number[]): number {
  let result = 0;
  for (const value of values) {
    let [a, b] = [result, value];
    while (b !== 0) [a, b] = [b, a % b];
    result = a;
  }
  return result;
}
