import type { DecimalString } from '../../../shared/decimal.ts';
import { readTriggerLevel } from '../../ui/order-words/booked-price.ts';
import { hasFired } from '../../ui/order-words/fired-text.ts';
import { nameTrigger } from '../../ui/order-words/order-text.ts';
import { formatDecimal } from '../../ui/words/shown.ts';
import { type OrderView, readFloor, readPrice, readSide } from './order-view.ts';

/** What fires an order: the level, as the service moves it where it trails, and the distance that it trails by. */
interface Trigger {
  /** Whether the index is watched, which for an option is no price of its own. */
  readonly isOfIndex: boolean;
  readonly level: DecimalString | null;
  readonly offset: DecimalString | null;
}

/** The trigger that stands in the price's place: nothing rests at a price before it fires, nor ever at that of a market order. */
export function readTrigger(view: OrderView): Trigger | null {
  if (view.source === 'placed') {
    const { row } = view;
    if (row.trigger === null || (hasFired(row) && readPrice(view) !== null)) return null;
    return { isOfIndex: row.trigger === 'index_price', level: readTriggerLevel(row), offset: row.trigger_offset };
  }
  const { trigger, trigger_price, trigger_offset } = view.order;
  if (trigger === undefined) return null;
  return { isOfIndex: trigger === 'index_price', level: trigger_price ?? null, offset: trigger_offset ?? null };
}

/** What the price is sorted by: without one, the trigger level. */
export function readLevel(view: OrderView): DecimalString | null {
  return readTrigger(view)?.level ?? readPrice(view);
}

/** The price as it leaves the terminal, or in words that are no price all that stands in its place: `trig 96500 limit 96400`. */
export function writePrice(view: OrderView): string | null {
  const trigger = readTrigger(view);
  const price = readPrice(view);
  if (trigger === null) return price;
  const parts = [
    trigger.offset === null ? null : `trail ${trigger.offset}`,
    trigger.level === null ? null : `trig ${trigger.level}`,
    price === null ? null : `limit ${price}`,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

/**
 * What the cell of an order that waits for its trigger shows: `trig 96,500.0`, or how far it trails while no level is known.
 * With as many places as the instrument's prices around it have, where it is one of them.
 */
export function showTrigger({ isOfIndex, level, offset }: Trigger, places: number | null): string {
  if (level !== null) return `trig ${formatDecimal(level, { min: isOfIndex ? 0 : (places ?? 0) })}`;
  return offset === null ? 'trig' : `trail ${formatDecimal(offset)}`;
}

/**
 * The whole of it in words: what is watched, the level, and the limit that comes of it; of a market order how far the
 * engine would have let it go. Nothing for an order that rests at its price.
 */
export function explainPrice(view: OrderView): string {
  const trigger = readTrigger(view);
  if (trigger === null) {
    const floor = readFloor(view);
    const bound = readSide(view) === 'buy' ? 'above' : 'below';
    return floor === null ? '' : `market order · would not have traded ${bound} ${formatDecimal(floor)}`;
  }
  const { level, offset } = trigger;
  const watched = nameTrigger(view.row?.trigger ?? view.order?.trigger);
  const price = readPrice(view);
  const parts = [
    offset === null ? null : `trails ${watched} by ${formatDecimal(offset)}`,
    level === null ? null : `fires when ${watched} reaches ${formatDecimal(level)}`,
    price === null ? null : `rests at ${formatDecimal(price)} then`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
