import { ok, type Result } from '../../../shared/result.ts';
import { power } from '../../fixed.ts';
import { amountNumber, priceNumber } from '../../market/instrument.ts';
import { refuse, refuseParam, type Refusal } from '../../refusal.ts';
import type { Order, OrderTerms, Trigger } from './order.ts';
import { readTerms, type TermsRequest, type TermsRules } from './terms.ts';

const NOT_ADVANCED_ORDER = 11_041;

/** An edit as asked for, in numbers of the wire. `amount` is the order's total, its filled part included. */
export type EditRequest = Pick<
  TermsRequest,
  | 'amount'
  | 'contracts'
  | 'price'
  | 'postOnly'
  | 'displayAmount'
  | 'advanced'
  | 'mmp'
  | 'triggerPrice'
  | 'triggerOffset'
> & {
  readonly rejectPostOnly: boolean | undefined;
  readonly reduceOnly: boolean | undefined;
  readonly validUntilMs: number | undefined;
};

/**
 * Reads what the order's terms would be, by the rules of a new order. Whatever an edit leaves out stays; type, time in
 * force, label, trigger source and `mmp` can't change (facts, section 8).
 */
export function readEdit(order: Order, edit: EditRequest, rules: TermsRules): Result<OrderTerms, Refusal> {
  const { instrument } = order;
  if (edit.mmp !== undefined && edit.mmp !== order.mmp) return refuseParam('mmp', 'editing mmp flag is not supported');
  const advanced = checkAdvanced(order, edit);
  if (!advanced.ok) return advanced;
  const request = mergeRequest(order, edit);
  const terms = readTerms(instrument, request, rules);
  if (!terms.ok) return terms;
  return ok({
    ...terms.value,
    type: order.type,
    displayUnits: terms.value.displayUnits ?? order.displayUnits,
    trigger: terms.value.trigger === null ? null : keepPeak(order, terms.value.trigger),
  });
}

/** An advanced order's edit must name its kind again (facts, section 8); no other order takes one. */
function checkAdvanced(order: Order, edit: EditRequest): Result<null, Refusal> {
  if (order.advanced === null) {
    const isRefused = edit.advanced !== undefined && order.instrument.option !== null;
    return isRefused ? refuse(NOT_ADVANCED_ORDER, { param: 'advanced' }) : ok(null);
  }
  return edit.advanced === undefined ? refuseParam('advanced', 'value required') : ok(null);
}

function mergeRequest(order: Order, edit: EditRequest): TermsRequest {
  const { trigger } = order;
  // What a market order left at a price rests as a limit order.
  const type = order.type === 'market_limit' && order.state === 'open' ? 'limit' : order.type;
  const postOnly = edit.postOnly ?? order.postOnly;
  const triggerAt = trigger === null ? undefined : trigger.priceUnits / power(trigger.places);
  const offset = trigger?.offsetUnits == null ? undefined : trigger.offsetUnits / power(trigger.places);
  const keptTriggerPrice = offset === undefined ? triggerAt : undefined;
  return {
    side: order.side,
    type,
    timeInForce: order.timeInForce,
    label: order.label,
    amount: edit.amount,
    contracts: edit.contracts,
    price: edit.price ?? keptPrice(order, type, edit),
    postOnly,
    rejectPostOnly: edit.rejectPostOnly ?? (postOnly && order.rejectPostOnly),
    reduceOnly: edit.reduceOnly ?? order.reduceOnly,
    displayAmount: edit.displayAmount ?? keptDisplay(order, edit),
    trigger: trigger?.source,
    triggerPrice: edit.triggerPrice ?? keptTriggerPrice,
    triggerOffset: edit.triggerOffset ?? offset,
    advanced: edit.advanced,
    mmp: order.mmp,
  };
}

/** The price as look-ups show it; an advanced one of the same kind. Undefined for the market kinds. */
function keptPrice(order: Order, type: Order['type'], edit: EditRequest): number | undefined {
  const { advanced } = order;
  if (advanced !== null) return advanced.by === edit.advanced ? advanced.value : undefined;
  const isLimited = type === 'limit' || type === 'stop_limit' || type === 'take_limit';
  return isLimited ? priceNumber(order.instrument, order.priceUnits) : undefined;
}

/** What an iceberg shows at a time, while the new amount is larger: otherwise all of it is seen. */
function keptDisplay({ displayUnits, instrument }: Order, { amount, contracts = 0 }: EditRequest): number | undefined {
  if (displayUnits === null) return undefined;
  const shown = amountNumber(instrument, displayUnits);
  return shown < (amount ?? contracts * instrument.contractSize) ? shown : undefined;
}

/** A trailing stop keeps the peak that it has followed so far; its price moves with the distance. */
function keepPeak({ trigger: before, side }: Order, trigger: Trigger): Trigger {
  if (trigger.offsetUnits === null || before?.offsetUnits == null || before.referenceUnits === null) return trigger;
  const away = side === 'sell' ? -1 : 1;
  const peakUnits = before.priceUnits - away * before.offsetUnits;
  return {
    ...trigger,
    referenceUnits: before.referenceUnits,
    priceUnits: peakUnits + away * trigger.offsetUnits,
  };
}
