import { beforeEach, describe, expect, it } from 'vitest';
import { ordersStore, receiveOrderList, receiveOrders } from '../../../../renderer/stores/orders/orders-store.ts';
import { tellOrderNews } from '../../../../renderer/stores/orders/order-news.ts';
import { toastStore } from '../../../../renderer/stores/toast-store.ts';
import { OPEN_ROW, SENDING_ROW } from '../samples.ts';

function outcomes(): Record<string, string> {
  const { entries } = ordersStore.getState();
  return Object.fromEntries([...entries].map(([id, { row }]) => [id, row.outcome]));
}

beforeEach(() => {
  ordersStore.setState(ordersStore.getInitialState(), true);
  toastStore.setState({ toasts: [] });
});

describe('the orders store', () => {
  it('keeps what an event brought while the list was on its way', () => {
    receiveOrders([SENDING_ROW]);
    const askedAtRevision = ordersStore.getState().revision;
    receiveOrders([OPEN_ROW]);
    receiveOrderList([SENDING_ROW, { ...SENDING_ROW, intent_id: 'intent-2' }], askedAtRevision);
    expect(outcomes()).toEqual({ 'intent-1': 'accepted', 'intent-2': 'sending' });
    expect(ordersStore.getState().isListed).toBe(true);
  });

  it('drops what the back end no longer lists', () => {
    receiveOrders([SENDING_ROW]);
    receiveOrderList([], ordersStore.getState().revision);
    expect(outcomes()).toEqual({});
  });
});

describe('order news', () => {
  function hear(rows: Parameters<typeof tellOrderNews>[0]): void {
    tellOrderNews(rows);
    receiveOrders(rows);
  }

  it('comes once for each change of outcome, the newer in place of the older', () => {
    hear([SENDING_ROW]);
    expect(toastStore.getState().toasts).toEqual([]);
    hear([{ ...SENDING_ROW, outcome: 'unknown' }]);
    hear([{ ...SENDING_ROW, outcome: 'unknown', valid_until: 1 }]);
    expect(toastStore.getState().toasts).toMatchObject([{ tone: 'attention', isSticky: true }]);
    hear([OPEN_ROW]);
    expect(toastStore.getState().toasts).toMatchObject([{ tone: 'good', isSticky: false }]);
  });
});
