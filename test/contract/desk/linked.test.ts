import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { type BackEnd, confirmAndPlace, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { childDraft, orderDraft } from '../../support/records/records.ts';

const SELL = 'private/sell';
const BY_LABEL = 'private/get_order_state_by_label';
const AWAY = { httpStatus: 503, html: 'away', executed: false } as const;

let on: BackEnd;
let mark: number;
beforeEach(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
  const name = 'BTC-PERPETUAL';
  const told = on.waitFor<{ ticker: { mark_price: string } | null }[]>('market.changed', ([quote]) => {
    if (quote?.ticker === null || quote === undefined) return false;
    mark = Math.floor(Number(quote.ticker.mark_price));
    return true;
  });
  const instruments = [{ instrument_name: name, attention: 'focused' as const }];
  await on.services.handlers['market.watch']({ instruments }, TEST_WINDOW);
  await told;
});
afterEach(() => on.close());

async function place(changes: Partial<OrderDraft>): Promise<OrderRow> {
  const draft = orderDraft({ amount: '200', label: 'hedge', ...changes });
  const { row, check } = await confirmAndPlace(on, draft);
  if (row === null) throw new Error(`stopped by ${check.issues.map(({ code }) => code).join(', ')}`);
  return row;
}

const list = () => on.services.handlers['orders.list'](null, TEST_WINDOW);
const atService = (label: string) => on.simulator.control.ordersByLabel(label);
const profit = (changes = {}) =>
  childDraft({ amount: '200', price: String(mark - 500), reduce_only: false, ...changes });
const loss = () =>
  childDraft({
    amount: '200',
    type: 'stop_market',
    price: '',
    trigger: 'mark_price',
    trigger_price: String(mark + 500),
    reduce_only: false,
  });
const OTO = { linked_order_type: 'one_triggers_other', trigger_fill_condition: 'first_hit' } as const;
const MARKET = { type: 'market', price: '' } as const;

/** Resolves with the row of a label once it is as wanted. */
const until = (label: string, isWanted: (row: OrderRow) => boolean) =>
  on.waitForRow((row) => row.label === label && isWanted(row));
const isOpen = ({ order }: OrderRow) => order?.order_state === 'open';
const isWaiting = ({ order }: OrderRow) => order?.order_state === 'untriggered';

describe('an order linked to a sell', () => {
  it('that its fill places is a row of its own, rests, and is cancelled with all that rests', async () => {
    const parent = await place({ ...MARKET, ...OTO, children: [profit()] });
    const child = await until('hedge/1', isOpen);
    expect(child).toMatchObject({
      child_of: { intent_id: parent.intent_id, label: 'hedge', place: 1 },
      direction: 'buy',
      amount: '200',
      price: String(mark - 500),
      outcome: 'accepted',
      order: { primary_order_id: parent.order?.order_id },
      notices: [],
    });
    await on.services.handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
    expect(await on.services.handlers['orders.cancel_resting'](null, TEST_WINDOW)).toEqual({ cancelled: 1 });
    expect(atService('hedge/1').at(-1)).toMatchObject({ order_state: 'cancelled' });
  });

  it('that waits says so, and is cancelled by itself', async () => {
    await place({ price: String(mark + 900), ...OTO, children: [profit(), loss()] });
    const child = await until('hedge/2', isWaiting);
    expect(child.order).toMatchObject({ is_secondary_oto: true, order_type: 'stop_market' });
    const cancelled = await on.services.handlers['orders.cancel']({ intent_id: child.intent_id }, TEST_WINDOW);
    expect(cancelled).toMatchObject({ order: { order_state: 'cancelled' }, cancel: { state: 'cancelled' } });
    expect((await until('hedge/1', isWaiting)).notices).toEqual([]);
  });

  it('ends with its sell', async () => {
    const parent = await place({ price: String(mark + 900), ...OTO, children: [profit()] });
    await until('hedge/1', isWaiting);
    await on.services.handlers['orders.cancel']({ intent_id: parent.intent_id }, TEST_WINDOW);
    const ended = await until('hedge/1', ({ order }) => order?.order_state === 'cancelled');
    expect(ended.order?.cancel_reason).toBe('oto_primary_closed');
  });

  it('of a pair is a row from the first, and ends when the other does', async () => {
    const partner = childDraft({ direction: 'sell', amount: '200', price: String(mark + 800), reduce_only: false });
    const pair = { linked_order_type: 'one_cancels_other', trigger_fill_condition: 'first_hit' } as const;
    const parent = await place({ price: String(mark + 900), ...pair, children: [partner] });
    const child = await until('hedge/1', isOpen);
    expect(child).toMatchObject({ direction: 'sell', order: { oco_ref: parent.order?.oco_ref }, notices: [] });
    await on.services.handlers['orders.cancel']({ intent_id: parent.intent_id }, TEST_WINDOW);
    await until('hedge/1', ({ order }) => order?.order_state === 'cancelled');
  });

  it('that is rejected when it is placed is shown as that', async () => {
    // It would trade at once, and must not.
    const child = profit({ price: String(mark + 200), post_only: true, reject_post_only: true });
    await place({ ...MARKET, ...OTO, children: [child] });
    const row = await until('hedge/1', ({ order }) => order !== null && order.order_state !== 'untriggered');
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_state: 'rejected' } });
  });

  it('is found after a lost reply, over a restart, before and after it is placed', async () => {
    on.simulator.control.failNext(SELL, 'drop_after_executing');
    on.simulator.control.failAll(BY_LABEL, AWAY);
    const parent = await place({ ...MARKET, ...OTO, children: [profit(), loss()] });
    expect(parent.outcome).toBe('unknown');
    expect((await list()).map(({ label }) => label)).toEqual(['hedge']);
    on = await on.restart();
    on.simulator.control.failAll(BY_LABEL, null);
    await until('hedge/1', isOpen);
    const waiting = await until('hedge/2', isWaiting);
    expect(waiting.notices).toEqual([]);
    on = await on.restart();
    expect((await list()).map(({ label }) => label).toSorted()).toEqual(['hedge', 'hedge/1', 'hedge/2']);
    expect(on.simulator.control.calls(SELL).count).toBe(1);
  });

  it('of a sell that came to nothing is not shown, and leaves nothing undecided', async () => {
    on.simulator.control.failNext(SELL, 'drop_before_executing');
    const parent = await place({ ...MARKET, ...OTO, valid_for_ms: 1000, children: [profit()] });
    expect(await on.waitForDecision(parent.intent_id)).toMatchObject({ outcome: 'absent' });
    expect((await list()).map(({ label }) => label)).toEqual(['hedge']);
    on = await on.restart();
    expect((await list()).map(({ label, outcome }) => [label, outcome])).toEqual([['hedge', 'absent']]);
  });

  it('bears a label that no sell may bear after it', async () => {
    await place({ price: String(mark + 900), ...OTO, children: [profit()] });
    const { issues } = await on.services.handlers['orders.check'](
      { draft: orderDraft({ label: 'hedge/1', price: String(mark + 950), amount: '300' }) },
      TEST_WINDOW,
    );
    expect(issues).toContainEqual(expect.objectContaining({ code: 'label_in_use', params: { label: 'hedge/1' } }));
  });

  it('is placed piece by piece with the fills of its sell, and is cancelled whole', async () => {
    const pieces = { linked_order_type: 'one_triggers_other', trigger_fill_condition: 'incremental' } as const;
    const { best_bid_price: bid, best_bid_amount: size } = await readBid();
    // More than the book takes at once.
    const amount = String(20 * size);
    await place({ price: String(bid), amount, ...pieces, children: [profit({ amount })] });
    const child = await until('hedge/1', isOpen);
    expect(child).toMatchObject({ notices: [{ code: 'placed_in_parts' }] });
    const cancelled = await on.services.handlers['orders.cancel']({ intent_id: child.intent_id }, TEST_WINDOW);
    expect(cancelled.order?.order_state).toBe('cancelled');
    expect(atService('hedge/1').filter((order) => order['order_state'] === 'open')).toEqual([]);
    expect(atService('hedge/1').filter((order) => order['order_state'] === 'untriggered')).toEqual([]);
  });

  async function readBid() {
    const reply = await fetch(`${on.simulator.origin}/api/v2/public/ticker?instrument_name=BTC-PERPETUAL`);
    const { result } = (await reply.json()) as { result: { best_bid_price: number; best_bid_amount: number } };
    return result;
  }
});
