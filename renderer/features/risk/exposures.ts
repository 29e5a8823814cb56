import {
  decimalFromWire,
  type DecimalString,
  isPositive,
  isZero,
  parseDecimal,
  subtract,
  toNumber,
  ZERO,
} from '../../../shared/decimal.ts';
import type { RfqDraft } from '../../../shared/rfq/draft.ts';
import type { Direction } from '../../../shared/service/fields.ts';
import type { IndexExposure, PendingTrade } from '../../../shared/risk/scenario.ts';
import { yearsUntil } from '../../../shared/options/black76.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { isResting, isWorking } from '../../../shared/orders/outcome/resting.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import { contractType, findUnknownUnit } from '../../../shared/service/unknown-terms.ts';

/** Every index that the summaries have a delta, gamma or vega of. */
export function listIndices(summaries: readonly CurrencySummary[]): string[] {
  const maps = summaries.flatMap(({ delta_total_map, options_gamma_map, options_vega_map }) => [
    delta_total_map,
    options_gamma_map,
    options_vega_map,
  ]);
  return [...new Set(maps.flatMap((map) => Object.keys(map ?? {})))].toSorted();
}

const BY_INDEX = [
  { name: 'delta', total: 'delta_total', map: 'delta_total_map' },
  { name: 'gamma', total: 'options_gamma', map: 'options_gamma_map' },
  { name: 'vega', total: 'options_vega', map: 'options_vega_map' },
] as const;

/** What the service does not tell by index, unless its total says that there is none: it is no zero. */
function listUntold(summaries: readonly CurrencySummary[]): string[] {
  return summaries.flatMap((summary) =>
    BY_INDEX.flatMap(({ name, total, map }) => {
      const isNone = summary[total] !== undefined && isZero(summary[total]);
      return summary[map] == null && !isNone ? [`${name} of ${summary.currency}`] : [];
    }),
  );
}

/** Sensitivities of each index over all summaries, the indices whose price is not known, and what the service does not tell. */
export function listExposures(
  summaries: readonly CurrencySummary[],
  priceOf: (index: string) => number | null,
): { readonly exposures: IndexExposure[]; readonly unpriced: string[]; readonly untold: string[] } {
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
  return { exposures, unpriced, untold: listUntold(summaries) };
}

/** This terminal's orders that rest or wait for their trigger. */
export function isOpen(row: OrderRow): boolean {
  return isResting(row) && row.order !== null && isWorking(row.order);
}

/** A trade that may come: of an open order, or of the Block RFQ that is being composed. */
export interface Proposal {
  readonly name: string;
  readonly instrumentName: string;
  readonly direction: Direction;
  /** In the instrument's amount unit; null where it is not known yet. */
  readonly amount: DecimalString | null;
  /** In the instrument's quote; `mark`: as if it traded at the mark price of the moment. */
  readonly price: DecimalString | 'mark' | null;
  /** Why it can't be valued, whatever the market says; null where it can. */
  readonly obstacle: string | null;
}

/** What is left of an open order, at its own price. */
export function proposalOf(row: OrderRow): Proposal {
  const price = decimalFromWire(row.order?.price ?? row.price);
  return {
    name: `${row.label} ${row.instrument_name}`,
    instrumentName: row.instrument_name,
    direction: row.direction,
    amount: subtract(row.order?.amount ?? row.amount, row.order?.filled_amount ?? ZERO),
    price,
    obstacle:
      price === null ? 'it has no price of its own' : row.advanced === null ? null : 'its price follows the market',
  };
}

/** Legs and hedge of a Block RFQ that is being composed: legs at their marks, since quotes are not known, the hedge at its price. */
export function proposalsOf({ legs, hedges }: RfqDraft): Proposal[] {
  const asked = legs.map(({ instrument_name, direction, amount }): Proposal => {
    const parsed = parseDecimal(amount);
    return {
      name: instrument_name,
      instrumentName: instrument_name,
      direction,
      amount: parsed,
      price: 'mark',
      obstacle: parsed === null || !isPositive(parsed) ? 'it has no amount above 0 yet' : null,
    };
  });
  const hedging = hedges.map(({ instrument_name, direction, amount, price }): Proposal => {
    const [parsed, at] = [parseDecimal(amount), parseDecimal(price)];
    const isWhole = parsed !== null && isPositive(parsed) && at !== null && isPositive(at);
    return {
      name: `hedge ${instrument_name}`,
      instrumentName: instrument_name,
      direction: direction === 'buy' ? 'buy' : 'sell',
      amount: parsed,
      price: at,
      obstacle: direction === '' || !isWhole ? 'it has no side, amount or price yet' : null,
    };
  });
  return [...asked, ...hedging];
}

/** The trade of a proposal and its values, or why there are none. */
export function valueProposal(
  { direction, amount, price, obstacle }: Proposal,
  instrument: Instrument | undefined,
  ticker: Ticker | null,
  nowMs: number,
): PendingTrade | string {
  if (instrument === undefined) return 'its instrument is not known yet';
  if (obstacle !== null) return obstacle;
  if (findUnknownUnit(instrument) !== null) return 'this kind of instrument is unknown here';
  const indexPrice = ticker?.index_price ?? null;
  const isOption = instrument.kind === 'option';
  const forward = isOption ? (ticker?.underlying_price ?? null) : (ticker?.mark_price ?? null);
  const at = price === 'mark' ? (ticker?.mark_price ?? null) : price;
  if (indexPrice === null || forward === null || at === null || amount === null) return 'its market is not known yet';
  const size = toNumber(amount);
  const base = {
    signedAmount: direction === 'sell' ? -size : size,
    price: toNumber(at),
    indexPrice: toNumber(indexPrice),
    forward: toNumber(forward),
    isLinear: contractType(instrument) === 'linear',
  };
  if (instrument.kind === 'future') return { ...base, option: null };
  const { strike, option_type, expiration_timestamp } = instrument;
  const markIv = ticker?.mark_iv ?? null;
  if (!isOption || strike == null || expiration_timestamp === undefined || markIv === null) {
    return `a ${instrument.kind.replaceAll('_', ' ')} can’t be valued here`;
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
