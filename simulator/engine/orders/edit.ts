import { ok, type Result } from '../../../shared/result.ts';
import { ERROR_CODE } from '../../../shared/service/error-codes.ts';
import { refuse, type Refusal } from '../../refusal.ts';
import type { Exchange } from '../exchange.ts';
import { checkOrder, tradeAgainstBook } from '../execution.ts';
import type { Venue } from '../venue.ts';
import { readEdit, type EditRequest } from './edit-terms.ts';
import type { WorkingOrder } from './find-order.ts';
import { resizeMember } from './links.ts';
import { orderRecord } from './order-record.ts';
import { isLive, takeTerms, type Order } from './order.ts';
import type { Placed } from './placement.ts';
import { shrinkOrder } from './reduce.ts';
import { refuseLate } from './timeliness.ts';
import { checkTrigger } from './trigger.ts';

const ALREADY_FILLED = 11_008;
const REPLACED = 13_777;

/**
 * Edits a working order, or refuses and leaves it as it is. Checks params, time, state, market and funds in turn, as for
 * a new order. `arrival` is the request's place among all.
 */
export function editOrder(
  exchange: Exchange,
  { order, venue }: WorkingOrder,
  edit: EditRequest,
  arrival: number,
  nowMs: number,
): Result<Placed, Refusal> {
  const terms = readEdit(order, edit, exchange.rules);
  if (!terms.ok) return terms;
  const closed = refuseLate(venue, edit.validUntilMs, nowMs);
  if (closed !== null) return closed;
  if (arrival < order.editArrival) return refuse(REPLACED);
  const edited: Order = { ...order, ...terms.value, priceUnits: terms.value.limitUnits ?? order.priceUnits };
  if (edited.amountUnits <= takenUnits(order)) {
    return refuse(ALREADY_FILLED, { param: 'amount', reason: 'must be above the filled amount' });
  }
  const before = orderRecord(order);
  const change = order.state === 'open' ? changeResting : changeWaiting;
  const trades = change(exchange, venue, order, edited, nowMs);
  if (!trades.ok) return trades;
  order.editArrival = arrival;
  order.beforeEdit = { record: before, atMs: nowMs };
  const record = orderRecord(order);
  exchange.settleConsequences(venue, nowMs);
  return ok({ order, record, trades: trades.value });
}

/** What can't be taken back: what was filled, and what of a secondary order its primary's fills have released. */
function takenUnits(order: Order): number {
  const own = order.waitsFor?.secondaries.find((secondary) => secondary.order === order);
  return Math.max(order.filledUnits, own?.releasedUnits ?? 0);
}

type Trades = Placed['trades'];

/** An order outside the book: its trigger must not be reached already, as for a new one. A secondary's is not checked. */
function changeWaiting(
  exchange: Exchange,
  venue: Venue,
  order: Order,
  edited: Order,
  nowMs: number,
): Result<Trades, Refusal> {
  const checked = order.waitsFor === null ? checkTrigger(exchange, venue, edited) : null;
  if (checked !== null && !checked.ok) return checked;
  apply(order, edited, nowMs);
  return ok([]);
}

/**
 * An order in the book keeps its place at the same price when it grows in nothing (facts, section 6); otherwise it comes
 * anew and trades with what it reaches. One that rejects being post only ends there.
 */
function changeResting(
  exchange: Exchange,
  venue: Venue,
  order: Order,
  edited: Order,
  nowMs: number,
): Result<Trades, Refusal> {
  const checked = checkOrder(exchange, venue, edited, order);
  if (!checked.ok && checked.error.code === ERROR_CODE.postOnlyReject) {
    exchange.cancel(venue, order, 'edit_post_only_reject', nowMs);
    return ok([]);
  }
  if (!checked.ok) return checked;
  const keepsPlace =
    edited.priceUnits === order.priceUnits &&
    edited.amountUnits <= order.amountUnits &&
    edited.displayUnits === order.displayUnits;
  if (keepsPlace) {
    apply(order, edited, nowMs);
    shrinkOrder(venue, order, edited.amountUnits, nowMs);
    return ok([]);
  }
  exchange.withdraw(venue, order);
  apply(order, edited, nowMs);
  const trades = tradeAgainstBook(exchange, venue, order, nowMs);
  if (isLive(order)) exchange.rest(venue, order);
  return ok(trades);
}

function apply(order: Order, edited: Order, nowMs: number): void {
  const isResized = edited.amountUnits !== order.amountUnits;
  takeTerms(order, edited);
  if (isResized) resizeMember(order);
  order.replaced = true;
  order.autoReplaced = false;
  order.updatedMs = nowMs;
}
