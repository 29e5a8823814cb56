import { power, roundPlaces } from '../../fixed.ts';
import { priceUsd } from '../../../shared/options/black76.ts';
import { gridDown, gridUp, type Instrument } from '../../market/instrument.ts';
import type { Mark } from '../../market/model.ts';
import type { AdvancedPrice, Side } from './order.ts';

/** "At several minutes to instrument expiration" volatility orders are refused (error 11046): five here. */
const LAST_VOLATILITY_ORDER_MS = 5 * 60_000;

/** So many of a unit's decimals are told apart. */
const UNIT_PLACES = 8;

/** Whether an order by implied volatility comes too close to its option's expiry. */
export function isTooLateForVolatility(advanced: AdvancedPrice, instrument: Instrument, nowMs: number): boolean {
  return advanced.by === 'implv' && instrument.expiryMs - nowMs < LAST_VOLATILITY_ORDER_MS;
}

/** An advanced order's price now, on the grid, never worse than asked (facts, section 10). Null unless an option. */
export function advancedUnits(instrument: Instrument, mark: Mark, side: Side, advanced: AdvancedPrice): number | null {
  if (instrument.option === null || mark.option === null) return null;
  const price = advanced.by === 'usd' ? advanced.value / mark.indexPrice : priceAt(instrument, mark, advanced.value);
  // Prices on the grid stay, despite division errors.
  const exact = roundPlaces(price * power(instrument.pricePlaces), UNIT_PLACES);
  const onGrid = side === 'sell' ? gridUp(instrument, exact) : gridDown(instrument, exact);
  return Math.max(instrument.tickUnits, onGrid);
}

function priceAt(instrument: Instrument, mark: Mark, percent: number): number {
  if (instrument.option === null || mark.option === null) return 0;
  const forward = mark.option.underlyingPrice;
  const inUsd = priceUsd({ ...instrument.option, forward, years: mark.option.years, volatility: percent / 100 });
  return instrument.linear ? inUsd : inUsd / forward;
}
