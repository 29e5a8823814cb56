import { describe, expect, it } from 'vitest';
import { listOwnOrders } from '../../../../electron/orders/resting-own.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { intentOf } from '../../../support/records/forecast-replies.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';

const UPDATED_MS = Date.UTC(2026, 10, 21, 9);
const NAME = 'BTC-PERPETUAL';
const buy = (changes: Record<string, unknown> = {}) =>
  placedOrder({ order_id: 'BTC-9', direction: 'buy', order_state: 'open', price: 97_000, amount: 500, ...changes });
const rowOf = (changes: Record<string, unknown> = {}, more: Partial<OrderRow> = {}): OrderRow => ({
  ...intentOf(orderDraft()),
  direction: 'buy',
  outcome: 'accepted',
  order: buy(changes),
  ...more,
});

describe('the account’s resting buys of an instrument', () => {
  it('are the linked ones of this terminal and those placed elsewhere, what is filled taken off', () => {
    const elsewhere = buy({ order_id: 'BTC-8', price: 96_000, amount: 300 });
    expect(listOwnOrders([rowOf({ filled_amount: 200 })], [elsewhere], NAME).buys).toEqual([
      { price: '96000', amount: '300', shown: '300', updatedMs: UPDATED_MS },
      { price: '97000', amount: '300', shown: '300', updatedMs: UPDATED_MS },
    ]);
  });

  it('show no more of an iceberg than that shows', () => {
    const iceberg = { display_amount: 100, filled_amount: 450 };
    expect(listOwnOrders([rowOf({ display_amount: 100 })], [], NAME).buys).toMatchObject([
      { amount: '500', shown: '100' },
    ]);
    expect(listOwnOrders([rowOf(iceberg)], [], NAME).buys).toMatchObject([{ amount: '50', shown: '50' }]);
    // Its name of the contract, and of servers before June 2025.
    expect(listOwnOrders([], [buy({ max_show: 100 })], NAME).buys).toMatchObject([{ amount: '500', shown: '100' }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['waits for its trigger', { order_state: 'untriggered' }],
    ['is filled', { order_state: 'filled', filled_amount: 500 }],
    ['is cancelled', { order_state: 'cancelled' }],
    ['has nothing left', { filled_amount: 500 }],
    ['has no price', { price: 'market_price' }],
    ['sells', { direction: 'sell' }],
    ['is of another instrument', { instrument_name: 'ETH-PERPETUAL' }],
    ['has an unknown state', { order_state: 'dreaming' }],
  ])('leave out what %s', (_name, changes) => {
    expect(listOwnOrders([rowOf(changes)], [], NAME).buys).toEqual([]);
    expect(listOwnOrders([], [buy(changes)], NAME).buys).toEqual([]);
  });

  it('stand apart from its sells', () => {
    const sell = buy({ order_id: 'BTC-7', direction: 'sell', price: 98_000 });
    const mine = rowOf({}, { direction: 'sell', order: sell });
    const { buys, sells } = listOwnOrders([mine, rowOf()], [{ ...sell, order_id: 'BTC-6' }], NAME);
    expect(buys).toMatchObject([{ price: '97000' }]);
    expect(sells).toMatchObject([{ price: '98000' }, { price: '98000' }]);
  });

  it('are told by the newer of two states', () => {
    const over = { order_state: 'cancelled', last_update_timestamp: 20 };
    const open = { order_state: 'open', last_update_timestamp: 10 };
    expect(listOwnOrders([rowOf(over)], [buy(open)], NAME).buys).toEqual([]);
    expect(listOwnOrders([rowOf(open)], [buy(over)], NAME).buys).toEqual([]);
    expect(
      listOwnOrders([rowOf(open)], [buy({ ...open, last_update_timestamp: 9, amount: 1 })], NAME).buys,
    ).toHaveLength(1);
  });

  it('are told by the newer of two listings', () => {
    const listings = [buy({ last_update_timestamp: 20, amount: 100 }), buy({ last_update_timestamp: 10, amount: 900 })];
    for (const elsewhere of [listings, listings.toReversed()])
      expect(listOwnOrders([], elsewhere, NAME).buys).toMatchObject([{ amount: '100' }]);
  });

  it('leave out an order of which the service tells nothing any more', () => {
    const notices = [{ code: 'no_longer_known' as const, params: {} }];
    expect(listOwnOrders([rowOf({}, { notices })], [], NAME).buys).toEqual([]);
  });
});
