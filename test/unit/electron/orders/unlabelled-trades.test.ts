import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import {
  acceptSells,
  createDeskBench,
  type DeskBench,
  nextIntentId,
  showOnce,
} from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
  for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [] }));
});
afterEach(() => bench.remove());

async function press(draft = orderDraft()): Promise<string> {
  const intentId = nextIntentId();
  await bench.desk.place(intentId, draft, []);
  return intentId;
}

/** From now on the account's trades are these; the contract's "User trade" has an order and no label. */
function trade(...trades: readonly object[]): void {
  const first = soldTrade({ order_id: 'OURS-1', timestamp: bench.clock.now() });
  bench.service.answer(TRADES, () => ({
    value: { trades: trades.map((changes) => ({ ...first, ...changes })), has_more: false },
  }));
}

describe('an order that look-ups have forgotten, by trades without a label', () => {
  async function forget(draft = orderDraft()): Promise<OrderRow> {
    const intentId = await press(draft);
    bench = bench.restart();
    bench.desk.resume();
    const stop = bench.track();
    await showOnce(bench, intentId);
    await bench.clock.advance(32 * 60_000);
    stop();
    return bench.row(intentId);
  }

  it('is filled where those of its own id add up to it', async () => {
    acceptSells(bench.service, { order_id: 'OURS-1' });
    trade({ amount: '20000' }, { trade_id: '2', amount: '30000' }, { trade_id: '3', order_id: 'ANOTHER-7' });
    expect(await forget()).toMatchObject({
      order: { order_state: 'filled', filled_amount: '50000' },
      notices: [{ code: 'known_by_trades', params: { order_id: 'OURS-1', amount: '50000' } }],
    });
  });

  it('traded nothing where all are of other orders', async () => {
    acceptSells(bench.service, { order_id: 'OURS-1' });
    trade({ order_id: 'ANOTHER-7' });
    expect((await forget()).notices).toEqual([{ code: 'no_longer_known', params: { traded: '0' } }]);
  });

  it('may have traded where its trigger may have made the order that did', async () => {
    const trigger = { trigger: 'mark_price', trigger_price: '97000', order_state: 'untriggered' };
    acceptSells(bench.service, { order_id: 'OURS-1', ...trigger });
    const draft = orderDraft({ type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: '97000' });
    trade({ order_id: 'MADE-2' });
    expect((await forget(draft)).notices).toContainEqual({ code: 'no_longer_known', params: {} });
  });
});

describe('a sell without an answer', () => {
  beforeEach(() => bench.service.answer('private/sell', () => noAnswer));

  it('that traded without a label is never absent: a person is called until a look-up shows it', async () => {
    const intentId = await press();
    const { label } = bench.row(intentId);
    const shownAt = bench.clock.now() + 12_000;
    trade({});
    bench.service.answer(STATE, () => ({
      value: bench.clock.now() < shownAt ? [] : [placedOrder({ label, order_id: 'OURS-1', order_state: 'filled' })],
    }));
    await bench.clock.advance(10_000);
    expect(bench.row(intentId)).toMatchObject({
      outcome: 'unknown',
      notices: [{ code: 'needs_a_person', params: { unlabelled_order_id: 'OURS-1' } }],
    });
    await bench.clock.advance(10_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OURS-1' }, notices: [] });
    expect(bench.published.map(({ outcome }) => outcome)).not.toContain('absent');
  });

  it('that traded without a label is told of with that order once the window of look-ups is over', async () => {
    const intentId = await press();
    trade({});
    bench.service.answer(STATE, () => noAnswer);
    await bench.clock.advance(29 * 60_000);
    bench.service.answer(STATE, () => ({ value: [] }));
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({
      outcome: 'unknown',
      notices: [{ code: 'needs_a_person', params: { unlabelled_order_id: 'OURS-1' } }],
    });
  });

  it('is absent where what traded is on the other side, was before it, or is under another label', async () => {
    const intentId = await press();
    const beforeMs = bench.clock.now() - 60_000;
    trade({ direction: 'buy' }, { trade_id: '2', timestamp: beforeMs }, { trade_id: '3', label: 'another' });
    await bench.clock.advance(10_000);
    expect(bench.row(intentId).outcome).toBe('absent');
  });

  it('is absent where what traded is known here as another’s', async () => {
    acceptSells(bench.service, { order_id: 'EARLIER-1' });
    await press();
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = await press(orderDraft({ price: '97600' }));
    trade({ order_id: 'EARLIER-1' });
    await bench.clock.advance(10_000);
    expect(bench.row(intentId).outcome).toBe('absent');
  });

  it.each([
    ['without a label', { trade_id: 7, direction: 'sell' }],
    ['of which nothing is told', null],
  ])('is not absent while a trade %s can’t be read', async (_what, record) => {
    const intentId = await press();
    bench.service.answer(TRADES, () => ({ value: { trades: [], unreadable: [record], has_more: false } }));
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'look_up_failing' }] });
  });
});
