import type { Command } from '../../shared/execution/command.ts';
import type { Evidence, QueryKind } from '../../shared/execution/evidence.ts';
import { isNotOffered, ORDER_ENDED_CODES } from '../../shared/service/error-codes.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import { callByLabel } from '../orders/looks/look-up.ts';
import { observeTimes } from '../orders/observe-times.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { nameFailure } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';

export interface QueriesOptions {
  /** Of reconciliation priority. */
  readonly client: Pick<ServiceClient, 'call' | 'callExtension'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** The currency whose look-ups know the instrument's orders. */
  readonly currencyOf: (instrumentName: string) => string;
  /** How late look-ups were seen to be, milliseconds. */
  readonly lagMs: () => number;
}

/** Asks the service what a command needs to know; resolves with evidence, never rejects. */
export type Ask = (command: Command, query: QueryKind) => Promise<Evidence>;

/** Turns queries into calls and their answers into evidence. A service without a query by id is asked by label. */
export function createQueries({ client, clock, serviceClock, currencyOf, lagMs }: QueriesOptions): Ask {
  let isByIdOffered = true;

  async function askById({ target }: Command): Promise<Order[] | string | null> {
    const result = await client.callExtension('private/get_order_state', { order_id: target.order_id });
    observeTimes(serviceClock, result);
    if (result.ok) return [result.value.value];
    const { error } = result;
    if (error.kind === 'service_error' && isNotOffered(error.code)) {
      isByIdOffered = false;
      return null;
    }
    // It knows no such order.
    if (error.kind === 'service_error' && error.isOurs && ORDER_ENDED_CODES.includes(error.code)) return [];
    return nameFailure(error);
  }

  async function askByLabel({ target }: Command): Promise<Order[] | string> {
    const { instrument_name, label } = target;
    const row = { currency: currencyOf(instrument_name), instrument_name, label };
    const result = await callByLabel(client, 'private/get_order_state_by_label', row);
    observeTimes(serviceClock, result);
    return result.ok ? result.value.value : nameFailure(result.error);
  }

  return async (command) => {
    // Before the first byte: what is answered later than this by the service's clock was read later too.
    const askedMs = serviceClock.provenMs() === null ? null : serviceClock.earliestMs();
    const byId = isByIdOffered ? await askById(command) : null;
    const query: QueryKind = byId === null ? 'orders_by_label' : 'order_by_id';
    const found = byId ?? (await askByLabel(command));
    const at = clock.now();
    if (typeof found === 'string') return { kind: 'query_failed', at, query, reason: found };
    return { kind: 'answer', at, query, orders: found, asked_ms: askedMs, lag_ms: lagMs() };
  };
}
