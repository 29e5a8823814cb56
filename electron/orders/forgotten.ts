import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { LOOK_UP_WINDOW_MS } from '../../shared/orders/outcome/look-up-window.ts';
import { readProvenId } from '../../shared/orders/outcome/known-by-trades.ts';
import type { Order } from '../../shared/service/order.ts';
import { MOST_SET_BACK_MS } from './lineage.ts';

/**
 * Whether look-ups may have forgotten the sell's order, if that has ended, at the service's time `serviceMs`. They
 * prove less then.
 */
export function isPastWindow({ submitted_at: submittedMs, valid_until }: OrderRow, serviceMs: number): boolean {
  const sentMs = submittedMs === 0 ? valid_until : submittedMs;
  return serviceMs > sentMs + LOOK_UP_WINDOW_MS - MOST_SET_BACK_MS;
}

/**
 * The last order of the chain, where it may be another's under the label of a forgotten sell. Undefined: it is the
 * sell's.
 */
export function findUnlinked(row: OrderRow, way: readonly Order[], serviceMs: number): Order | undefined {
  const { linked_order_type: link, order, closed } = row;
  if (link === null || order !== null || readProvenId(row) !== null || !isPastWindow(row, serviceMs)) return undefined;
  const isKnown = way.some((shown) => namesOthers(shown) || shown.order_id === closed?.order_id);
  return isKnown ? undefined : way.at(-1);
}

/** Whether it has linked orders (facts, section 8). */
function namesOthers({ oto_order_ids: placed = [], oco_ref, is_primary_otoco }: Order): boolean {
  return placed.length > 0 || oco_ref !== undefined || is_primary_otoco === true;
}
