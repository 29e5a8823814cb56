import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { findOwn } from '../../../../electron/orders/own-orders.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import { orderSchema } from '../../../../shared/service/order.ts';
import { BY_ID, type CancelBench, CANCELLED, createCancelBench } from '../../../support/bench/cancel-bench.ts';
import { acceptSells, sellOn } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';

let bench: CancelBench;
/** What rests under the label of the sell; cancelled by its id. */
let resting: string[];
beforeEach(() => {
  bench = createCancelBench();
  resting = ['BTC-1', 'BTC-2'];
  for (const method of [STATE, OPEN] as const)
    bench.service.answer(method, ({ label }) => ({
      value: ['BTC-1', 'BTC-2'].flatMap((id) => {
        const isOpen = resting.includes(id);
        if (!isOpen && method === OPEN) return [];
        return [placedOrder({ label, order_id: id, ...(isOpen ? { order_state: 'open' } : CANCELLED) })];
      }),
    }));
  bench.service.answer(BY_ID, ({ order_id: id }) => {
    resting = resting.filter((one) => one !== id);
    return { value: placedOrder({ order_id: id, label: bench.desk.rows()[0]?.label, ...CANCELLED }) };
  });
  acceptSells(bench.service, { order_id: 'BTC-1' });
});
afterEach(() => bench.remove());

const ids = () => bench.desk.rows().map(({ order }) => order?.order_id);

it.each(['', 'hedge'])(
  'a second order under the label "%s" rests, counts, and is cancelled with all',
  async (label) => {
    await sellOn(bench, orderDraft({ label }));
    await bench.clock.advance(10_000);
    expect(ids()).toEqual(['BTC-1', 'BTC-2']);
    expect(bench.desk.rows().filter(isResting)).toHaveLength(2);
    const [first, second] = bench.desk.rows();
    expect(first?.notices).toMatchObject([{ code: 'two_orders_under_label' }]);
    // Windows name it by that.
    expect(z.uuid().safeParse(second?.intent_id).success).toBe(true);
    expect(second).toMatchObject({ second_of: first?.intent_id, label: first?.label, notices: [] });
    const listed = resting.map((id) => orderSchema.parse(placedOrder({ label: first?.label, order_id: id })));
    expect(findOwn(bench.desk.rows(), listed).size).toBe(2);
    expect(await bench.canceller.cancelResting()).toEqual({ cancelled: 2 });
    expect(resting).toEqual([]);
  },
);

it('each of them is cancelled by itself', async () => {
  await sellOn(bench);
  await bench.clock.advance(10_000);
  const second = bench.desk.rows()[1];
  expect((await bench.canceller.cancel(second?.intent_id ?? '')).cancel?.state).toBe('cancelled');
  await bench.clock.advance(10_000);
  expect(resting).toEqual(['BTC-1']);
  expect(bench.desk.rows().filter(isResting)).toHaveLength(1);
});

it('is kept over a restart, once, with the sell it is of', async () => {
  await sellOn(bench);
  await bench.clock.advance(10_000);
  const again = bench.restart();
  again.desk.resume();
  await again.clock.advance(10_000);
  expect(again.desk.rows().map(({ order }) => order?.order_id)).toEqual(expect.arrayContaining(['BTC-1', 'BTC-2']));
  expect(again.desk.rows()).toHaveLength(2);
});

it('one that comes to be known by the list of open orders alone is taken, too', async () => {
  bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, order_id: 'BTC-1' })] }));
  const intentId = await sellOn(bench);
  await bench.clock.advance(60_000);
  const { label } = bench.row(intentId);
  bench.desk.sighted(['BTC-1', 'BTC-3'].map((id) => orderSchema.parse(placedOrder({ label, order_id: id }))));
  expect(ids()).toEqual(['BTC-1', 'BTC-3']);
  expect(bench.row(intentId).notices).toMatchObject([{ code: 'two_orders_under_label' }]);
});

it('an order of other terms under a typed label is nobody’s here', async () => {
  bench.service.answer(STATE, ({ label }) => ({
    value: [
      placedOrder({ label, order_id: 'BTC-1' }),
      placedOrder({ label, order_id: 'BTC-2', order_type: 'market', time_in_force: 'immediate_or_cancel' }),
    ],
  }));
  await sellOn(bench, orderDraft({ label: 'hedge' }));
  await bench.clock.advance(10_000);
  expect(ids()).toEqual(['BTC-1']);
});
