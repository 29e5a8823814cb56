import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancelMatching, liveOrders } from '../../../../simulator/engine/orders/cancellation.ts';
import { DRAWN_ORDER, requestOf } from '../drawn-order.ts';
import { brokenInvariants, OrderDesk } from './order-desk.ts';
import { propertyRuns } from '../../../support/repetitions.ts';

const stepArbitrary = fc.record({
  ...DRAWN_ORDER,
  who: fc.integer({ min: 0, max: 1 }),
  option: fc.boolean(),
  cancelMaker: fc.boolean(),
  waitMs: fc.constantFrom(0, 0, 0, 250, 5000, 600_000),
  cancels: fc.integer({ min: 0, max: 9 }),
});

test('whatever is placed, cancelled and waited for: books sorted and uncrossed, no order loses or gains size', () => {
  let accepted = 0;
  let refused = 0;
  const states = new Set<string>();
  fc.assert(
    fc.property(fc.nat({ max: 1e6 }), fc.array(stepArbitrary, { minLength: 10, maxLength: 40 }), (seed, steps) => {
      const desk = new OrderDesk(seed);
      const option = desk.exchange.instruments.find(
        ({ option: terms, name }) => terms !== null && /^BTC-.*00000-C$/.test(name),
      );
      if (option === undefined) throw new Error('no option');
      for (const next of steps) {
        desk.pass(next.waitMs);
        const account = desk.accounts[next.who === 0 ? 0 : 1];
        account.selfTrading = {
          mode: next.cancelMaker ? 'cancel_maker' : 'reject_taker',
          extendedToSubaccounts: false,
        };
        const name = next.option ? option.name : 'BTC-PERPETUAL';
        if (desk.venue(name).book.best('buy') === null || desk.venue(name).book.best('sell') === null) continue;
        const before = JSON.stringify([account.openOrders.size, account.waitingOrders.size, account.trades.length]);
        const placed = desk.place(account, requestOf(desk.exchange, desk.venue(name).instrument, next));
        if (placed.ok) {
          accepted += 1;
          const { record, trades } = placed.value;
          const sum = trades.reduce((total, trade) => total + Number(trade['amount']), 0);
          expect(sum).toBeCloseTo(Number(record['filled_amount']), 8);
        } else {
          refused += 1;
          const after = JSON.stringify([account.openOrders.size, account.waitingOrders.size, account.trades.length]);
          expect(after).toBe(before);
        }
        expect(brokenInvariants(desk)).toEqual([]);
        const victim = liveOrders(account)[next.cancels];
        if (victim !== undefined) cancelMatching(desk.exchange, account, (order) => order === victim, desk.nowMs);
        expect(brokenInvariants(desk)).toEqual([]);
      }
      for (const account of desk.accounts) for (const { state } of account.recentOrders.values()) states.add(state);
    }),
    propertyRuns(80, 15),
  );
  expect(accepted).toBeGreaterThan(refused);
  expect([...states].toSorted()).toEqual(['cancelled', 'filled', 'open', 'rejected', 'triggered', 'untriggered']);
});
