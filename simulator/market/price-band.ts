import { power } from '../fixed.ts';
import { gridDown, gridUp, type Instrument } from './instrument.ts';
import type { Mark } from './model.ts';

/** Prices outside are clamped to these limits (contract "Ticker": `min_price`, `max_price`), in price units. */
export interface PriceBand {
  readonly minUnits: number;
  readonly maxUnits: number;
}

/**
 * Futures: 1.5 % around the mark within 7.5 % of the index, dated ones twice as wide. Options: 0.015 coin
 * and a tenth of the mark, as recorded tickers show; at least one tick.
 */
export function priceBand(instrument: Instrument, mark: Mark): PriceBand {
  const scale = power(instrument.pricePlaces);
  if (instrument.kind === 'option') {
    const width = 0.015 + 0.1 * mark.price;
    return {
      minUnits: Math.max(instrument.tickUnits, gridUp(instrument, (mark.price - width) * scale)),
      maxUnits: gridDown(instrument, (mark.price + width) * scale),
    };
  }
  const width = instrument.perpetual ? 0.015 : 0.03;
  const cap = instrument.perpetual ? 0.075 : 0.15;
  const low = Math.max(mark.price * (1 - width), mark.indexPrice * (1 - cap));
  const high = Math.min(mark.price * (1 + width), mark.indexPrice * (1 + cap));
  return { minUnits: gridUp(instrument, low * scale), maxUnits: gridDown(instrument, high * scale) };
}
