import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../../../shared/orders/draft.ts';
import { nextFreeLabel } from '../../../shared/orders/rules/label.ts';

/** A new order on the terms of one that was placed here, under a label that nobody used. Pure. */
export function draftAgain(row: OrderRow, isUsed: (label: string) => boolean): OrderDraft {
  const { asked } = row.expected ?? {};
  return {
    ...EMPTY_DRAFT,
    direction: row.direction,
    instrument_name: row.instrument_name,
    type: row.type,
    amount: row.amount ?? '',
    price: row.price ?? '',
    advanced: row.advanced,
    time_in_force: row.time_in_force,
    post_only: row.post_only,
    // An older journal does not say.
    reject_post_only: asked?.reject_post_only ?? false,
    mmp: asked?.mmp ?? false,
    reduce_only: row.reduce_only,
    display_amount: row.display_amount ?? '',
    trigger: row.trigger,
    trigger_price: row.trigger_price ?? '',
    trigger_offset: row.trigger_offset ?? '',
    label: nextFreeLabel(row.label, isUsed),
  };
}
