import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { type LinkedOrder, linkedVerdict, readPieces } from '../../../../shared/execution/pieces.ts';
import { begin } from '../../../../shared/execution/state.ts';
import type { Order } from '../../../../shared/service/order.ts';
import { orderOf, placeOf, SENT_MS } from '../../../support/execution/place-evidence.ts';

const LABEL = 'placed/1';
const NOW_MS = SENT_MS + 60_000;
const linked: LinkedOrder = {
  label: LABEL,
  is_own_label: true,
  instrument_name: 'BTC-PERPETUAL',
  direction: 'sell',
  amount: decimal(100),
  order: null,
  ended_order_ids: [],
  sent_ms: SENT_MS,
};
const record = (order_id: string, changes: Record<string, unknown>): Order =>
  orderOf({ order_id, label: LABEL, is_secondary_oto: true, ...changes });
const waits = record('waits', { order_state: 'untriggered', amount: 70 });
const placed = record('waits', { order_state: 'triggered', amount: 70 });
const working = record('piece', { order_state: 'open', trigger_order_id: 'waits', amount: 30 });
const ended = record('piece', { order_state: 'filled', trigger_order_id: 'waits', amount: 30, filled_amount: 30 });

const idsOf = (orders: readonly Order[]): string[] => orders.map(({ order_id }) => order_id);

describe('a linked order', () => {
  it.each<[string, readonly Order[], readonly string[], readonly string[]]>([
    ['waits for its primary', [waits], ['waits'], ['waits']],
    ['is placed in part: its piece works, the rest waits', [waits, working], ['waits', 'piece'], ['waits', 'piece']],
    ['is placed, and its piece works', [placed, working], ['waits', 'piece'], ['piece']],
    ['has a piece that is over, and the rest waits', [waits, ended], ['waits'], ['waits', 'piece']],
    ['is over', [placed, ended], ['waits', 'piece'], ['piece']],
    ['is not shown', [], [], []],
  ])('%s', (_what, shown, chain, parts) => {
    const pieces = readPieces(linked, shown, NOW_MS);
    expect([idsOf(pieces.chain), idsOf(pieces.parts)]).toEqual([chain, parts]);
  });

  it('was just placed in part: more of it may not show yet', () => {
    const soonMs = placed.last_update_timestamp + 1000;
    expect(idsOf(readPieces(linked, [placed, ended], soonMs).chain)).toEqual(['waits']);
    const whole = { ...linked, amount: decimal(30) };
    expect(idsOf(readPieces(whole, [placed, ended], soonMs).chain)).toEqual(['waits', 'piece']);
  });

  it('that is known to be over is not working again, whatever a late query shows', () => {
    const known = { ...linked, order: ended, ended_order_ids: ['piece'] };
    expect(idsOf(readPieces(known, [waits, working], NOW_MS).chain)).toEqual(['waits']);
  });

  it('is told apart from what another program placed under its label', () => {
    const theirs = orderOf({ order_id: 'theirs', label: LABEL });
    expect(readPieces(linked, [theirs, waits], NOW_MS)).toMatchObject({
      chain: [{ order_id: 'waits' }],
      strangers: [{ order_id: 'theirs' }],
    });
    const older = record('older', { creation_timestamp: SENT_MS - 60_000 });
    expect(readPieces({ ...linked, is_own_label: false }, [older], NOW_MS).chain).toEqual([]);
  });

  it('shares the verdict of its command', () => {
    const state = begin(placeOf());
    expect(linkedVerdict({ ...state, verdict: 'absent' })).toBe('absent');
    expect(linkedVerdict({ ...state, verdict: 'resolved_by_operator', said_order_id: 'x' })).toBe('accepted');
    expect(linkedVerdict({ ...state, verdict: 'resolved_by_operator' })).toBe('resolved_by_operator');
  });
});
