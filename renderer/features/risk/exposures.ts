import { decimalFromWire, toNumber, ZERO } from '../../../shared/decimal.ts';
import type { IndexExposure, PendingTrade } from '../../../shared/risk/scenario.ts';
import { yearsUntil } from '../../../shared/options/black76.ts';
import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';

/** Every index that the summaries have a delta, gamma or vega of. */
export function listIndices(summaries: readonly CurrencySummary[]): string[] {
  const maps = summaries.flatMap(({ delta_total_map, options_gamma_map, options_vega_map }) => [
    delta_total_map,
    options_gamma_map,
    options_vega_map,
  ]);
  return [...new Set(maps.flatMap((map) => Object.keys(map ?? {})))].toSorted();
}

/** Sensitivities of each index over all summaries, and the indices whose price is not known. */
export function listExposures(
  summaries: readonly CurrencySummary[],
  priceOf: (index: string) => number | null,
): { readonly exposures: IndexExposure[]; readonly unpriced: string[] } {
  const exposures: IndexExposure[] = [];
  const unpriced: string[] = [];
  for (const index of listIndices(summaries)) {
    const price = priceOf(index);
    if (price === null) {
      unpriced.push(index);
      continue;
    }
    const sum = (map: 'delta_total_map' | 'options_gamma_map' | 'options_vega_map'): number =>
      summaries.reduce((total, summary) => total + Number(summary[map]?.[index] ?? 0), 0);
    exposures.push({
      index,
      price,
      delta: sum('delta_total_map'),
      gamma: sum('options_gamma_map'),
      vega: sum('options_vega_map'),
    });
  }
  return { exposures, unpriced };
}

/** Orders of this terminal that rest at the service or wait for their trigger there. */
export function isOpen({ outcome, order }: OrderRow): boolean {
  return outcome === 'accepted' && (order?.order_state === 'open' || order?.order_state === 'untriggered');
}

/** The trade an order would make of what is left of it; or why that can't be said. */
export function pendingTrade(
  row: OrderRow,
  instrument: Instrument | undefined,
  ticker: Ticker | null,
  nowMs: number,
): PendingTrade | string {
  if (instrument === undefined) return 'its instrument is not known yet';
  const price = decimalFromWire(row.order?.price ?? row.price);
  if (price === null) return 'it has no price of its own';
  if (row.advanced !== null) return 'its price follows the market';
  const indexPrice = ticker?.index_price ?? null;
  const isOption = instrument.kind === 'option';
  const forward = isOption ? (ticker?.underlying_price ?? null) : (ticker?.mark_price ?? null);
  if (indexPrice === null || forward === null) return 'its market is not known yet';
  const left = toNumber(row.order?.amount ?? row.amount) - toNumber(row.order?.filled_amount ?? ZERO);
  const base = {
    signedAmount: row.direction === 'sell' ? -left : left,
    price: toNumber(price),
    indexPrice: toNumber(indexPrice),
    forward: toNumber(forward),
    isLinear: instrument.instrument_type === 'linear',
  };
  if (instrument.kind === 'future') return { ...base, option: null };
  const { strike, option_type, expiration_timestamp } = instrument;
  const markIv = ticker?.mark_iv ?? null;
  if (!isOption || strike == null || expiration_timestamp === undefined || markIv === null) {
    return `a ${instrument.kind} can’t be valued here`;
  }
  return {
    ...base,
    option: {
      type: option_type === 'put' ? 'put' : 'call',
      strike: toNumber(strike),
      volatility: toNumber(markIv),
      years: yearsUntil(expiration_timestamp, nowMs),
    },
  };
}
