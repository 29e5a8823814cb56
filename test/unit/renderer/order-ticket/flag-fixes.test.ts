import { describe, expect, it } from 'vitest';
import { describeFix } from '../../../../renderer/features/order-ticket/issues/issue-text.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import { reduceTicket } from '../../../../renderer/features/order-ticket/form/ticket-preset.ts';
import {
  EMPTY_TICKET,
  readChildren,
  type TicketState,
} from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import { PERPETUAL } from '../samples.ts';

const ALL_ON = { rejectPostOnly: true, reduceOnly: true, mmp: true } as const;
const START: readonly TicketAction[] = [
  { type: 'select_instrument', instrumentName: PERPETUAL.instrument_name },
  { type: 'choose', choice: ALL_ON },
  { type: 'change_child', index: 0, change: { rejectPostOnly: true, reduceOnly: true } },
  { type: 'change_child', index: 1, change: { rejectPostOnly: true, reduceOnly: true } },
];
const after = (...actions: readonly TicketAction[]) =>
  [...START, ...actions].reduce<TicketState>(reduceTicket, EMPTY_TICKET);
const fixed = (fix: Issue['fixes'][number], child: number | null = null) => after({ type: 'apply_fix', fix, child });

it('a time in force is chosen by a fix, on the ticket or on the linked order that it is of', () => {
  const fix = { field: 'time_in_force', value: 'good_til_cancelled' } as const;
  const day = { timeInForce: 'good_til_day' } as const;
  const both: readonly TicketAction[] = [
    { type: 'choose', choice: day },
    { type: 'change_child', index: 1, change: day },
  ];
  const own = after(...both, { type: 'apply_fix', fix, child: null });
  expect([own.timeInForce, readChildren(own)[1].timeInForce]).toEqual(['good_til_cancelled', 'good_til_day']);
  const linked = after(...both, { type: 'apply_fix', fix, child: 1 });
  expect([linked.timeInForce, readChildren(linked)[1].timeInForce]).toEqual(['good_til_day', 'good_til_cancelled']);
  expect(describeFix(fix, { code: 'post_only_needs_gtc' })).toBe('GTC');
});

describe('a flag that is taken off as a fix', () => {
  it.each([
    ['reject_post_only', 'rejectPostOnly', 'no reject'],
    ['reduce_only', 'reduceOnly', 'not reduce only'],
    ['mmp', 'mmp', 'no MMP'],
  ] as const)('is off on the ticket, and no other: %s', (field, flag, words) => {
    const fix = { field, value: 'false' };
    expect(fixed(fix)).toMatchObject({ ...ALL_ON, [flag]: false });
    expect(describeFix(fix, { code: 'mmp_not_enabled' })).toBe(words);
  });

  it.each([
    ['reject_post_only', { rejectPostOnly: false, reduceOnly: true }],
    ['reduce_only', { rejectPostOnly: true, reduceOnly: false }],
  ] as const)('is off on the linked order that it is of: %s', (field, flags) => {
    const state = fixed({ field, value: 'false' }, 1);
    expect(readChildren(state)[1]).toMatchObject(flags);
    expect(readChildren(state)[0]).toMatchObject({ rejectPostOnly: true, reduceOnly: true });
    expect(state).toMatchObject(ALL_ON);
  });
});
