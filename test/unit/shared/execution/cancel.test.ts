import { describe, expect, it } from 'vitest';
import type { CancelCommand } from '../../../../shared/execution/command.ts';
import { replay } from '../../../../shared/execution/decide.ts';
import type { Evidence } from '../../../../shared/execution/evidence.ts';
import { orderOf, SENT_MS } from '../../../support/execution/place-evidence.ts';

const seen = orderOf({ order_id: 'working' });
const command: CancelCommand = {
  command_id: '00000000-0000-4000-8000-000000000003',
  kind: 'cancel',
  target: {
    order_id: 'working',
    instrument_name: seen.instrument_name,
    direction: seen.direction,
    label: 'placed',
    seen,
  },
  created_at: SENT_MS,
  submitted_at: SENT_MS,
};
const AT = SENT_MS + 500;
const later = { ...seen, last_update_timestamp: SENT_MS + 400 };
const cancelled = { ...later, order_state: 'cancelled' } as const;
const filled = { ...later, order_state: 'filled' } as const;
const lost: Evidence = { kind: 'no_reply', at: AT, reason: 'deadline' };

describe('a cancel is', () => {
  it.each<[string, readonly Evidence[], string]>([
    ['its reply shows the order cancelled', [{ kind: 'reply', at: AT, order: cancelled }], 'accepted'],
    ['its reply shows the order as it was', [{ kind: 'reply', at: AT, order: seen }], 'unknown'],
    ['its reply shows another order', [{ kind: 'reply', at: AT, order: { ...cancelled, order_id: 'x' } }], 'unknown'],
    ['its reply is lost', [lost], 'unknown'],
    ['the order is seen cancelled later', [lost, { kind: 'order_seen', at: AT, order: cancelled }], 'accepted'],
    ['the order was filled before', [lost, { kind: 'order_seen', at: AT, order: filled }], 'absent'],
    ['a code on the closed list', [{ kind: 'rejected', at: AT, code: 11_044, name: 'x', reason: null }], 'rejected'],
    ['no byte left', [{ kind: 'not_sent', at: AT, reason: 'connection_refused', detail: '' }], 'not_sent'],
    ['the terminal starts anew', [{ kind: 'restart', at: AT }], 'unknown'],
    ['the order works long after', [lost, answer(seen), answer(seen)], 'unknown'],
    ['a person has looked', [lost, { kind: 'operator', at: AT, said: 'applied' }], 'resolved_by_operator'],
  ])('decided where %s', (_what, evidence, verdict) => {
    expect(replay(command, evidence).state.verdict).toBe(verdict);
  });

  it('asked for by order id until its order has ended', () => {
    expect(replay(command, [lost]).due).toMatchObject({ queries: ['order_by_id'] });
    expect(replay(command, [lost, answer(cancelled)])).toMatchObject({ state: { verdict: 'accepted' }, due: null });
    // A late record takes nothing back.
    expect(replay(command, [lost, answer(cancelled), answer(seen)]).state).toMatchObject({
      verdict: 'accepted',
      order: { order_state: 'cancelled' },
    });
  });
});

function answer(order: typeof seen): Evidence {
  return { kind: 'answer', at: AT, query: 'order_by_id', orders: [order], asked_ms: SENT_MS + 60_000, lag_ms: 0 };
}
