import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import {
  acceptSells,
  createDeskBench,
  type DeskBench,
  nextIntentId,
  sellOn,
} from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

/** The deadline of the sells here, and what look-ups are allowed to lag by where none was seen to. */
const DUE_MS = 5000 + 1900;

let bench: DeskBench;
let startMs: number;
/** What look-ups show under the label of the sell, from so many milliseconds after it on. */
let shown: { readonly id: string; readonly afterMs: number }[];
beforeEach(() => {
  bench = createDeskBench();
  startMs = bench.clock.now();
  shown = [];
  bench.service.answer(STATE, ({ label }) => ({
    value: shown
      .filter(({ afterMs }) => bench.clock.now() >= startMs + afterMs)
      .map(({ id }) => placedOrder({ ...FILLED, label, order_id: id })),
  }));
  bench.service.answer(OPEN, () => ({ value: [] }));
});
afterEach(() => bench.remove());

const FILLED = { order_state: 'filled', filled_amount: 50_000, average_price: 97_500 };

const sell = () => sellOn(bench);

const looks = () => bench.service.calls(STATE).length;
const lockOf = ({ notices }: OrderRow) => notices.find(({ code }) => code === 'two_orders_under_label')?.params['ids'];

/** A sell before it: how look-ups lag was seen by it, so that none is for that alone. */
async function measureLag(): Promise<void> {
  acceptSells(bench.service, { ...FILLED, order_id: 'BTC-0' });
  shown = [{ id: 'BTC-0', afterMs: 0 }];
  await bench.desk.place(nextIntentId(), orderDraft({ amount: '40000' }), []);
  await bench.clock.advance(20_000);
  startMs = bench.clock.now();
  shown = [];
}

describe('a sell whose order was filled at once, and whose request was carried out twice', () => {
  beforeEach(() => acceptSells(bench.service, { ...FILLED, order_id: 'BTC-1' }));

  it('tells of both orders where the look-up for the lag shows them', async () => {
    shown = ['BTC-1', 'BTC-2'].map((id) => ({ id, afterMs: 0 }));
    const id = await sell();
    await bench.clock.advance(1000);
    expect(lockOf(bench.row(id))).toBe('BTC-1 BTC-2');
  });

  it('tells of the second that was made just before the deadline, and shown late', async () => {
    shown = [
      { id: 'BTC-1', afterMs: 0 },
      { id: 'BTC-2', afterMs: DUE_MS - 1 },
    ];
    const id = await sell();
    await bench.clock.advance(DUE_MS - 1);
    expect(lockOf(bench.row(id))).toBeUndefined();
    await bench.clock.advance(100);
    expect(lockOf(bench.row(id))).toBe('BTC-1 BTC-2');
  });

  it('tells of it, too, where its own order is not shown for longer yet', async () => {
    shown = ['BTC-1', 'BTC-2'].map((id) => ({ id, afterMs: DUE_MS + 20_000 }));
    const id = await sell();
    await bench.clock.advance(DUE_MS + 31_000);
    expect(lockOf(bench.row(id))).toBe('BTC-1 BTC-2');
  });

  it('tells of it after a restart that came before the look, and after look-ups that failed', async () => {
    await measureLag();
    acceptSells(bench.service, { ...FILLED, order_id: 'BTC-1' });
    const id = await sell();
    shown = ['BTC-1', 'BTC-2'].map((order) => ({ id: order, afterMs: 0 }));
    bench = bench.restart();
    bench.service.answer(STATE, () => noAnswer);
    bench.desk.resume();
    await bench.clock.advance(60_000);
    expect(lockOf(bench.row(id))).toBeUndefined();
    bench.service.answer(STATE, ({ label }) => ({
      value: shown.map((order) => placedOrder({ ...FILLED, label, order_id: order.id })),
    }));
    await bench.clock.advance(60_000);
    expect(lockOf(bench.row(id))).toBe('BTC-1 BTC-2');
  });
});

it('an order that a look-up found is looked up once more, for a second one', async () => {
  bench.service.answer('private/sell', () => noAnswer);
  shown = [
    { id: 'BTC-1', afterMs: 0 },
    { id: 'BTC-2', afterMs: 1000 },
  ];
  const id = await sell();
  await bench.clock.advance(900);
  expect([bench.row(id).outcome, lockOf(bench.row(id))]).toEqual(['accepted', undefined]);
  await bench.clock.advance(10_000);
  expect(lockOf(bench.row(id))).toBe('BTC-1 BTC-2');
});

describe('a sell that is alone under its label', () => {
  it('is looked up once more, and never again, after a restart neither', async () => {
    await measureLag();
    acceptSells(bench.service, { ...FILLED, order_id: 'BTC-1' });
    const before = looks();
    const id = await sell();
    shown = [{ id: 'BTC-1', afterMs: 0 }];
    await bench.clock.advance(40 * 60_000);
    expect(looks() - before).toBe(1);
    expect(lockOf(bench.row(id))).toBeUndefined();
    bench = bench.restart();
    bench.desk.resume();
    await bench.clock.advance(60_000);
    expect(looks() - before).toBe(1);
  });

  it('is looked up twice where nothing shows it, and not for ever where nothing answers', async () => {
    await measureLag();
    acceptSells(bench.service, { ...FILLED, order_id: 'BTC-1' });
    const before = looks();
    await sell();
    await bench.clock.advance(40 * 60_000);
    expect(looks() - before).toBe(2);
    bench.service.answer(STATE, () => noAnswer);
    await bench.desk.place(nextIntentId(), orderDraft({ amount: '30000' }), []);
    await bench.clock.advance(40 * 60_000);
    const asked = looks();
    await bench.clock.advance(60 * 60_000);
    expect(looks()).toBe(asked);
  });
});

describe('a sell that was undecided for longer than look-ups remember what is over', () => {
  const MINUTE_MS = 60_000;
  /** A trade of the order that the reply would have named, or of another. */
  const traded = (order_id: string, label: string | undefined, changes: object = {}) =>
    soldTrade({ timestamp: startMs + 1000, trade_id: order_id, order_id, label, ...changes });

  async function findLate(trades: readonly object[], draft = orderDraft({ label: 'hedge' })): Promise<string> {
    for (const method of ['private/sell', STATE, TRADES] as const) bench.service.answer(method, () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(id, draft, []);
    await bench.clock.advance(35 * MINUTE_MS);
    bench.service.answer(STATE, ({ label }) => ({
      value: [placedOrder({ order_id: 'BTC-1', label, creation_timestamp: startMs + 500 })],
    }));
    await bench.clock.advance(MINUTE_MS);
    bench.service.answer(TRADES, () => ({ value: { trades, has_more: false } }));
    await bench.clock.advance(2 * MINUTE_MS);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1' } });
    return id;
  }

  it('tells of a second order that its trades alone tell of, also where those were not answered at first', async () => {
    expect(lockOf(bench.row(await findLate([traded('BTC-2', 'hedge')])))).toBe('BTC-1 BTC-2');
  });

  it('tells of one that rested as the sell did, and traded much later', async () => {
    const trade = traded('BTC-2', 'hedge', { timestamp: startMs + 34 * MINUTE_MS });
    expect(lockOf(bench.row(await findLate([trade])))).toBe('BTC-1 BTC-2');
  });

  it.each<[what: string, trade: () => object]>([
    ['of its own order', () => traded('BTC-1', 'hedge')],
    ['under another label', () => traded('BTC-2', 'another')],
    ['that tells no label', () => traded('BTC-2', undefined)],
    ['of more than was asked', () => traded('BTC-2', 'hedge', { amount: '900000' })],
    ['from before it', () => traded('BTC-2', 'hedge', { timestamp: startMs - 60_000 })],
  ])('tells of none by a trade %s', async (_what, trade) => {
    expect(lockOf(bench.row(await findLate([trade()])))).toBeUndefined();
  });

  it('is not done with by trades that can’t be read: they are asked for again, by the next start too', async () => {
    for (const method of ['private/sell', STATE, TRADES] as const) bench.service.answer(method, () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'hedge' }), []);
    await bench.clock.advance(35 * MINUTE_MS);
    const show = () =>
      bench.service.answer(STATE, ({ label }) => ({
        value: [placedOrder({ order_id: 'BTC-1', label, creation_timestamp: startMs + 500 })],
      }));
    show();
    const unreadable = [{ label: 'hedge', direction: 'sell', order_id: 'BTC-2' }];
    bench.service.answer(TRADES, () => ({ value: { trades: [], unreadable, has_more: false } }));
    await bench.clock.advance(60 * MINUTE_MS);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1' } });
    expect(bench.row(id).looked_again).toBeUndefined();
    bench = bench.restart();
    show();
    bench.service.answer(TRADES, () => ({ value: { trades: [traded('BTC-2', 'hedge')], has_more: false } }));
    bench.desk.resume();
    await bench.clock.advance(5 * MINUTE_MS);
    expect(lockOf(bench.row(id))).toBe('BTC-1 BTC-2');
    expect(bench.row(id).looked_again).toBe(true);
  });

  it('tells of none where its trigger may have made the order that traded', async () => {
    const stop = { type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: '97000' } as const;
    bench.service.answer('private/sell', () => noAnswer);
    const trigger = { order_type: 'stop_market', trigger: 'mark_price', trigger_price: '97000' };
    const waiting = { ...trigger, order_state: 'untriggered', original_order_type: undefined };
    const id = nextIntentId();
    bench.service.answer(STATE, () => noAnswer);
    await bench.desk.place(id, orderDraft({ ...stop, label: 'hedge' }), []);
    await bench.clock.advance(35 * MINUTE_MS);
    const made = { creation_timestamp: startMs + 500 };
    bench.service.answer(STATE, ({ label }) => ({
      value: [placedOrder({ order_id: 'BTC-1', label, ...waiting, ...made })],
    }));
    bench.service.answer(TRADES, () => ({ value: { trades: [traded('BTC-2', 'hedge')], has_more: false } }));
    await bench.clock.advance(2 * MINUTE_MS);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1' } });
    expect(lockOf(bench.row(id))).toBeUndefined();
  });

  it('tells of it where its own order is forgotten, too', async () => {
    const trades = () => [traded('BTC-1', 'hedge'), traded('BTC-2', 'hedge', { timestamp: startMs + 2000 })];
    acceptSells(bench.service, { order_id: 'BTC-1', ...FILLED });
    bench.service.answer(STATE, () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'hedge' }), []);
    await bench.clock.advance(25 * MINUTE_MS);
    bench.service.answer(STATE, () => ({ value: [] }));
    bench.service.answer(TRADES, () => ({ value: { trades: trades(), has_more: false } }));
    await bench.clock.advance(2 * MINUTE_MS);
    expect(lockOf(bench.row(id))).toBe('BTC-1 BTC-2');
  });
});
