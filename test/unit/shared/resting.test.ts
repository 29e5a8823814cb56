import { expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { isResting } from '../../../shared/orders/outcome/resting.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { placedOrder } from '../../support/records/records.ts';

const order = (order_state: string) => placedOrder({ order_state });
const gone: OrderRow['notices'] = [{ code: 'no_longer_known', params: {} }];

const child = { intent_id: '1', label: 'hedge', place: 1 };

const asked = { amount: decimal('50000'), type: 'limit', time_in_force: 'good_til_cancelled' } as const;
const tradedOf = (amount: string): OrderRow['notices'] => [
  { code: 'known_by_trades', params: { order_id: 'BTC-1', amount } },
];

type Told = Pick<OrderRow, 'outcome' | 'order' | 'notices'>;

it.each<[string, Told & Partial<OrderRow>, boolean]>([
  ['open', { outcome: 'accepted', order: order('open'), notices: [] }, true],
  ['waiting for its trigger', { outcome: 'accepted', order: order('untriggered'), notices: [] }, true],
  ['in a state of which nothing is known here', { outcome: 'accepted', order: order('held'), notices: [] }, true],
  ['cancelled', { outcome: 'accepted', order: order('cancelled'), notices: [] }, false],
  ['fired, what it became unseen', { outcome: 'accepted', order: order('triggered'), notices: [] }, true],
  [
    'fired, and the service tells of it no more',
    { outcome: 'accepted', order: order('triggered'), notices: gone },
    false,
  ],
  [
    'open once, and not among the open orders any more',
    { outcome: 'accepted', order: order('open'), notices: gone },
    false,
  ],
  ['filled', { outcome: 'accepted', order: order('filled'), notices: [] }, false],
  ['rejected', { outcome: 'refused', order: order('rejected'), notices: [] }, false],
  ['linked to a sell and not seen yet', { outcome: 'accepted', order: null, notices: [], child_of: child }, true],
  [
    'linked to a sell and nowhere any more',
    { outcome: 'accepted', order: null, notices: gone, child_of: child },
    false,
  ],
  ['linked to a sell that was refused', { outcome: 'refused', order: null, notices: [], child_of: child }, false],
  ['not seen', { outcome: 'accepted', order: null, notices: [] }, false],
  ['known by trades of a part', { outcome: 'accepted', order: null, notices: tradedOf('20000') }, true],
  ['known by trades of all of it', { outcome: 'accepted', order: null, notices: tradedOf('50000') }, false],
  [
    'known by trades of a part, and nowhere any more',
    { outcome: 'accepted', order: null, notices: [...tradedOf('20000'), ...gone] },
    false,
  ],
  [
    'known by trades of a part, whose rest was cancelled at once',
    { outcome: 'accepted', order: null, notices: tradedOf('20000'), time_in_force: 'immediate_or_cancel' },
    false,
  ],
  [
    'known by trades of a part, and of a type that never rests',
    { outcome: 'accepted', order: null, notices: tradedOf('20000'), type: 'market' },
    false,
  ],
])('an order that is %s rests, or not', (_name, row, rests) => {
  expect(isResting({ child_of: null, ...asked, ...row })).toBe(rests);
});
