import { power } from '../fixed.ts';
import { gridDown, gridUp, type Instrument } from './instrument.ts';
import type { Mark } from './model.ts';

/** Prices outside are clamped to these limits (contract "Ticker": `min_price`, `max_price`), in price units. */
export interface PriceBand {
  readonly minUnits: number;
  readonly maxUnits: number;
}

function around(instrument: Instrument, price: number, width: number, lowest: number): PriceBand {
  const scale = power(instrument.pricePlaces);
  return {
    minUnits: Math.max(lowest, gridUp(instrument, (price - width) * scale)),
    maxUnits: gridDown(instrument, (price + width) * scale),
  };
}

/**
 * Bands as recorded: futures 1.5 % of mark and 7.5 % of index, dated ones double; spot 2 %; options 0.015 of underlying
 * and mark/10.
 */
export function priceBand(instrument: Instrument, mark: Mark): PriceBand {
  const unit = instrument.linear ? (mark.option?.underlyingPrice ?? mark.indexPrice) : 1;
  switch (instrument.kind) {
    case 'option':
      return around(instrument, mark.price, 0.015 * unit + 0.1 * mark.price, instrument.tickUnits);
    case 'option_combo':
      return around(instrument, mark.price, 0.015 * unit + 0.1 * Math.abs(mark.price), -Infinity);
    case 'future_combo':
      return around(instrument, mark.price, 0.015 * mark.indexPrice, -Infinity);
    case 'spot':
      return around(instrument, mark.indexPrice, 0.02 * mark.indexPrice, instrument.tickUnits);
    case 'future':
      return futureBand(instrument, mark);
  }
}

function futureBand(instrument: Instrument, mark: Mark): PriceBand {
  const scale = power(instrument.pricePlaces);
  const isDated = !instrument.perpetual;
  const width = isDated ? 0.03 : 0.015;
  const cap = isDated ? 0.15 : 0.075;
  const low = Math.max(mark.price * (1 - width), mark.indexPrice * (1 - cap));
  const high = Math.min(mark.price * (1 + width), mark.indexPrice * (1 + cap));
  return { minUnits: gridUp(instrument, low * scale), maxUnits: gridDown(instrument, high * scale) };
}
