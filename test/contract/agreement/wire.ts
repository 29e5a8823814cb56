import { writeRequest } from '../../../electron/orders/request-text.ts';
import { parseDecimal } from '../../../shared/decimal.ts';
import type { ChildDraft, OrderDraft } from '../../../shared/orders/draft.ts';
import { buildOrderParams } from '../../../shared/orders/request.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import type { OrderParams } from '../../../shared/service/methods.ts';

/** The params that the terminal makes of a draft that its rules allow. */
export function sentParams(draft: OrderDraft, instrument: Instrument, nowMs: number): OrderParams {
  const label = draft.label === '' ? 'made by the terminal' : draft.label;
  return buildOrderParams(draft, label, nowMs + draft.valid_for_ms, instrument);
}

/** The same as they stand on the wire. */
export function allowedParams(draft: OrderDraft, instrument: Instrument, nowMs: number): string {
  return writeRequest(sentParams(draft, instrument, nowMs));
}

/** A plain decimal is a number on the wire, any other text stays the text it is; an empty field is left out. */
function numeric(field: string, text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  const value = parseDecimal(text);
  return { [field]: value === null ? text : Number(value) };
}

function writtenTerms(terms: Omit<ChildDraft, 'direction'>): Readonly<Record<string, unknown>> {
  return {
    type: terms.type,
    ...numeric('amount', terms.amount),
    ...numeric('price', terms.price),
    time_in_force: terms.time_in_force,
    post_only: terms.post_only,
    ...(terms.reject_post_only ? { reject_post_only: true } : {}),
    ...(terms.reduce_only ? { reduce_only: true } : {}),
    ...(terms.trigger === null ? {} : { trigger: terms.trigger }),
    ...numeric('trigger_price', terms.trigger_price),
    ...numeric('trigger_offset', terms.trigger_offset),
    ...(terms.label === '' ? {} : { label: terms.label }),
  };
}

/** The params of a draft unchecked, as a terminal without rules would send them. */
export function writtenParams(draft: OrderDraft, nowMs: number): string {
  return JSON.stringify({
    instrument_name: draft.instrument_name,
    ...writtenTerms(draft),
    ...numeric('contracts', draft.contracts),
    ...(draft.advanced === null ? {} : { advanced: draft.advanced }),
    ...numeric('display_amount', draft.display_amount),
    ...(draft.mmp ? { mmp: true } : {}),
    ...(draft.linked_order_type === null ? {} : { linked_order_type: draft.linked_order_type }),
    ...(draft.trigger_fill_condition === null ? {} : { trigger_fill_condition: draft.trigger_fill_condition }),
    ...(draft.linked_order_type === null && draft.children.length === 0
      ? {}
      : { otoco_config: draft.children.map((child) => ({ direction: child.direction, ...writtenTerms(child) })) }),
    valid_until: nowMs + draft.valid_for_ms,
  });
}
