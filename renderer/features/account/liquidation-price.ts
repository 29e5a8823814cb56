import { type DecimalString, isPositive, multiply, subtract } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { formatReadable, formatSigned } from '../../ui/words/format.ts';

const ONE = '1' as DecimalString;
const HUNDRED = '100' as DecimalString;

/** The estimated liquidation ratio of each index; that of the currency where the service sends no map. */
export function listRatios(summary: CurrencySummary): [index: string, ratio: DecimalString][] {
  const map = Object.entries(summary.estimated_liquidation_ratio_map ?? {});
  if (map.length > 0) return map;
  const ratio = summary.estimated_liquidation_ratio;
  return ratio == null ? [] : [[`${summary.currency.toLowerCase()}_usd`, ratio]];
}

/** What a ratio implies: the price and how far away it is; null where there is no risk or no price. */
export function describeLiquidation(ratio: DecimalString, indexPrice: DecimalString | null) {
  if (!isPositive(ratio)) return { price: 'no liquidation price', distance: null };
  const away = formatSigned(multiply(subtract(ratio, ONE), HUNDRED), { min: 1, max: 1 });
  if (indexPrice === null) return { price: null, distance: `${away} %` };
  return {
    price: formatReadable(multiply(ratio, indexPrice), 2),
    distance: `${away} %`,
  };
}
