import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import { expectationOf } from '../../shared/orders/outcome/expectation.ts';
import type { Forecast } from '../../shared/orders/forecast/forecast-schema.ts';
import { assertDefined } from '../../shared/result.ts';
import { decimalField } from '../../shared/service/fields.ts';
import type { OrderParams } from '../../shared/service/methods.ts';
import { readText } from './equal-orders.ts';

/** What an intent is made of besides its draft. */
export interface IntentMakings {
  readonly intentId: string;
  readonly params: OrderParams;
  readonly forecast: Forecast | null;
  /** The currency whose look-ups know the instrument's orders. */
  readonly currency: string;
  /** Local wall clock and the service's, milliseconds. */
  readonly nowMs: number;
  readonly serviceNowMs: number;
}

/** The row of an order that is about to be journaled and sent. Throws for params without label, amount or deadline. */
export function makeIntent(draft: OrderDraft, makings: IntentMakings): OrderRow {
  const { intentId, params, forecast, currency, nowMs, serviceNowMs } = makings;
  return {
    intent_id: intentId,
    child_of: null,
    label: assertDefined(params.label, 'every order has a label'),
    instrument_name: draft.instrument_name,
    currency,
    direction: draft.direction,
    type: draft.type,
    time_in_force: draft.time_in_force,
    post_only: params.post_only ?? false,
    reduce_only: params.reduce_only ?? false,
    amount: decimalField.parse(params.amount),
    price: readText(draft.price),
    advanced: draft.advanced,
    display_amount: readText(draft.display_amount),
    trigger: draft.trigger,
    trigger_price: readText(draft.trigger_price),
    trigger_offset: readText(draft.trigger_offset),
    linked_order_type: draft.linked_order_type,
    expected: forecast && expectationOf(forecast, params),
    outcome: 'sending',
    order: null,
    earlier_order_ids: [],
    refusal: null,
    notices: [],
    closed: null,
    cancel: null,
    created_at: nowMs,
    decided_at: null,
    submitted_at: serviceNowMs,
    valid_until: assertDefined(params.valid_until, 'every order has a deadline'),
  };
}
