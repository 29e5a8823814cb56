import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CancelState, OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { followCancels } from '../../../../renderer/stores/orders/cancel-news.ts';
import { ordersStore, receiveOrders } from '../../../../renderer/stores/orders/orders-store.ts';
import { showToast, toastStore } from '../../../../renderer/stores/toast-store.ts';
import { OPEN_ROW, SENDING_ROW } from '../samples.ts';

const cancelling = (id: string, state: CancelState): OrderRow => ({
  ...OPEN_ROW,
  intent_id: id,
  cancel: { state, reason: null, at: 0 },
});
const cancelled = (id: string): OrderRow => ({
  ...cancelling(id, 'cancelled'),
  order: OPEN_ROW.order === null ? null : { ...OPEN_ROW.order, order_state: 'cancelled' },
});
const tell = (subject: string, detail: string): void =>
  showToast({ subject, tone: 'attention', title: 'Resting orders', detail, isSticky: true });
const shown = () => toastStore.getState().toasts.map(({ detail, isSticky }) => [detail, isSticky]);

let stop: () => void;
beforeEach(() => {
  ordersStore.setState(ordersStore.getInitialState(), true);
  toastStore.setState({ toasts: [], news: [] });
  stop = followCancels();
});
afterEach(() => stop());

it('what is being looked up is told anew once it has ended, and passes where all is gone', () => {
  receiveOrders([cancelled('a'), cancelling('b', 'unknown'), cancelling('c', 'requested')]);
  tell('cancel', '1 cancelled, 2 being looked up.');
  receiveOrders([cancelled('b')]);
  expect(shown()).toEqual([['1 cancelled, 2 being looked up.', true]]);
  receiveOrders([cancelled('c')]);
  expect(shown()).toEqual([['2 cancelled.', false]]);
});

it('what ended as far as is shown is followed until no further piece can be missed', () => {
  const sought = { ...cancelled('b'), cancel: { state: 'unknown', reason: 'may_go_on', at: 0 } } as const;
  receiveOrders([cancelled('a'), sought]);
  tell('cancel', '1 cancelled, 1 being looked up.');
  receiveOrders([{ ...sought, intent_id: 'b' }]);
  expect(shown()).toEqual([['1 cancelled, 1 being looked up.', true]]);
  receiveOrders([cancelled('b')]);
  expect(shown()).toEqual([['1 cancelled.', false]]);
});

it('what rests all the same stays told', () => {
  receiveOrders([cancelling('b', 'unknown')]);
  tell('cancel', '1 being looked up.');
  receiveOrders([cancelling('b', 'still_open')]);
  expect(shown()).toEqual([['1 still resting.', true]]);
  receiveOrders([cancelled('d')]);
  expect(shown()).toHaveLength(1);
});

it('what was refused, with nothing open, stays; a sell that is sent meanwhile changes nothing', () => {
  receiveOrders([cancelling('b', 'refused')]);
  tell('cancel', '1 refused.');
  receiveOrders([{ ...SENDING_ROW, intent_id: 'new' }]);
  receiveOrders([{ ...OPEN_ROW, intent_id: 'new' }]);
  expect(shown()).toEqual([['1 refused.', true]]);
});

it('a sell without an outcome, which may have rested, is told once it has one', () => {
  receiveOrders([{ ...SENDING_ROW, intent_id: 's', outcome: 'unknown' }]);
  tell('cancel', '1 without an outcome yet.');
  receiveOrders([{ ...SENDING_ROW, intent_id: 's', outcome: 'absent' }]);
  expect(shown()).toEqual([['None of them rests.', false]]);
});

it('the failed cancel of one order goes with the order', () => {
  receiveOrders([cancelling('b', 'refused')]);
  tell('cancel b', 'No answer.');
  expect(shown()).toHaveLength(1);
  receiveOrders([cancelled('b')]);
  expect(shown()).toEqual([]);
});
