import { fail, ok, type Result } from '../../shared/result.ts';
import {
  ADVANCED_TYPES,
  FILL_CONDITIONS,
  LINKED_ORDER_TYPES,
  ORDER_TYPES,
  TIMES_IN_FORCE,
  TRIGGERS,
} from '../../shared/service/order.ts';
import type { EditRequest } from '../engine/orders/edit-terms.ts';
import type { Side } from '../engine/orders/order.ts';
import type { OrderRequest } from '../engine/orders/placement.ts';
import type { TermsRequest } from '../engine/orders/terms.ts';
import {
  finiteNumber,
  flag,
  instrumentName,
  isRecord,
  label,
  list,
  oneOf,
  optional,
  readParams,
  required,
  timestampMs,
  type ParamValues,
} from '../http/params.ts';
import { refuseParam, type Refusal } from '../refusal.ts';

/** What the first order and those linked to it have in common (facts, section 4, "otoco_config element"). */
const COMMON = {
  type: optional(oneOf(ORDER_TYPES)),
  label: optional(label),
  price: optional(finiteNumber),
  time_in_force: optional(oneOf(TIMES_IN_FORCE)),
  post_only: optional(flag),
  reject_post_only: optional(flag),
  reduce_only: optional(flag),
  trigger_price: optional(finiteNumber),
  trigger_offset: optional(finiteNumber),
  trigger: optional(oneOf(TRIGGERS)),
};
const CONFIG_ITEM = { amount: required(finiteNumber), direction: required(oneOf(['buy', 'sell'])), ...COMMON };

const SIZE = { amount: optional(finiteNumber), contracts: optional(finiteNumber) };
/** What linked orders don't have, and edits do. */
const SPECIAL = {
  display_amount: optional(finiteNumber),
  advanced: optional(oneOf(ADVANCED_TYPES)),
  mmp: optional(flag),
  valid_until: optional(timestampMs),
};

/** The parameters of `private/edit` and `private/edit_by_label` beside what names the order (facts, section 9). */
export const EDIT_PARAMS = {
  ...SIZE,
  price: COMMON.price,
  post_only: COMMON.post_only,
  reject_post_only: COMMON.reject_post_only,
  reduce_only: COMMON.reduce_only,
  trigger_price: COMMON.trigger_price,
  trigger_offset: COMMON.trigger_offset,
  ...SPECIAL,
};

/** The parameters of `private/sell` and `private/buy` (contract "private/sell"). */
export const ORDER_PARAMS = {
  instrument_name: required(instrumentName),
  ...SIZE,
  ...COMMON,
  ...SPECIAL,
  linked_order_type: optional(oneOf(LINKED_ORDER_TYPES)),
  trigger_fill_condition: optional(oneOf(FILL_CONDITIONS)),
  otoco_config: optional(list),
};

type CommonValues = ParamValues<typeof COMMON>;

function commonRequest(params: CommonValues) {
  return {
    type: params.type ?? 'limit',
    timeInForce: params.time_in_force ?? 'good_til_cancelled',
    price: params.price,
    label: params.label ?? '',
    rejectPostOnly: params.reject_post_only ?? false,
    reduceOnly: params.reduce_only ?? false,
    triggerPrice: params.trigger_price,
    triggerOffset: params.trigger_offset,
    trigger: params.trigger,
  } as const;
}

/** The parameters as the engine takes them. Fails when an item of `otoco_config` is malformed, named by its place. */
export function orderRequest(side: Side, params: ParamValues<typeof ORDER_PARAMS>): Result<OrderRequest, Refusal> {
  const config = params.otoco_config === undefined ? ok(undefined) : readConfig(params.otoco_config);
  if (!config.ok) return config;
  return ok({
    ...commonRequest(params),
    side,
    instrumentName: params.instrument_name,
    amount: params.amount,
    contracts: params.contracts,
    postOnly: params.post_only,
    displayAmount: params.display_amount,
    advanced: params.advanced,
    mmp: params.mmp,
    validUntilMs: params.valid_until,
    linkedOrderType: params.linked_order_type,
    triggerFillCondition: params.trigger_fill_condition,
    otocoConfig: config.value,
  });
}

/** An edit's parameters as the engine takes them. */
export function editRequest(params: ParamValues<typeof EDIT_PARAMS>): EditRequest {
  return {
    amount: params.amount,
    contracts: params.contracts,
    price: params.price,
    postOnly: params.post_only,
    rejectPostOnly: params.reject_post_only,
    reduceOnly: params.reduce_only,
    displayAmount: params.display_amount,
    advanced: params.advanced,
    mmp: params.mmp,
    triggerPrice: params.trigger_price,
    triggerOffset: params.trigger_offset,
    validUntilMs: params.valid_until,
  };
}

/** Linked orders are post-only only when they say so (facts, section 4). */
function readConfig(items: readonly unknown[]): Result<readonly TermsRequest[], Refusal> {
  const read: TermsRequest[] = [];
  for (const [index, item] of items.entries()) {
    const place = `otoco_config[${index}]`;
    if (!isRecord(item)) return refuseParam(place, 'must be an object');
    const params = readParams({ values: item, fromQuery: false }, CONFIG_ITEM);
    if (!params.ok) {
      const { param, reason } = params.error.data as { readonly param: string; readonly reason: string };
      return fail({ ...params.error, data: { reason, param: `${place}.${param}` } });
    }
    const { amount, direction, post_only: postOnly = false } = params.value;
    read.push({ ...commonRequest(params.value), side: direction, amount, postOnly });
  }
  return ok(read);
}
