import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { replay } from '../../../../shared/execution/decide.ts';
import { type Evidence, evidenceSchema } from '../../../../shared/execution/evidence.ts';
import type { PlaceCommand } from '../../../../shared/execution/command.ts';
import { isPlace, type PlaceState } from '../../../../shared/execution/state.ts';
import {
  emptyRound,
  FIRST_EMPTY_MS,
  LAST_EMPTY_MS,
  NO_REPLY,
  orderOf,
  placeOf,
  SENT_MS,
  shown,
  timesAt,
  traded,
  tradeOf,
  VALID_MS,
} from '../../../support/execution/place-evidence.ts';

const AT = SENT_MS + 1000;
const TYPED = { is_own_label: false };
const FIRST = shown(FIRST_EMPTY_MS, []);
const ABSENT: readonly Evidence[] = [NO_REPLY, FIRST, ...emptyRound(LAST_EMPTY_MS)];
const MINUTE_MS = 60_000;

function stateOf(evidence: readonly Evidence[], command: PlaceCommand = placeOf()): PlaceState {
  // As the journal gives it back.
  const { state } = replay(
    command,
    evidence.map((one) => evidenceSchema.parse(structuredClone(one))),
  );
  if (!isPlace(state)) throw new Error('the command places an order');
  return state;
}

function rejection(code: number): Evidence {
  return { kind: 'rejected', at: AT, code, name: 'code', reason: null };
}

describe('an order is', () => {
  it.each<[string, Evidence]>([
    ['a reply', { kind: 'reply', at: AT, order: orderOf() }],
    ['a query by label', shown(1000, [orderOf()])],
    ['a pushed record', { kind: 'order_seen', at: AT, order: orderOf() }],
  ])('accepted by %s that shows it, also after it was called absent', (_what, evidence) => {
    const before = evidence.kind === 'reply' ? [] : [NO_REPLY];
    expect(stateOf([...before, evidence])).toMatchObject({ verdict: 'accepted', order: { label: 'placed' } });
    expect(stateOf([...ABSENT, evidence]).verdict).toBe('accepted');
  });

  it('accepted by trades under its label, and then by its record', () => {
    const [states, open] = emptyRound(LAST_EMPTY_MS);
    const evidence = [
      NO_REPLY,
      FIRST,
      ...[states, open].flatMap((one) => one ?? []),
      traded(LAST_EMPTY_MS, [tradeOf()]),
    ];
    const state = stateOf(evidence);
    expect(state).toMatchObject({ verdict: 'accepted', order: null, traded: { amount: '10' } });
    const found = stateOf([...evidence, shown(9000, [orderOf({ order_id: state.traded?.order_id })])]);
    expect(found).toMatchObject({ verdict: 'accepted', traded: null });
    expect(found.order?.order_id).toBe(state.traded?.order_id);
  });

  it('rejected by a code on the closed list, and by a record that shows it', () => {
    expect(stateOf([rejection(10_009)])).toMatchObject({ verdict: 'rejected', refusal: { code: 10_009 } });
    const record = orderOf({ order_state: 'rejected' });
    expect(stateOf([NO_REPLY, shown(1000, [record])]).verdict).toBe('rejected');
  });

  it('rejected as timed out only until queries confirm it: two answers, half a minute apart', () => {
    const timedOut = rejection(13_888);
    expect(stateOf([timedOut]).owed).toEqual({ why: 'time_out', until_ms: null });
    expect(stateOf([timedOut, shown(6000, [])]).owed).not.toBeNull();
    expect(stateOf([timedOut, shown(6000, []), shown(36_000, [])])).toMatchObject({ verdict: 'rejected', owed: null });
    expect(stateOf([timedOut, shown(6000, [orderOf()])]).verdict).toBe('accepted');
    // So late, its order may be forgotten.
    expect(stateOf([timedOut, shown(21 * MINUTE_MS, [])]).verdict).toBe('unknown');
  });

  it('not sent where no byte left, whatever is shown under a typed label', () => {
    const notSent: Evidence = { kind: 'not_sent', at: AT, reason: 'connection_refused', detail: '' };
    expect(stateOf([notSent]).verdict).toBe('not_sent');
    expect(stateOf([notSent, shown(1000, [orderOf()])], placeOf(TYPED)).verdict).toBe('not_sent');
  });

  it('unknown after a restart that finds it sending, and nothing that counted before counts on', () => {
    expect(stateOf([{ kind: 'restart', at: AT }]).verdict).toBe('unknown');
    const evidence: Evidence[] = [NO_REPLY, FIRST, { kind: 'restart', at: AT }, ...emptyRound(LAST_EMPTY_MS)];
    expect(stateOf(evidence).verdict).toBe('unknown');
  });

  it('unknown where its reply names an order of another label, and never absent', () => {
    const named: Evidence = { kind: 'reply', at: AT, order: orderOf({ label: 'another', order_id: 'OTHER-1' }) };
    const state = stateOf([named, FIRST, ...emptyRound(LAST_EMPTY_MS)]);
    expect(state).toMatchObject({ verdict: 'unknown', is_escalated: true, is_left: true });
  });
});

describe('an absence', () => {
  it('is proven past the deadline by two empty queries by label, one of open orders and the trades', () => {
    expect(stateOf(ABSENT)).toMatchObject({ verdict: 'absent', is_escalated: false });
  });

  it.each<[string, readonly Evidence[]]>([
    ['the deadline was ahead at the first', [shown(VALID_MS + 399, []), ...emptyRound(LAST_EMPTY_MS)]],
    ['the last is not later by the lag', [FIRST, ...emptyRound(LAST_EMPTY_MS - 1)]],
    ['the lag was seen to be larger', [FIRST, ...emptyRound(LAST_EMPTY_MS, { allowed_lag_ms: 4000 })]],
    ['there is one query by label', emptyRound(LAST_EMPTY_MS)],
    ['open orders were not asked for', [FIRST, ...emptyRound(LAST_EMPTY_MS).slice(0, 1), traded(LAST_EMPTY_MS, [])]],
    ['trades were not searched', [FIRST, ...emptyRound(LAST_EMPTY_MS).slice(0, 2)]],
    [
      'trades can’t be read',
      [FIRST, ...emptyRound(LAST_EMPTY_MS).slice(0, 2), traded(LAST_EMPTY_MS, [], 'unreadable_trade')],
    ],
    ['an answer contradicts the clock', [FIRST, ...emptyRound(LAST_EMPTY_MS, { earliest_ms: SENT_MS })]],
    [
      'the service tells no time',
      [shown(FIRST_EMPTY_MS, [], { times: { told_ms: null, proven_ms: null } }), ...emptyRound(LAST_EMPTY_MS)],
    ],
    [
      'the clock was set and the two are near',
      [
        FIRST,
        ...emptyRound(FIRST_EMPTY_MS + 1500, {
          is_clock_set: true,
          allowed_lag_ms: 1900,
          told_ms: SENT_MS + LAST_EMPTY_MS,
        }),
      ],
    ],
    [
      'a trade without a label may be its own',
      [FIRST, ...emptyRound(LAST_EMPTY_MS).slice(0, 2), traded(LAST_EMPTY_MS, [{ ...tradeOf(), label: undefined }])],
    ],
    ['queries may have forgotten it', [shown(21 * MINUTE_MS, []), ...emptyRound(22 * MINUTE_MS)]],
  ])('is not proven where %s', (_why, evidence) => {
    expect(stateOf([NO_REPLY, ...evidence]).verdict).toBe('unknown');
  });

  it('is confirmed half a minute later where no lag was ever seen', () => {
    const evidence = [NO_REPLY, FIRST, ...emptyRound(LAST_EMPTY_MS, { seen_lag_ms: null })];
    expect(stateOf(evidence).owed).toEqual({ why: 'lag', until_ms: SENT_MS + VALID_MS + 400 + 30_000 });
    expect(stateOf([...evidence, shown(36_000, [])])).toMatchObject({ verdict: 'absent', owed: null });
  });

  it('of a typed label waits for a person where an order is older, of other numbers, or its own trades are', () => {
    const older = orderOf({ creation_timestamp: SENT_MS - MINUTE_MS, last_update_timestamp: SENT_MS - MINUTE_MS });
    const unlike = orderOf({ amount: 20 });
    const withOrder = (order: ReturnType<typeof orderOf>): Evidence[] => [
      NO_REPLY,
      shown(FIRST_EMPTY_MS, [order]),
      ...emptyRound(LAST_EMPTY_MS).slice(1),
      shown(LAST_EMPTY_MS, [order]),
    ];
    expect(stateOf(withOrder(older), placeOf(TYPED))).toMatchObject({ verdict: 'unknown', doubt: { why: 'older' } });
    expect(stateOf(withOrder(unlike), placeOf(TYPED))).toMatchObject({ verdict: 'unknown', doubt: { why: 'unlike' } });
    // Under the terminal's own label they are its order in any case.
    expect(stateOf(withOrder(older)).verdict).toBe('accepted');
    expect(stateOf(withOrder(unlike)).verdict).toBe('accepted');
  });

  it('is undone by such an order, too', () => {
    const unlike = orderOf({ amount: 20 });
    const state = stateOf([...ABSENT, shown(9000, [unlike])], placeOf(TYPED));
    expect(state).toMatchObject({ verdict: 'unknown', doubt: { why: 'unlike' }, decided_at: null });
  });

  it('waits for a query by label where open orders show what may be the order', () => {
    const [states, , trades] = emptyRound(LAST_EMPTY_MS);
    const open = shown(LAST_EMPTY_MS, [orderOf()], { query: 'open_orders' });
    const evidence = [NO_REPLY, FIRST, ...[states, trades].flatMap((one) => one ?? []), open];
    expect(stateOf(evidence).verdict).toBe('unknown');
    expect(replay(placeOf(), evidence).due).toEqual({ queries: ['orders_by_label'], after_ms: 0 });
    expect(stateOf([...evidence, shown(9000, [])]).verdict).toBe('accepted');
    const failed: Evidence = {
      kind: 'query_failed',
      at: AT,
      query: 'orders_by_label',
      reason: 'deadline',
      times: timesAt(9000),
    };
    expect(stateOf([...evidence, failed]).verdict).toBe('accepted');
  });
});

describe('a person', () => {
  it('is asked when queries fail for twenty minutes; their word is no proof', () => {
    const failed: Evidence = {
      kind: 'query_failed',
      at: AT,
      query: 'orders_by_label',
      reason: 'deadline',
      times: timesAt(21 * MINUTE_MS),
    };
    expect(stateOf([NO_REPLY, failed])).toMatchObject({ verdict: 'unknown', is_escalated: true });
    const said: Evidence = { kind: 'operator', at: AT, said: 'not_applied' };
    expect(stateOf([NO_REPLY, failed, said]).verdict).toBe('resolved_by_operator');
    expect(stateOf([NO_REPLY, failed, said, shown(30_000, [orderOf()])]).verdict).toBe('accepted');
  });

  it('hears of two orders under one label; what a trigger made is one with its order', () => {
    const second = orderOf({ order_id: 'second' });
    const first = orderOf({ order_id: 'first' });
    expect(stateOf([NO_REPLY, shown(6000, [first, second])]).together).toEqual(['first', 'second']);
    const trigger = { type: 'stop_limit', trigger: 'mark_price', trigger_price: decimal(97_000) };
    const fired = orderOf({
      order_id: 'first',
      order_state: 'triggered',
      order_type: 'stop_limit',
      trigger: 'mark_price',
    });
    const made = orderOf({ order_id: 'second', trigger_order_id: 'first', triggered: true });
    const state = stateOf([NO_REPLY, shown(6000, [fired, made])], placeOf({}, trigger));
    expect(state).toMatchObject({ together: [], order: { order_id: 'second' }, earlier_order_ids: ['first'] });
  });
});

describe('the next query', () => {
  const dueOf = (evidence: readonly Evidence[]) => replay(placeOf(), evidence).due;

  it('never comes after the moment at which an empty one counts', () => {
    expect(dueOf([NO_REPLY, shown(5200, [])])).toEqual({ queries: ['orders_by_label'], after_ms: 201 });
    expect(dueOf([NO_REPLY, FIRST, shown(6500, [])])).toEqual({
      queries: ['orders_by_label', 'open_orders', 'user_trades'],
      after_ms: LAST_EMPTY_MS - 6500 + 1,
    });
  });

  it('of a start is for what is undecided, or was decided within a day', () => {
    const restartAfter = (days: number): Evidence => ({ kind: 'restart', at: SENT_MS + days * 24 * 60 * MINUTE_MS });
    expect(dueOf([...ABSENT, restartAfter(0.9)])).toMatchObject({ queries: ['orders_by_label'] });
    expect(dueOf([...ABSENT, restartAfter(1.1)])).toBeNull();
    expect(dueOf([NO_REPLY, restartAfter(9)])).toMatchObject({ queries: ['orders_by_label'] });
  });

  it('looks for an order that is called absent until it can’t turn up, and for a second one of an accepted', () => {
    expect(dueOf(ABSENT)).toEqual({ queries: ['orders_by_label'], after_ms: 1500 });
    expect(dueOf([...ABSENT, shown(9 * MINUTE_MS, [])])).toMatchObject({ after_ms: MINUTE_MS });
    expect(dueOf([...ABSENT, shown(11 * MINUTE_MS, [])])).toBeNull();
    const accepted: Evidence[] = [NO_REPLY, shown(2000, [orderOf()])];
    expect(dueOf(accepted)).toEqual({ queries: ['orders_by_label'], after_ms: VALID_MS + 1900 - 2000 + 1 });
    expect(dueOf([...accepted, shown(VALID_MS + 1901, [orderOf()])])).toBeNull();
  });
});
