import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancelMatching } from '../../../../simulator/engine/orders/cancellation.ts';
import type { EditRequest } from '../../../../simulator/engine/orders/edit-terms.ts';
import { editOrder } from '../../../../simulator/engine/orders/edit.ts';
import { liveOrders } from '../../../../simulator/engine/orders/find-order.ts';
import { orderRecord } from '../../../../simulator/engine/orders/order-record.ts';
import { isLive, type Order } from '../../../../simulator/engine/orders/order.ts';
import { amountNumber, gridDown, priceNumber, tickAt } from '../../../../simulator/market/instrument.ts';
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
  edits: fc.integer({ min: 0, max: 5 }),
  /** Tenths of its amount, and ticks that its price moves by. */
  editedSize: fc.integer({ min: 1, max: 20 }),
  editedAway: fc.integer({ min: -8, max: 8 }),
  editedPostOnly: fc.constantFrom(undefined, undefined, false, true),
  editedReduceOnly: fc.constantFrom(undefined, undefined, false, true),
});

/** An edit of an order: another amount, and where it has a price or a trigger another one of those. */
function editOf(
  order: Order,
  drawn: typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never,
): EditRequest {
  const { instrument, trigger, advanced } = order;
  const steps = Math.max(1, Math.round((order.amountUnits / instrument.stepUnits) * (drawn.editedSize / 10)));
  const moved = gridDown(instrument, order.priceUnits + drawn.editedAway * tickAt(instrument, order.priceUnits));
  const hasPrice = order.type.endsWith('limit') && advanced === null && moved > 0 && order.type !== 'market_limit';
  return {
    amount: amountNumber(instrument, steps * instrument.stepUnits),
    price: hasPrice
      ? priceNumber(instrument, moved)
      : advanced === null
        ? undefined
        : advanced.value + drawn.editedAway,
    postOnly: drawn.editedPostOnly,
    rejectPostOnly: drawn.editedPostOnly,
    reduceOnly: drawn.editedReduceOnly,
    advanced: advanced?.by,
    triggerPrice: undefined,
    triggerOffset:
      trigger?.offsetUnits == null ? undefined : priceNumber(instrument, trigger.offsetUnits + instrument.tickUnits),
    validUntilMs: undefined,
  };
}

test('whatever is placed, edited, cancelled and waited for: books sorted and uncrossed, no order loses or gains size', () => {
  let accepted = 0;
  let refused = 0;
  const edited = { taken: 0, refused: 0 };
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
        const live = liveOrders(account);
        const changed = live[next.edits % Math.max(1, live.length)];
        const book = changed === undefined ? undefined : desk.exchange.venue(changed.instrument.name);
        if (changed !== undefined && book !== undefined && isLive(changed)) {
          const unchanged = JSON.stringify(orderRecord(changed));
          const done = editOrder(desk.exchange, { order: changed, venue: book }, editOf(changed, next), 0, desk.nowMs);
          edited[done.ok ? 'taken' : 'refused'] += 1;
          if (!done.ok) expect(JSON.stringify(orderRecord(changed))).toBe(unchanged);
          expect(brokenInvariants(desk)).toEqual([]);
        }
        const victim = liveOrders(account)[next.cancels];
        if (victim !== undefined) cancelMatching(desk.exchange, account, (order) => order === victim, desk.nowMs);
        expect(brokenInvariants(desk)).toEqual([]);
      }
      for (const account of desk.accounts) for (const { state } of account.recentOrders.values()) states.add(state);
    }),
    propertyRuns(80, 15),
  );
  expect(accepted).toBeGreaterThan(refused);
  expect(edited.taken).toBeGreaterThan(edited.refused);
  expect(edited.refused).toBeGreaterThan(0);
  expect([...states].toSorted()).toEqual(['cancelled', 'filled', 'open', 'rejected', 'triggered', 'untriggered']);
});
