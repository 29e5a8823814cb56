import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endUnseen } from '../../../../electron/orders/looks/lost-sight.ts';
import { readSight } from '../../../../electron/orders/lineage.ts';
import { accept, acceptSight } from '../../../../electron/orders/outcome.ts';
import { createOrderTeller } from '../../../../electron/orders/tell-host.ts';
import { compare, decimal } from '../../../../shared/decimal.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { isResting, isWorking } from '../../../../shared/orders/outcome/resting.ts';
import type { Order } from '../../../../shared/service/order.ts';
import { BY_ID, type CancelBench, CANCELLED, createCancelBench, orderOf } from '../../../support/bench/cancel-bench.ts';
import { acceptSells, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { intentOf, NOW_MS } from '../../../support/records/forecast-replies.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { refusal } from '../../../support/wire/scripted-service.ts';

describe('what a look-up shows late', () => {
  let bench: CancelBench;
  beforeEach(() => {
    bench = createCancelBench();
  });
  afterEach(() => bench.remove());

  it('takes back no fill that a reply told, and has none told twice', async () => {
    const at = bench.clock.now();
    const filled = { filled_amount: 30_000, average_price: 97_500, last_update_timestamp: at + 5 };
    const known = { label: 'part', creation_timestamp: at, ...filled };
    acceptSells(bench.service, known);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'part' }), []);
    const told: string[] = [];
    const teller = createOrderTeller(({ title }) => told.push(title), bench.clock);
    teller.remember(bench.desk.rows());
    bench.published.length = 0;
    const behind = placedOrder({ label: 'part', creation_timestamp: at, last_update_timestamp: at });
    const end = bench.track();
    for (const order of [behind, placedOrder(known), behind]) {
      bench.service.answer(STATE, () => ({ value: [order] }));
      await bench.clock.advance(3000);
      expect(bench.row(id).order?.filled_amount).toBe('30000');
      teller.note(bench.published.splice(0));
    }
    await bench.clock.advance(20_000);
    end();
    teller.close();
    expect(told).toEqual([]);
  });

  it('opens no order again whose end became known while it was asked', async () => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => refusal(11_044, 'refused', 'not_open_order'));
    bench.service.answer(STATE, () => {
      const order = orderOf(row, { order_state: 'filled', filled_amount: 50_000 });
      bench.desk.update({ ...bench.row(row.intent_id), order });
      return { value: [orderOf(row, {})] };
    });
    await bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(20_000);
    expect(bench.row(row.intent_id)).toMatchObject({ order: { order_state: 'filled', filled_amount: '50000' } });
    expect(isResting(bench.row(row.intent_id))).toBe(false);
  });

  it('opens none again that an earlier run of the terminal saw ended', async () => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => ({ value: orderOf(row, { ...CANCELLED, filled_amount: 20_000 }) }));
    await bench.canceller.cancel(row.intent_id);
    const later = createCancelBench(bench.restart());
    const known = later.row(row.intent_id);
    expect(accept(known, orderOf(row, {}), NOW_MS).order).toEqual(known.order);
    expect(known.order).toMatchObject({ order_state: 'cancelled', filled_amount: '20000' });
  });
});

describe('one more record of an order', () => {
  const plain = intentOf(orderDraft());
  const see = (...records: Order[]) => records.reduce((row, order) => accept(row, order, NOW_MS), plain).order;
  const part = placedOrder({ filled_amount: 30_000, average_price: 97_510 });

  it('that tells an end and nothing of the fills, or of fewer, leaves those that are known', () => {
    const known = { filled_amount: '30000', average_price: '97510', order_state: 'cancelled' };
    const { filled_amount: _amount, average_price: _price, ...silent } = placedOrder(CANCELLED);
    expect(see(part, silent)).toMatchObject(known);
    expect(see(part, placedOrder({ ...CANCELLED, filled_amount: 20_000 }))).toMatchObject(known);
  });

  it('that tells of an end that is rejected after its trigger had fired counts', () => {
    const states = ['untriggered', 'triggered', 'rejected'].map((order_state) => placedOrder({ order_state }));
    expect(see(...states)?.order_state).toBe('rejected');
    expect(see(...states.toReversed())?.order_state).toBe('rejected');
  });

  it('from before it was edited is no edit; nor is one that the service stamped before', () => {
    const at = NOW_MS + 1000;
    const edited = placedOrder({ price: 99_000, replaced: true, last_update_timestamp: at });
    const again = { ...edited, price: decimal('99500'), last_update_timestamp: at + 1000 };
    expect(see(edited, placedOrder({ replaced: false, last_update_timestamp: at }))?.price).toBe('99000');
    expect(see(edited, again, edited)?.price).toBe('99500');
  });

  it('beats a rejection under another id, as before', () => {
    const rejected = placedOrder({ order_id: 'BTC-0', order_state: 'rejected' });
    const refused: OrderRow = { ...plain, outcome: 'refused', order: rejected };
    expect(accept(refused, placedOrder(), NOW_MS)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1' } });
  });

  it('is none where trades tell of fewer fills than were seen', () => {
    const row: OrderRow = { ...plain, outcome: 'accepted', order: part };
    const trade = { order_id: 'BTC-1', amount: decimal('20000'), timestamp: NOW_MS };
    const trades = [trade] as unknown as NonNullable<Parameters<typeof endUnseen>[1]>['trades'];
    expect(endUnseen(row, { trades, unlabelled: [] }).order?.filled_amount).toBe('30000');
  });
});

/** What happens to an order while it works: fills, edits, cuts by what it is linked to; then its end, if it has one. */
const history = fc.record({
  steps: fc.array(
    fc.oneof(
      fc.record({ fill: fc.integer({ min: 10, max: 9000 }) }),
      fc.record({ price: fc.integer({ min: 97_000, max: 99_000 }) }),
      fc.record({ cut: fc.integer({ min: 10, max: 5000 }) }),
    ),
    { maxLength: 6 },
  ),
  end: fc.constantFrom('filled', 'cancelled', null),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Its records, in the order in which the service made them, a millisecond apart. */
function recordsOf({ steps, end }: History, first: Record<string, unknown>): Order[] {
  const state = { price: 97_500, amount: 50_000, filled_amount: 0, replaced: false };
  const stamp = { creation_timestamp: NOW_MS, last_update_timestamp: NOW_MS };
  const write = (more: object = {}) => placedOrder({ ...first, ...state, ...stamp, ...more });
  const records = [write()];
  for (const step of steps) {
    stamp.last_update_timestamp += 1;
    if ('fill' in step) state.filled_amount = Math.min(state.amount, state.filled_amount + step.fill);
    else if ('cut' in step) state.amount = Math.max(state.filled_amount + 10, state.amount - step.cut);
    else Object.assign(state, { price: step.price, replaced: true });
    records.push(write());
  }
  stamp.last_update_timestamp += 1;
  if (end === 'filled') state.filled_amount = state.amount;
  return end === null ? records : [...records, write({ order_state: end })];
}

/** In which order they are seen, each any number of times. */
const sights = fc.array(fc.nat(), { minLength: 1, maxLength: 25 });

function checkStep(before: Order | null, after: Order | null): void {
  if (before === null || after?.order_id !== before.order_id) return;
  expect(compare(after.filled_amount ?? decimal(0), before.filled_amount ?? decimal(0))).toBeGreaterThanOrEqual(0);
  if (!isWorking(before)) expect(after.order_state).toBe(before.order_state);
}

describe('true records of an order, seen in any order,', () => {
  it('shrink no fill, open nothing that has ended, and leave the last one known once it was seen', () => {
    fc.assert(
      fc.property(history, sights, (lived, seen) => {
        const records = recordsOf(lived, {});
        let row = intentOf(orderDraft());
        let last = 0;
        for (const index of seen.map((at) => at % records.length)) {
          const before = row.order;
          row = accept(row, records[index] as Order, NOW_MS);
          checkStep(before, row.order);
          last = Math.max(last, index);
          expect(row.order).toEqual(records[last]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('do so also where the service’s clock is set back meanwhile', () => {
    fc.assert(
      fc.property(history, sights, fc.array(fc.nat(10_000)), (lived, seen, stamps) => {
        const records = recordsOf(lived, {}).map((order, at) => {
          return { ...order, last_update_timestamp: NOW_MS + (stamps[at] ?? 0) };
        });
        let row = intentOf(orderDraft());
        for (const index of seen) {
          const before = row.order;
          row = accept(row, records[index % records.length] as Order, NOW_MS);
          checkStep(before, row.order);
        }
        expect(row.outcome).toBe('accepted');
      }),
      { numRuns: 500 },
    );
  });

  it('of a trigger and what it became, never lead back to the trigger', () => {
    const stop = { order_type: 'stop_limit', trigger: 'mark_price', trigger_price: 97_100 };
    const waiting = placedOrder({ ...stop, order_id: 'SLMS-1', order_state: 'untriggered' });
    const fired = { ...waiting, order_state: 'triggered' as const };
    const draft = orderDraft({ type: 'stop_limit', trigger: 'mark_price', trigger_price: '97100' });
    fc.assert(
      fc.property(history, sights, (lived, seen) => {
        const became = recordsOf(lived, { order_id: 'BTC-5', trigger_order_id: 'SLMS-1' });
        const shown = [[waiting], [fired], ...became.map((order) => [fired, order])];
        let row = intentOf(draft);
        let last = 0;
        for (const index of seen.map((at) => at % shown.length)) {
          const before = row.order;
          row = acceptSight(row, readSight(row, shown[index] as Order[], NOW_MS).way, NOW_MS);
          checkStep(before, row.order);
          last = Math.max(last, index);
          expect(row.order).toEqual(shown[last]?.at(-1));
        }
      }),
      { numRuns: 500 },
    );
  });
});
