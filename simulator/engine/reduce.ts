import type { Account } from '../account/account.ts';
import type { Exchange } from './exchange.ts';
import { remainingUnits, type Order } from './order.ts';
import type { Venue } from './venue.ts';

/** A reduce-only order never outgrows the position it reduces; with none left it is cancelled. */
export function trimReduceOnly(exchange: Exchange, venue: Venue, account: Account, atMs: number): void {
  for (const order of venue.userOrders) {
    if (!order.reduceOnly || order.account !== account) continue;
    const size = account.sizeUnits(venue.instrument);
    const reducible = order.side === 'sell' ? Math.max(0, size) : Math.max(0, -size);
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
