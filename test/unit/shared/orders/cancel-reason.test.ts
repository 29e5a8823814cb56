import { expect, it } from 'vitest';
import type { CancelState } from '../../../../shared/ipc/schemas/order-schema.ts';
import { isCancelNews, whoCancelled } from '../../../../shared/orders/outcome/cancel-reason.ts';
import { placedOrder } from '../../../support/records/records.ts';
import { OPEN_ROW } from '../../renderer/samples.ts';

it.each([
  ['requested', 'this_terminal'],
  ['unknown', 'this_terminal'],
  ['ended', 'this_terminal'],
  ['cancelled', 'this_terminal'],
  ['refused', 'elsewhere'],
  ['not_sent', 'elsewhere'],
  // It rested for longer than look-ups lag: that cancel never reached it.
  ['still_open', 'elsewhere'],
] as const satisfies readonly (readonly [CancelState, string])[])(
  'an order that is cancelled on request after a wish that came to %s was cancelled by: %s',
  (state, by) => {
    const before = { ...OPEN_ROW, cancel: { state, reason: null, at: 1 } };
    const row = { ...before, order: placedOrder({ order_state: 'cancelled', cancel_reason: 'user_request' }) };
    expect(whoCancelled(row)).toBe(by);
    expect(isCancelNews(before, row)).toBe(by === 'elsewhere');
  },
);

it.each([
  ['was over before that was told', -1, 'this_terminal'],
  ['ended later', 1, 'elsewhere'],
] as const)('of a wish whose order was told to rest on: an order that %s', (_when, afterMs, by) => {
  const at = OPEN_ROW.created_at + 30_000;
  const order = placedOrder({
    order_state: 'cancelled',
    cancel_reason: 'user_request',
    last_update_timestamp: at + afterMs,
  });
  expect(whoCancelled({ cancel: { state: 'still_open', reason: null, at }, order })).toBe(by);
});
