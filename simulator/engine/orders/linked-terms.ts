import { ok, fail, type Result } from '../../../shared/result.ts';
import type { Instrument } from '../../market/instrument.ts';
import { refuseParam, type Refusal } from '../../refusal.ts';
import type { FillCondition, OrderTerms } from './order.ts';
import { readTerms, type TermsRequest, type TermsRules } from './terms.ts';

export type LinkedOrderType = 'one_triggers_other' | 'one_cancels_other' | 'one_triggers_one_cancels_other';

/** The part of a request that links other orders to it, as it came. */
export interface LinkedRequest {
  readonly linkedOrderType?: LinkedOrderType | undefined;
  readonly triggerFillCondition?: FillCondition | undefined;
  readonly otocoConfig?: readonly TermsRequest[] | undefined;
}

/** How other orders hang on the first, and their terms. */
export interface LinkedTerms {
  readonly type: LinkedOrderType;
  readonly condition: FillCondition;
  readonly orders: readonly OrderTerms[];
}

/** How many orders each kind of link takes besides the first; at most as many as a request can hold. */
const COUNTS: Record<LinkedOrderType, readonly [least: number, most: number]> = {
  one_triggers_other: [1, 20],
  one_cancels_other: [1, 1],
  one_triggers_one_cancels_other: [2, 2],
};

/**
 * Reads linked orders by the rules of a first order, same instrument; null without any. Relative prices aren't checked
 * (facts, section 8).
 */
export function readLinked(
  instrument: Instrument,
  request: LinkedRequest,
  rules: TermsRules,
): Result<LinkedTerms | null, Refusal> {
  const { linkedOrderType: type, triggerFillCondition, otocoConfig } = request;
  if (type === undefined) {
    if (triggerFillCondition !== undefined) return refuseParam('trigger_fill_condition', 'requires linked_order_type');
    return otocoConfig === undefined ? ok(null) : refuseParam('otoco_config', 'requires linked_order_type');
  }
  if (otocoConfig === undefined) return refuseParam('otoco_config', 'value required');
  const [least, most] = COUNTS[type];
  if (otocoConfig.length < least || otocoConfig.length > most) {
    return refuseParam(
      'otoco_config',
      least === most ? `must have ${least} ${least === 1 ? 'item' : 'items'}` : `must have ${least} to ${most} items`,
    );
  }
  const orders: OrderTerms[] = [];
  for (const [index, config] of otocoConfig.entries()) {
    const terms = readTerms(instrument, config, rules);
    if (!terms.ok) return fail(withinItem(terms.error, index));
    orders.push(terms.value);
  }
  return ok({ type, condition: triggerFillCondition ?? 'first_hit', orders });
}

/** The refusal of a linked order, with the item's place in front of the parameter's name. */
export function withinItem(refusal: Refusal, index: number): Refusal {
  const place = `otoco_config[${index}]`;
  const data = typeof refusal.data === 'object' ? (refusal.data as { readonly param?: string }) : {};
  return { ...refusal, data: { ...data, param: data.param === undefined ? place : `${place}.${data.param}` } };
}
