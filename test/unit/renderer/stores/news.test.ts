import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { assertDefined } from '../../../../shared/result.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { followUndecided, tellOrderNews } from '../../../../renderer/stores/orders/order-news.ts';
import { ordersStore, receiveOrderList, receiveOrders } from '../../../../renderer/stores/orders/orders-store.ts';
import { clearNews, showToast, toastStore } from '../../../../renderer/stores/toast-store.ts';
import { beginTelling, endTelling, followTold } from '../../../../renderer/stores/told-store.ts';
import { OPEN_ROW, SENDING_ROW } from '../samples.ts';

function hear(row: OrderRow): void {
  tellOrderNews([row]);
  receiveOrders([row]);
}
const filled = (amount: number): OrderRow => ({
  ...OPEN_ROW,
  order: OPEN_ROW.order === null ? null : { ...OPEN_ROW.order, filled_amount: decimal(amount) },
});
const listed = () => toastStore.getState().news.map(({ title }) => title);

/** News close together are joined: each test has its own hour. */
let startMs = 1_800_000_000_000;
beforeEach(() => {
  startMs += 3_600_000;
  vi.useFakeTimers({ now: startMs });
  ordersStore.setState(ordersStore.getInitialState(), true);
  toastStore.setState({ toasts: [], news: [] });
  return () => vi.useRealTimers();
});

describe('the news of orders', () => {
  it('tell the fills of one order together while they come, and singly after a minute', () => {
    hear(OPEN_ROW);
    clearNews();
    for (const amount of [10, 20, 20, 30]) hear(filled(amount));
    expect(listed()).toEqual([`3 fills of ${OPEN_ROW.label}`]);
    expect(toastStore.getState().toasts.at(-1)?.title).toBe(`3 fills of ${OPEN_ROW.label}`);
    vi.advanceTimersByTime(61_000);
    hear(filled(40));
    expect(listed()).toEqual([`Fill of ${OPEN_ROW.label}`, `3 fills of ${OPEN_ROW.label}`]);
  });

  it('only list what a ticket has in sight, in whichever window, but tell what has no answer all the same', () => {
    const channel = {
      postMessage: vi.fn<(message: unknown) => void>(),
      onmessage: null as ((event: MessageEvent<unknown>) => void) | null,
    };
    followTold(channel);
    const shown = () => toastStore.getState().toasts.length;
    const end = beginTelling(OPEN_ROW.intent_id);
    for (const row of [OPEN_ROW, filled(10)]) hear(row);
    expect([listed().length, shown()]).toEqual([2, 0]);
    hear({ ...OPEN_ROW, outcome: 'unknown' });
    expect(shown()).toBe(1);
    // Closing the window ends it, and once is enough.
    endTelling();
    end();
    expect(channel.postMessage.mock.calls.map(([message]) => message)).toEqual([
      { intentId: OPEN_ROW.intent_id, by: 1 },
      { intentId: OPEN_ROW.intent_id, by: -1 },
    ]);
    toastStore.setState({ toasts: [], news: [] });
    ordersStore.setState(ordersStore.getInitialState(), true);
    for (const [by, count] of [
      [1, 0],
      [-1, 1],
    ] as const) {
      channel.onmessage?.({ data: { intentId: OPEN_ROW.intent_id, by } } as MessageEvent<unknown>);
      hear({ ...OPEN_ROW, outcome: by === 1 ? 'accepted' : 'refused' });
      expect(shown()).toBe(count);
    }
  });

  it('tell of an order that had been called absent though a ticket has it in sight', () => {
    const end = beginTelling(OPEN_ROW.intent_id);
    hear({ ...OPEN_ROW, outcome: 'absent', order: null, notices: [{ code: 'absence_proof', params: {} }] });
    toastStore.setState({ toasts: [], news: [] });
    hear({ ...OPEN_ROW, notices: [{ code: 'absence_overruled', params: {} }] });
    expect(toastStore.getState().toasts).toMatchObject([{ isSticky: true }]);
    end();
  });

  it('tell once that a trigger has fired and what came of it, and one that the service then rejects', () => {
    const booked = (changes: object): OrderRow => ({
      ...OPEN_ROW,
      trigger: 'mark_price',
      order: OPEN_ROW.order === null ? null : { ...OPEN_ROW.order, ...changes },
    });
    hear(booked({ order_state: 'untriggered' }));
    clearNews();
    const became = { order_id: '2', trigger_order_id: '1', order_state: 'open' };
    hear(booked({ order_state: 'triggered' }));
    hear(booked(became));
    hear(booked({ ...became, web: true }));
    expect(listed()).toEqual(['Trigger fired: Sell 50,000 USD of BTC-PERPETUAL']);
    clearNews();
    ordersStore.setState(ordersStore.getInitialState(), true);
    hear(booked({ order_state: 'untriggered' }));
    clearNews();
    hear(booked({ order_state: 'rejected' }));
    expect(listed()).toEqual(['Rejected: Sell 50,000 USD of BTC-PERPETUAL']);
  });

  it('say nothing of a linked order that its sell has placed, but that it fires, fills or is rejected', () => {
    const child: OrderRow = { ...OPEN_ROW, direction: 'buy', child_of: { intent_id: '0', label: 'hedge', place: 1 } };
    hear({ ...child, order: null });
    hear(child);
    expect(listed()).toEqual([]);
    hear({ ...child, order: OPEN_ROW.order && { ...OPEN_ROW.order, order_state: 'rejected' } });
    expect(listed()).toEqual(['Rejected: Buy 50,000 USD of BTC-PERPETUAL']);
    expect(toastStore.getState().news[0]?.detail).toContain('Linked order 1 of hedge.');
  });

  it('of a linked order that is placed in pieces tell the fill of each, of what that was placed for', () => {
    const piece = (id: string, of: number, filledOf: number, known: OrderRow['earlier_fills']): OrderRow => ({
      ...filled(filledOf),
      amount: decimal(100_000),
      child_of: { intent_id: '0', label: 'hedge', place: 1 },
      earlier_order_ids: id === 'P-1' ? ['W'] : ['W', 'P-1'],
      ...(known === undefined ? {} : { earlier_fills: known }),
      order: { ...assertDefined(filled(filledOf).order, 'it is open'), order_id: id, amount: decimal(of) },
    });
    const details = () => toastStore.getState().news.map(({ detail }) => detail.replace(/ at [\d,.]+ on average/u, ''));
    const tell = (...rows: OrderRow[]) => {
      ordersStore.setState(ordersStore.getInitialState(), true);
      vi.advanceTimersByTime(61_000);
      hear(piece('P-1', 40_000, 0, undefined));
      clearNews();
      for (const row of rows) {
        hear(row);
        vi.advanceTimersByTime(61_000);
      }
      return details();
    };
    expect(tell(piece('P-1', 50_000, 50_000, undefined), piece('P-2', 50_000, 50_000, undefined))).toEqual([
      'Sold 50,000 of 50,000 USD of BTC-PERPETUAL.',
      'Sold 50,000 of 50,000 USD of BTC-PERPETUAL.',
    ]);
    const all = { W: decimal(0), 'P-1': decimal(40_000) };
    expect(tell(piece('P-1', 40_000, 40_000, undefined), piece('P-2', 60_000, 60_000, all))[0]).toMatch(
      /^Sold 100,000 of 100,000 USD of BTC-PERPETUAL in pieces/u,
    );
  });

  it.each([
    [{}, 'Ended · unknown how', true],
    [{ traded: '0' }, 'Ended · nothing traded', false],
    [{ traded: '0', shown: 'never' }, 'No longer known', true],
  ])('tell once that an order is over, and the service has forgotten how: %o', (params, title, isSticky) => {
    hear(OPEN_ROW);
    clearNews();
    toastStore.setState({ toasts: [] });
    const over: OrderRow = { ...OPEN_ROW, notices: [{ code: 'no_longer_known', params }] };
    hear(over);
    hear({ ...over });
    expect(toastStore.getState().toasts).toMatchObject([
      { title: `${title}: Sell 50,000 USD of BTC-PERPETUAL`, isSticky },
    ]);
    expect(listed()).toHaveLength(1);
    hear(OPEN_ROW);
    expect(toastStore.getState().toasts).toMatchObject([
      { title: 'Found again: Sell 50,000 USD of BTC-PERPETUAL', isSticky: true },
    ]);
  });

  const cancelled = (reason: string | undefined, changes: object = {}): OrderRow => ({
    ...OPEN_ROW,
    order: OPEN_ROW.order && {
      ...OPEN_ROW.order,
      order_state: 'cancelled',
      ...(reason === undefined ? {} : { cancel_reason: reason }),
      ...changes,
    },
  });
  const shown = () =>
    toastStore.getState().toasts.map(({ tone, title, detail, isSticky }) => [tone, title, detail, isSticky]);

  it.each([
    ['autoliquidation', 'bad', 'Cancelled by the service', '; it was cancelled by a liquidation', true],
    ['position_locked', 'bad', 'Cancelled by the service', '; it was cancelled since the position is locked', true],
    [
      'cancel_on_disconnect',
      'attention',
      'Cancelled by the service',
      '; it was cancelled since the connection was lost',
      true,
    ],
    ['some_new_reason', 'attention', 'Cancelled by the service', '; it was cancelled (some new reason)', true],
    ['settlement', 'attention', 'Cancelled by the service', '; it was cancelled by the settlement', false],
    ['user_request', 'attention', 'Cancelled elsewhere', '; it was cancelled on request', false],
    [
      'oco_other_closed',
      'attention',
      'Cancelled with its linked order',
      '; it was cancelled since the order it was linked to has ended',
      false,
    ],
    [undefined, 'attention', 'Cancelled', '', false],
  ])('tell once that an order which rested was cancelled: %s', (reason, tone, what, why, isSticky) => {
    hear(OPEN_ROW);
    clearNews();
    toastStore.setState({ toasts: [] });
    hear(cancelled(reason));
    hear(cancelled(reason, { web: true }));
    const text = [tone, `${what}: Sell 50,000 USD of BTC-PERPETUAL`, `Nothing was filled${why}.`, isSticky];
    expect(shown()).toEqual([text]);
    expect(listed()).toHaveLength(1);
  });

  it('of one that the service cancelled say what it had filled until then', () => {
    hear(OPEN_ROW);
    clearNews();
    hear(cancelled('risk_mitigation', { filled_amount: decimal(20_000), average_price: decimal(97_400) }));
    expect(toastStore.getState().news.map(({ detail }) => detail)).toEqual([
      'Filled 20,000 USD at 97,400 on average; the rest was cancelled to reduce risk.',
    ]);
  });

  it('tell no cancel from here a second time, and one that came to nothing does not hide a liquidation', () => {
    const wish = (state: 'requested' | 'cancelled' | 'refused' | 'still_open') => ({ state, reason: null, at: 1 });
    for (const state of ['requested', 'cancelled'] as const) {
      for (const reason of ['user_request', 'oco_other_closed', undefined]) {
        hear(OPEN_ROW);
        clearNews();
        hear({ ...cancelled(reason), cancel: wish(state) });
        expect(listed()).toEqual([]);
      }
    }
    for (const row of [
      { ...cancelled('autoliquidation'), cancel: wish('requested') },
      { ...cancelled('autoliquidation'), cancel: wish('refused') },
    ]) {
      hear(OPEN_ROW);
      clearNews();
      hear(row);
      expect(listed()).toEqual(['Cancelled by the service: Sell 50,000 USD of BTC-PERPETUAL']);
    }
    for (const state of ['refused', 'still_open'] as const) {
      hear(OPEN_ROW);
      clearNews();
      hear({ ...cancelled('user_request', { last_update_timestamp: 2 }), cancel: wish(state) });
      expect(listed()).toEqual(['Cancelled elsewhere: Sell 50,000 USD of BTC-PERPETUAL']);
    }
  });

  it('tell a liquidation of many orders as one from the fourth on, which stays', () => {
    for (const intent_id of ['a', 'b', 'c', 'd', 'e']) {
      hear({ ...OPEN_ROW, intent_id });
      hear({ ...cancelled('autoliquidation'), intent_id });
    }
    const stay = toastStore.getState().toasts.filter(({ isSticky }) => isSticky);
    expect(stay.map(({ tone, title }) => [tone, title])).toEqual([['bad', '5 orders were cancelled']]);
    expect(stay[0]?.detail).toContain('by a liquidation');
  });

  it('tell each change of an order once, and leave a cut to the fill that made it', () => {
    const change = (from: string, to: string) => ({ code: 'price_changed' as const, params: { from, to } });
    const cut = { code: 'amount_changed' as const, params: { from: '50000', to: '30000', by: 'linked_fill' } };
    const details = () => toastStore.getState().news.map(({ title, detail }) => [title, detail]);
    const title = 'Changed: Sell 50,000 USD of BTC-PERPETUAL';
    hear(OPEN_ROW);
    clearNews();
    hear({ ...OPEN_ROW, notices: [cut] });
    expect(details()).toEqual([]);
    hear({ ...OPEN_ROW, notices: [cut, change('97410.5', '99000')] });
    hear({ ...filled(10), notices: [cut, change('97410.5', '99000')] });
    const first = [title, 'Changed since: price 97,410.5 → 99,000.'];
    expect(details()).toEqual([[`Fill of ${OPEN_ROW.label}`, expect.anything()], first]);
    hear({ ...filled(10), notices: [cut, change('99000', '98000')] });
    expect(details()[0]).toEqual([title, 'Changed since: price 99,000 → 98,000.']);
    expect(details()).toHaveLength(3);
  });

  it('that stay until they are dismissed are pushed out by none that pass; of those the last three stand', () => {
    const tell = (subject: string, isSticky: boolean): void =>
      showToast({ subject, tone: 'attention', title: subject, detail: '', isSticky });
    tell('No answer yet', true);
    for (const subject of ['1', '2', '3', '4']) tell(subject, false);
    tell('No answer to another', true);
    tell('5', false);
    const titles = () => toastStore.getState().toasts.map(({ title }) => title);
    expect(titles()).toEqual(['No answer yet', '3', '4', 'No answer to another', '5']);
    // What becomes of it takes its place.
    tell('No answer yet', false);
    expect(titles()).toEqual(['4', 'No answer to another', '5', 'No answer yet']);
  });

  it('of orders without an answer say how many have none yet, and go with the last of them', () => {
    const of = (index: number, outcome: OrderRow['outcome']): OrderRow => ({
      ...SENDING_ROW,
      intent_id: `lost-${index}`,
      outcome,
    });
    const many = () => toastStore.getState().toasts.filter(({ title }) => title.endsWith('no answer yet'));
    const stop = followUndecided();
    for (let index = 0; index < 6; index += 1) hear(of(index, 'unknown'));
    expect(many().map(({ title }) => title)).toEqual(['6 orders have no answer yet']);
    for (let index = 0; index < 2; index += 1) hear(of(index, 'absent'));
    expect(many().map(({ title }) => title)).toEqual(['4 orders have no answer yet']);
    // Also where that is read anew, as after a lost connection.
    const read = (outcome: OrderRow['outcome']) =>
      receiveOrderList([of(4, 'absent'), of(5, outcome)], ordersStore.getState().revision);
    read('unknown');
    expect(many().map(({ title }) => title)).toEqual(['1 order has no answer yet']);
    read('absent');
    expect(many()).toEqual([]);
    expect(listed()).toContain('6 orders have no answer yet');
    stop();
  });

  it('of orders without an answer name the newest of those, never one that was decided', () => {
    const of = (index: number, outcome: OrderRow['outcome']): OrderRow => ({
      ...SENDING_ROW,
      intent_id: `named-${index}`,
      amount: decimal(2000 + index),
      outcome,
    });
    const stop = followUndecided();
    vi.advanceTimersByTime(11_000);
    for (const index of [1, 2, 3, 4, 5]) hear(of(index, 'unknown'));
    for (const index of [5, 3]) hear(of(index, 'absent'));
    const many = toastStore.getState().toasts.find(({ title }) => title.endsWith('no answer yet'));
    expect(many?.detail).toBe('The last: No answer yet: Sell 2,004 USD of BTC-PERPETUAL. See Orders.');
    stop();
    // What comes after is told by itself.
    vi.advanceTimersByTime(11_000);
  });

  it('of one without an answer agree with what is asked of a person', () => {
    const stop = followUndecided();
    vi.advanceTimersByTime(33_000);
    const unknown: OrderRow = { ...SENDING_ROW, outcome: 'unknown' };
    const [said, asked] = [unknown, { ...unknown, notices: [{ code: 'needs_a_person' as const, params: {} }] }].map(
      (row) => {
        hear(row);
        return toastStore
          .getState()
          .toasts.map(({ detail }) => detail)
          .join();
      },
    );
    expect(said).toContain('It is being looked up');
    expect(asked).not.toContain('being looked up');
    expect(asked).toContain('Look for its label');
    expect(listed()).toHaveLength(1);
    receiveOrderList([{ ...unknown, outcome: 'absent' }], ordersStore.getState().revision);
    expect(toastStore.getState().toasts).toEqual([]);
    stop();
  });

  it('tell a burst of refusals as one from the fourth on', () => {
    for (let index = 0; index < 6; index += 1) {
      hear({ ...SENDING_ROW, intent_id: `refused-${index}`, outcome: 'refused' });
    }
    expect(listed()[0]).toBe('6 orders were rejected');
    expect(listed()).toHaveLength(4);
    expect(toastStore.getState().toasts.length).toBeLessThanOrEqual(3);
  });
});
