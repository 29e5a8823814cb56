import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, parseDecimal } from '../../../../shared/decimal.ts';
import type { IssueField } from '../../../../shared/orders/issue.ts';
import { isOnTick } from '../../../../shared/orders/tick.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { TriggerPriceType } from '../../../../shared/service/order.ts';
import type { NumberField } from '../../../../renderer/features/sell-ticket/ticket-numbers.ts';
import {
  EMPTY_TICKET,
  readChildren,
  readNumbers,
  reduce,
  type TicketAction,
  type TicketChoices,
  type TicketState,
} from '../../../../renderer/features/sell-ticket/ticket-state.ts';
import { ASK, OPTION, PERPETUAL } from '../samples.ts';

function run(...actions: TicketAction[]): TicketState {
  return actions.reduce(reduce, EMPTY_TICKET);
}

const selectPerpetual: TicketAction = { type: 'select_instrument', instrumentName: 'BTC-PERPETUAL' };
const selectOption: TicketAction = { type: 'select_instrument', instrumentName: OPTION.instrument_name };

function type(field: NumberField, text: string): TicketAction {
  return { type: 'type_number', field, text };
}

function choose(choice: Partial<TicketChoices>): TicketAction {
  return { type: 'choose', choice };
}

describe('what is typed', () => {
  it('stays exactly as typed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (amount, price, label) => {
        const state = run(selectPerpetual, type('amount', amount), type('price', price), {
          type: 'type_label',
          text: label,
        });
        expect(readNumbers(state)).toMatchObject({ amount, price });
        expect(state.label).toBe(label);
      }),
    );
  });

  it('comes back when the kind of order has a use for it again', () => {
    const typed = run(selectPerpetual, type('price', '97410.5'), type('trigger_price', '97000'));
    const trail = reduce(typed, choose({ kind: 'trail' }));
    expect(readNumbers(trail)).toMatchObject({ price: '97410.5', trigger_price: '97000' });
    expect(reduce(trail, choose({ kind: 'limit' }))).toEqual(typed);
  });

  it('belongs to its instrument: an amount in USD never becomes one in BTC', () => {
    const typed = run(selectPerpetual, type('amount', '50000'), selectOption);
    expect(readNumbers(typed)).toMatchObject({ amount: '', price: '' });
    expect(readNumbers(reduce(typed, selectPerpetual)).amount).toBe('50000');
  });
});

describe('the unit of the size', () => {
  const toContracts: TicketAction = { type: 'switch_size_unit', unit: 'contracts', instrument: PERPETUAL };
  const toAmount: TicketAction = { type: 'switch_size_unit', unit: 'amount', instrument: PERPETUAL };

  it('converts exactly, and back to what was typed', () => {
    const typed = run(selectPerpetual, type('amount', '50k'));
    const contracts = reduce(typed, toContracts);
    expect(readNumbers(contracts).contracts).toBe('5000');
    expect(readNumbers(reduce(contracts, toAmount)).amount).toBe('50k');
  });

  it('drops the other size once a new one is typed', () => {
    const state = run(selectPerpetual, type('amount', '50000'), toContracts, type('contracts', '7'), toAmount);
    expect(readNumbers(state)).toMatchObject({ amount: '70', contracts: '7' });
  });

  it('does not round: what is no whole number of contracts stays an amount', () => {
    const state = run(selectPerpetual, type('amount', '15'), toContracts);
    expect(readNumbers(state).contracts).toBe('');
  });
});

describe('the form of the price', () => {
  it('takes the converted price over, and gives back what was typed', () => {
    const typed = run(selectOption, type('price', '0.0745'));
    const byVolatility: TicketAction = { type: 'switch_price_form', form: 'implv', converted: decimal('54.03') };
    const back: TicketAction = { type: 'switch_price_form', form: null, converted: decimal('0.075') };
    const state = reduce(typed, byVolatility);
    expect(readNumbers(state).implv).toBe('54.03');
    expect(readNumbers(reduce(state, back)).price).toBe('0.0745');
    const retyped = reduce(reduce(state, type('implv', '60')), back);
    expect(readNumbers(retyped).price).toBe('0.075');
  });
});

describe('nudging the price', () => {
  function nudge(from: string, ticks: number): string {
    const state = run(selectOption, type('price', from), {
      type: 'nudge',
      field: 'price',
      steps: ticks,
      instrument: OPTION,
      from: null,
    });
    return readNumbers(state).price;
  }

  it.each([
    ['0.0049', 1, '0.005'],
    ['0.005', 1, '0.0055'],
    ['0.0055', -1, '0.005'],
    ['0.005', -1, '0.0049'],
    ['0.0049', 3, '0.006'],
    ['0.006', -3, '0.0049'],
    ['0.0001', -1, '0.0001'],
  ])('from %s by %i ticks gives %s across the change of the tick', (from, ticks, expected) => {
    expect(nudge(from, ticks)).toBe(expected);
  });

  it('always lands on the grid, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: -120, max: 120 }), (steps, ticks) => {
        const price = parseDecimal(nudge((steps / 10_000).toFixed(5), ticks === 0 ? 1 : ticks));
        expect(price).not.toBeNull();
        expect(price !== null && isOnTick(OPTION, price)).toBe(true);
      }),
    );
  });

  it('starts at the price offered when nothing readable is typed', () => {
    const action: TicketAction = { type: 'nudge', field: 'price', steps: 1, instrument: PERPETUAL, from: ASK };
    expect(readNumbers(run(selectPerpetual, action)).price).toBe('97410.5');
    expect(readNumbers(run(selectPerpetual, { ...action, from: null })).price).toBe('');
  });
});

describe('nudging other numbers', () => {
  it.each<[TriggerPriceType, string]>([
    ['index_price', '97000.02'],
    ['mark_price', '97000.0105'],
  ])("goes by the grid of what an option's trigger watches: %s", (trigger, expected) => {
    const nudge: TicketAction = { type: 'nudge', field: 'trigger_price', steps: 1, instrument: OPTION, from: null };
    expect(
      readNumbers(run(selectOption, choose({ kind: 'stop', trigger }), type('trigger_price', '97000.01'), nudge))
        .trigger_price,
    ).toBe(expected);
  });

  it.each<[NumberField, string, number, string]>([
    ['amount', '1000', 1, '1010'],
    ['amount', '1015', 1, '1020'],
    ['amount', '1015', -1, '1010'],
    ['amount', '1k', 10, '1100'],
    ['amount', '20', -100, '10'],
    ['contracts', '5', 10, '15'],
    ['contracts', '1', -1, '1'],
    ['usd', '7250.4', 1, '7251'],
    ['usd', '7250', -10, '7240'],
    ['implv', '54', 1, '54.1'],
    ['implv', '54.05', -1, '54'],
    ['implv', '0.1', -1, '0.1'],
    ['trigger_offset', '500', -1, '499.5'],
    ['trigger_price', '97000', 100, '97050'],
    ['display_amount', '1000', 1, '1010'],
  ])('%s %s by %i steps gives %s', (field, text, steps, expected) => {
    const nudge: TicketAction = { type: 'nudge', field, steps, instrument: PERPETUAL, from: null };
    expect(readNumbers(run(selectPerpetual, type(field, text), nudge))[field]).toBe(expected);
  });
});

describe('a clicked price', () => {
  it('is taken as it is on the grid, and moved up to it between two ticks', () => {
    const taken = (price: string): string => readNumbers(run(selectPerpetual, take(PERPETUAL, price))).price;
    expect(taken('97410.5')).toBe('97410.5');
    expect(taken('97411.23')).toBe('97411.5');
  });

  it('goes to the trigger of an order without a price of its own', () => {
    const state = run(selectPerpetual, choose({ kind: 'stop' }), take(PERPETUAL, '97000'));
    expect(readNumbers(state)).toMatchObject({ trigger_price: '97000', price: '' });
    const limit = run(selectPerpetual, choose({ kind: 'stop', firesAs: 'limit' }), take(PERPETUAL, '97000'));
    expect(readNumbers(limit)).toMatchObject({ trigger_price: '', price: '97000' });
  });

  it('is written in the form at hand, and in the quote where it has no such form', () => {
    const byVolatility: TicketAction = { type: 'switch_price_form', form: 'implv', converted: null };
    const forms = { quote: decimal('0.0745'), usd: decimal('7257'), volatility: decimal('54.03') };
    const state = run(selectOption, byVolatility, { ...take(OPTION, '0.0745'), forms });
    expect(readNumbers(state)).toMatchObject({ implv: '54.03', price: '' });
    const none = run(selectOption, byVolatility, { ...take(OPTION, '0.0745'), forms: { ...forms, volatility: null } });
    expect(none.priceForm).toBeNull();
    expect(readNumbers(none).price).toBe('0.0745');
  });
});

function take(instrument: Instrument, price: string): Extract<TicketAction, { type: 'take_price' }> {
  return { type: 'take_price', price: decimal(price), instrument, forms: null };
}

function fix(field: IssueField, value: string, child: number | null = null): TicketAction {
  return { type: 'apply_fix', fix: { field, value }, child };
}

describe('acknowledgements', () => {
  const accept: TicketAction = { type: 'acknowledge', code: 'price_above_band', isAccepted: true };

  it('are kept until the box is cleared', () => {
    const accepted = run(selectPerpetual, accept, accept);
    expect(accepted.acknowledged).toEqual(['price_above_band']);
    expect(reduce(accepted, { ...accept, isAccepted: false }).acknowledged).toEqual([]);
  });

  it.each<TicketAction>([
    type('amount', '1'),
    type('price', '1'),
    { type: 'type_label', text: 'x' },
    choose({ kind: 'market' }),
    { type: 'change_child', index: 0, change: { amount: '1' } },
    fix('amount', '10'),
    { type: 'forget_acknowledgements' },
    selectOption,
  ])('are taken back by $type', (action) => {
    expect(run(selectPerpetual, accept, action).acknowledged).toEqual([]);
  });
});

describe('a fix', () => {
  it('sets the field it is for', () => {
    const state = run(
      selectPerpetual,
      fix('amount', '50010'),
      fix('price', '97405'),
      fix('label', 'hedge-2'),
      fix('display_amount', '1000'),
      fix('trigger_price', '97000'),
    );
    expect(readNumbers(state)).toMatchObject({
      amount: '50010',
      price: '97405',
      display_amount: '1000',
      trigger_price: '97000',
    });
    expect(state.label).toBe('hedge-2');
  });

  it('of a size typed in contracts is an amount', () => {
    const state = run(
      selectPerpetual,
      { type: 'switch_size_unit', unit: 'contracts', instrument: PERPETUAL },
      type('contracts', '5'),
      fix('amount', '60'),
    );
    expect(state.sizeUnit).toBe('amount');
    expect(readNumbers(state)).toMatchObject({ amount: '60', contracts: '' });
  });

  it('of a linked order changes that one alone', () => {
    const state = run(
      selectPerpetual,
      fix('price', '97405', 1),
      fix('trigger_price', '97000', 1),
      fix('amount', '10', 0),
    );
    const [first, second] = readChildren(state);
    expect(first).toMatchObject({ amount: '10', price: '', triggerPrice: '' });
    expect(second).toMatchObject({ amount: '', price: '97405', triggerPrice: '97000' });
    expect(readNumbers(state).price).toBe('');
  });
});
