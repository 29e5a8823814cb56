import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOwn } from '../../../../electron/orders/own-orders.ts';
import { orderSchema } from '../../../../shared/service/order.ts';
import { BY_ID, type CancelBench, CANCELLED, createCancelBench } from '../../../support/bench/cancel-bench.ts';
import { acceptSells, sellOn } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { refusal } from '../../../support/wire/scripted-service.ts';

let bench: CancelBench;
let shown: Record<string, unknown>[];
beforeEach(() => {
  bench = createCancelBench();
  shown = [{ order_id: 'BTC-1' }];
  for (const method of [STATE, OPEN] as const)
    bench.service.answer(method, ({ label }) => ({ value: shown.map((order) => placedOrder({ label, ...order })) }));
});
afterEach(() => bench.remove());

describe.each([
  ['rests', { order_state: 'open' }],
  ['filled', { order_state: 'filled', filled_amount: 50_000, average_price: 97_500 }],
])('a sell that %s, whose reply named an id that no order has', (_how, changes) => {
  beforeEach(() => {
    shown = [{ order_id: 'BTC-1', ...changes }];
    acceptSells(bench.service, { order_id: 'WRONG-1', ...changes });
  });

  it('is known by the id that look-ups show, counted once, and told', async () => {
    const intentId = await sellOn(bench);
    expect(bench.row(intentId).order?.order_id).toBe('WRONG-1');
    const stop = bench.track();
    await bench.clock.advance(60_000);
    stop();
    const row = bench.row(intentId);
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1' }, earlier_order_ids: [] });
    const params = { replied: 'WRONG-1', order_id: 'BTC-1' };
    expect(row.notices).toContainEqual({ code: 'other_id_than_replied', params });
    expect(bench.desk.rows()).toHaveLength(1);
    const listed = [orderSchema.parse(placedOrder({ label: row.label, order_id: 'BTC-1' }))];
    expect(findOwn(bench.desk.rows(), listed).has('BTC-1')).toBe(true);
    expect(bench.desk.lookUpLagMs('another')).toBeLessThan(2000);
  });
});

it('a cancel of it goes on to the order that is there', async () => {
  acceptSells(bench.service, { order_id: 'WRONG-1' });
  bench.service.answer(BY_ID, ({ order_id: id }) => {
    if (id !== 'BTC-1') return refusal(10_004, 'refused', 'order_not_found');
    shown = [{ order_id: 'BTC-1', ...CANCELLED }];
    return { value: placedOrder({ label: bench.desk.rows()[0]?.label, order_id: id, ...CANCELLED }) };
  });
  const intentId = await sellOn(bench);
  expect((await bench.canceller.cancel(intentId)).cancel?.state).toBe('cancelled');
  expect(bench.row(intentId).order).toMatchObject({ order_id: 'BTC-1', order_state: 'cancelled' });
});

it.each([
  ['made at another time', '', { creation_timestamp: 5, last_update_timestamp: 5 }],
  ['of other terms', '', { amount: 60_000 }],
  ['under a typed label', 'hedge', {}],
])('is not taken for an order %s: both are told of', async (_what, label, changes) => {
  acceptSells(bench.service, { order_id: 'BTC-7' });
  shown = [{ order_id: 'BTC-1', ...changes }];
  const intentId = await sellOn(bench, orderDraft({ label }));
  await bench.clock.advance(60_000);
  expect(bench.row(intentId).order?.order_id).toBe('BTC-7');
});

it('where the replied order is shown after all, it is a second one', async () => {
  acceptSells(bench.service, { order_id: 'BTC-7' });
  const intentId = await sellOn(bench);
  await bench.clock.advance(3000);
  shown = [{ order_id: 'BTC-1' }, { order_id: 'BTC-7' }];
  await bench.clock.advance(60_000);
  expect(bench.row(intentId)).toMatchObject({ order: { order_id: 'BTC-1' } });
  expect(bench.desk.rows().map(({ order }) => order?.order_id)).toEqual(['BTC-1', 'BTC-7']);
});
