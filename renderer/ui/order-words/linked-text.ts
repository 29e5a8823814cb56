import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { readLostSight } from '../../../shared/orders/outcome/lost-sight.ts';
import { showForeign } from './foreign-text.ts';

/** What an order is linked to, where an order of this terminal placed it, or placed it twice; null for any other. */
export function describeLink({ child_of, second_of, label }: OrderRow): string | null {
  if (second_of !== undefined) return `Second order of one request, ${showForeign(label)}: cancel the one too many.`;
  return child_of === null ? null : `Linked order ${child_of.place} of ${showForeign(child_of.label)}.`;
}

/** How a linked order stands while it is not at work itself; null for any other. */
export function describeLinkedState(row: OrderRow): string | null {
  const { child_of, order } = row;
  if (child_of === null) return null;
  if (order === null) {
    return readLostSight(row) === null ? 'linked · being looked up' : 'linked · never seen';
  }
  if (order.is_secondary_oto !== true) return null;
  // Its place is taken by what its sell's fills have placed.
  if (order.order_state === 'triggered') return 'placed · being looked up';
  return order.order_state === 'untriggered' ? `waits for ${showForeign(child_of.label)}` : null;
}
