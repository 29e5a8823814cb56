import { ok, type Result } from '../../../shared/result.ts';
import { ERROR_CODE } from '../../../shared/service/error-codes.ts';
import type { Account } from '../../account/account.ts';
import { refuse, refuseParam, type Refusal } from '../../refusal.ts';
import type { Exchange } from '../exchange.ts';
import type { Venue } from '../venue.ts';
import { isLive, type Order } from './order.ts';

const ORDER_NOT_FOUND = 10_004;
const NON_UNIQUE_LABEL = 13_032;

/** A working order and its book, brought to now. */
export interface WorkingOrder {
  readonly order: Order;
  readonly venue: Venue;
}

/** The refusal of an id or label that the account has no order under. */
export function refuseUnknownOrder() {
  return refuse(ORDER_NOT_FOUND);
}

/** The account's orders that are not at their end, those that wait among them, oldest first. */
export function liveOrders(account: Account): Order[] {
  return [...account.openOrders, ...account.waitingOrders].toSorted((a, b) => a.createdMs - b.createdMs);
}

/** The working order of an id. Refused: not known, or at its end. */
export function findById(exchange: Exchange, account: Account, orderId: string): Result<WorkingOrder, Refusal> {
  const order = account.recentOrders.get(orderId);
  const venue = order === undefined ? undefined : exchange.venue(order.instrument.name);
  if (order === undefined || venue === undefined) return refuseUnknownOrder();
  return isLive(order) ? ok({ order, venue }) : refuse(ERROR_CODE.notOpenOrder);
}

/** The working order of a label in an instrument; refused when several match (facts, section 8). */
export function findByLabel(
  exchange: Exchange,
  account: Account,
  instrumentName: string,
  label: string,
): Result<WorkingOrder, Refusal> {
  const venue = exchange.venue(instrumentName);
  if (venue === undefined) return refuseParam('instrument_name', 'instrument not found');
  const isMeant = (order: Order) => order.label === label && order.instrument === venue.instrument;
  const [order, ...others] = liveOrders(account).filter(isMeant);
  if (others.length > 0) return refuse(NON_UNIQUE_LABEL);
  if (order !== undefined) return ok({ order, venue });
  const hasEnded = [...account.recentOrders.values()].some(isMeant);
  return hasEnded ? refuse(ERROR_CODE.notOpenOrder) : refuseUnknownOrder();
}
