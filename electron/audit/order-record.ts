import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { JournalFields, JournalKind } from '../../shared/ipc/schemas/journal-schema.ts';
import { locksInstrument } from '../orders/instrument-lock.ts';
import type { StepKind } from '../orders/journal.ts';

type Draft = readonly [kind: JournalKind, fields: JournalFields];

/** What stood behind a press, for the entry of its intent. */
export interface Release {
  readonly press: string;
  readonly rung: string;
  readonly acknowledged: readonly string[];
}

/** The entries that a step of an order's way makes; none where nothing is new. `before`: as it was stored last. */
export function describeStep(before: OrderRow | null, row: OrderRow, step: StepKind, release: Release | null): Draft[] {
  if (step === 'intent') return [['intent', { ...intentFields(row), ...releaseFields(release) }]];
  const entries: Draft[] = [];
  if (step === 'confirmed') entries.push(['instrument_unlocked', nameOrder(row)]);
  else if (step === 'statement')
    entries.push(['statement', { ...nameOrder(row), order_id: row.closed?.order_id ?? null }]);
  else if (step === 'cancel') entries.push(['cancel', { ...nameOrder(row), ...cancelFields(row) }]);
  const state = stateFields(row);
  const isNew = before === null || JSON.stringify(state) !== JSON.stringify(stateFields(before));
  if (isNew && step !== 'confirmed' && step !== 'statement') entries.push(['outcome', { ...nameOrder(row), ...state }]);
  if (locksInstrument(row) && (before === null || !locksInstrument(before))) {
    const orders = row.notices.find(({ code }) => code === 'two_orders_under_label')?.params['orders'];
    entries.push(['instrument_locked', { ...nameOrder(row), reason: orders ?? null }]);
  }
  return entries;
}

function nameOrder({ intent_id, label, instrument_name }: OrderRow): JournalFields {
  return { intent_id, label, instrument_name };
}

function intentFields(row: OrderRow): JournalFields {
  const { direction, type, time_in_force, amount, price, post_only, reduce_only, valid_until } = row;
  const { advanced, trigger, trigger_price, trigger_offset } = row;
  return {
    ...nameOrder(row),
    direction,
    type,
    time_in_force,
    amount,
    price,
    post_only,
    reduce_only,
    valid_until,
    ...(advanced === null ? {} : { advanced }),
    ...(trigger === null ? {} : { trigger, trigger_price, trigger_offset }),
  };
}

function releaseFields(release: Release | null): JournalFields {
  return release === null ? {} : { ...release, acknowledged: [...release.acknowledged] };
}

function stateFields({ outcome, order, refusal, notices }: OrderRow): JournalFields {
  const fields: JournalFields = { outcome };
  if (order !== null) {
    fields.order_id = order.order_id;
    fields.order_state = order.order_state;
    fields.filled_amount = order.filled_amount ?? null;
    fields.average_price = order.average_price ?? null;
    fields.booked_price = order.price ?? null;
  }
  if (refusal !== null) {
    fields.code = refusal.code;
    fields.refusal = refusal.name;
    fields.reason = refusal.reason;
  }
  if (notices.length > 0) fields.notices = notices.map(({ code }) => code);
  return fields;
}

function cancelFields({ cancel, order }: OrderRow): JournalFields {
  return {
    cancel_state: cancel?.state ?? null,
    cancel_reason: cancel?.reason ?? null,
    order_id: order?.order_id ?? null,
    order_state: order?.order_state ?? null,
  };
}
