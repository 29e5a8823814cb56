import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../../shared/orders/draft.ts';
import type { AdvancedType, OrderType } from '../../../../shared/service/order.ts';
import {
  buildDraft,
  isSameDraft,
  listPriceForms,
} from '../../../../renderer/features/order-ticket/form/ticket-draft.ts';
import type { NumberField } from '../../../../renderer/features/order-ticket/form/ticket-numbers.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import {
  EMPTY_TICKET,
  reduce,
  type TicketChoices,
  type TicketState,
} from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { OPTION, PERPETUAL } from '../samples.ts';

const NUMBERS: Readonly<Record<NumberField, string>> = {
  amount: '50k',
  contracts: '',
  price: '97.4k',
  usd: '',
  implv: '',
  trigger_price: '97k',
  trigger_offset: '500',
  display_amount: '1k',
};

/** Everything typed, whether the kind has a use for it or not. */
function fullTicket(choice: Partial<TicketChoices>, instrumentName = 'BTC-PERPETUAL'): TicketState {
  const typed = Object.entries(NUMBERS)
    .filter(([, text]) => text !== '')
    .map(([field, text]): TicketAction => ({ type: 'type_number', field: field as NumberField, text }));
  const actions: TicketAction[] = [
    { type: 'select_instrument', instrumentName },
    ...typed,
    { type: 'choose', choice: { mmp: true, reduceOnly: true, ...choice } },
  ];
  return actions.reduce(reduce, EMPTY_TICKET);
}

interface Given {
  readonly price: string;
  readonly trigger: string | null;
  readonly trigger_price: string;
  readonly trigger_offset: string;
  readonly display_amount: string;
  readonly mmp: boolean;
}

const NONE: Given = {
  price: '',
  trigger: null,
  trigger_price: '',
  trigger_offset: '',
  display_amount: '',
  mmp: false,
};
const PRICED = { price: '97400', display_amount: '1000' };
const FIRED = { trigger: 'mark_price', trigger_price: '97000' };

describe('the draft of each type', () => {
  it.each<[OrderType, Partial<TicketChoices>, Partial<Given>]>([
    ['limit', { kind: 'limit' }, { ...PRICED, mmp: true }],
    ['market', { kind: 'market' }, {}],
    ['market_limit', { kind: 'market', restStays: true }, {}],
    ['stop_market', { kind: 'stop' }, FIRED],
    ['stop_limit', { kind: 'stop', firesAs: 'limit' }, { ...FIRED, ...PRICED }],
    ['take_market', { kind: 'take' }, FIRED],
    ['take_limit', { kind: 'take', firesAs: 'limit' }, { ...FIRED, ...PRICED }],
    ['trailing_stop', { kind: 'trail' }, { trigger: 'mark_price', trigger_offset: '500' }],
  ])('%s holds what it needs and nothing else', (type, choice, given) => {
    const draft = buildDraft(fullTicket(choice), PERPETUAL);
    expect(draft).toMatchObject({ ...NONE, ...given, type, amount: '50000', contracts: '' });
  });

  it('has no visible part when the order must not stay', () => {
    expect(buildDraft(fullTicket({ timeInForce: 'fill_or_kill' }), PERPETUAL).display_amount).toBe('');
  });

  it('of an untouched ticket is the empty draft', () => {
    expect(buildDraft(EMPTY_TICKET, null)).toEqual(EMPTY_DRAFT);
  });

  it('gives contracts in place of the amount', () => {
    const state = reduce(fullTicket({}), { type: 'switch_size_unit', unit: 'contracts', instrument: PERPETUAL });
    expect(buildDraft(state, PERPETUAL)).toMatchObject({ amount: '', contracts: '5000' });
  });
});

describe('the form of the price', () => {
  function priced(form: AdvancedType | null, text: string, choice: Partial<TicketChoices> = {}) {
    const actions: TicketAction[] = [
      { type: 'select_instrument', instrumentName: OPTION.instrument_name },
      { type: 'switch_price_form', form, converted: null },
      { type: 'type_number', field: form ?? 'price', text },
      { type: 'choose', choice },
    ];
    return actions.reduce(reduce, EMPTY_TICKET);
  }

  it('reaches the draft for options alone, and drops post only', () => {
    const state = priced('implv', '54');
    expect(buildDraft(state, OPTION)).toMatchObject({ advanced: 'implv', price: '54', post_only: false });
    expect(buildDraft(state, PERPETUAL)).toMatchObject({ advanced: null, price: '', post_only: true });
  });

  it('takes a suffix in money, never in volatility', () => {
    expect(buildDraft(priced('usd', '7k'), OPTION).price).toBe('7000');
    expect(buildDraft(priced('implv', '54k'), OPTION).price).toBe('54k');
  });

  it('is left out where the order has no price', () => {
    expect(buildDraft(priced('implv', '54', { kind: 'market' }), OPTION)).toMatchObject({ advanced: null, price: '' });
  });

  it('is offered as the instrument allows', () => {
    expect(listPriceForms(PERPETUAL)).toEqual([null]);
    expect(listPriceForms(OPTION)).toEqual([null, 'usd', 'implv']);
    expect(listPriceForms({ ...OPTION, instrument_type: 'linear' })).toEqual([null, 'implv']);
  });
});

describe('linked orders', () => {
  const childOf = (choice: Partial<TicketChoices>, change: Extract<TicketAction, { type: 'change_child' }>['change']) =>
    buildDraft(reduce(fullTicket(choice), { type: 'change_child', index: 0, change }), PERPETUAL);

  it.each<[TicketChoices['linkedType'], 1 | 2, number]>([
    [null, 2, 0],
    ['one_triggers_other', 1, 1],
    ['one_triggers_other', 2, 2],
    ['one_cancels_other', 2, 1],
    ['one_triggers_one_cancels_other', 1, 2],
  ])('of %s with %i asked for are %i', (linkedType, childCount, expected) => {
    const draft = buildDraft(fullTicket({ linkedType, childCount }), PERPETUAL);
    expect(draft.children).toHaveLength(expected);
    expect(draft).toMatchObject({
      linked_order_type: linkedType,
      trigger_fill_condition: linkedType === null ? null : 'first_hit',
    });
  });

  it('become market or limit orders by whether they have a price', () => {
    const link = { linkedType: 'one_cancels_other' } as const;
    const filled = { amount: '1k', triggerPrice: '97k', trigger: 'last_price' } as const;
    expect(childOf(link, { ...filled, kind: 'limit', price: '98k' }).children[0]).toMatchObject({
      type: 'limit',
      direction: 'buy',
      amount: '1000',
      price: '98000',
      trigger: null,
      trigger_price: '',
    });
    const stop = { type: 'stop_market', price: '', trigger: 'last_price', trigger_price: '97000' };
    expect(childOf(link, { ...filled, kind: 'stop' }).children[0]).toMatchObject(stop);
    expect(childOf(link, { ...filled, kind: 'take', price: '96k' }).children[0]).toMatchObject({
      type: 'take_limit',
      price: '96000',
    });
    // What was typed for another kind comes back with that, and is not sent with this.
    const market = { ...filled, kind: 'market', price: '96k', postOnly: true } as const;
    const sent = { price: '', trigger: null, trigger_price: '', post_only: false };
    expect(childOf(link, market).children[0]).toMatchObject({ ...sent, type: 'market' });
    expect(childOf(link, { ...market, restStays: true }).children[0]).toMatchObject({ ...sent, type: 'market_limit' });
  });

  it('have a time in force, post only and a label of their own, as far as their type knows them', () => {
    const link = { linkedType: 'one_cancels_other' } as const;
    const own = { postOnly: true, rejectPostOnly: true, label: 'profit' } as const;
    const [gtc] = childOf(link, { ...own, price: '98000' }).children;
    expect(gtc).toMatchObject({ post_only: true, reject_post_only: true, label: 'profit' });
    const [day] = childOf(link, { ...own, price: '98000', timeInForce: 'good_til_day' }).children;
    expect(day).toMatchObject({ time_in_force: 'good_til_day', post_only: false, reject_post_only: false });
    const [market] = childOf(link, { ...own, kind: 'stop', triggerPrice: '97000' }).children;
    expect(market).toMatchObject({ type: 'stop_market', post_only: false, reject_post_only: false });
  });

  it('trail at a distance, at market, whatever else was typed', () => {
    const link = { linkedType: 'one_cancels_other' } as const;
    const typed = {
      kind: 'trail',
      triggerOffset: '1k',
      triggerPrice: '97000',
      price: '96000',
      trigger: 'index_price',
    } as const;
    expect(childOf(link, typed).children[0]).toMatchObject({
      type: 'trailing_stop',
      trigger: 'index_price',
      trigger_offset: '1000',
      trigger_price: '',
      price: '',
    });
  });

  it('tell two drafts apart', () => {
    const link = { linkedType: 'one_cancels_other' } as const;
    const one = childOf(link, { amount: '10' });
    expect(isSameDraft(one, childOf(link, { amount: '10' }))).toBe(true);
    expect(isSameDraft(one, childOf(link, { amount: '20' }))).toBe(false);
    expect(isSameDraft(one, { ...one, valid_for_ms: 1000 })).toBe(false);
  });
});
