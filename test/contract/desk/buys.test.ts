import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSurprise } from '../../../electron/orders/forecast-check.ts';
import { add, decimal, subtract } from '../../../shared/decimal.ts';
import type { IssueCode } from '../../../shared/orders/issue.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { closeOnSimulator, openOnSimulator, type SocketDesk } from '../../support/bench/socket-desk.ts';

const BUY = 'private/buy';
const SELL = 'private/sell';
/** By then an order that the service never took is proven absent. */
const PROOF_MS = 30_000;
const TICK = decimal('0.5');

let simulator: Simulator;
let on: SocketDesk;
beforeEach(async () => {
  ({ simulator, on } = await openOnSimulator());
});
afterEach(() => closeOnSimulator({ simulator, on }));

const buy = (changes: Partial<OrderDraft> = {}, accepted: readonly IssueCode[] = []) =>
  on.sell({ direction: 'buy', ...changes }, accepted);

async function touches() {
  const { best_bid_price, best_ask_price } = await on.readTicker();
  if (best_bid_price == null || best_ask_price == null) throw new Error('the book of the perpetual is empty');
  return { bid: best_bid_price, ask: best_ask_price };
}

/** One call of `private/buy`, none of the other side, and a row that says so. */
function expectBought(row: OrderRow): void {
  expect(row.direction).toBe('buy');
  expect(simulator.control.calls(BUY).count).toBe(1);
  expect(simulator.control.calls(SELL).count).toBe(0);
}

describe('a buy', () => {
  it('at market is taken as forecast, and is a buy at the service', async () => {
    const row = await buy({ label: 'bought' });
    expectBought(row);
    expect(row).toMatchObject({ outcome: 'accepted', order: { direction: 'buy', order_state: 'filled' } });
    expect(row.expected).toMatchObject({ behaviour: 'trades', fill: { price: (await touches()).ask } });
    expect([isSurprise(row), row.notices]).toEqual([false, []]);
    expect(simulator.control.ordersByLabel('bought')).toMatchObject([{ direction: 'buy', order_state: 'filled' }]);
  });

  it('at a limit below the ask rests there', async () => {
    const { bid } = await touches();
    const row = await buy({ type: 'limit', price: bid });
    expectBought(row);
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_state: 'open', price: bid } });
    expect([isSurprise(row), row.expected?.behaviour]).toEqual([false, 'rests']);
  });

  it('that would trade and must only rest is moved below the ask, as forecast', async () => {
    const { ask } = await touches();
    const row = await buy({ type: 'limit', price: add(ask, TICK), post_only: true });
    expectBought(row);
    expect(row.order).toMatchObject({ order_state: 'open', price: subtract(ask, TICK) });
    expect([isSurprise(row), row.expected?.price]).toEqual([false, subtract(ask, TICK)]);
  });

  it('that would trade and is to be rejected then is rejected, as forecast', async () => {
    const { ask } = await touches();
    const row = await buy({ type: 'limit', price: ask, post_only: true, reject_post_only: true });
    expectBought(row);
    expect(row).toMatchObject({ outcome: 'refused', order: null, expected: { behaviour: 'refused' } });
    expect(isSurprise(row)).toBe(false);
  });

  it('above the band is lowered to its end, as was warned of', async () => {
    const { max_price } = await on.readTicker();
    if (max_price == null) throw new Error('the perpetual has no band');
    const row = await buy({ type: 'limit', price: add(max_price, decimal(50)) }, ['price_above_band']);
    expectBought(row);
    expect(row).toMatchObject({ outcome: 'accepted', order: { price: max_price }, expected: { price: max_price } });
    expect(isSurprise(row)).toBe(false);
  });

  it.each([true, false])('without a reply (executed: %s) is unknown, then proven, and sent once', async (executed) => {
    simulator.control.failNext(BUY, executed ? 'drop_after_executing' : 'drop_before_executing');
    const { intent_id, outcome } = await buy({ label: 'lost' });
    expect(outcome).toBe('unknown');
    await on.pass(executed ? 300 : PROOF_MS);
    const row = on.row(intent_id);
    expect(row.outcome).toBe(executed ? 'accepted' : 'absent');
    expectBought(row);
    expect(simulator.control.executions()).toBe(executed ? 1 : 0);
  });

  it('is no repetition of a sell like it, but of a buy it is', async () => {
    const terms = { type: 'limit', price: (await touches()).bid, post_only: false } as const;
    const other = { ...terms, price: (await touches()).ask };
    await on.sell({ ...other, label: 'sold' });
    const codesOf = async (draft: Partial<OrderDraft>) => {
      const { issues } = (await on.begin({ ...draft, direction: 'buy', label: 'again' }).placed).check;
      return issues.map(({ code }) => code);
    };
    expect(await codesOf(other)).not.toContain('duplicate_order');
    await buy({ ...terms, label: 'bought' });
    expect(await codesOf(terms)).toContain('duplicate_order');
  });

  it('is what it was after a crash: its side is in the journal', async () => {
    simulator.control.failNext(BUY, 'drop_after_executing');
    const { intent_id } = await buy({ label: 'kept' });
    on = await on.restart();
    expect(on.row(intent_id)).toMatchObject({ outcome: 'unknown', direction: 'buy' });
    await on.pass(300);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'accepted', order: { direction: 'buy' } });
    expect(simulator.control.calls(BUY).count).toBe(1);
  });
});
