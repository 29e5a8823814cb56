import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { OrderCheck } from '../../../../shared/ipc/schemas/order-schema.ts';
import { acknowledgementKey } from '../../../../shared/orders/acknowledgement.ts';
import { issue } from '../../../../shared/orders/issue.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import {
  EMPTY_TICKET,
  reduce,
  type TicketChoices,
} from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { describePress, describeSize } from '../../../../renderer/features/order-ticket/press/press-name.ts';
import { sortIssues } from '../../../../renderer/features/order-ticket/issues/ticket-issues.ts';
import type { NumberField } from '../../../../renderer/features/order-ticket/form/ticket-numbers.ts';
import { summarise } from '../../../../renderer/features/order-ticket/form/ticket-summary.ts';
import { OPTION, PERPETUAL, SEEN } from '../samples.ts';

function type(field: NumberField, text: string): TicketAction {
  return { type: 'type_number', field, text };
}

function choose(choice: Partial<TicketChoices>): TicketAction {
  return { type: 'choose', choice };
}

function ticket(...actions: TicketAction[]) {
  const typed: TicketAction[] = [
    { type: 'select_instrument', instrumentName: 'BTC-PERPETUAL' },
    type('amount', '50000'),
    type('price', '97405'),
  ];
  return [...typed, ...actions].reduce(reduce, EMPTY_TICKET);
}

function checkWithPrice(price: string): OrderCheck {
  return { issues: [], forecast: { price: decimal(price), behaviour: 'rests', steps: [] }, request: '{}' };
}

describe('the draft', () => {
  it('says post only of an untouched ticket', () => {
    expect(summarise(ticket(), PERPETUAL).draft).toMatchObject({
      type: 'limit',
      price: '97405',
      post_only: true,
      reject_post_only: false,
      reduce_only: false,
    });
  });

  it('leaves price and post only out of a market order', () => {
    const summary = summarise(ticket(choose({ kind: 'market' })), PERPETUAL);
    expect(summary.draft).toMatchObject({ type: 'market', price: '', post_only: false, reject_post_only: false });
    expect(summary.price.use).toBe('irrelevant');
    expect(summary.postOnly.use).toBe('disabled');
  });

  it('leaves post only out when the order must not stay', () => {
    const summary = summarise(ticket(choose({ timeInForce: 'immediate_or_cancel' })), PERPETUAL);
    expect(summary.draft.post_only).toBe(false);
    expect(summary.postOnly).toMatchObject({ use: 'disabled', why: expect.stringContaining('GTC') });
  });

  it('refuses reject if crossing without post only, and reduce only on spot', () => {
    const off = ticket(choose({ rejectPostOnly: true }), choose({ postOnly: false }), choose({ reduceOnly: true }));
    expect(summarise(off, PERPETUAL).draft).toMatchObject({ reject_post_only: false, reduce_only: true });
    const spot = summarise(off, { ...PERPETUAL, kind: 'spot' });
    expect(spot.draft.reduce_only).toBe(false);
    expect(spot.reduceOnly.use).toBe('disabled');
  });
});

describe('what stands beside the fields', () => {
  it('names the unit of the amount and its contracts', () => {
    expect(summarise(ticket(), PERPETUAL)).toMatchObject({ amountUnit: 'USD', otherSize: '= 5,000 ct' });
    expect(summarise(ticket(), OPTION).amountUnit).toBe('BTC');
    const odd = summarise(ticket(type('amount', '50005')), PERPETUAL);
    expect(odd.otherSize).toBe('≈ 5,000.5 ct');
    expect(summarise(ticket(type('amount', 'much')), PERPETUAL).otherSize).toBeNull();
    expect(summarise(ticket(), null)).toMatchObject({ amountUnit: null, otherSize: null, tick: null });
  });

  it('shows the tick in force at the price', () => {
    expect(summarise(ticket(type('price', '0.004')), OPTION).tick).toBe('0.0001');
    expect(summarise(ticket(type('price', '0.0745')), OPTION).tick).toBe('0.0005');
  });

  it('shows the tick at the mark while no price in the quote is typed', () => {
    const empty = ticket(type('price', ''));
    expect(summarise(empty, OPTION, decimal('0.0175')).tick).toBe('0.0005');
    expect(summarise(empty, OPTION, decimal('0.004')).tick).toBe('0.0001');
    expect(summarise(empty, OPTION, null).tick).toBe('0.0001');
    expect(summarise(ticket(type('price', '0.004')), OPTION, decimal('0.0175')).tick).toBe('0.0001');
    const byVolatility = ticket({ type: 'switch_price_form', form: 'implv', converted: null }, type('implv', '54'));
    expect(summarise(byVolatility, OPTION, decimal('0.0175')).tick).toBe('0.0005');
  });

  it('counts the label in characters, not in units of the encoding', () => {
    expect(summarise(ticket({ type: 'type_label', text: '🙂🙂' }), PERPETUAL).labelCharacters).toBe(2);
  });
});

describe('the button', () => {
  it('says the price that is expected to be booked, with the places of the tick', () => {
    const summary = summarise(ticket(), PERPETUAL);
    expect(describePress(summary, checkWithPrice('97410.5'))).toBe('Sell 50,000 USD at 97,410.5');
    expect(describePress(summary, null)).toBe('Sell 50,000 USD at 97,405.0');
  });

  it('says market for a market order, and no more than it knows', () => {
    const market = summarise(ticket(choose({ kind: 'market' })), PERPETUAL);
    expect(describePress(market, null)).toBe('Sell 50,000 USD at market');
    expect(describePress(summarise(ticket(type('price', '')), PERPETUAL), null)).toBe('Sell 50,000 USD');
    expect(describePress(summarise(ticket(type('amount', '')), PERPETUAL), null)).toBe('Sell');
  });

  it('asks for a confirmation of the size in the unit typed and in the other', () => {
    expect(describeSize(summarise(ticket(), PERPETUAL))).toBe('50,000 USD = 5,000 ct');
    const toContracts: TicketAction = { type: 'switch_size_unit', unit: 'contracts', instrument: PERPETUAL };
    expect(describeSize(summarise(ticket(toContracts), PERPETUAL))).toBe('5,000 ct = 50,000 USD');
    expect(describeSize(summarise(ticket(type('amount', '')), PERPETUAL))).toBe('');
  });
});

describe('the issues of a check', () => {
  const warning = issue('warning', 'price', 'price_above_band', { max_price: '98873' });
  const error = issue('error', 'amount', 'amount_missing', { unit: 'USD' });
  const check: OrderCheck = { issues: [warning, error], forecast: null, request: null };

  it('are sorted to their fields; an error stops, an unaccepted warning waits', () => {
    const { draft } = summarise(ticket(), PERPETUAL);
    const sorted = sortIssues(check, draft, [], SEEN);
    expect(sorted.byField).toMatchObject({ price: [warning], amount: [error] });
    expect(sorted.firstError).toMatchObject(error);
    expect(sorted.unaccepted).toMatchObject([warning]);
    const accepted = [{ key: acknowledgementKey(warning, draft), typed: '' }];
    expect(sortIssues(check, draft, accepted, SEEN).unaccepted).toEqual([]);
    // What was accepted of one order is not accepted of the next.
    expect(sortIssues(check, { ...draft, price: '99000' }, accepted, SEEN).unaccepted).toHaveLength(1);
  });

  it('stay the same lines while what they warn of grows and shrinks, and ask anew beyond what was accepted', () => {
    const { draft } = summarise(ticket(), PERPETUAL);
    const thin = (extent: string): OrderCheck => {
      const params = { side: 'sell', touch: '97410', visible: '10', unit: 'USD', extent };
      return { ...check, issues: [issue('warning', 'amount', 'amount_beyond_touch', params)] };
    };
    const [first] = sortIssues(thin('1'), draft, [], SEEN).warnings;
    const accepted = first === undefined ? [] : [{ key: first.acceptedBy, typed: '' }];
    const told = ['0', '1', '2'].map((extent) => sortIssues(thin(extent), draft, accepted, SEEN).warnings[0]);
    expect(told.map((line) => line?.key)).toEqual([first?.key, first?.key, first?.key]);
    expect(told.map((line) => line?.isAccepted)).toEqual([true, true, false]);
  });

  it('of empty fields stop the order, and stand at their fields once they are told', () => {
    const { draft } = summarise(ticket(), PERPETUAL);
    const ofChild = { ...error, child: 1 };
    const bare: OrderCheck = { issues: [error, ofChild], forecast: null, request: null };
    const untold = sortIssues(bare, draft, [], { ...SEEN, isMissingTold: false });
    expect(untold).toMatchObject({ byField: {}, byChild: [{}, {}], firstError: error });
    expect(untold.byField.amount).toBeUndefined();
    const told = sortIssues(bare, draft, [], SEEN);
    expect(told).toMatchObject({ byField: { amount: [error] }, byChild: [{}, { amount: [ofChild] }] });
  });
});
