import { expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { isRecheckable } from '../../../../renderer/stores/orders/recheck-order.ts';
import { OPEN_ROW } from '../samples.ts';

it.each<[string, Partial<OrderRow>, boolean]>([
  ['open', {}, false],
  ['without an outcome', { outcome: 'unknown' }, true],
  [
    'without an outcome, and left to a person',
    { outcome: 'unknown', notices: [{ code: 'needs_a_person', params: {} }] },
    false,
  ],
  ['closed by a person', { outcome: 'closed' }, true],
  ['told as over', { notices: [{ code: 'no_longer_known', params: { traded: '0' } }] }, true],
  ['not known any more', { notices: [{ code: 'no_longer_known', params: { shown: 'never' } }] }, true],
])('an order that is %s can be checked again, or not', (_name, changes, isOffered) => {
  expect(isRecheckable({ ...OPEN_ROW, ...changes })).toBe(isOffered);
});
