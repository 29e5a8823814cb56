import type { EditState } from '../../shared/execution/state.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { accept } from '../orders/outcome.ts';

/** What a row says of changes by somebody else. */
const CHANGED: readonly string[] = ['price_changed', 'amount_changed'];

/** The order's row after an accepted amend: the asked terms are its own now, and only what was booked otherwise is told. */
export function takeAmended(row: OrderRow, { command: { asked }, order }: EditState, nowMs: number): OrderRow {
  if (order === null) return row;
  const { amount, price, trigger_price, trigger_offset, display_amount, post_only, reduce_only } = asked;
  const terms = { amount, price, trigger_price, trigger_offset, display_amount, post_only, reduce_only };
  const known =
    row.order === null ? null : { ...row.order, amount, price: asked.advanced === null ? price : row.order.price };
  const notices = row.notices.filter(({ code }) => !CHANGED.includes(code));
  return accept({ ...row, ...terms, order: known, notices }, order, nowMs);
}
