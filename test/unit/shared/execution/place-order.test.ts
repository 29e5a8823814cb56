import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, replay } from '../../../../shared/execution/decide.ts';
import type { Evidence } from '../../../../shared/execution/evidence.ts';
import { begin, isPlace, type PlaceState, type Verdict } from '../../../../shared/execution/state.ts';
import {
  emptyRound,
  FIRST_EMPTY_MS,
  NO_REPLY,
  orderOf,
  placeOf,
  SENT_MS,
  shown,
  timesAt,
  traded,
  tradeOf,
} from '../../../support/execution/place-evidence.ts';
import { propertyRuns } from '../../../support/repetitions.ts';

const moment = fc.integer({ min: 0, max: 25 * 60_000 });
const orders = fc.subarray([
  orderOf(),
  orderOf({ order_id: 'second', creation_timestamp: SENT_MS + 300, last_update_timestamp: SENT_MS + 300 }),
  orderOf({ order_id: 'older', creation_timestamp: SENT_MS - 60_000, last_update_timestamp: SENT_MS - 60_000 }),
  orderOf({ order_id: 'larger', amount: 20 }),
  orderOf({ order_id: 'refused', order_state: 'rejected' }),
  orderOf({ order_id: 'filled', order_state: 'filled', filled_amount: 10 }),
]);
const trades = fc.subarray([tradeOf(), { ...tradeOf({ trade_id: 'bare' }), label: undefined }]);
const times = fc.record({ seen_lag_ms: fc.constantFrom(null, 100), allowed_lag_ms: fc.constantFrom(1500, 1900, 5000) });

/** What queries and people may say of a command whose reply was lost. */
const later: fc.Arbitrary<Evidence> = fc.oneof(
  fc.tuple(moment, orders, times).map(([atMs, list, of]) => shown(atMs, list, { times: of })),
  fc.tuple(moment, orders).map(([atMs, list]) => shown(atMs, list, { query: 'open_orders' as const })),
  fc.tuple(moment, trades).map(([atMs, list]) => traded(atMs, list)),
  moment.map((atMs): Evidence => {
    return { kind: 'query_failed', at: SENT_MS, query: 'orders_by_label', reason: 'deadline', times: timesAt(atMs) };
  }),
  fc.constant<Evidence>({ kind: 'restart', at: SENT_MS }),
  fc.constant<Evidence>({ kind: 'operator', at: SENT_MS, said: 'not_applied' }),
);
const evidence = fc
  .tuple(fc.array(later, { maxLength: 12 }), moment)
  .map(([list, atMs]) => [...list, shown(FIRST_EMPTY_MS, []), ...emptyRound(atMs)]);

function fold(list: readonly Evidence[], isOwnLabel: boolean): PlaceState[] {
  let state: PlaceState = begin(placeOf({ is_own_label: isOwnLabel }));
  return list.map((one) => {
    const next = decide(state, one).state;
    if (!isPlace(next)) throw new Error('it stays a command that places');
    state = next;
    return state;
  });
}

const DECIDED: readonly Verdict[] = ['accepted', 'rejected', 'absent', 'not_sent'];

describe('evidence in any order', () => {
  it('once it has shown the order, the command stays accepted, whatever comes', () => {
    fc.assert(
      fc.property(evidence, fc.nat(12), (list, at) => {
        const found = shown(5000, [orderOf()]);
        const states = fold([NO_REPLY, ...list.slice(0, at), found, ...list.slice(at)], true);
        const from = Math.min(at, list.length) + 1;
        expect(states.slice(from).every(({ verdict }) => verdict === 'accepted')).toBe(true);
      }),
      propertyRuns(6000, 300),
    );
  });

  it('the parts of a proof prove the same in each order', () => {
    const parts = [shown(FIRST_EMPTY_MS, []), ...emptyRound(7000)];
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (order) => {
        const round = order.flatMap((at) => parts[at + 1] ?? []);
        const [first] = parts;
        const { state } = replay(placeOf(), [NO_REPLY, ...(first === undefined ? [] : [first]), ...round]);
        expect(state.verdict).toBe('absent');
      }),
      { numRuns: 6 },
    );
  });

  it('answers that show the order in several states give the same order in each order', () => {
    const records = [
      orderOf(),
      orderOf({ filled_amount: 4, last_update_timestamp: SENT_MS + 200 }),
      orderOf({ filled_amount: 10, order_state: 'filled', last_update_timestamp: SENT_MS + 300 }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: 1 }), (list) => {
        const of = (all: typeof records) => fold([NO_REPLY, ...all.map((order) => shown(5000, [order]))], true).at(-1);
        const sorted = list.toSorted((a, b) => a.last_update_timestamp - b.last_update_timestamp);
        expect(of(list)?.order).toEqual(of(sorted)?.order);
      }),
      propertyRuns(1000, 50),
    );
  });

  it('no verdict is followed by another one of a different kind without its order, a doubt or a person', () => {
    fc.assert(
      fc.property(evidence, fc.boolean(), (list, isOwnLabel) => {
        let before: PlaceState | null = null;
        for (const state of fold([NO_REPLY, ...list], isOwnLabel)) {
          if (before !== null && DECIDED.includes(before.verdict) && state.verdict !== before.verdict) {
            const isFound = state.verdict === 'accepted' || (state.verdict === 'rejected' && state.order !== null);
            const isDoubted = state.verdict === 'unknown' && before.verdict !== 'accepted';
            // Trades under a typed label may turn out to be another's.
            const isByTrades = before.verdict === 'accepted' && before.order === null && !isOwnLabel;
            expect(isFound || isDoubted || isByTrades).toBe(true);
          }
          before = state;
        }
      }),
      propertyRuns(10000, 500),
    );
  });

  it('nothing but the service’s time and empty answers calls it absent', () => {
    fc.assert(
      fc.property(evidence, fc.boolean(), (list, isOwnLabel) => {
        const empties = list.filter((one) => one.kind !== 'shown' || one.query === 'open_orders');
        const states = fold([NO_REPLY, ...empties], isOwnLabel);
        expect(states.every(({ verdict }) => verdict !== 'absent')).toBe(true);
      }),
      propertyRuns(4000, 200),
    );
  });
});
