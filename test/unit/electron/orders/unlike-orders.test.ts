import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import type { Order } from '../../../../shared/service/order.ts';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

let bench: DeskBench;
/** What look-ups show, from so many milliseconds after the sell on. */
let shown: { readonly order: Order; readonly afterMs: number }[];
let startMs: number;
beforeEach(() => {
  bench = createDeskBench();
  shown = [];
  startMs = bench.clock.now();
  const visible = () => shown.filter(({ afterMs }) => bench.clock.now() >= startMs + afterMs).map(({ order }) => order);
  bench.service.answer('private/sell', () => noAnswer);
  bench.service.answer(STATE, () => ({ value: visible() }));
  bench.service.answer(OPEN, () => ({ value: visible().filter(({ order_state: state }) => state === 'open') }));
});
afterEach(() => bench.remove());

function show(changes: Record<string, unknown>, afterMs: number): Order {
  const stamps = { creation_timestamp: startMs + 500, last_update_timestamp: startMs + 500 };
  const order = placedOrder({ label: 'hedge', ...stamps, ...changes });
  shown.push({ order, afterMs });
  return order;
}

async function sellAndLose(draft: Partial<OrderDraft> = {}): Promise<string> {
  const id = nextIntentId();
  await bench.desk.place(id, orderDraft({ label: 'hedge', ...draft }), []);
  return id;
}

const codesOf = ({ notices }: OrderRow) => notices.map(({ code }) => code);
const AT_MARKET = {
  order_id: 'BTC-77',
  order_type: 'market',
  time_in_force: 'immediate_or_cancel',
  amount: 10,
  filled_amount: 10,
  price: 90_000,
  average_price: 90_000,
  order_state: 'filled',
};

describe('a sell without a reply, under a typed label that another program uses', () => {
  it('is absent where all that is shown is an order that no engine makes of it', async () => {
    show(AT_MARKET, 1000);
    const id = await sellAndLose();
    await bench.clock.advance(120_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'absent', order: null });
  });

  it('waits for its own order, and tells of both', async () => {
    show(AT_MARKET, 0);
    const own = show({ order_id: 'BTC-78' }, 1200);
    const id = await sellAndLose();
    await bench.clock.advance(1000);
    expect(bench.row(id).outcome).toBe('unknown');
    await bench.clock.advance(2000);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: own.order_id } });
    expect(codesOf(bench.row(id))).toEqual(['two_orders_under_label']);
    expect(isResting(bench.row(id))).toBe(true);
  });

  it('is put before a person where only numbers speak against an order, and is that if they say so', async () => {
    show({ order_id: 'BTC-79', amount: 40_000, replaced: false }, 1000);
    const id = await sellAndLose();
    await bench.clock.advance(120_000);
    expect(bench.row(id)).toMatchObject({
      outcome: 'unknown',
      notices: [{ code: 'needs_a_person', params: { unlike_order_id: 'BTC-79' } }],
    });
    bench.desk.state({ intent_id: id, order_id: 'BTC-79', typed: 'hedge' });
    await bench.clock.advance(30_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-79' } });
  });

  it('is in doubt again once such an order is shown of a sell that was called absent', async () => {
    show({ order_id: 'BTC-79', amount: 40_000, replaced: false }, 20_000);
    const id = await sellAndLose();
    await bench.clock.advance(15_000);
    expect(bench.row(id).outcome).toBe('absent');
    await bench.clock.advance(60_000);
    expect(bench.row(id)).toMatchObject({
      outcome: 'unknown',
      notices: [{ code: 'needs_a_person', params: { unlike_order_id: 'BTC-79' } }],
    });
  });

  it('is not what the trades of such an order made it, once that is shown', async () => {
    show(AT_MARKET, 9000);
    const trade = {
      trade_id: '1',
      trade_seq: 1,
      timestamp: startMs + 500,
      order_id: 'BTC-77',
      instrument_name: 'BTC-PERPETUAL',
      direction: 'sell',
      label: 'hedge',
      amount: '10',
      price: '90000',
    };
    bench.service.answer(TRADES, () => ({ value: { trades: [trade], has_more: false } }));
    const id = await sellAndLose();
    await bench.clock.advance(8000);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', notices: [{ code: 'known_by_trades' }] });
    await bench.clock.advance(120_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'absent', order: null });
    expect(codesOf(bench.row(id))).toEqual(['absence_proof']);
  });

  it('is what was edited elsewhere before a look-up showed it', async () => {
    show({ order_id: 'BTC-78', amount: 40_000, price: 99_000, replaced: true }, 1000);
    const id = await sellAndLose();
    await bench.clock.advance(5000);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-78' } });
  });
});

it('a label of the desk’s own making needs no terms to tell whose an order is', async () => {
  const id = await sellAndLose({ label: '' });
  show({ ...AT_MARKET, label: bench.row(id).label }, 0);
  await bench.clock.advance(3000);
  expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-77' } });
});
