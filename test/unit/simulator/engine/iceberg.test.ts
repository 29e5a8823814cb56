import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { Book } from '../../../../simulator/engine/book.ts';
import { orderRecord } from '../../../../simulator/engine/orders/order-record.ts';
import { OrderDesk } from './order-desk.ts';

let desk: OrderDesk;
let price: number;
beforeEach(() => {
  desk = new OrderDesk();
  price = desk.best('sell') - 0.5;
});

/** The other account buys at the market. */
function buy(amount: number) {
  return desk.placed(desk.accounts[1], { side: 'buy', type: 'market', amount });
}

test('shows the next part when one is gone, and what is left of it meanwhile', () => {
  const order = desk.placed(desk.accounts[0], { amount: 20_000, price, displayAmount: 1000 });
  buy(600);
  expect(orderRecord(order)).toMatchObject({ filled_amount: 600, display_amount: 400, refresh_amount: 1000 });
  buy(400);
  expect(orderRecord(order)).toMatchObject({ filled_amount: 1000, display_amount: 1000, max_show: 1000 });
  expect(desk.venue().book.best('sell')?.amountUnits).toBe(1000);
});

test('stands behind the queue of its price each time it is refilled', () => {
  const ice = desk.placed(desk.accounts[0], { amount: 5000, price, displayAmount: 1000 });
  const plain = desk.placed(desk.accounts[0], { amount: 500, price });
  buy(1000);
  expect([ice.filledUnits, plain.filledUnits]).toEqual([1000, 0]);
  buy(500);
  expect([ice.filledUnits, plain.filledUnits]).toEqual([1000, 500]);
});

test('pays the maker fee for what was seen, the taker fee for what was hidden', () => {
  desk.placed(desk.accounts[0], { amount: 5000, price, displayAmount: 1000 });
  buy(1500);
  buy(300);
  const trades = desk.accounts[0].trades.map(({ record }) => ({
    amount: record['amount'],
    liquidity: record['liquidity'],
    rate: Math.round((Number(record['fee']) * Number(record['price']) * 1e5) / Number(record['amount'])) / 1e5,
  }));
  expect(trades).toEqual([
    { amount: 1000, liquidity: 'M', rate: 0.00015 },
    { amount: 500, liquidity: 'T', rate: 0.00035 },
    { amount: 300, liquidity: 'M', rate: 0.00015 },
  ]);
});

test('counts whole, hidden part and all, for fill_or_kill', () => {
  desk.placed(desk.accounts[0], { amount: 5000, price, displayAmount: 1000 });
  const all = desk.placed(desk.accounts[1], { side: 'buy', amount: 4000, price, timeInForce: 'fill_or_kill' });
  expect(all).toMatchObject({ state: 'filled', filledUnits: 4000 });
  const none = desk.placed(desk.accounts[1], { side: 'buy', amount: 2000, price, timeInForce: 'fill_or_kill' });
  expect(none).toMatchObject({ state: 'cancelled', filledUnits: 0 });
});

test('that only reduces shrinks with its position, what it hides first', () => {
  const [account] = desk.accounts;
  desk.placed(account, { side: 'buy', type: 'market', amount: 5000 });
  const order = desk.placed(account, { amount: 5000, price: price + 900, displayAmount: 1000, reduceOnly: true });
  desk.placed(account, { type: 'market', amount: 3000 });
  expect(order).toMatchObject({ state: 'open', amountUnits: 2000 });
  expect(order.resting).toMatchObject({ remainingUnits: 1000, hiddenUnits: 1000 });
  desk.placed(account, { type: 'market', amount: 1600 });
  expect(order.resting).toMatchObject({ remainingUnits: 400, hiddenUnits: 0 });
});

test('whatever rests, each price is served in order of arrival, every refill counting as one, and no size is lost', () => {
  const resting = fc.array(
    fc.record({
      price: fc.integer({ min: 1, max: 3 }),
      amount: fc.integer({ min: 1, max: 20 }),
      display: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(resting, fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 12 }), (entries, takes) => {
      const book = new Book();
      /** The same queue, kept plainly: who shows what, in order of arrival. */
      const queue: { who: number; price: number; shown: number; hidden: number; display: number }[] = [];
      for (const [who, { price: at, amount, display }] of entries.entries()) {
        const shown = Math.min(display, amount);
        const hiddenUnits = amount - shown;
        book.rest('sell', {
          priceUnits: at * 1000 + 0,
          remainingUnits: shown,
          order: null,
          hiddenUnits,
          displayUnits: display,
        });
        queue.push({ who, price: at * 1000, shown, hidden: hiddenUnits, display });
      }
      for (const take of takes) {
        const expected: [number, number][] = [];
        for (let left = take; left > 0;) {
          const best = Math.min(...queue.map((entry) => entry.price));
          const first = queue.find((entry) => entry.price === best);
          if (first === undefined) break;
          const size = Math.min(left, first.shown);
          expected.push([first.price, size]);
          left -= size;
          first.shown -= size;
          if (first.shown > 0) continue;
          queue.splice(queue.indexOf(first), 1);
          const shown = Math.min(first.display, first.hidden);
          if (shown > 0) queue.push({ ...first, shown, hidden: first.hidden - shown });
        }
        const matched = [...book.sweep('buy', 3000, take)].map((match) => [match.priceUnits, match.amountUnits]);
        expect(matched).toEqual(expected);
      }
      const left = book.side('sell').reduce((sum, entry) => sum + entry.remainingUnits + (entry.hiddenUnits ?? 0), 0);
      expect(left).toBe(queue.reduce((sum, entry) => sum + entry.shown + entry.hidden, 0));
    }),
  );
});
