import {
  compare,
  type DecimalString,
  isMultipleOf,
  isPositive,
  largest,
  roundToStep,
  smallest,
  add,
  subtract,
} from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { TriggerPriceType } from '../service/order.ts';

type TickTable = Pick<Instrument, 'tick_size' | 'tick_size_steps'> & Partial<Pick<Instrument, 'kind'>>;

/** Whether a price is a difference of legs' prices, so that zero and less are valid: combos (facts, section 8). */
export function isDifference({ kind }: Partial<Pick<Instrument, 'kind'>>): boolean {
  return kind === 'future_combo' || kind === 'option_combo';
}

/** Indices that options and combos watch are in another currency than their own prices: to the cent. */
const INDEX_TICK = '0.01' as DecimalString;

/** Whether what is watched is no price of the instrument itself, nor close to one: an option's or combo's index. */
export function watchesForeignPrice(instrument: Instrument, trigger: TriggerPriceType | null): boolean {
  return trigger === 'index_price' && (instrument.kind === 'option' || isDifference(instrument));
}

/**
 * The price grid of a trigger: the instrument's, or cents for an index that an option or combo watches, whose grid
 * isn't published.
 */
export function triggerGrid(instrument: Instrument, trigger: TriggerPriceType | null): Instrument {
  return watchesForeignPrice(instrument, trigger)
    ? { ...instrument, tick_size: INDEX_TICK, tick_size_steps: [] }
    : instrument;
}

/**
 * The tick at a price: the last step's whose `above_price` is below it (facts, section 8). `upward`: as seen going up.
 */
export function tickAt(
  instrument: TickTable,
  price: DecimalString,
  looking: 'here' | 'upward' = 'here',
): DecimalString {
  let tick = instrument.tick_size;
  for (const step of sortedSteps(instrument)) {
    const order = compare(step.above_price, price);
    if (order < 0 || (order === 0 && looking === 'upward')) tick = step.tick_size;
  }
  return tick;
}

/** Whether a price lies on the grid in force there. */
export function isOnTick(instrument: TickTable, price: DecimalString): boolean {
  return isMultipleOf(price, tickAt(instrument, price));
}

/** The nearest valid prices below and above one off its grid. `below` is null where none above zero exists. */
export function nearestPrices(
  instrument: TickTable,
  price: DecimalString,
): { below: DecimalString | null; above: DecimalString } {
  const tick = tickAt(instrument, price);
  let below = roundToStep(price, tick, 'down');
  let above = roundToStep(price, tick, 'up');
  for (const step of sortedSteps(instrument)) {
    if (!isOnTick(instrument, step.above_price)) continue;
    if (compare(step.above_price, price) <= 0) below = largest(below, step.above_price);
    else above = smallest(above, step.above_price);
  }
  if (!isOnTick(instrument, above)) above = roundToStep(above, tickAt(instrument, above), 'up');
  return { below: isPositive(below) || isDifference(instrument) ? below : null, above };
}

/**
 * The price `ticks` grid points away, each step by its own tick. Off the grid, the first move lands on it. Stops above
 * zero.
 */
export function movePrice(instrument: TickTable, price: DecimalString, ticks: number): DecimalString {
  let current = price;
  for (let remaining = Math.abs(ticks); remaining > 0; remaining -= 1) {
    const next = ticks > 0 ? nextAbove(instrument, current) : nextBelow(instrument, current);
    if (next === null) return current;
    current = next;
  }
  return current;
}

function nextAbove(instrument: TickTable, price: DecimalString): DecimalString {
  if (!isOnTick(instrument, price)) return nearestPrices(instrument, price).above;
  return nearestPrices(instrument, add(price, tickAt(instrument, price, 'upward'))).above;
}

function nextBelow(instrument: TickTable, price: DecimalString): DecimalString | null {
  if (!isOnTick(instrument, price)) return nearestPrices(instrument, price).below;
  const candidate = subtract(price, tickAt(instrument, price));
  if (!isPositive(candidate) && !isDifference(instrument)) return null;
  return nearestPrices(instrument, candidate).below;
}

function sortedSteps(instrument: TickTable) {
  const steps = instrument.tick_size_steps ?? [];
  return steps.length < 2 ? steps : steps.toSorted((a, b) => compare(a.above_price, b.above_price));
}
