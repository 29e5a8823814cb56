import type { Account } from '../../account/account.ts';
import { type Instrument, isCombo } from '../../market/instrument.ts';
import { refuse } from '../../refusal.ts';
import type { Exchange } from '../exchange.ts';
import { remainingUnits, type Order, type Side } from './order.ts';
import type { Venue } from '../venue.ts';

const OTHER_REJECT = 11_030;

/** The refusal of an order that may only reduce, where there is nothing for it to reduce. */
export function refuseNothingToReduce() {
  return refuse(OTHER_REJECT, { reason: 'reduce_direction' });
}

/** How much an order can take off the account's position; of a combo, off those in all its legs at once. */
export function reducibleUnits(account: Account, instrument: Instrument, side: Side): number {
  const legs = isCombo(instrument) ? instrument.legs : [{ instrument, ratio: 1 }];
  const sold = side === 'sell' ? 1 : -1;
  const units = legs.map((leg) => Math.floor((sold * account.sizeUnits(leg.instrument)) / leg.ratio));
  const reducible = Math.max(0, Math.min(...units));
  return reducible - (reducible % instrument.stepUnits);
}

/**
 * Shrinks or cancels reduce-only orders to fit their position, in every book: combos and their legs affect each other.
 */
export function trimReduceOnly(exchange: Exchange, account: Account, atMs: number): void {
  for (const order of account.openOrders) {
    const venue = order.reduceOnly ? exchange.venueAsSeen(order.instrument) : undefined;
    if (venue === undefined) continue;
    const reducible = reducibleUnits(account, order.instrument, order.side);
    if (reducible === 0) exchange.cancel(venue, order, null, atMs);
    else if (reducible < remainingUnits(order)) shrinkOrder(venue, order, order.filledUnits + reducible, atMs);
  }
}

/** Makes an order smaller in its place in the queue; an iceberg loses what it hides first. */
export function shrinkOrder(venue: Venue, order: Order, amountUnits: number, atMs: number): void {
  order.amountUnits = amountUnits;
  order.updatedMs = atMs;
  order.account.noteChange();
  const { resting } = order;
  if (resting === null) return;
  const left = remainingUnits(order);
  resting.remainingUnits = Math.min(resting.remainingUnits, left);
  if (resting.hiddenUnits !== undefined) resting.hiddenUnits = left - resting.remainingUnits;
  venue.book.changes += 1;
}
