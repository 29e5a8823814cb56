import { power } from '../../fixed.ts';
import { isCombo, priceNumber } from '../../market/instrument.ts';
import { refuse } from '../../refusal.ts';
import type { Exchange } from '../exchange.ts';
import { checkOrder, execute, priceWaiting } from '../execution.ts';
import { inheritLinks } from './links.ts';
import { createOrder, typeOnceTriggered, type Order, type Trigger } from './order.ts';
import type { Venue } from '../venue.ts';

const TRIGGER_PRICE_TOO_HIGH = 10_034;
const TRIGGER_PRICE_TOO_LOW = 10_035;
const INVALID_TRIGGER_PRICE = 11_036;

/** What a trigger looks at, on the wire's scale; null while nothing was traded. */
function referencePrice(exchange: Exchange, venue: Venue, trigger: Trigger): number | null {
  const mark = exchange.mark(venue.instrument);
  if (trigger.source === 'index_price') return mark.indexPrice;
  if (trigger.source === 'mark_price') return mark.price;
  return venue.lastPriceUnits === null ? null : priceNumber(venue.instrument, venue.lastPriceUnits);
}

/** Stop buys and take sells wait for the price to rise, the others for it to fall. */
function waitsForRise(order: Order): boolean {
  const takes = order.type === 'take_limit' || order.type === 'take_market';
  return takes !== (order.side === 'buy');
}

function isReached(order: Order, trigger: Trigger, reference: number): boolean {
  const at = trigger.priceUnits / power(trigger.places);
  return waitsForRise(order) ? reference >= at : reference <= at;
}

/** Moves a trailing stop's price along with the peak; it never moves back. */
function follow(order: Order, trigger: Trigger, reference: number): void {
  if (trigger.offsetUnits === null) return;
  const peak = Math.round(reference * power(trigger.places));
  const price = order.side === 'sell' ? peak - trigger.offsetUnits : peak + trigger.offsetUnits;
  const first = trigger.referenceUnits === null;
  if (first) trigger.referenceUnits = peak;
  if (first || (order.side === 'sell' ? price > trigger.priceUnits : price < trigger.priceUnits)) {
    trigger.priceUnits = price;
  }
}

/**
 * Rejects a reached trigger, or a trailing distance above the price; else null, with a trailing stop's first price set.
 */
export function checkTrigger(exchange: Exchange, venue: Venue, order: Order) {
  const { trigger } = order;
  if (trigger === null) return null;
  const priced = priceWaiting(exchange, order);
  if (!priced.ok) return priced;
  const reference = referencePrice(exchange, venue, trigger);
  follow(order, trigger, reference ?? exchange.mark(venue.instrument).price);
  if (trigger.offsetUnits !== null) {
    const mayBeBelowZero = isCombo(order.instrument) && trigger.source !== 'index_price';
    return trigger.priceUnits > 0 || mayBeBelowZero ? null : refuse(INVALID_TRIGGER_PRICE, { param: 'trigger_offset' });
  }
  if (reference === null || !isReached(order, trigger, reference)) return null;
  return refuse(waitsForRise(order) ? TRIGGER_PRICE_TOO_LOW : TRIGGER_PRICE_TOO_HIGH, { param: 'trigger_price' });
}

/** Starts an order that the engine made: triggers wait, others are checked and executed. False when rejected. */
export function admit(exchange: Exchange, venue: Venue, order: Order, atMs: number): boolean {
  if (order.trigger !== null) {
    const reference = referencePrice(exchange, venue, order.trigger);
    follow(order, order.trigger, reference ?? exchange.mark(venue.instrument).price);
    exchange.wait(venue, order, atMs);
    return true;
  }
  if (venue.state !== 'open' || !checkOrder(exchange, venue, order).ok) return false;
  execute(exchange, venue, order, atMs);
  return true;
}

/** Fires every trigger of a venue that the market has reached; gives how many. */
export function fireTriggers(exchange: Exchange, venue: Venue, atMs: number): number {
  if (venue.waitingOrders.size === 0 || venue.state !== 'open') return 0;
  let fired = 0;
  for (const order of venue.waitingOrders) {
    const { trigger } = order;
    if (trigger === null || order.waitsFor !== null) continue;
    const reference = referencePrice(exchange, venue, trigger);
    if (reference === null) continue;
    follow(order, trigger, reference);
    if (!isReached(order, trigger, reference)) continue;
    fire(exchange, venue, order, atMs);
    fired += 1;
  }
  return fired;
}

/** The trigger order ends and a plain one takes its place; refused, it ends as rejected. */
function fire(exchange: Exchange, venue: Venue, order: Order, atMs: number): void {
  const terms = { ...order, type: typeOnceTriggered(order.type), trigger: null };
  const created = createOrder(order.account, order.instrument, terms, atMs);
  created.triggerOrderId = order.id;
  if (!checkOrder(exchange, venue, created).ok) {
    exchange.reject(venue, order, atMs);
    return;
  }
  inheritLinks(order, created);
  created.id = exchange.takeOrderId(created);
  exchange.finishTriggered(venue, order, atMs);
  execute(exchange, venue, created, atMs);
}
