import { ok, type Result } from '../../../shared/result.ts';
import type { Account } from '../../account/account.ts';
import { refusal, refuse, refuseParam, type Refusal } from '../../refusal.ts';
import { fail } from '../../../shared/result.ts';
import type { Exchange } from '../exchange.ts';
import { checkOrder, execute } from '../execution.ts';
import { pairUp, type OtoLink } from './links.ts';
import { readLinked, withinItem, type LinkedRequest, type LinkedTerms } from './linked-terms.ts';
import { orderRecord } from './order-record.ts';
import { createOrder, isLive, type Order, type OrderTerms, type OrderType } from './order.ts';
import { readTerms, type TermsRequest } from './terms.ts';
import { admit, checkTrigger } from './trigger.ts';
import { refuseLate } from './timeliness.ts';
import type { Venue } from '../venue.ts';

/** An order as asked for, with the orders linked to it. */
export interface OrderRequest extends TermsRequest, LinkedRequest {
  readonly instrumentName: string;
  readonly validUntilMs: number | undefined;
}

/** The order, its record after its own trades, and these; the rest follows the reply. */
export interface Placed {
  readonly order: Order;
  readonly record: Readonly<Record<string, unknown>>;
  readonly trades: readonly Readonly<Record<string, unknown>>[];
}

const NO_MORE_TRIGGERS = 11_035;
const MMP_REQUIRED = 13_040;
const NO_MORE_SECONDARY_ORDERS = 13_901;

/**
 * Places an order with those linked to it, or rejects it unchanged. Checks params, time, state, market, funds in turn
 * (facts, sections 4, 8).
 */
export function placeOrder(
  exchange: Exchange,
  account: Account,
  request: OrderRequest,
  nowMs: number,
): Result<Placed, Refusal> {
  const venue = exchange.venue(request.instrumentName);
  if (venue === undefined) return refuseParam('instrument_name', 'instrument not found');
  const terms = readTerms(venue.instrument, request, exchange.rules);
  if (!terms.ok) return terms;
  const linked = readLinked(venue.instrument, request, exchange.rules);
  if (!linked.ok) return linked;
  const closed = refuseLate(venue, request.validUntilMs, nowMs);
  if (closed !== null) return closed;
  const refused = checkAccount(exchange, account, terms.value, linked.value);
  if (refused !== null) return refused;
  const order = createOrder(account, venue.instrument, terms.value, nowMs);
  const others = (linked.value?.orders ?? []).map((other) => createOrder(account, venue.instrument, other, nowMs));
  const checked = checkMarket(exchange, venue, order);
  if (!checked.ok) return checked;
  if (linked.value?.type === 'one_cancels_other') {
    const partner = checkPartner(exchange, venue, order, others);
    if (!partner.ok) return partner;
  }
  order.id = exchange.takeOrderId(order);
  if (linked.value !== null) link(exchange, venue, order, others, linked.value, nowMs);
  const trades = begin(exchange, venue, order, nowMs);
  const record = orderRecord(order);
  if (linked.value?.type === 'one_cancels_other') {
    for (const other of others) {
      if (isLive(other) && !admit(exchange, venue, other, nowMs)) exchange.reject(venue, other, nowMs);
    }
  }
  exchange.settleConsequences(venue, nowMs);
  return ok({ order, record, trades });
}

function begin(exchange: Exchange, venue: Venue, order: Order, nowMs: number) {
  if (order.trigger === null) return execute(exchange, venue, order, nowMs);
  exchange.wait(venue, order, nowMs);
  return [];
}

/** The kinds whose trigger orders are counted together. */
function triggerFamily(type: OrderType): string {
  return type.slice(0, type.indexOf('_'));
}

/** What the account must have, and how many waiting orders it may have (facts, section 8, "Trigger counts"). */
function checkAccount(exchange: Exchange, account: Account, terms: OrderTerms, linked: LinkedTerms | null) {
  if (terms.mmp && !account.mmpEnabled) return refuse(MMP_REQUIRED);
  const { maxTriggerOrders, maxSecondaryOrders } = exchange.rules;
  const waiting = [...account.waitingOrders];
  const paired = linked?.type === 'one_cancels_other' ? linked.orders : [];
  for (const { type, trigger } of [terms, ...paired]) {
    if (trigger === null) continue;
    const family = triggerFamily(type);
    const count = [...waiting, ...paired].filter((other) => triggerFamily(other.type) === family).length;
    const more = paired.includes(terms) ? 0 : 1;
    if (count + (type === terms.type ? more : 0) > maxTriggerOrders)
      return refuseCount(NO_MORE_TRIGGERS, maxTriggerOrders);
  }
  const secondaries = paired.length > 0 ? 0 : (linked?.orders.length ?? 0);
  if (secondaries === 0) return null;
  const count = waiting.filter((order) => order.waitsFor !== null).length;
  return count + secondaries > maxSecondaryOrders ? refuseCount(NO_MORE_SECONDARY_ORDERS, maxSecondaryOrders) : null;
}

function refuseCount(code: number, limit: number) {
  return fail({ code, message: `${refusal(code).message} ${limit}` });
}

function checkMarket(exchange: Exchange, venue: Venue, order: Order): Result<null, Refusal> {
  return (
    checkTrigger(exchange, venue, order) ?? (order.trigger === null ? checkOrder(exchange, venue, order) : ok(null))
  );
}

/** Checks a pair's second order as if the first were booked: both must be affordable. */
function checkPartner(exchange: Exchange, venue: Venue, order: Order, others: readonly Order[]): Result<null, Refusal> {
  const counted = order.trigger === null;
  if (counted) order.account.open(order);
  let checked: Result<null, Refusal> = ok(null);
  for (const [index, other] of others.entries()) {
    if (!checked.ok) break;
    checked = checkMarket(exchange, venue, other);
    if (!checked.ok) checked = fail(withinItem(checked.error, index));
  }
  if (counted) order.account.close(order);
  return checked;
}

/** Links an accepted order with the others and gives them their ids; secondaries begin to wait. */
function link(
  exchange: Exchange,
  venue: Venue,
  order: Order,
  others: readonly Order[],
  terms: LinkedTerms,
  nowMs: number,
): void {
  if (terms.type === 'one_cancels_other') {
    pairUp(exchange.takeOcoReference(), terms.condition, [order, ...others]);
    for (const other of others) other.id = exchange.takeOrderId(other);
    return;
  }
  const oto: OtoLink = {
    condition: terms.condition,
    ocoReference: terms.type === 'one_triggers_one_cancels_other' ? exchange.takeOcoReference() : null,
    primary: order,
    secondaries: others.map((other) => ({ order: other, releasedUnits: 0 })),
  };
  order.oto = oto;
  for (const other of others) {
    other.waitsFor = oto;
    other.state = 'untriggered';
    other.id = exchange.takeOrderId(other);
    exchange.wait(venue, other, nowMs);
  }
}
