/**
 * What a number of the account is counted in: `currency` is that of its summary, `delta` the coin of the contracts
 * (contract "Account summary"; facts, section 10).
 */
export type AccountUnit = 'currency' | 'delta' | 'usd' | 'per_usd' | 'usd_per_point' | 'usd_per_day' | 'plain';

const UNIT_TEXT: Readonly<Record<Exclude<AccountUnit, 'currency' | 'delta'>, string>> = {
  usd: 'USD',
  per_usd: 'per USD',
  usd_per_point: 'USD / pt',
  usd_per_day: 'USD / day',
  plain: '',
};

function isMoney(currency: string): boolean {
  return currency.startsWith('USD') || currency.startsWith('EUR');
}

/** Places that amounts of a currency are shown with at least: four for coins, two for dollars. */
export function moneyPlaces(currency: string): number {
  return isMoney(currency) ? 2 : 4;
}

/** The unit as it stands behind a number. A delta of an account in dollars adds up contracts on different coins. */
export function unitText(unit: AccountUnit, currency: string): string {
  if (unit === 'currency') return currency;
  if (unit === 'delta') return isMoney(currency) ? 'coins' : currency;
  return UNIT_TEXT[unit];
}

/** The coin of an index: `BTC` of `btc_usd`. */
export function coinOfIndex(index: string): string {
  return (index.split('_')[0] ?? '').toUpperCase();
}
