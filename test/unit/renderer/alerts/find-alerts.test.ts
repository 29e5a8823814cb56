import { describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/order-schema.ts';
import { findAlerts } from '../../../../renderer/features/alerts/find-alerts.ts';
import { SENDING_ROW } from '../samples.ts';

function orderRow(changes: Partial<OrderRow>): OrderRow {
  return { ...SENDING_ROW, outcome: 'accepted', ...changes };
}

const two: OrderRow['notices'] = [
  { code: 'two_orders_under_label', params: { orders: 'A (open, 0 of 10), B (filled, 10 of 10)' } },
];

describe('what only a person can settle', () => {
  it('is nothing while orders go their way', () => {
    expect(findAlerts([orderRow({ outcome: 'accepted' }), orderRow({ outcome: 'unknown' })])).toEqual([]);
  });

  it('is a locked instrument, with the orders that lock it, before anything else', () => {
    const needy = orderRow({ outcome: 'unknown', notices: [{ code: 'needs_a_person', params: {} }] });
    const alerts = findAlerts([needy, orderRow({ label: 'twice', notices: two })]);
    expect(alerts.map(({ kind }) => kind)).toEqual(['locked', 'unresolved']);
    expect(alerts[0]?.title).toBe('BTC-PERPETUAL is locked.');
    expect(alerts[0]?.detail).toContain('twice');
    expect(alerts[0]?.detail).toContain('B (filled, 10 of 10)');
  });

  it('is not what was confirmed, nor what was decided after all', () => {
    const confirmed = orderRow({ notices: [{ code: 'two_orders_confirmed', params: { orders: 'A, B' } }] });
    const decided = orderRow({ outcome: 'absent', notices: [{ code: 'needs_a_person', params: {} }] });
    expect(findAlerts([confirmed, decided])).toEqual([]);
  });

  it('is an unresolved sell, with what to look for and until when', () => {
    const row = orderRow({
      outcome: 'unknown',
      label: 'dark',
      valid_until: Date.UTC(2026, 10, 21, 9, 0, 5),
      notices: [{ code: 'needs_a_person', params: {} }],
    });
    expect(findAlerts([row])[0]?.detail).toMatch(/the label dark .* until 09:30:05 UTC/);
    const named = { ...row, notices: [{ code: 'needs_a_person' as const, params: { order_id: 'BTC-7' } }] };
    expect(findAlerts([named])[0]?.detail).toContain('the order BTC-7');
  });

  it('shows the text of the service with nothing invisible in it', () => {
    const row = orderRow({ notices: [{ code: 'two_orders_under_label', params: { orders: 'A\u202e' } }] });
    expect(findAlerts([row])[0]?.detail).not.toContain('\u202e');
  });
});
