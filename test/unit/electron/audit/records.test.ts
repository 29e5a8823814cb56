import { describe, expect, it } from 'vitest';
import { createEventFilter } from '../../../../electron/audit/events.ts';
import { describeStep } from '../../../../electron/audit/order-record.ts';
import { confirmTwoOrders, noticeTwoOrders } from '../../../../electron/orders/instrument-lock.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { OPEN_ROW, SENDING_ROW } from '../../renderer/samples.ts';

const kindsOf = (...given: Parameters<typeof describeStep>) => describeStep(...given).map(([kind]) => kind);

describe('a step of an order', () => {
  it('that brings nothing new makes no entry', () => {
    expect(describeStep(OPEN_ROW, OPEN_ROW, 'look_up', null)).toEqual([]);
    expect(kindsOf(SENDING_ROW, OPEN_ROW, 'reply', null)).toEqual(['outcome']);
  });

  it('that locks its instrument says so, and a person’s word that it is unlocked', () => {
    const locked: OrderRow = {
      ...OPEN_ROW,
      notices: noticeTwoOrders(
        OPEN_ROW,
        ['A', 'B'].map((id) => ({ id, words: 'open, 0 of 10' })),
      ),
    };
    const [, lock] = describeStep(OPEN_ROW, locked, 'look_up', null);
    expect(lock).toMatchObject(['instrument_locked', { reason: 'A (open, 0 of 10), B (open, 0 of 10)' }]);
    expect(kindsOf(locked, locked, 'look_up', null)).toEqual([]);
    expect(kindsOf(locked, confirmTwoOrders(locked), 'confirmed', null)).toEqual(['instrument_unlocked']);
  });

  it('that is its beginning holds what stood behind the press', () => {
    const release = { press: 'armed', rung: 'arm_and_fire', acknowledged: ['price_far'] };
    expect(describeStep(null, SENDING_ROW, 'intent', release)).toMatchObject([['intent', release]]);
  });
});

describe('the back end’s events', () => {
  it('tell once that the service went and once that it came back, however often it was tried between', () => {
    const hear = createEventFilter();
    const states = ['closed', 'open', 'half_open', 'open', 'half_open', 'closed', 'open'];
    const heard = states.slice(1).map((to, index) => hear('reads', { from: states[index] ?? '', to }));
    expect(heard.flatMap((entry) => (entry === null ? [] : [entry[1]['to']]))).toEqual(['open', 'closed', 'open']);
  });

  it('tell of logins, refused ones too, and of no other call', () => {
    const hear = createEventFilter();
    expect(hear('logged_in', { scope: 'x' })?.[0]).toBe('login');
    expect(hear('call_failed', { method: 'public/auth', reason: '13004' })?.[0]).toBe('login_refused');
    expect(hear('call_failed', { method: 'public/ticker', reason: 'timeout' })).toBeNull();
    expect(hear('sell_released', {})).toBeNull();
  });
});
