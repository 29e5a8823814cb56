import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eachOf } from '../../support/deep.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { ChildDraft, OrderDraft } from '../../../shared/orders/draft.ts';
import {
  type BackEnd,
  confirmAndPlace,
  startBackEnd,
  TEST_WINDOW,
  watchPerpetual,
} from '../../support/bench/back-end.ts';
import { childDraft, orderDraft } from '../../support/records/records.ts';

let on: BackEnd;
let bid: number;
let size: number;
beforeEach(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
  const { ticker } = await watchPerpetual(on);
  bid = Math.floor(Number(ticker?.best_bid_price));
  size = Number(ticker?.best_bid_amount);
});
afterEach(() => on.close());

type Partner = Partial<ChildDraft>;
const price = (distance: number) => String(bid + distance);

/** Places a sell that would rest by itself with another of which one cancels the other, after what the check says of them. */
async function placePair(partner: Partner, sell: Partial<OrderDraft> = {}) {
  const draft = orderDraft({
    amount: '200',
    label: 'pair',
    price: price(400),
    linked_order_type: 'one_cancels_other',
    trigger_fill_condition: 'first_hit',
    children: [childDraft({ direction: 'sell', amount: '200', price: price(500), reduce_only: false, ...partner })],
    ...sell,
  });
  const { row, shown } = await confirmAndPlace(on, draft);
  const { issues, forecast } = shown;
  const ofPartner = ({ code }: { readonly code: string }) => code.startsWith('partner_');
  return {
    row,
    warned: issues.filter(ofPartner).map(({ code }) => code),
    behaviour: forecast?.behaviour,
    step: forecast?.steps.find(ofPartner)?.code,
  };
}

const atService = (label: string) => on.simulator.control.ordersByLabel(label).at(-1);

/** Resolves with the row of a label once its order has ended. */
async function untilEnded(label: string): Promise<OrderRow> {
  const isIt = ({ order, ...row }: OrderRow) => row.label === label && order?.order_state === 'cancelled';
  const told = on.waitFor<OrderRow[]>('orders.changed', (rows) => rows.some(isIt));
  const known = await on.services.handlers['orders.list'](null, TEST_WINDOW);
  const found = known.find(isIt) ?? (await told).find(isIt);
  if (found === undefined) throw new Error(`${label} went missing`);
  return found;
}

const MARKET = { type: 'market', price: '' } as const;
const IOC = { time_in_force: 'immediate_or_cancel' } as const;

describe('a sell whose partner trades or ends as it goes to work', () => {
  eachOf<[string, () => Partner, string]>(
    [
      ['a sell through the bid', () => ({ price: price(-100) }), 'partner_trades'],
      ['a sell at market', () => MARKET, 'partner_trades'],
      ['a buy through the ask', () => ({ direction: 'buy', price: price(100) }), 'partner_trades'],
      ['a buy at market', () => ({ ...MARKET, direction: 'buy' }), 'partner_trades'],
      ['a sell that can’t rest', () => ({ price: price(500), ...IOC }), 'partner_ends'],
    ],
    ['a sell through the bid', 'a sell that can’t rest'],
  )('is cancelled as forecast: %s', async (_name, partner, step) => {
    const found = await placePair(partner());
    const warning = step === 'partner_ends' ? 'partner_ends_at_once' : 'partner_trades_at_once';
    expect(found).toMatchObject({ behaviour: 'cancelled', step, warned: [warning] });
    // The reply shows it before: it and its end are as forecast.
    expect(found.row).toMatchObject({ outcome: 'accepted', notices: [] });
    const ended = await untilEnded('pair');
    expect(ended).toMatchObject({ order: { cancel_reason: 'oco_other_closed', filled_amount: '0' }, notices: [] });
    expect(atService('pair/1')).toMatchObject({ order_state: step === 'partner_ends' ? 'cancelled' : 'filled' });
  });

  it('is cancelled while it waits for its trigger', async () => {
    const stop = { type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: price(-2000) } as const;
    expect(await placePair({ price: price(-100) }, stop)).toMatchObject({ behaviour: 'cancelled' });
    expect((await untilEnded('pair')).order?.cancel_reason).toBe('oco_other_closed');
  });

  it('is cancelled where a buy comes up to it: an account does not trade with itself', async () => {
    const partner = { direction: 'buy', price: price(450), amount: String(50 * size) } as const;
    const sell = { price: price(20), trigger_fill_condition: 'complete_fill' } as const;
    const found = await placePair(partner, sell);
    expect(found).toMatchObject({
      behaviour: 'cancelled',
      step: 'partner_meets_order',
      warned: ['partner_meets_order'],
    });
    await untilEnded('pair');
    expect(atService('pair')).toMatchObject({ order_state: 'cancelled', filled_amount: 0 });
  });

  it.each(['complete_fill', 'incremental'] as const)('may stay where only a part fills: %s', async (condition) => {
    const amount = String(20 * size);
    const partner = { price: price(-1), amount };
    const found = await placePair(partner, { amount, trigger_fill_condition: condition });
    expect(found).toMatchObject({
      behaviour: 'unclear',
      step: 'partner_may_trade',
      warned: ['partner_trades_at_once'],
    });
    expect(found.row).toMatchObject({ outcome: 'accepted', notices: [] });
    const other = atService('pair/1');
    expect(other).toMatchObject({ order_state: 'open' });
    const left = condition === 'incremental' ? 20 * size - Number(other?.['filled_amount']) : 20 * size;
    expect(atService('pair')).toMatchObject({ order_state: 'open', amount: left });
  });

  it('rests where post only moves its partner away from the market', async () => {
    const found = await placePair({ price: price(-100), post_only: true });
    expect(found).toMatchObject({ behaviour: 'rests', step: 'partner_moved', warned: [] });
    expect(atService('pair')).toMatchObject({ order_state: 'open' });
    const moved = atService('pair/1');
    expect(moved).toMatchObject({ order_state: 'open', post_only: true });
    expect(Number(moved?.['price'])).toBeGreaterThan(bid - 100);
  });
});
