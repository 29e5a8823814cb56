import { decimal } from '../../../../shared/decimal.ts';
import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { findNotices, nameSent } from '../../../../renderer/features/notices/find-notices.ts';
import { SENDING_ROW } from '../samples.ts';

function orderRow(changes: Partial<OrderRow>): OrderRow {
  return { ...SENDING_ROW, outcome: 'accepted', ...changes };
}

const two: OrderRow['notices'] = [
  { code: 'two_orders_under_label', params: { orders: 'A (open, 0 of 10), B (filled, 10 of 10)' } },
];

describe('what only a person can settle', () => {
  it('is nothing while orders go their way', () => {
    expect(findNotices([orderRow({ outcome: 'accepted' }), orderRow({ outcome: 'unknown' })])).toEqual([]);
  });

  it('is a locked instrument, with the orders that lock it, before anything else', () => {
    const needy = orderRow({ outcome: 'unknown', notices: [{ code: 'needs_a_person', params: {} }] });
    const notices = findNotices([needy, orderRow({ label: 'twice', notices: two })]);
    expect(notices.map(({ kind }) => kind)).toEqual(['locked', 'unresolved']);
    expect(notices[0]?.title).toBe('BTC-PERPETUAL is locked.');
    expect(notices[0]?.detail).toContain('twice');
    expect(notices[0]?.detail).toContain('B (filled, 10 of 10)');
  });

  it('is not what was confirmed, nor what was decided after all', () => {
    const confirmed = orderRow({ notices: [{ code: 'two_orders_confirmed', params: { orders: 'A, B' } }] });
    const decided = orderRow({ outcome: 'absent', notices: [{ code: 'needs_a_person', params: {} }] });
    expect(findNotices([confirmed, decided])).toEqual([]);
  });

  it('is an unresolved sell, with what to look for and until when', () => {
    const row = orderRow({
      outcome: 'unknown',
      label: 'dark',
      valid_until: Date.UTC(2026, 10, 21, 9, 0, 5),
      notices: [{ code: 'needs_a_person', params: {} }],
    });
    expect(findNotices([row])[0]?.detail).toMatch(/the label dark .* until 09:30:05 UTC/);
    const named = { ...row, notices: [{ code: 'needs_a_person' as const, params: { order_id: 'BTC-7' } }] };
    expect(findNotices([named])[0]?.detail).toContain('the order BTC-7');
  });

  it('tells of a sell what is to be looked for: how much in which unit, at what price, and when it was sent', () => {
    const sentAt = Date.UTC(2026, 10, 21, 9, 30, 5);
    const row = orderRow({
      outcome: 'unknown',
      amount: decimal('2100'),
      price: decimal('98000'),
      submitted_at: sentAt,
    });
    expect(nameSent(row)).toBe('Sell 2,100 USD of BTC-PERPETUAL at 98,000, sent 09:30:05 UTC');
    expect(nameSent({ ...row, price: null })).toBe('Sell 2,100 USD of BTC-PERPETUAL, sent 09:30:05 UTC');
    const needy = { ...row, notices: [{ code: 'needs_a_person' as const, params: {} }] };
    expect(findNotices([needy])[0]?.title).toBe('Outcome unknown: 2,100 USD of BTC-PERPETUAL.');
  });

  it('shows the text of the service with nothing invisible in it', () => {
    const row = orderRow({ notices: [{ code: 'two_orders_under_label', params: { orders: 'A\u202e' } }] });
    expect(findNotices([row])[0]?.detail).not.toContain('\u202e');
  });
});
