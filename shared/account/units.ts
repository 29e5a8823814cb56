/**
 * What an account figure is counted in. `currency` and `delta` are the summary's currency; maps by index count in the
 * index's coin (facts, section 10).
 */
export type AccountUnit = 'currency' | 'delta' | 'usd' | 'per_usd' | 'usd_per_point' | 'usd_per_day' | 'plain';

const UNIT_TEXT: Readonly<Record<Exclude<AccountUnit, 'currency' | 'delta'>, string>> = {
  usd: 'USD',
  per_usd: 'per USD',
  usd_per_point: 'USD / pt',
  usd_per_day: 'USD / day',
  plain: '',
};

/** Dollars and euros, and funds that are counted in dollars. */
function isMoney(currency: string): boolean {
  return /^(USD|EUR)|^(BUIDL|USYC)$/u.test(currency);
}

/** Places that amounts of a currency are shown with at least: four for coins, two for dollars. */
export function moneyPlaces(currency: string): number {
  return isMoney(currency) ? 2 : 4;
}

/** The unit as it stands behind a number; `currency` is the summary's, or the coin of an index. */
export function unitText(unit: AccountUnit, currency: string): string {
  return unit === 'currency' || unit === 'delta' ? currency : UNIT_TEXT[unit];
}

/** The coin of an index: `BTC` of `btc_usd`. */
export function coinOfIndex(index: string): string {
  return (index.split('_')[0] ?? '').toUpperCase();
}
