import { roundPlaces } from '../../fixed.ts';
import { amountNumber, priceNumber } from '../../market/instrument.ts';
import { averagePrice, isLive, remainingUnits, typeOnceTriggered, type Order } from './order.ts';

/** The order's type as the service names it: the remainder of a market_limit order is a limit order. */
export function wireType(order: Order): string {
  return order.type === 'market_limit' ? 'limit' : order.type;
}

/** The order as the service sends it (contract "Order"; facts, section 4). */
export function orderRecord(order: Order): Record<string, unknown> {
  const { instrument } = order;
  const amount = amountNumber(instrument, order.amountUnits);
  const record: Record<string, unknown> = {
    order_id: order.id,
    order_state: order.state,
    order_type: wireType(order),
    time_in_force: order.timeInForce,
    instrument_name: instrument.name,
    creation_timestamp: order.createdMs,
    last_update_timestamp: order.updatedMs,
    direction: order.side,
    price: waitsForMarketPrice(order) ? 'market_price' : priceNumber(instrument, order.priceUnits),
    post_only: order.postOnly,
    api: true,
    web: false,
    replaced: order.replaced,
    risk_reducing: order.reduceOnly,
    mmp: order.mmp,
    user_id: order.account.id,
    amount,
    contracts: roundPlaces(amount / instrument.contractSize, 8),
    filled_amount: amountNumber(instrument, order.filledUnits),
    average_price: averagePrice(order),
  };
  if (instrument.kind === 'spot') {
    record['is_rebalance'] = false;
  } else {
    record['reduce_only'] = order.reduceOnly;
    record['is_liquidation'] = false;
  }
  if (order.label !== '') record['label'] = order.label;
  if (order.type === 'market_limit') record['original_order_type'] = 'market_limit';
  if (order.postOnly) record['reject_post_only'] = order.rejectPostOnly;
  if (order.cancelReason !== null) record['cancel_reason'] = order.cancelReason;
  if (order.trigger !== null) addTrigger(record, order);
  if (order.triggerOrderId !== null) record['trigger_order_id'] = order.triggerOrderId;
  if (order.displayUnits !== null) addIceberg(record, order, order.displayUnits);
  if (order.advanced !== null) {
    record['advanced'] = order.advanced.by;
    record[order.advanced.by] = order.advanced.value;
    if (order.autoReplaced) record['auto_replaced'] = true;
  }
  addLinks(record, order);
  return record;
}

/** The order as look-ups show it: while the edit of a working order lags, as it was before. */
export function shownRecord(order: Order, editLagMs: number, nowMs: number): Readonly<Record<string, unknown>> {
  const { beforeEdit } = order;
  if (beforeEdit === null || !isLive(order)) return orderRecord(order);
  const ageMs = nowMs - beforeEdit.atMs;
  return ageMs >= 0 && ageMs < editLagMs ? beforeEdit.record : orderRecord(order);
}

/** Whether the price is the text `market_price`: it is for market kinds until they are triggered. */
function waitsForMarketPrice(order: Order): boolean {
  if (typeOnceTriggered(order.type) !== 'market') return false;
  return order.trigger !== null || order.waitsFor !== null;
}

function addTrigger(record: Record<string, unknown>, order: Order): void {
  if (order.trigger === null) return;
  const { source, places, priceUnits, offsetUnits, referenceUnits } = order.trigger;
  const price = (units: number) => roundPlaces(units / 10 ** places, places);
  record['triggered'] = order.state === 'triggered';
  record['trigger'] = source;
  // A trailing stop that waits for another order has no peak yet.
  if (offsetUnits === null || referenceUnits !== null) record['trigger_price'] = price(priceUnits);
  if (offsetUnits !== null) record['trigger_offset'] = price(offsetUnits);
  if (offsetUnits !== null && referenceUnits !== null) record['trigger_reference_price'] = price(referenceUnits);
}

/** `display_amount` and its old name `max_show` are what can be seen now, `refresh_amount` what was asked for. */
function addIceberg(record: Record<string, unknown>, order: Order, displayUnits: number): void {
  const shown = order.resting?.remainingUnits ?? Math.min(displayUnits, remainingUnits(order));
  record['max_show'] = amountNumber(order.instrument, shown);
  record['display_amount'] = amountNumber(order.instrument, shown);
  record['refresh_amount'] = amountNumber(order.instrument, displayUnits);
}

function addLinks(record: Record<string, unknown>, order: Order): void {
  const { oto, waitsFor, oco } = order;
  const condition = oto?.condition ?? waitsFor?.condition ?? oco?.condition;
  if (condition !== undefined) record['trigger_fill_condition'] = condition;
  if (oto !== null) {
    record['oto_order_ids'] = oto.secondaries.map((secondary) => secondary.order.id);
    if (oto.ocoReference !== null) record['is_primary_otoco'] = true;
  }
  if (waitsFor !== null) record['is_secondary_oto'] = true;
  const reference = oco?.reference ?? waitsFor?.ocoReference;
  if (reference !== undefined && reference !== null) record['oco_ref'] = reference;
  if (order.primaryOrderId !== null) record['primary_order_id'] = order.primaryOrderId;
}
