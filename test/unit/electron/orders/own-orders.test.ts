import { expect, it } from 'vitest';
import { findOwn } from '../../../../electron/orders/own-orders.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../../../shared/service/order.ts';
import { intentOf, NOW_MS, reply } from '../../../support/records/forecast-replies.ts';
import { orderDraft } from '../../../support/records/records.ts';

const sending = intentOf(orderDraft());
const { order } = reply(sending, { order_id: 'BTC-7', creation_timestamp: NOW_MS + 20 });
const stop: OrderRow = { ...sending, trigger: 'mark_price' };
const accepted: OrderRow = { ...sending, outcome: 'accepted', order };

const closed: OrderRow = {
  ...sending,
  outcome: 'closed',
  closed: { at: NOW_MS, order_id: 'BTC-7' },
};

it.each<[string, readonly OrderRow[], object, boolean]>([
  ['it placed, by its id', [accepted], { label: 'edited' }, true],
  ['of another id under the label of one that is known', [accepted], { order_id: 'BTC-8' }, false],
  ['that a sell on its way may have become', [sending], {}, true],
  ['that an unknown sell may have become', [{ ...sending, outcome: 'unknown' }], {}, true],
  ['of another instrument under the label of an undecided one', [sending], { instrument_name: 'ETH-PERPETUAL' }, false],
  ['older than the undecided sell', [sending], { creation_timestamp: NOW_MS - 60_000 }, false],
  [
    'made after the deadline of the undecided sell',
    [sending],
    { creation_timestamp: sending.valid_until + 6000 },
    false,
  ],
  [
    'that a trigger of its own became',
    [accepted],
    { order_id: 'BTC-8', trigger_order_id: 'BTC-7', label: 'edited' },
    true,
  ],
  ['that a trigger became which may be an undecided sell’s', [stop], { trigger_order_id: 'SLMS-1' }, true],
  ['that a trigger became, to an undecided sell without one', [sending], { trigger_order_id: 'SLMS-1' }, false],
  ['under the label of a refused sell', [{ ...sending, outcome: 'refused' }], {}, false],
  ['that a sell which was called absent may have become', [{ ...sending, outcome: 'absent' }], {}, true],
  [
    'made after the deadline of a sell that was called absent',
    [{ ...sending, outcome: 'absent' }],
    { creation_timestamp: sending.valid_until + 6000 },
    false,
  ],
  ['that a person named as the sell’s', [closed], { label: 'edited' }, true],
  ['when it has placed nothing', [], {}, false],
])('an order %s: its own or not', (_name, rows, changes, isOwn) => {
  const known = { ...order, ...changes };
  expect(findOwn(rows, [known]).has(known.order_id)).toBe(isOwn);
});

it('of several that an undecided sell could have become, none is its own; of two such sells each has one', () => {
  const twin = { ...order, order_id: 'BTC-9' };
  expect(findOwn([sending], [order, twin]).size).toBe(0);
  const other: OrderRow = { ...sending, label: 'other' };
  expect([...findOwn([sending, other], [order, { ...twin, label: 'other' }])]).toEqual(['BTC-7', 'BTC-9']);
});

it('a linked order that no look-up has shown yet is its own, whenever the fill of its sell made it', () => {
  const child: OrderRow = {
    ...sending,
    intent_id: 'child',
    outcome: 'accepted',
    order: null,
    direction: 'buy',
    label: 'mine/1',
    child_of: { intent_id: sending.intent_id, label: sending.label, place: 1 },
  };
  const placed: Order = {
    ...order,
    order_id: 'BTC-9',
    direction: 'buy',
    label: 'mine/1',
    is_secondary_oto: true,
    creation_timestamp: sending.valid_until + 3_600_000,
  };
  expect(findOwn([accepted, child], [placed])).toContain('BTC-9');
});
