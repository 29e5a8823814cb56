import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { type CancelProbe, startCancelProbe } from '../../../electron/orders/cancels/cancel-offers.ts';
import { type Canceller, createCanceller } from '../../../electron/orders/cancels/canceller.ts';
import { createServiceClock } from '../../../electron/service/service-clock.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from './desk-bench.ts';
import { placedOrder, orderDraft } from '../records/records.ts';

export const BY_ID = 'private/cancel';
export const BY_LABEL = 'private/cancel_by_label';
export const ALL = 'private/cancel_all';
/** Of an order as the service shows it once its trader has cancelled it. */
export const CANCELLED = { order_state: 'cancelled', cancel_reason: 'user_request' };

/** A desk, and what cancels its orders. */
export interface CancelBench extends DeskBench {
  readonly probe: CancelProbe;
  readonly canceller: Canceller;
  /** Another, of an instance that may write the journal or not. */
  readonly build: (isWritable: boolean) => Canceller;
  /** How often what is known of the service's cancels has changed. */
  readonly changes: () => number;
  /** An order that rests, as the desk has it; `mine-` and its id is its label. */
  readonly rest: (orderId?: string, price?: string) => Promise<OrderRow>;
  /** A stop under the id `SLMS-1` that waits for its trigger. */
  readonly wait: () => Promise<OrderRow>;
}

/** Over a desk of its own unless one is given, as after a restart. */
export function createCancelBench(bench: DeskBench = createDeskBench()): CancelBench {
  const { service: client, clock, budget, desk } = bench;
  let changes = 0;
  const probe = startCancelProbe({ client, clock, budget, onChange: () => (changes += 1) });
  const serviceClock = createServiceClock(clock);
  const build = (isWritable: boolean): Canceller =>
    createCanceller({
      client,
      clock,
      serviceClock,
      budget,
      probe,
      isWritable,
      desk,
    });
  const canceller = build(true);
  return {
    ...bench,
    probe,
    canceller,
    build,
    changes: () => changes,
    rest: async (orderId = 'BTC-1', price = '97500') => {
      acceptSells(client, { order_id: orderId });
      const intentId = nextIntentId();
      await desk.place(intentId, orderDraft({ label: `mine-${orderId}`, price }), []);
      return bench.row(intentId);
    },
    wait: async () => {
      acceptSells(client, { ...WAITING, order_state: 'untriggered' });
      const intentId = nextIntentId();
      const stop = { type: 'stop_limit', trigger: 'mark_price', trigger_price: '97000' } as const;
      await desk.place(intentId, orderDraft({ ...stop, label: 'stop' }), []);
      return bench.row(intentId);
    },
    remove: () => {
      probe.close();
      canceller.close();
      bench.remove();
    },
  };
}

const WAITING = { order_type: 'stop_limit', trigger: 'mark_price', trigger_price: 97_000, order_id: 'SLMS-1' };

/** The order of a row as the service shows it. */
export function orderOf(row: OrderRow, changed: Record<string, unknown>) {
  return placedOrder({ order_id: row.order?.order_id, label: row.label, price: row.price, ...changed });
}

/** The stop of `wait` as the service shows it. */
export function stopOf(row: OrderRow, changed: Record<string, unknown>) {
  return orderOf(row, { ...WAITING, ...changed });
}
