import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  acceptSells,
  createDeskBench,
  type DeskBench,
  nextIntentId,
  sellOn,
} from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

const sell = (changes = {}) => sellOn(bench, orderDraft(changes));

async function isLocked(): Promise<boolean> {
  const { issues } = await bench.desk.check(orderDraft({ amount: '700' }));
  return issues.some(({ code }) => code === 'instrument_locked');
}

const twoOrders = ({ label }: Record<string, unknown>) => ({
  value: [placedOrder({ label }), placedOrder({ label, order_id: 'BTC-2' })],
});

describe('the lock on an instrument', () => {
  it('comes with a second order under the label of one that is followed', async () => {
    acceptSells(bench.service);
    const intentId = await sell();
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
    const stop = bench.track();
    await bench.clock.advance(5000);
    expect(await isLocked()).toBe(false);
    bench.service.answer(STATE, twoOrders);
    await bench.clock.advance(5000);
    expect(await isLocked()).toBe(true);
    expect(bench.row(intentId).notices).toContainEqual({
      code: 'two_orders_under_label',
      params: { orders: 'BTC-1 (open, 0 of 50000), BTC-2 (open, 0 of 50000)', ids: 'BTC-1 BTC-2' },
    });
    // Looked at and confirmed, it is not put before a person again by the next look-up.
    bench.desk.confirmTwoOrders(intentId);
    await bench.clock.advance(5000);
    expect(await isLocked()).toBe(false);
    // A third is another matter.
    bench.service.answer(STATE, ({ label }) => ({
      value: ['BTC-1', 'BTC-2', 'BTC-3'].map((id) => placedOrder({ label, order_id: id })),
    }));
    await bench.clock.advance(5000);
    expect(await isLocked()).toBe(true);
    expect(bench.row(intentId).notices.map(({ code }) => code)).toEqual(['two_orders_under_label']);
    stop();
  });

  it('does not come again by the look that follows a person’s word', async () => {
    const at = bench.clock.now() + 5;
    const stamps = { creation_timestamp: at, last_update_timestamp: at };
    const trade = soldTrade({ label: 'hedge', timestamp: at });
    const trades = ['A', 'B'].map((id) => ({ ...trade, trade_id: id, order_id: id }));
    const show = (ids: string[]): void =>
      bench.service.answer(STATE, ({ label }) => ({
        value: ids.map((id) => placedOrder({ label, order_id: id, order_state: 'filled', ...stamps })),
      }));
    bench.service.answer(TRADES, () => ({ value: { trades, has_more: false } }));
    bench.service.answer(OPEN, () => ({ value: [] }));
    bench.service.answer('private/sell', () => noAnswer);
    show([]);
    const intentId = await sell({ label: 'hedge' });
    while (bench.row(intentId).outcome !== 'accepted') await bench.clock.advance(100);
    expect(await isLocked()).toBe(true);
    bench.desk.confirmTwoOrders(intentId);
    show(['A', 'B']);
    await bench.clock.advance(60_000);
    expect(bench.row(intentId).order).not.toBeNull();
    expect(await isLocked()).toBe(false);
  });

  it('is not lost to a look-up that was under way while it was lifted', async () => {
    acceptSells(bench.service);
    const intentId = await sell();
    bench.service.answer(STATE, twoOrders);
    const stop = bench.track();
    await bench.clock.advance(1500);
    bench.service.answer(STATE, ({ label }) => {
      bench.desk.confirmTwoOrders(intentId);
      return { value: [placedOrder({ label, filled_amount: 10 }), placedOrder({ label, order_id: 'BTC-2' })] };
    });
    await bench.clock.advance(5000);
    expect(await isLocked()).toBe(false);
    expect(bench.row(intentId).order?.filled_amount).toBe('10');
    stop();
  });

  it('comes with trades of two orders, where only trades are left to tell', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = await sell({ label: 'traded' });
    await bench.clock.advance(31 * 60_000);
    bench.service.answer(STATE, () => ({ value: [] }));
    bench.service.answer(OPEN, () => ({ value: [] }));
    const trade = soldTrade({ label: 'traded', order_id: 'BTC-9' });
    bench.service.answer(TRADES, () => ({
      value: { trades: [trade, { ...trade, trade_id: '2', order_id: 'BTC-10' }], has_more: false },
    }));
    await bench.clock.advance(60_000);
    expect(bench.row(intentId).outcome).toBe('accepted');
    expect(bench.row(intentId).notices).toContainEqual({
      code: 'two_orders_under_label',
      params: { orders: 'BTC-9 (50000 traded), BTC-10 (50000 traded)', ids: 'BTC-9 BTC-10' },
    });
    expect(await isLocked()).toBe(true);
  });

  it('confirms nothing that has no two orders, nor an intent that it does not know', async () => {
    acceptSells(bench.service);
    const intentId = await sell();
    const before = bench.row(intentId);
    bench.desk.confirmTwoOrders(intentId);
    bench.desk.confirmTwoOrders(nextIntentId());
    expect(bench.row(intentId)).toBe(before);
    expect(bench.journal.steps(intentId).map(({ kind }) => kind)).not.toContain('confirmed');
  });
});
