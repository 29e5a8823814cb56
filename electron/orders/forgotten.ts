import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { LOOK_UP_WINDOW_MS } from '../../shared/orders/outcome/look-up-window.ts';
import { readProvenId } from '../../shared/orders/outcome/known-by-trades.ts';
import type { Order } from '../../shared/service/order.ts';
import { MOST_SET_BACK_MS } from './lineage.ts';

/**
 * Whether the sell was written so long before that time of the service's clock that look-ups may have forgotten its order, where
 * that is over: what they show, and what they don't, proves less.
 */
export function isPastWindow({ submitted_at: submittedMs, valid_until }: OrderRow, serviceMs: number): boolean {
  const sentMs = submittedMs === 0 ? valid_until : submittedMs;
  return serviceMs > sentMs + LOOK_UP_WINDOW_MS - MOST_SET_BACK_MS;
}

/**
 * The last order of the way, where it may be another's that look-ups tell of yet, under the label of a sell whose own they
 * have forgotten: the sell placed others beside itself, and nothing of the way names any. Undefined: it is as it was sent, or
 * is known otherwise.
 */
export function findUnlinked(row: OrderRow, way: readonly Order[], serviceMs: number): Order | undefined {
  const { linked_order_type: link, order, closed } = row;
  if (link === null || order !== null || readProvenId(row) !== null || !isPastWindow(row, serviceMs)) return undefined;
  const isKnown = way.some((shown) => namesOthers(shown) || shown.order_id === closed?.order_id);
  return isKnown ? undefined : way.at(-1);
}

/** Whether it tells of orders that it places, or that it ends (facts, section 8). */
function namesOthers({ oto_order_ids: placed = [], oco_ref, is_primary_otoco }: Order): boolean {
  return placed.length > 0 || oco_ref !== undefined || is_primary_otoco === true;
}
