import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { observeTimes } from './observe-times.ts';

/** What the service shows under a label. */
export interface Found {
  readonly kind: 'orders';
  readonly orders: Order[];
  /** The service's time when it answered; null where that is not believed. */
  readonly evidenceMs: number | null;
  /** A time of the service that it surely answered after; null while none is proven. */
  readonly provenMs: number | null;
}

export type LookUp = Found | { readonly kind: 'failed'; readonly why: string };

/** `private/get_order_state_by_label` tells of closed orders too, for half an hour; the other of open ones alone. */
export type LookUpMethod = 'private/get_order_state_by_label' | 'private/get_open_orders_by_label';

/** Looks a row's label up in the row's currency. */
export function createLookUp(client: Pick<ServiceClient, 'call'>, serviceClock: ServiceClock) {
  return async (method: LookUpMethod, row: OrderRow): Promise<LookUp> => {
    const currency = row.currency as 'BTC';
    const provenMs = serviceClock.provenMs();
    const result = await client.call(method, { currency, label: row.label });
    observeTimes(serviceClock, result);
    if (!result.ok) return { kind: 'failed', why: result.error.kind };
    // A time that the clock does not believe proves nothing.
    const toldMs = result.value.times.serviceTimeMs;
    const isBelieved = toldMs !== null && toldMs <= (serviceClock.provenMs() ?? 0);
    return { kind: 'orders', orders: result.value.value, evidenceMs: isBelieved ? toldMs : null, provenMs };
  };
}

/** What two look-ups show together; of what both show, as the second has it. */
export function joined(first: Found, second: Found): Found {
  const orders = new Map([...first.orders, ...second.orders].map((order) => [order.order_id, order]));
  return { ...first, orders: [...orders.values()] };
}
