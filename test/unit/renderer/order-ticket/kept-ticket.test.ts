import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { EMPTY_DRAFT } from '../../../../shared/orders/draft.ts';
import { readKeptTicket } from '../../../../renderer/features/order-ticket/form/kept-ticket.ts';
import { buildDraft } from '../../../../renderer/features/order-ticket/form/ticket-draft.ts';
import { EMPTY_TICKET } from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import {
  adoptDrafts,
  draftsFor,
  draftsStore,
  dropMoved,
  keepDraft,
} from '../../../../renderer/stores/workspace/drafts-store.ts';
import { childDraft } from '../../../support/records/records.ts';
import { PERPETUAL } from '../samples.ts';

const child = childDraft({ amount: '10', price: '90000' });

const base: OrderDraft = { ...EMPTY_DRAFT, instrument_name: PERPETUAL.instrument_name, amount: '5000', label: 'typed' };
const DRAFTS: readonly (readonly [string, OrderDraft])[] = [
  ['a plain limit order', { ...base, price: '97410', reject_post_only: true }],
  ['a market order', { ...base, type: 'market', post_only: false, time_in_force: 'fill_or_kill' }],
  [
    'one that a filled order places',
    {
      ...base,
      price: '97410',
      linked_order_type: 'one_triggers_other',
      trigger_fill_condition: 'complete_fill',
      children: [child],
    },
  ],
  [
    'a pair that it places',
    {
      ...base,
      price: '97410',
      linked_order_type: 'one_triggers_one_cancels_other',
      trigger_fill_condition: 'first_hit',
      children: [child, { ...child, type: 'stop_market', price: '', trigger: 'index_price', trigger_price: '99000' }],
    },
  ],
];

beforeEach(() => draftsStore.setState({ drafts: null, isUnsaved: false }));

describe('a ticket after its window was loaded anew', () => {
  it.each(DRAFTS)('asks for what it asked for before: %s', (_case, draft) => {
    adoptDrafts({ 'ticket trade/order-ticket': JSON.stringify(draft) });
    expect(buildDraft(readKeptTicket('trade/order-ticket'), PERPETUAL)).toEqual(draft);
  });

  it('reads what a version kept that only sold, and named no side', () => {
    const { direction: _side, ...old } = { ...base, price: '97410' };
    adoptDrafts({ 'ticket a': JSON.stringify(old) });
    expect(buildDraft(readKeptTicket('a'), PERPETUAL)).toEqual({ ...old, direction: 'sell' });
  });

  it('is empty where nothing, or nothing readable, was kept, and beside another panel', () => {
    adoptDrafts({ 'ticket a': '{', 'ticket b': '{"amount":1}' });
    for (const key of ['a', 'b', 'c', null]) expect(readKeptTicket(key)).toBe(EMPTY_TICKET);
  });
});

describe('what is typed', () => {
  it('is to be saved when it changes, and not before the session told what was kept', () => {
    keepDraft('x', { a: 1 });
    expect(draftsStore.getState()).toEqual({ drafts: null, isUnsaved: false });
    adoptDrafts(undefined);
    keepDraft('x', { a: 1 });
    expect(draftsStore.getState()).toEqual({ drafts: { x: '{"a":1}' }, isUnsaved: true });
    // A session that is opened again by the same page is no news.
    adoptDrafts({});
    draftsStore.setState({ isUnsaved: false });
    keepDraft('x', { a: 1 });
    expect(draftsStore.getState()).toEqual({ drafts: { x: '{"a":1}' }, isUnsaved: false });
    keepDraft('x', null);
    expect(draftsStore.getState()).toEqual({ drafts: {}, isUnsaved: true });
  });
});

describe('what is typed in a panel that moves to a window of its own', () => {
  const [from, to] = ['trade/order-ticket', 'own/order-ticket'];

  it('goes with it, with what the window looks at; nothing of other panels does', () => {
    const drafts = {
      [`ticket ${from}`]: '{"a":1}',
      'ticket other/order-ticket': '{}',
      selection: '{"blue":"X"}',
      rfq: '{}',
    };
    adoptDrafts(drafts);
    const moved = draftsFor(from, to);
    expect(moved).toEqual({ [`ticket ${to}`]: '{"a":1}', selection: '{"blue":"X"}' });
    dropMoved(from, to, moved);
    const { [`ticket ${from}`]: _moved, ...left } = drafts;
    expect(draftsStore.getState().drafts).toEqual(left);
  });

  it('stays where it was typed after that', () => {
    adoptDrafts({ [`ticket ${from}`]: '{"a":1}' });
    const moved = draftsFor(from, to);
    keepDraft(`ticket ${from}`, { a: 2 });
    dropMoved(from, to, moved);
    expect(draftsStore.getState().drafts).toEqual({ [`ticket ${from}`]: '{"a":2}' });
  });
});
