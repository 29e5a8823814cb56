import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { assertDefined, ok, type Result } from '../../../shared/result.ts';
import type { Order } from '../../../shared/service/order.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import type { Answer, CallFailure } from '../../service/failure.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import { lookUpCurrencies } from '../currency.ts';
import { observeTimes } from '../observe-times.ts';

/** What the service shows under a label. */
export interface Found {
  readonly kind: 'orders';
  readonly orders: Order[];
  /** The service's time when it answered; null where that is not believed. */
  readonly evidenceMs: number | null;
  /** A service time before its answer; null while unproven. */
  readonly provenMs: number | null;
}

export type LookUp = Found | { readonly kind: 'failed'; readonly why: string };

/** `private/get_order_state_by_label` also shows closed orders, for half an hour. */
export type LookUpMethod = 'private/get_order_state_by_label' | 'private/get_open_orders_by_label';

type ByLabel = Result<Answer<Order[]>, CallFailure>;

/**
 * What the service shows under a row's label in each possible currency. Partial answers count; with none, the failure
 * of all.
 */
export async function callByLabel(
  client: Pick<ServiceClient, 'call'>,
  method: LookUpMethod,
  row: Pick<OrderRow, 'currency' | 'instrument_name' | 'label'>,
): Promise<ByLabel> {
  const asked = lookUpCurrencies(row).map((currency) => client.call(method, { currency, label: row.label }));
  const [first, ...others] = await Promise.all<ByLabel>(asked);
  return others.reduce(joinAnswers, assertDefined(first, 'an order has a currency of its own'));
}

function joinAnswers(first: ByLabel, second: ByLabel): ByLabel {
  if (!first.ok || !second.ok) {
    const shown = [first, second].find((answer) => answer.ok && answer.value.value.length > 0);
    return shown ?? (first.ok ? second : first);
  }
  // Together they prove no more than the one answered first.
  const [earlier, later] = toldAt(first.value) <= toldAt(second.value) ? [first, second] : [second, first];
  const orders = new Map([...earlier.value.value, ...later.value.value].map((order) => [order.order_id, order]));
  return ok({ ...earlier.value, value: [...orders.values()] });
}

function toldAt({ times }: Answer<unknown>): number {
  return times.serviceTimeMs ?? Number.NEGATIVE_INFINITY;
}

/** Looks a row's label up in its currency. */
export function createLookUp(client: Pick<ServiceClient, 'call'>, serviceClock: ServiceClock) {
  return async (method: LookUpMethod, row: OrderRow): Promise<LookUp> => {
    const provenMs = serviceClock.provenMs();
    const result = await callByLabel(client, method, row);
    observeTimes(serviceClock, result);
    if (!result.ok) return { kind: 'failed', why: result.error.kind };
    // A time that the clock does not believe proves nothing.
    const toldMs = result.value.times.serviceTimeMs;
    const isBelieved = toldMs !== null && toldMs <= (serviceClock.provenMs() ?? 0);
    return { kind: 'orders', orders: result.value.value, evidenceMs: isBelieved ? toldMs : null, provenMs };
  };
}

/** Both look-ups' orders; the second's version where both have one. */
export function joined(first: Found, second: Found): Found {
  const orders = new Map([...first.orders, ...second.orders].map((order) => [order.order_id, order]));
  return { ...first, orders: [...orders.values()] };
}
