import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import {
  acceptSells,
  createDeskBench,
  type DeskBench,
  findNothing,
  sellOn,
  showOnce,
} from '../../../support/bench/desk-bench.ts';
import { orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

const sell = (draft?: OrderDraft) => sellOn(bench, draft);

describe('an accepted sell', () => {
  it('that the service says it rejected is refused', async () => {
    acceptSells(bench.service, { order_state: 'rejected' });
    expect(bench.row(await sell())).toMatchObject({ outcome: 'refused', refusal: { name: 'rejected' } });
  });

  it('stops an equal one by the service’s clock, wherever the wall clock is set, and over a restart', async () => {
    acceptSells(bench.service);
    await sell();
    const seconds = async () =>
      (await bench.desk.check(orderDraft())).issues.find(({ code }) => code === 'duplicate_order')?.params['seconds'];
    await bench.clock.advance(1000);
    const before = await seconds();
    expect(before).toBeDefined();
    bench.clock.jumpWall(3_600_000);
    expect(await seconds()).toBe(before);
    bench.clock.jumpWall(-7_200_000);
    expect(await seconds()).toBe(before);
    bench.clock.jumpWall(3_600_000);
    bench = bench.restart();
    bench.clock.jumpWall(3_600_000);
    expect(await seconds()).toBe(before);
    await bench.clock.advance(60_000);
    expect(await seconds()).toBeUndefined();
  });

  it('that the service no longer tells of is over, as its trades have it, and seldom asked for again', async () => {
    acceptSells(bench.service);
    const intentId = await sell();
    const stop = bench.track();
    await showOnce(bench, intentId);
    // Until then closed orders are told of: look-ups only lag behind.
    await bench.clock.advance(29 * 60_000);
    expect(bench.row(intentId).notices).toEqual([]);
    await bench.clock.advance(2 * 60_000);
    expect(bench.row(intentId).notices).toEqual([{ code: 'no_longer_known', params: { traded: '0' } }]);
    expect(bench.desk.liveRows()).toEqual([]);
    const asked = bench.service.calls(STATE).length;
    await bench.clock.advance(120_000);
    expect(bench.service.calls(STATE)).toHaveLength(asked + 1);
    stop();
  });
});

describe('an order that look-ups have forgotten', () => {
  const trade = soldTrade({ timestamp: 1 });

  async function forget(trades: readonly object[]): Promise<string> {
    acceptSells(bench.service);
    const intentId = await sell();
    const { label } = bench.row(intentId);
    bench.service.answer(TRADES, () => ({
      value: { trades: trades.map((changes) => ({ ...trade, label, ...changes })), has_more: false },
    }));
    const stop = bench.track();
    await showOnce(bench, intentId);
    await bench.clock.advance(32 * 60_000);
    stop();
    return intentId;
  }

  it('is filled where its trades add up to it', async () => {
    const half = { amount: '25000' };
    const intentId = await forget([half, { ...half, trade_id: '2' }]);
    expect(bench.row(intentId)).toMatchObject({
      order: { order_state: 'filled', filled_amount: '50000' },
      notices: [{ code: 'known_by_trades', params: { order_id: 'BTC-1', amount: '50000' } }],
    });
  });

  it('is over with what it traded, and what another order traded is not counted', async () => {
    const intentId = await forget([{ amount: '2000' }, { order_id: 'BTC-7', trade_id: '2' }]);
    expect(bench.row(intentId)).toMatchObject({ order: { order_state: 'open', filled_amount: '2000' } });
    expect(bench.row(intentId).notices).toContainEqual({ code: 'no_longer_known', params: { traded: '2000' } });
    expect(bench.desk.liveRows()).toEqual([]);
  });

  it('stays as it was until its trades can be asked for', async () => {
    acceptSells(bench.service);
    findNothing(bench.service);
    bench.service.answer(TRADES, () => noAnswer);
    const intentId = await sell();
    const stop = bench.track();
    await bench.clock.advance(32 * 60_000);
    expect([bench.row(intentId).notices, bench.desk.liveRows().length]).toEqual([[], 1]);
    bench.service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
    await bench.clock.advance(5000);
    expect(bench.desk.liveRows()).toEqual([]);
    stop();
  });
});

describe('an order that is being followed', () => {
  it('and ends while its look-ups are under way is not called open again', async () => {
    acceptSells(bench.service);
    bench.service.answer(STATE, () => ({ value: [] }));
    const intentId = await sell();
    bench.service.answer(OPEN, () => {
      const row = bench.row(intentId);
      bench.desk.noteCancel({ ...row, order: row.order && { ...row.order, order_state: 'cancelled' } });
      return { value: [] };
    });
    const stop = bench.track();
    await bench.clock.advance(15_000);
    expect(bench.row(intentId)).toMatchObject({ order: { order_state: 'cancelled' }, notices: [] });
    stop();
  });
});
