import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import {
  acceptSells,
  createDeskBench,
  type DeskBench,
  nextIntentId,
  showOnce,
} from '../../../support/bench/desk-bench.ts';
import { childDraft, placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

describe('a terminal that starts on a machine whose clock is an hour ahead', () => {
  it('does not take an order of five seconds ago for forgotten: look-ups lag', async () => {
    const createdMs = bench.clock.now();
    const order = { order_id: 'RESTS-1', creation_timestamp: createdMs, last_update_timestamp: createdMs };
    acceptSells(bench.service, order);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: 'rests' }), []);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_state: 'open' } });
    bench.clock.jumpWall(3_600_000);
    // Look-ups show it eight seconds after it was made.
    const shown = ({ label }: Record<string, unknown>) => ({
      value: bench.clock.monotonic() < 8000 ? [] : [placedOrder({ label, ...order })],
    });
    for (const method of [STATE, OPEN] as const) bench.service.answer(method, shown);
    await bench.clock.advance(3000);
    bench = bench.restart(true);
    bench.desk.resume();
    const stop = bench.track();
    await bench.clock.advance(60_000);
    stop();
    const { notices } = bench.row(intentId);
    expect(notices).toEqual([]);
    expect(bench.desk.liveRows()).toHaveLength(1);
  });
});

describe('a resting order that was over a day ago, while the terminal was not running', () => {
  const DAY_MS = 24 * 3_600_000;
  /** The contract's "short indexing delay": so long a trade that has left the recent store is in neither. */
  const INDEXING_MS = 2 * 60_000;

  async function restUntil(ageMs: number, traded: readonly object[]): Promise<OrderRow> {
    const createdMs = bench.clock.now();
    acceptSells(bench.service, {
      order_id: 'RESTS-1',
      creation_timestamp: createdMs,
      last_update_timestamp: createdMs,
    });
    for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [] }));
    const first = soldTrade({ order_id: 'RESTS-1', timestamp: createdMs + 1000 });
    const trades = traded.map((changes) => ({ ...first, ...changes }));
    bench.service.answer(TRADES, ({ historical }) => ({
      value: {
        trades: trades.filter(({ timestamp }) => {
          const age = bench.clock.now() - timestamp;
          return historical === true ? age > DAY_MS + INDEXING_MS : age < DAY_MS;
        }),
        has_more: false,
      },
    }));
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft(), []);
    const stopFirst = bench.track();
    await showOnce(bench, intentId);
    stopFirst();
    bench.desk.close();
    await bench.clock.advance(createdMs + ageMs - bench.clock.now());
    bench = bench.restart();
    bench.desk.resume();
    const stop = bench.track();
    await bench.clock.advance(8 * 60_000);
    stop();
    return bench.row(intentId);
  }

  it('is filled though its trade is in neither store when it is asked for', async () => {
    const row = await restUntil(DAY_MS + 1000, [{}]);
    expect(row.order).toMatchObject({ order_state: 'filled', filled_amount: '50000' });
    expect(bench.published.flatMap(({ notices }) => notices.map(({ code }) => code))).not.toContain('no_longer_known');
  });

  it('is told with all that it traded, whichever store has it when', async () => {
    // At the first search the one is between the stores, at the second the other.
    const pieces = [{ amount: '2000' }, { amount: '3000', trade_id: '2', timestamp: bench.clock.now() + 300_000 }];
    const row = await restUntil(DAY_MS - 20_000, pieces);
    expect(row.notices).toContainEqual({ code: 'no_longer_known', params: { traded: '5000' } });
  });

  it('is told to have traded nothing, once that is asked for a second time', async () => {
    const row = await restUntil(3 * DAY_MS, []);
    expect(row.notices).toEqual([{ code: 'no_longer_known', params: { traded: '0' } }]);
    expect(bench.service.calls(TRADES)).toHaveLength(4);
    expect(bench.desk.liveRows()).toEqual([]);
  });
});

describe('a linked order that was placed in pieces, of which the last was over while the terminal was not running', () => {
  const PIECE = { trigger_order_id: 'W-1', primary_order_id: 'MAIN' };
  const LABEL = 'mine/1';

  /** The first piece, of 80,000, has filled; `lastTraded`: what the last, of 20,000, has. */
  async function restInPieces(lastTraded: number): Promise<OrderRow> {
    const madeMs = bench.clock.now();
    const record = (order_id: string, changes: object) =>
      placedOrder({ order_id, label: LABEL, direction: 'buy', creation_timestamp: madeMs, ...changes });
    const waiting = record('W-1', { is_secondary_oto: true, order_state: 'untriggered', amount: 100_000 });
    const first = record('P-1', { ...PIECE, amount: 80_000 });
    const filled = { ...first, order_state: 'filled', filled_amount: 80_000 };
    const last = record('P-2', { ...PIECE, amount: 20_000 });
    const show = (...orders: object[]): void => {
      for (const method of [STATE, OPEN] as const)
        bench.service.answer(method, ({ label }) => ({ value: label === LABEL ? orders : [] }));
    };
    acceptSells(bench.service, { order_id: 'MAIN', order_state: 'filled', filled_amount: '100000' });
    const traded = [
      { price: '97500', trade_id: '1', order_id: 'P-1', amount: 80_000 },
      ...(lastTraded === 0 ? [] : [{ price: '97500', trade_id: '2', order_id: 'P-2', amount: lastTraded }]),
    ];
    const trades = traded.map((trade) => ({ ...trade, label: LABEL, direction: 'buy', timestamp: madeMs + 1000 }));
    bench.service.answer(TRADES, () => ({ value: { trades, has_more: false } }));
    show(waiting, first);
    const children = [childDraft({ amount: '100000' })];
    const linked_order_type = 'one_triggers_other';
    const link = { linked_order_type, trigger_fill_condition: 'incremental', children } as const;
    await bench.desk.place(nextIntentId(), orderDraft({ label: 'mine', amount: '100000', ...link }), []);
    const id = bench.desk.rows().find(({ label }) => label === LABEL)?.intent_id ?? '';
    let stop = bench.track();
    await bench.clock.advance(3000);
    show({ ...waiting, order_state: 'triggered' }, filled, last);
    await bench.clock.advance(3000);
    stop();
    expect(bench.row(id)).toMatchObject({ order: { order_id: 'P-2', order_state: 'open' } });
    bench.desk.close();
    show();
    await bench.clock.advance(40 * 60_000);
    bench = bench.restart();
    bench.desk.resume();
    stop = bench.track();
    await bench.clock.advance(8 * 60_000);
    stop();
    return bench.row(id);
  }

  it('is not told filled by the trades of the piece before it', async () => {
    const { order, notices } = await restInPieces(0);
    expect(order).toMatchObject({ order_id: 'P-2', order_state: 'open', filled_amount: '0' });
    expect(notices).toContainEqual({ code: 'no_longer_known', params: { traded: '80000' } });
  });

  it('is filled where its own trades add up to it, by no more', async () => {
    expect(await restInPieces(20_000)).toMatchObject({
      order: { order_id: 'P-2', order_state: 'filled', amount: '20000', filled_amount: '20000' },
    });
  });
});
