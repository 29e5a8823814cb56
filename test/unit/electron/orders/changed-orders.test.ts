import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accept, acceptSight } from '../../../../electron/orders/outcome.ts';
import { describeNotice } from '../../../../renderer/ui/order-words/notice-text.ts';
import { listForecast } from '../../../../renderer/features/orders/forecast-lines.ts';
import { describeOutcome } from '../../../../renderer/ui/order-words/order-text.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { intentOf, NOW_MS } from '../../../support/records/forecast-replies.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

const LATER = { last_update_timestamp: NOW_MS + 1000 };
const told = (row: OrderRow) => row.notices.map(describeNotice);

/** Shows that record of the order to every look-up of the label, for some seconds. */
async function show(label: string, changes: Record<string, unknown>): Promise<void> {
  bench.service.answer(STATE, (asked) => ({
    value: asked['label'] === label ? [placedOrder({ label, ...changes })] : [],
  }));
  const end = bench.track();
  await bench.clock.advance(4000);
  end();
}

describe('an order that was booked as asked and changed since', () => {
  it('cut down by its partner’s fill, is told as that, once for each cut, and missed no forecast', async () => {
    const pair = { oco_ref: 'OCO-1', trigger_fill_condition: 'incremental' };
    acceptSells(bench.service, pair);
    const id = nextIntentId();
    const draft = orderDraft({
      label: 'pair',
      linked_order_type: 'one_cancels_other',
      trigger_fill_condition: 'incremental',
      children: [childDraft({ direction: 'sell', price: '98600', reduce_only: false })],
    });
    await bench.desk.place(id, draft, []);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', notices: [] });
    await show('pair', { amount: 30_000, oco_ref: 'OCO-1', ...LATER });
    const cut = 'Cut by a fill of its linked order: amount';
    expect(told(bench.row(id))).toEqual([`${cut} 50,000 → 30,000.`]);
    await show('pair', { ...pair, amount: 10_000, last_update_timestamp: NOW_MS + 9000 });
    expect(told(bench.row(id))).toEqual([`${cut} 30,000 → 10,000.`]);
    expect(bench.desk.missedForecastCount()).toBe(0);
  });

  it('edited elsewhere, says from what to what, until it is edited again', async () => {
    acceptSells(bench.service);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'mine' }), []);
    await show('mine', { price: 99_000, amount: 40_000, replaced: true, ...LATER });
    const texts = ['Changed since: price 97,500 → 99,000.', 'Changed since: amount 50,000 → 40,000.'];
    expect(told(bench.row(id))).toEqual(texts);
    expect(listForecast(bench.row(id), true).map(({ name }) => name)).not.toContain('Price');
    expect(describeOutcome(bench.row(id))?.detail).toBe(`Open at 99,000. ${texts.join(' ')}`);
    bench = bench.restart();
    await show('mine', { price: 99_000, amount: 40_000, replaced: true, ...LATER });
    expect(told(bench.row(id))).toEqual(texts);
    await show('mine', { price: 98_000, amount: 40_000, replaced: true, last_update_timestamp: NOW_MS + 9000 });
    expect(told(bench.row(id)).toSorted()).toEqual([texts[1], 'Changed since: price 99,000 → 98,000.']);
    expect(bench.desk.missedForecastCount()).toBe(0);
  });

  it('keeps what was told of it as it was booked otherwise', () => {
    const row = accept(intentOf(orderDraft()), placedOrder({ price: 97_510 }), NOW_MS);
    const edited = accept(row, placedOrder({ price: 99_000, replaced: true, ...LATER }), NOW_MS);
    expect(told(edited)).toEqual(['Booked at 97,510 instead of 97,500.', 'Changed since: price 97,510 → 99,000.']);
  });
});

describe('an order whose first sight is a look-up', () => {
  async function lose(
    changes: Record<string, unknown>,
    draft: Parameters<typeof orderDraft>[0] = {},
  ): Promise<OrderRow> {
    bench.service.answer('private/sell', () => noAnswer);
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, ...changes })] }));
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft(draft), []);
    await bench.clock.advance(3000);
    expect(bench.row(id).outcome).toBe('accepted');
    return bench.row(id);
  }

  it('says what it was booked with instead of what was asked', async () => {
    expect(told(await lose({ price: 97_510, amount: 40_000 }))).toEqual([
      'Booked at 97,510 instead of 97,500.',
      'Booked with an amount of 40,000 instead of 50,000.',
      'The forecast was a price of 97,500. It was booked at 97,510.',
    ]);
    expect(bench.desk.missedForecastCount()).toBe(1);
  });

  it('says that it was changed since, where the record itself does', async () => {
    expect(told(await lose({ price: 99_000, replaced: true, ...LATER }))).toEqual([
      'Changed since: price 97,500 → 99,000.',
    ]);
  });

  it('says that its partner’s fill has cut it down, where the record itself does', () => {
    const pair = { amount: 30_000, oco_ref: 'OCO-1', trigger_fill_condition: 'incremental' };
    const see = (changes: object) => accept(intentOf(orderDraft()), placedOrder({ ...pair, ...changes }), NOW_MS);
    expect(see(LATER).notices).toMatchObject([{ code: 'amount_changed', params: { by: 'linked_fill' } }]);
    expect(see({}).notices).toMatchObject([{ code: 'amount_differs' }]);
  });
});

describe('no change is told', () => {
  it('of the coin price of an order whose price is a volatility: that goes with the market', () => {
    const row: OrderRow = { ...intentOf(orderDraft({ price: '54' })), advanced: 'implv' };
    const booked = placedOrder({ price: 0.075, advanced: 'implv', implv: 54 });
    const edited = { replaced: true, auto_replaced: true, ...LATER };
    const moved = placedOrder({ price: 0.076, advanced: 'implv', implv: 54, ...edited });
    expect(accept(accept(row, booked, NOW_MS), moved, NOW_MS).notices).toEqual(accept(row, booked, NOW_MS).notices);
  });

  it('of what a trigger made of an order that was edited before; of what it made otherwise, there is', () => {
    const draft = orderDraft({ type: 'stop_limit', trigger: 'mark_price', trigger_price: '97100' });
    const stop = { order_type: 'stop_limit', trigger: 'mark_price', trigger_price: 97_100, order_id: 'SLMS-1' };
    const waiting = placedOrder({ ...stop, order_state: 'untriggered' });
    const edited = placedOrder({ ...stop, order_state: 'untriggered', price: 99_000, replaced: true, ...LATER });
    const fired = { ...edited, order_state: 'triggered' as const };
    const row = [waiting, edited].reduce((reached, order) => accept(reached, order, NOW_MS), intentOf(draft));
    const became = placedOrder({ order_id: 'BTC-5', trigger_order_id: 'SLMS-1', price: 99_000 });
    const told99 = ['Changed since: price 97,500 → 99,000.'];
    expect(told(acceptSight(row, [fired, became], NOW_MS))).toEqual(told99);
    const otherwise = placedOrder({ order_id: 'BTC-5', trigger_order_id: 'SLMS-1', price: 99_010 });
    expect(told(acceptSight(row, [fired, otherwise], NOW_MS))).toEqual([
      ...told99,
      'Booked at 99,010 instead of 99,000.',
    ]);
  });

  it('of what is left of a linked order, and of the pieces that its sell’s fills place', () => {
    const row: OrderRow = { ...intentOf(orderDraft()), child_of: { intent_id: '0', label: 'hedge', place: 1 } };
    const waits = { order_id: 'OTO-1', is_secondary_oto: true, order_state: 'untriggered' };
    const piece = { order_id: 'BTC-5', trigger_order_id: 'OTO-1', primary_order_id: 'BTC-3', amount: 20_000 };
    const sights = [
      placedOrder(waits),
      placedOrder({ ...waits, amount: 30_000, ...LATER }),
      placedOrder(piece),
      placedOrder({ ...piece, order_state: 'cancelled' }),
      placedOrder({ ...waits, amount: 30_000, ...LATER }),
    ];
    const reached = sights.reduce((known, order) => accept(known, order, NOW_MS), row);
    expect(reached).toMatchObject({ order: { order_id: 'OTO-1' }, notices: [] });
  });
});
