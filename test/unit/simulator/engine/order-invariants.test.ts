import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancelMatching, liveOrders } from '../../../../simulator/engine/cancellation.ts';
import type { OrderRequest } from '../../../../simulator/engine/placement.ts';
import { brokenInvariants, OrderDesk } from './order-desk.ts';

const side = fc.constantFrom('buy' as const, 'sell' as const);
const away = fc.integer({ min: -8, max: 8 });

const stepArbitrary = fc.record({
  who: fc.integer({ min: 0, max: 1 }),
  option: fc.boolean(),
  what: fc.constantFrom(
    'limit',
    'limit',
    'market',
    'market_limit',
    'iceberg',
    'trigger',
    'trailing',
    'linked',
    'advanced',
  ),
  side,
  childSide: side,
  away,
  childAway: away,
  lots: fc.integer({ min: 1, max: 400 }),
  source: fc.constantFrom('index_price' as const, 'mark_price' as const, 'last_price' as const),
  type: fc.constantFrom('stop_limit' as const, 'stop_market' as const, 'take_limit' as const, 'take_market' as const),
  timeInForce: fc.constantFrom(
    'good_til_cancelled' as const,
    'good_til_day' as const,
    'fill_or_kill' as const,
    'immediate_or_cancel' as const,
  ),
  linkedOrderType: fc.constantFrom(
    'one_triggers_other' as const,
    'one_cancels_other' as const,
    'one_triggers_one_cancels_other' as const,
  ),
  triggerFillCondition: fc.constantFrom('first_hit' as const, 'complete_fill' as const, 'incremental' as const),
  reduceOnly: fc.boolean(),
  cancelMaker: fc.boolean(),
  waitMs: fc.constantFrom(0, 0, 0, 250, 5000, 600_000),
  cancels: fc.integer({ min: 0, max: 9 }),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** The request that a step makes, at prices around the market's. */
function requestOf(desk: OrderDesk, step: Step, name: string): Partial<OrderRequest> {
  const { instrument } = desk.venue(name);
  const tick = instrument.option === null ? 0.5 : 0.0005;
  const near = (ticks: number) => {
    const base = Math.round(desk.best(step.side === 'buy' ? 'sell' : 'buy', name) / tick);
    return Math.round(Math.max(1, base + ticks) * tick * 1e4) / 1e4;
  };
  const amount = (step.lots * instrument.stepUnits) / 10 ** instrument.amountPlaces;
  const common = { side: step.side, instrumentName: name, amount, timeInForce: step.timeInForce };
  const price = near(step.away);
  const trigger = { trigger: step.source, triggerPrice: step.source === 'index_price' ? 97_400 : near(step.childAway) };
  const limited = step.type === 'stop_limit' || step.type === 'take_limit';
  if (step.what === 'market' || step.what === 'market_limit') return { ...common, type: step.what };
  if (step.what === 'iceberg') {
    return {
      ...common,
      price,
      amount: amount + 150 * instrument.minAmountUnits,
      displayAmount: 100 * (instrument.minAmountUnits / 10 ** instrument.amountPlaces),
    };
  }
  if (step.what === 'trigger') {
    return { ...common, ...trigger, type: step.type, price: limited ? price : undefined, reduceOnly: step.reduceOnly };
  }
  if (step.what === 'trailing') {
    return { ...common, type: 'trailing_stop', trigger: step.source, triggerOffset: tick * (1 + Math.abs(step.away)) };
  }
  if (step.what === 'advanced' && instrument.option !== null)
    return { ...common, price: 40 + step.away, advanced: 'implv' };
  if (step.what !== 'linked') return { ...common, price, reduceOnly: step.reduceOnly };
  const child = {
    side: step.childSide,
    amount,
    type: 'limit' as const,
    price: near(step.childAway),
    timeInForce: 'good_til_cancelled' as const,
    label: '',
    postOnly: false,
    rejectPostOnly: false,
    reduceOnly: false,
  };
  const stop = { ...child, ...trigger, type: 'stop_market' as const, price: undefined };
  return {
    ...common,
    price,
    linkedOrderType: step.linkedOrderType,
    triggerFillCondition: step.triggerFillCondition,
    otocoConfig: step.linkedOrderType === 'one_triggers_one_cancels_other' ? [child, stop] : [child],
  };
}

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
        const placed = desk.place(account, requestOf(desk, next, name));
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
    { numRuns: 80 },
  );
  expect(accepted).toBeGreaterThan(refused);
  expect([...states].toSorted()).toEqual(['cancelled', 'filled', 'open', 'rejected', 'triggered', 'untriggered']);
});
