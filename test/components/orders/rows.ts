import { randomUUID } from 'node:crypto';
import { type OrderRow, orderRowSchema } from '../../../shared/ipc/schemas/order-schema.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import type { Mounted } from '../../support/window-bench/bench.ts';
import { PERPETUAL } from '../../support/window-bench/market.ts';
import { placedOrder } from '../../support/records/records.ts';

/** A sell of the perpetual that rests at the service; `order` changes what is there, null: nothing is. */
export function rowOf(
  label: string,
  { order = {}, ...changes }: Record<string, unknown> & { readonly order?: Record<string, unknown> | null } = {},
): OrderRow {
  const now = Date.now();
  const asked = {
    label,
    instrument_name: PERPETUAL,
    direction: 'sell',
    type: 'limit',
    time_in_force: 'good_til_cancelled',
    post_only: false,
    reduce_only: false,
    amount: '1000',
    price: '98000',
    ...changes,
  };
  return orderRowSchema.parse({
    intent_id: randomUUID(),
    currency: 'BTC',
    outcome: order === null ? 'absent' : 'accepted',
    refusal: null,
    notices: [],
    created_at: now,
    decided_at: now,
    submitted_at: now,
    valid_until: now + 5000,
    ...asked,
    order:
      order === null
        ? null
        : placedOrder({
            order_id: `id-${label}`,
            order_state: 'open',
            label,
            instrument_name: asked.instrument_name,
            creation_timestamp: now,
            last_update_timestamp: now,
            order_type: asked.type,
            price: Number(asked.price),
            amount: Number(asked.amount),
            filled_amount: 0,
            ...order,
          }),
  });
}

/** Puts rows into the grid before the window opens, oldest first. */
export function showRows(...rows: readonly OrderRow[]): (backEnd: WindowBackEnd) => void {
  return ({ state }) => {
    for (const [at, row] of rows.entries()) {
      state.rows.set(row.intent_id, { ...row, created_at: row.created_at - 1000 * (rows.length - at) });
    }
  };
}

/** A service that takes every cancel; gives the labels whose cancel was asked for. */
export function takeCancels(backEnd: WindowBackEnd): string[] {
  const cancelled: string[] = [];
  backEnd.answer('orders.cancel', ({ intent_id: id }) => {
    const row = backEnd.state.rows.get(id);
    if (row?.order == null) throw new Error('there is no order to cancel');
    cancelled.push(row.label);
    const order = { ...row.order, order_state: 'cancelled', cancel_reason: 'user_request' };
    const ended: OrderRow = { ...row, order, cancel: { state: 'cancelled', reason: null, at: Date.now() } };
    backEnd.setRow(ended);
    return ended;
  });
  return cancelled;
}

/** Where the rows of the grid may be pressed: none has moved just now. */
export async function stand({ view }: Mounted): Promise<void> {
  await view.orders.locator('.grid:not([data-rows-moved])').waitFor();
}
