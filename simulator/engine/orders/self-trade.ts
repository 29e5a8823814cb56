import type { Account } from '../../account/account.ts';
import { accepts } from '../book.ts';
import type { Exchange } from '../exchange.ts';
import { remainingUnits, type Order } from './order.ts';
import type { Venue } from '../venue.ts';

/**
 * Whether a taker's own setting bars it from the maker's account. All accounts here have one owner: main and
 * subaccounts.
 */
export function isOwn(taker: Account, maker: Account): boolean {
  return taker === maker || taker.selfTrading.extendedToSubaccounts;
}

/** The account's own orders that the order would trade with. */
function ownOrdersReached(venue: Venue, order: Order): Order[] {
  const found: Order[] = [];
  let left = remainingUnits(order);
  for (const entry of venue.book.side(order.side === 'buy' ? 'sell' : 'buy')) {
    if (left <= 0 || !accepts(order.side, order.priceUnits, entry.priceUnits)) break;
    if (entry.order !== null && isOwn(order.account, entry.order.account)) found.push(entry.order);
    else left -= entry.remainingUnits + (entry.hiddenUnits ?? 0);
  }
  return found;
}

/** Whether the order would trade with one of its own account: mode `reject_taker` refuses it whole. */
export function meetsOwnOrder(venue: Venue, order: Order): boolean {
  return ownOrdersReached(venue, order).length > 0;
}

/** Mode `cancel_maker`: the account's own orders that the order would trade with are cancelled. */
export function cancelOwnMakers(exchange: Exchange, venue: Venue, order: Order, nowMs: number): void {
  for (const maker of ownOrdersReached(venue, order)) {
    const reason = maker.account === order.account ? 'order_overlap' : 'order_overlap_another_sub';
    exchange.cancel(venue, maker, reason, nowMs);
  }
}
