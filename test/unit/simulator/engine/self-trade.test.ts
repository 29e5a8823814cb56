import { beforeEach, expect, test } from 'vitest';
import { OrderDesk } from './order-desk.ts';

let desk: OrderDesk;
let price: number;
beforeEach(() => {
  desk = new OrderDesk();
  price = desk.best('sell') - 0.5;
});

function mode(name: 'reject_taker' | 'cancel_maker', extendedToSubaccounts = false): void {
  for (const account of desk.accounts) account.selfTrading = { mode: name, extendedToSubaccounts };
}

test('two accounts of one owner trade with each other unless the mode is extended to subaccounts', () => {
  const maker = desk.placed(desk.accounts[0], { amount: 100, price });
  const buy = { side: 'buy', type: 'market', amount: 100 } as const;
  mode('reject_taker', true);
  expect(desk.place(desk.accounts[1], buy)).toMatchObject({ ok: false, error: { code: 10_003 } });
  mode('reject_taker');
  expect(desk.place(desk.accounts[1], buy)).toMatchObject({ ok: true });
  expect(maker).toMatchObject({ state: 'filled' });
});

test("cancel_maker says whose order gave way: its own account's or another's", () => {
  mode('cancel_maker', true);
  const own = desk.placed(desk.accounts[1], { amount: 100, price });
  const other = desk.placed(desk.accounts[0], { amount: 100, price });
  desk.placed(desk.accounts[1], { side: 'buy', type: 'market', amount: 100 });
  expect(own).toMatchObject({ state: 'cancelled', cancelReason: 'order_overlap' });
  expect(other).toMatchObject({ state: 'cancelled', cancelReason: 'order_overlap_another_sub' });
});

test('cancel_maker leaves alone what the taker does not reach', () => {
  mode('cancel_maker');
  const near = desk.placed(desk.accounts[0], { amount: 100, price });
  const far = desk.placed(desk.accounts[0], { amount: 100, price: price + 500 });
  desk.placed(desk.accounts[0], { side: 'buy', amount: 100, price });
  expect([near.state, far.state]).toEqual(['cancelled', 'open']);
});

test("fill_or_kill does not count the account's own orders, and cancels none when it is killed", () => {
  mode('cancel_maker');
  const own = desk.placed(desk.accounts[0], { amount: 100, price });
  const killed = desk.placed(desk.accounts[0], { side: 'buy', amount: 100, price, timeInForce: 'fill_or_kill' });
  expect(killed).toMatchObject({ state: 'cancelled', filledUnits: 0 });
  expect(own.state).toBe('open');
});

test.each(['first_hit', 'complete_fill', 'incremental'] as const)(
  'an order that cancels its own partner out of its way has ended with it, and trades no more (%s)',
  (triggerFillCondition) => {
    mode('cancel_maker');
    const partner = {
      side: 'buy',
      amount: 1000,
      type: 'limit',
      timeInForce: 'good_til_cancelled',
      price: price + 200,
      label: 'of-two',
      postOnly: false,
      rejectPostOnly: false,
      reduceOnly: false,
    } as const;
    const sell = desk.placed(desk.accounts[0], {
      amount: 1000,
      price,
      linkedOrderType: 'one_cancels_other',
      triggerFillCondition,
      otocoConfig: [partner],
    });
    const buy = [...desk.accounts[0].recentOrders.values()].find(({ label }) => label === 'of-two');
    expect(sell).toMatchObject({ state: 'cancelled', cancelReason: 'order_overlap' });
    expect(buy).toMatchObject({ state: 'cancelled', cancelReason: 'oco_other_closed', filledUnits: 0 });
  },
);
