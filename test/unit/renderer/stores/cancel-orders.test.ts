import { beforeEach, describe, expect, it } from 'vitest';
import type { IpcClient } from '../../../../shared/ipc/client.ts';
import { type IpcError, IpcFailure } from '../../../../shared/ipc/error.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { followCancels } from '../../../../renderer/stores/orders/cancel-news.ts';
import { cancelAccount, cancelOrder, cancelResting } from '../../../../renderer/stores/orders/cancel-orders.ts';
import { ordersStore, receiveOrders } from '../../../../renderer/stores/orders/orders-store.ts';
import { toastStore } from '../../../../renderer/stores/toast-store.ts';
import { OPEN_ROW } from '../samples.ts';

/** Answers every request with that. */
function clientOf(answer: () => unknown): IpcClient {
  return { request: async () => answer() } as unknown as IpcClient;
}
const newest = () => toastStore.getState().toasts.at(-1);
beforeEach(() => {
  ordersStore.setState(ordersStore.getInitialState(), true);
  toastStore.setState({ toasts: [], news: [] });
});

describe('a cancel of one order', () => {
  it.each([
    ['unknown', 'open', 'Cancel being looked up'],
    ['ended', 'open', 'Cancel being looked up'],
    ['refused', 'open', 'Not cancelled'],
    ['not_sent', 'open', 'Not cancelled'],
    ['still_open', 'open', 'Not cancelled'],
    ['ended', 'filled', 'Not cancelled'],
    ['cancelled', 'cancelled', 'Cancelled'],
  ] as const)('that is %s, of an order that is %s, is titled so', async (state, order_state, title) => {
    const order = { ...assertDefined(OPEN_ROW.order, 'it is shown'), order_state };
    const row = { ...OPEN_ROW, order, cancel: { state, reason: null, at: 1 } };
    await cancelOrder(
      clientOf(() => row),
      row,
    );
    expect(newest()?.title.split(':')[0]).toBe(title);
  });

  it('that may have missed a further piece is not told as done', async () => {
    const order = { ...assertDefined(OPEN_ROW.order, 'it is shown'), order_state: 'cancelled' };
    const row = { ...OPEN_ROW, order, cancel: { state: 'unknown', reason: 'may_go_on', at: 1 } } as const;
    await cancelOrder(
      clientOf(() => row),
      row,
    );
    expect(newest()).toMatchObject({
      tone: 'attention',
      detail: 'Cancelled as far as the service shows. Being looked up for more of it…',
    });
    expect(newest()?.title.split(':')[0]).toBe('Cancel being looked up');
  });

  it.each([
    ['RequestTimeout', 'Cancel outcome unknown'],
    ['ReadOnly', 'Not cancelled'],
  ] as const)('whose request ended in %s says what that proves', async (code, title) => {
    const failure: IpcError = { code, message: 'no', params: {} };
    await cancelOrder(
      clientOf(() => {
        throw new IpcFailure(failure);
      }),
      OPEN_ROW,
    );
    expect(newest()?.title).toBe(title);
  });
});

describe('a cancel of many', () => {
  it('is good news only where nothing is open', async () => {
    await cancelResting(clientOf(() => ({ cancelled: 2, ended: 1 })));
    expect(newest()).toMatchObject({ tone: 'good', isSticky: false, detail: '2 cancelled, 1 already gone.' });
    await cancelResting(clientOf(() => ({ cancelled: 2, unknown: 1 })));
    expect(newest()).toMatchObject({ tone: 'attention', isSticky: true, detail: '2 cancelled, 1 being looked up.' });
  });

  it('says what it was asked for: few by their labels, many by what they are of', async () => {
    const rest = (at: number, instrument_name: string) => ({
      ...OPEN_ROW,
      intent_id: `i-${at}`,
      label: `hedge-${at}`,
      instrument_name,
    });
    const cancelled = clientOf(() => ({ cancelled: 2 }));
    receiveOrders([rest(1, 'BTC-PERPETUAL'), rest(2, 'ETH-PERPETUAL')]);
    await cancelResting(cancelled);
    expect(newest()?.detail).toBe('2 cancelled. Asked for: hedge-1, hedge-2.');
    receiveOrders([rest(3, 'ETH-PERPETUAL'), rest(4, 'BTC-5DEC26'), rest(5, 'A'), rest(6, 'B')]);
    await cancelResting(cancelled);
    expect(newest()?.detail).toBe(
      '2 cancelled. Asked for: 2 of ETH-PERPETUAL, 1 of BTC-PERPETUAL, 1 of BTC-5DEC26 and 2 more.',
    );
  });

  it.each([
    [{ cancelled: 3, undecided: 0 }, 'good', /^The service cancelled 3 on the account\./u],
    [{ cancelled: 0, undecided: 0 }, 'attention', /cancelled no order on the account\.$/u],
    [{ cancelled: 3, undecided: 1 }, 'attention', /1 not found yet, may rest\.$/u],
    [{ cancelled: 3, undecided: 0, failed: ['A'] }, 'attention', / It could not cancel A\.$/u],
    [{ cancelled: 3, undecided: 0, failed: ['A', 'B', 'C', 'D', 'E'] }, 'attention', / cancel A, B, C and 2 more\.$/u],
    [{ cancelled: null, undecided: 0 }, 'attention', /^No answer: the outcome is unknown\./u],
  ] as const)('of the account, %j, says what is known', async (counts, tone, text) => {
    await cancelAccount(clientOf(() => counts));
    expect(newest()).toMatchObject({ tone, isSticky: tone !== 'good' });
    expect(newest()?.detail).toMatch(text);
  });

  it.each(['unknown', 'still_open'] as const)(
    'of the account stays until what is looked up is told: %s',
    async (end) => {
      const row = { ...OPEN_ROW, cancel: { state: 'unknown', reason: null, at: 1 } as const };
      const stop = followCancels();
      receiveOrders([row]);
      await cancelAccount(clientOf(() => ({ cancelled: 0, undecided: 0 })));
      receiveOrders([{ ...row, cancel: { ...row.cancel, state: end } }]);
      const told =
        end === 'unknown'
          ? 'The service cancelled no order on the account. This terminal’s orders are being looked up.'
          : '1 still resting.';
      expect(newest()).toMatchObject({ tone: 'attention', isSticky: true, detail: told });
      stop();
    },
  );
});
