import { power } from '../fixed.ts';
import type { Random } from '../random.ts';
import { activityOf } from './activity.ts';
import { gridDown, gridUp, isCombo, nextTickUp, tickAt, type Instrument } from './instrument.ts';
import type { Mark } from './model.ts';

/** A maker's resting quote, in the instrument's units. */
export interface Quote {
  readonly priceUnits: number;
  readonly amountUnits: number;
}

/** What the makers show: bids from the highest, asks from the lowest, never crossed. */
export interface Ladder {
  readonly bids: readonly Quote[];
  readonly asks: readonly Quote[];
}

const LEVELS = 10;

/** Half the makers' spread around the mark, in price units; wider where an option's volatility is harder to know. */
function halfSpread(instrument: Instrument, markUnits: number, mark: Mark): number {
  if (isCombo(instrument)) return Math.max(2 * instrument.tickUnits, 0.01 * Math.abs(markUnits));
  if (mark.option === null) {
    const ticks = instrument.tickUnits * (instrument.perpetual ? 0.6 : 1.2);
    return instrument.kind === 'spot' ? Math.max(ticks, 0.0001 * markUnits) : ticks;
  }
  const perCoin = instrument.linear ? 1 : mark.option.underlyingPrice;
  const oneVolatilityPoint = (mark.option.greeks.vega / perCoin) * power(instrument.pricePlaces);
  return Math.max(instrument.tickUnits, 0.4 * oneVolatilityPoint, 0.006 * markUnits);
}

function levelAmount(instrument: Instrument, depth: number, random: Random): number {
  const steps = Math.round(activityOf(instrument).levelSteps * (0.4 + depth * 0.35) * (0.3 + 1.4 * random.next()));
  return Math.max(1, steps) * instrument.stepUnits;
}

/** The makers' ladder around a mark: ten levels a side on the grid, bids above zero, drawn from `random`. */
export function quoteLadder(instrument: Instrument, mark: Mark, random: Random): Ladder {
  const markUnits = mark.price * power(instrument.pricePlaces);
  const half = halfSpread(instrument, markUnits, mark) * (0.7 + 0.6 * random.next());
  const lowest = isCombo(instrument) ? -Infinity : instrument.tickUnits;
  const bids: Quote[] = [];
  const asks: Quote[] = [];
  let bid = gridDown(instrument, markUnits - half);
  let ask = Math.max(gridUp(instrument, markUnits + half), lowest);
  if (ask <= bid) ask = nextTickUp(instrument, bid);
  for (let depth = 0; depth < LEVELS; depth += 1) {
    if (bid >= lowest) bids.push({ priceUnits: bid, amountUnits: levelAmount(instrument, depth, random) });
    asks.push({ priceUnits: ask, amountUnits: levelAmount(instrument, depth, random) });
    bid = gridDown(instrument, bid - tickAt(instrument, bid) * random.integer(1, 3));
    ask = gridUp(instrument, ask + tickAt(instrument, ask + 1) * random.integer(1, 3));
  }
  return { bids, asks };
}

/** Size of a taker's order, in amount units: mostly small, now and then a sweep. */
export function takerAmount(instrument: Instrument, random: Random): number {
  const sweep = random.next() < 0.04 ? 12 : 1;
  const steps = Math.ceil(-Math.log(1 - random.next()) * activityOf(instrument).takerSteps * sweep);
  return Math.max(1, steps) * instrument.stepUnits;
}

/** The worst price a taker accepts, in price units: nobody sweeps a whole book for an order far from the mark. */
export function takerLimit(instrument: Instrument, mark: Mark, buys: boolean): number {
  const markUnits = mark.price * power(instrument.pricePlaces);
  const slack =
    instrument.kind === 'future' || instrument.kind === 'spot'
      ? 0.0005 * markUnits
      : 0.06 * Math.abs(markUnits) + 3 * instrument.tickUnits;
  const worst = buys ? markUnits + slack : markUnits - slack;
  if (buys) return gridDown(instrument, worst);
  return gridUp(instrument, isCombo(instrument) ? worst : Math.max(0, worst));
}
