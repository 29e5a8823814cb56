import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { CANCEL_STATES, type CancelState, type OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { Offer } from '../../../../shared/ipc/schemas/session-schema.ts';
import {
  canOnlyCancelAccount,
  describeCancel,
  describeCounts,
  isCancellable,
  nameResting,
  whyNoCancel,
  whyNotCancelled,
} from '../../../../renderer/ui/order-words/cancel-text.ts';
import { OPEN_ROW, SENDING_ROW } from '../samples.ts';

const offers = (by_id: Offer, by_label: Offer, account: Offer = 'unknown') => ({ by_id, by_label, account });
const ALL = offers('offered', 'offered');
const withCancel = (state: CancelState, row: OrderRow = OPEN_ROW, reason = 'settlement_in_progress'): OrderRow => ({
  ...row,
  cancel: { state, reason, at: 1 },
});
const ended = (order_state: string): OrderRow => ({
  ...OPEN_ROW,
  order: OPEN_ROW.order === null ? null : { ...OPEN_ROW.order, order_state },
});

const NOT_SHOWN = 'the service shows no order to cancel';
const withNotice = (code: OrderRow['notices'][number]['code']): OrderRow => ({
  ...OPEN_ROW,
  notices: [{ code, params: {} }],
});
const closedWith = (order_id: string | null): OrderRow => ({
  ...SENDING_ROW,
  outcome: 'closed',
  closed: { order_id, at: 1 },
});

describe('what can be cancelled', () => {
  it('is an order that rests, once a way is offered and no cancel is on its way', () => {
    expect(isCancellable(OPEN_ROW, ALL)).toBe(true);
    expect(isCancellable(OPEN_ROW, offers('not_offered', 'offered'))).toBe(true);
    expect(isCancellable(OPEN_ROW, offers('unknown', 'unknown'))).toBe(false);
    expect(isCancellable(OPEN_ROW, null)).toBe(false);
    expect(isCancellable(SENDING_ROW, ALL)).toBe(false);
    expect(isCancellable(ended('filled'), ALL)).toBe(false);
    for (const reason of ['settlement_in_progress', 'no_credits']) {
      expect(isCancellable(withCancel('requested', OPEN_ROW, reason), ALL)).toBe(false);
    }
    // It can do nothing twice, and what rests must never be out of reach.
    expect(isCancellable(withCancel('unknown'), ALL)).toBe(true);
    expect(isCancellable(withCancel('still_open'), ALL)).toBe(true);
  });

  it.each<[string, OrderRow, Parameters<typeof whyNotCancelled>[1], string | null]>([
    ['rests', OPEN_ROW, ALL, null],
    ['has ended', ended('filled'), ALL, 'nothing of it rests'],
    ['is being sent', SENDING_ROW, ALL, 'its outcome is unknown'],
    ['was refused', { ...SENDING_ROW, outcome: 'refused' }, ALL, 'nothing of it rests'],
    ['is no longer known', withNotice('no_longer_known'), ALL, NOT_SHOWN],
    ['a person found', closedWith('BTC-1'), ALL, NOT_SHOWN],
    ['a person found none of', closedWith(null), ALL, 'nothing of it rests'],
    ['is being cancelled', withCancel('requested'), ALL, 'its cancel is on its way'],
    ['waits in the line of many', withCancel('requested', OPEN_ROW, 'no_credits'), ALL, null],
    ['waits there again', withCancel('requested', OPEN_ROW, 'no_credits_again'), ALL, null],
    ['waits for the end of settlement', withCancel('requested'), ALL, 'its cancel is on its way'],
    ['rests where nothing is known', OPEN_ROW, null, 'the service is being asked whether it offers a cancel'],
    ['rests where nothing is offered', OPEN_ROW, offers('not_offered', 'not_offered'), 'this service offers no cancel'],
  ])('is said of an order that %s', (_what, row, cancels, why) => {
    expect(whyNotCancelled(row, cancels)).toBe(why);
  });

  it.each([
    [ALL, null, false],
    [offers('unknown', 'not_offered'), 'the service is being asked whether it offers a cancel', false],
    [offers('not_permitted', 'not_permitted'), 'this profile’s key may not cancel orders', true],
    [offers('not_offered', 'not_offered'), 'this service offers no cancel', true],
    [offers('not_offered', 'not_offered', 'not_offered'), 'this service offers no cancel', false],
    [offers('read_only', 'read_only', 'read_only'), 'another terminal holds this profile: cancel there', false],
  ])('by %j', (cancels, why, onlyAccount) => {
    expect(whyNoCancel(cancels)).toBe(why);
    expect(canOnlyCancelAccount(cancels)).toBe(onlyAccount);
  });
});

describe('what became of a cancel', () => {
  it('is never told as done while the order rests', () => {
    for (const state of CANCEL_STATES) {
      const text = describeCancel(withCancel(state));
      expect(text).toMatch(/^(?!.*\bis cancelled\b).+$/);
    }
    expect(describeCancel(withCancel('refused'))).toContain('settlement in progress');
    expect(describeCancel(withCancel('unknown'))).toContain(
      'No answer to the cancel. Being looked up. You can safely cancel again.',
    );
  });

  it('is the order’s own state once that has ended, however the cancel fared', () => {
    expect(describeCancel(withCancel('unknown', ended('cancelled')))).toBeNull();
    expect(describeCancel(withCancel('unknown', ended('filled')))).toBe('Already ended before the cancel.');
  });

  it('is counted in words', () => {
    expect(describeCounts({ cancelled: 2, ended: 1, unknown: 1 })).toBe(
      '2 cancelled, 1 already gone, 1 being looked up.',
    );
    expect(describeCounts({})).toBe('Nothing was resting.');
  });
});

describe('the name of an order that rests', () => {
  const stop: OrderRow = {
    ...OPEN_ROW,
    type: 'stop_market',
    price: null,
    trigger: 'mark_price',
    trigger_price: decimal('96500'),
  };

  it('has its price', () => {
    expect(nameResting(OPEN_ROW)).toBe('Sell 50,000 USD of BTC-PERPETUAL at 97,410.5');
  });

  it('has its type and trigger, and never the price at which the engine would have stopped', () => {
    const fired = { ...OPEN_ROW.order, order_type: 'market', price: '96436', trigger_order_id: 'STOP-1' };
    expect(nameResting({ ...stop, order: fired } as OrderRow)).toBe(
      'Sell 50,000 USD of BTC-PERPETUAL, stop market, trigger 96,500',
    );
    expect(nameResting({ ...stop, type: 'stop_limit', price: decimal('96400'), order: null })).toBe(
      'Sell 50,000 USD of BTC-PERPETUAL at 96,400, stop limit, trigger 96,500',
    );
    const trail: OrderRow = { ...stop, type: 'trailing_stop', trigger_price: null, trigger_offset: decimal('500') };
    const moved = { ...OPEN_ROW.order, price: 'market_price', trigger: 'mark_price', trigger_price: '96700' };
    expect(nameResting({ ...trail, order: null })).toBe('Sell 50,000 USD of BTC-PERPETUAL, trailing stop');
    expect(nameResting({ ...trail, order: moved } as OrderRow)).toContain('trailing stop, trigger 96,700');
  });
});
