import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';
import { orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

const MINUTE_MS = 60_000;
const LOOK_UPS = [STATE, OPEN, TRADES] as const;

let bench: DeskBench;
let startMs: number;
let trades: readonly object[];
beforeEach(() => {
  bench = createDeskBench();
  startMs = bench.clock.now();
  trades = [];
  bench.service.answer('private/sell', () => noAnswer);
  answer();
});
afterEach(() => bench.remove());

/** None of them tells of the order: it is not shown yet, or forgotten. */
function answer(): void {
  for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [] }));
  bench.service.answer(TRADES, () => ({ value: { trades, has_more: false } }));
}

function traded(label: string | undefined, changes: object = {}): object {
  return soldTrade({ timestamp: startMs + 40_000, label, ...changes });
}

/** The sell is called absent while its order lags behind; then nothing is answered for longer than look-ups remember. */
async function callAbsent(label = ''): Promise<string> {
  const id = nextIntentId();
  await bench.desk.place(id, orderDraft({ label }), []);
  await bench.clock.advance(20_000);
  expect(bench.row(id).outcome).toBe('absent');
  for (const method of LOOK_UPS) bench.service.answer(method, () => noAnswer);
  await bench.clock.advance(35 * MINUTE_MS);
  return id;
}

describe('an absence that look-ups were away after, for longer than they tell of what is over', () => {
  it('is overruled by what its order traded meanwhile', async () => {
    const id = await callAbsent();
    trades = [traded(bench.row(id).label)];
    answer();
    await bench.clock.advance(2 * MINUTE_MS);
    expect(bench.row(id)).toMatchObject({
      outcome: 'accepted',
      notices: [
        { code: 'absence_overruled' },
        { code: 'known_by_trades', params: { order_id: 'BTC-1', amount: '50000' } },
      ],
    });
  });

  it('is so, too, where trades are answered later than look-ups, and at the next start', async () => {
    const id = await callAbsent();
    trades = [traded(bench.row(id).label)];
    answer();
    bench.service.answer(TRADES, () => noAnswer);
    await bench.clock.advance(2 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('absent');
    bench = bench.restart();
    answer();
    bench.desk.resume();
    await bench.clock.advance(2 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('accepted');
  });

  it.each<[what: string, trade: () => object]>([
    ['under another label', () => traded('another')],
    ['that tells no label', () => traded(undefined)],
    ['from before it', () => traded('hedge', { timestamp: startMs - MINUTE_MS })],
    ['that bought', () => traded('hedge', { direction: 'buy' })],
  ])('stands after a trade %s', async (_what, trade) => {
    const id = await callAbsent('hedge');
    trades = [trade()];
    answer();
    await bench.clock.advance(5 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('absent');
  });

  it.each<[what: string, trade: () => object, asked: object]>([
    ['of more than was asked', () => traded('hedge', { amount: '500000' }), { unlike_order_id: 'BTC-1' }],
    ['below its limit', () => traded('hedge', { price: '97499.5' }), { unlike_order_id: 'BTC-1' }],
    ['much later', () => traded('hedge', { timestamp: startMs + 34 * MINUTE_MS }), { late_order_id: 'BTC-1' }],
  ])('is a person’s to judge where an order traded %s under a label that was typed', async (_what, trade, asked) => {
    const id = await callAbsent('hedge');
    trades = [trade()];
    answer();
    await bench.clock.advance(5 * MINUTE_MS);
    expect(bench.row(id)).toMatchObject({
      outcome: 'unknown',
      order: null,
      notices: [{ code: 'needs_a_person', params: asked }],
    });
  });

  it.each<[what: string, changes: object]>([
    ['as it was asked for', {}],
    ['a part of it, above its limit', { amount: '20000', price: '97800' }],
  ])('is overruled by an order under a label that was typed, which traded %s', async (_what, changes) => {
    const id = await callAbsent('hedge');
    trades = [traded('hedge', changes)];
    answer();
    await bench.clock.advance(5 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('accepted');
    expect(bench.row(id).notices).toMatchObject([
      { code: 'absence_overruled' },
      { code: 'known_by_trades', params: { order_id: 'BTC-1' } },
    ]);
  });

  it('is overruled by its order’s trades beside another’s from before it', async () => {
    const id = await callAbsent('hedge');
    const before = { order_id: 'BOT-9', trade_id: 'T-9', timestamp: startMs - 2 * MINUTE_MS };
    trades = [traded('hedge', before), traded('hedge')];
    answer();
    await bench.clock.advance(5 * MINUTE_MS);
    expect(bench.row(id)).toMatchObject({
      outcome: 'accepted',
      notices: [{ code: 'absence_overruled' }, { params: { order_id: 'BTC-1' } }],
    });
  });

  it('stands where trades of much later are too many, and those that could be its own can be read', async () => {
    const id = await callAbsent();
    answer();
    bench.service.answer(TRADES, ({ end_timestamp: to }) => ({
      value: { trades: [], has_more: Number(to) > startMs + 32 * MINUTE_MS },
    }));
    await bench.clock.advance(5 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('absent');
  });

  it('is overruled by whatever its own label’s order traded', async () => {
    const id = await callAbsent();
    trades = [traded(bench.row(id).label, { amount: '60000', timestamp: startMs + 34 * MINUTE_MS })];
    answer();
    await bench.clock.advance(5 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('accepted');
  });

  it('is taken back where a trade that may be its order’s can’t be read', async () => {
    const id = await callAbsent();
    answer();
    const unreadable = [{ label: bench.row(id).label, direction: 'sell', order_id: 'BTC-1' }];
    bench.service.answer(TRADES, () => ({ value: { trades: [], unreadable, has_more: false } }));
    await bench.clock.advance(5 * MINUTE_MS);
    expect(bench.row(id)).toMatchObject({
      outcome: 'unknown',
      notices: [{ code: 'needs_a_person', params: { why: 'unreadable_trade' } }],
    });
  });

  it('asks for trades once they may tell more than look-ups, and no more often than it looks', async () => {
    const id = await callAbsent();
    const asked = bench.service.calls(TRADES).length;
    answer();
    await bench.clock.advance(60 * MINUTE_MS);
    expect(bench.row(id).outcome).toBe('absent');
    expect(bench.service.calls(TRADES).length - asked).toBeLessThanOrEqual(2);
  });
});

describe('a person’s word on a sell that look-ups were away for, for longer than they tell of what is over', () => {
  let made = '';
  /** Nothing is answered until somebody has looked at the service. */
  async function state(orderId: string | null, label = 'hedge'): Promise<OrderRow> {
    for (const method of LOOK_UPS) bench.service.answer(method, () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label }), []);
    await bench.clock.advance(35 * MINUTE_MS);
    made = bench.row(id).label;
    bench.desk.state({ intent_id: id, order_id: orderId, typed: made });
    answer();
    bench = bench.restart();
    answer();
    bench.desk.resume();
    await bench.clock.advance(5 * MINUTE_MS);
    return bench.row(id);
  }
  const ownTrade = () => ({
    ...traded('x'),
    get label() {
      return made;
    },
  });
  const others = () => traded('hedge', { order_id: 'BOT-9', trade_id: 'T-9', timestamp: startMs + 3000 });

  it('is proven by what that order traded, whatever another under the label traded before', async () => {
    trades = [others(), traded('hedge')];
    expect(await state('BTC-1')).toMatchObject({
      outcome: 'accepted',
      notices: [
        { code: 'known_by_trades', params: { order_id: 'BTC-1', amount: '50000' } },
        { code: 'two_orders_under_label', params: { ids: 'BTC-1 BOT-9' } },
      ],
    });
  });

  it('is proven so, too, where the service tells no labels of trades', async () => {
    trades = [traded(undefined)];
    expect((await state('BTC-1')).outcome).toBe('accepted');
  });

  it('stands where another order alone has traded under the label', async () => {
    trades = [others()];
    expect(await state('BTC-1')).toMatchObject({ outcome: 'closed', closed: { order_id: 'BTC-1' } });
  });

  it('that there is none is overruled by what fits it', async () => {
    trades = [traded('hedge')];
    const row = await state(null);
    expect(row.outcome).toBe('accepted');
    expect(row.notices.map(({ code }) => code)).toEqual(['statement_overruled', 'known_by_trades']);
  });

  it('that there is none stands against what does not', async () => {
    trades = [traded('hedge', { amount: '60000' })];
    expect((await state(null)).outcome).toBe('closed');
  });

  it('gives way to the order under the label that the desk made', async () => {
    // Of the sell's own label nothing is known before it is sent.
    trades = [traded(undefined, { order_id: 'X-1', trade_id: 'T-9', amount: '10000' }), ownTrade()];
    expect(await state('X-1', '')).toMatchObject({
      outcome: 'accepted',
      notices: [
        { code: 'statement_overruled', params: { said: 'X-1', order_id: 'BTC-1' } },
        { code: 'known_by_trades', params: { order_id: 'BTC-1', amount: '50000' } },
        { code: 'two_orders_under_label' },
      ],
    });
  });

  it.each<[what: string, changes: object]>([
    ['bought', { direction: 'buy', label: undefined }],
    ['bears another label', { label: 'another' }],
  ])('is not proven by an order that %s', async (_what, changes) => {
    trades = [traded('hedge', changes)];
    expect((await state('BTC-1')).outcome).toBe('closed');
  });
});
