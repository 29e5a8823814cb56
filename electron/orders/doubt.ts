import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import { readProvenId } from '../../shared/orders/outcome/known-by-trades.ts';
import { findOlderTwin, findUnlike, isAnothersByTerms, isYounger } from './lineage.ts';
import type { Found } from './looks/look-up.ts';
import { mayBeReopened, type PersonCalls } from './person-calls.ts';

interface DoubtOptions {
  readonly current: (intentId: string) => OrderRow | null;
  readonly reopen: PersonCalls['reopen'];
}

/**
 * Makes a decision undecided again when a record or trade under its label contradicts it: made after proven absence, or
 * not the sell's.
 */
export function createDoubt({ current, reopen }: DoubtOptions) {
  return (row: OrderRow, { orders }: Found): void => {
    const latest = current(row.intent_id);
    if (latest === null) return;
    const proven = readProvenId(latest);
    const isAnothers = (order: Order) => isAnothersByTerms(latest, order) || isYounger(latest, order, orders);
    if (orders.some((order) => order.order_id === proven && isAnothers(order))) return reopen(latest);
    if (!mayBeReopened(latest)) return;
    const twin = findOlderTwin(latest, orders);
    const unlike = findUnlike(latest, orders);
    if (twin !== undefined) reopen(latest, { older_order_id: twin.order_id });
    else if (unlike !== undefined) reopen(latest, { unlike_order_id: unlike.order_id });
  };
}
