import { ok, type Result } from '../../shared/result.ts';
import { editOrder } from '../engine/orders/edit.ts';
import { findById, findByLabel, type WorkingOrder } from '../engine/orders/find-order.ts';
import { label, instrumentName, required, text, type ParamValues } from '../http/params.ts';
import type { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { defineMethod } from './method.ts';
import { EDIT_PARAMS, editRequest } from './order-params.ts';

/** Edits the order that was found; gives it and the trades that the edit made at once. */
function edited(
  { exchange }: World,
  found: Result<WorkingOrder, Refusal>,
  params: ParamValues<typeof EDIT_PARAMS>,
  nowMs: number,
  arrival: number,
): Result<unknown, Refusal> {
  if (!found.ok) return found;
  const done = editOrder(exchange, found.value, editRequest(params), arrival, nowMs);
  return done.ok ? ok({ order: done.value.record, trades: done.value.trades }) : done;
}

/** `private/edit`: an extension. */
export const edit = defineMethod(
  'private/edit',
  { order_id: required(text(128)), ...EDIT_PARAMS },
  (world, params, nowMs, arrival) =>
    edited(world, findById(world.exchange, world.account, params.order_id), params, nowMs, arrival),
);

/** `private/edit_by_label`: an extension; for the one working order of a label in an instrument. */
export const editByLabel = defineMethod(
  'private/edit_by_label',
  { label: required(label), instrument_name: required(instrumentName), ...EDIT_PARAMS },
  (world, params, nowMs, arrival) => {
    const found = findByLabel(world.exchange, world.account, params.instrument_name, params.label);
    return edited(world, found, params, nowMs, arrival);
  },
);
