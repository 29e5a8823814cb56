import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, parseDecimal } from '../../../../shared/decimal.ts';
import type { IssueField } from '../../../../shared/orders/issue.ts';
import type { PriceForms } from '../../../../shared/options/price-forms.ts';
import { isOnTick } from '../../../../shared/orders/tick.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { TriggerPriceType } from '../../../../shared/service/order.ts';
import type { NumberField } from '../../../../renderer/features/sell-ticket/ticket-numbers.ts';
import type { TicketAction } from '../../../../renderer/features/sell-ticket/ticket-action.ts';
import {
  EMPTY_TICKET,
  readChildren,
  readNumbers,
  reduce,
  type TicketChoices,
  type TicketState,
} from '../../../../renderer/features/sell-ticket/ticket-state.ts';
import { ASK, OPTION, PERPETUAL, SPREAD } from '../samples.ts';

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

  it('does not round: what is no whole number of contracts stays what it is, for the rules to say so', () => {
    const state = run(selectPerpetual, type('amount', '15'), toContracts);
    expect(readNumbers(state)).toMatchObject({ amount: '15', contracts: '1.5' });
    const ofOption: TicketAction = { ...toContracts, instrument: OPTION };
    expect(readNumbers(run(selectOption, type('amount', '0.25'), ofOption)).contracts).toBe('0.25');
  });

  it('converts nothing where no decimal says it exactly', () => {
    const ofThree: TicketAction = { ...toContracts, instrument: { ...PERPETUAL, contract_size: decimal('3') } };
    expect(readNumbers(run(selectPerpetual, type('amount', '10'), ofThree)).contracts).toBe('');
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

  const toQuote: TicketAction = { type: 'switch_price_form', form: null, converted: null };
  const toUsd = (converted: string | null): TicketAction => ({
    type: 'switch_price_form',
    form: 'usd',
    converted: converted === null ? null : decimal(converted),
  });
  const inUsd = run(selectOption, type('price', '0.05'), toUsd('4870.62'));

  it('is converted anew on each switch: the market moves, and nothing was typed into that form', () => {
    const back = reduce(inUsd, toQuote);
    expect(readNumbers(back)).toMatchObject({ price: '0.05', usd: '' });
    expect(readNumbers(reduce(back, toUsd('5200')))).toMatchObject({ price: '0.05', usd: '5200' });
    expect(readNumbers(reduce(back, toUsd(null)))).toMatchObject({ price: '0.05', usd: '' });
    const byVolatility: TicketAction = { type: 'switch_price_form', form: 'implv', converted: decimal('54') };
    expect(readNumbers(reduce(inUsd, byVolatility))).toMatchObject({ price: '0.05', usd: '', implv: '54' });
  });

  it('is the typed one where a converted number was changed', () => {
    const nudged = reduce(inUsd, { type: 'nudge', field: 'usd', steps: 1, instrument: OPTION, from: null });
    for (const changed of [nudged, reduce(inUsd, type('usd', '4871')), reduce(inUsd, fix('price', '4871'))]) {
      const back = reduce(changed, { ...toQuote, converted: decimal('0.0505') });
      expect(readNumbers(back)).toMatchObject({ price: '0.0505', usd: '4871' });
      expect(readNumbers(reduce(back, toUsd('5200')))).toMatchObject({ price: '', usd: '4871' });
    }
  });

  it('switched on another instrument brings no conversion back that was out of sight', () => {
    expect(reduce(reduce(inUsd, selectPerpetual), selectOption).typed).toEqual(inUsd.typed);
    const away = [selectPerpetual, toQuote, selectOption, selectPerpetual, toUsd(null), selectOption];
    expect(readNumbers(away.reduce(reduce, inUsd))).toMatchObject({ price: '0.05', usd: '' });
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

describe('nudging a price at or below zero', () => {
  const nudged = (instrument: Instrument, field: 'price' | 'trigger_price', text: string, steps: number, from = '6') =>
    readNumbers(
      run(
        { type: 'select_instrument', instrumentName: instrument.instrument_name },
        choose({ kind: 'stop', trigger: 'mark_price' }),
        type(field, text),
        { type: 'nudge', field, steps, instrument, from: decimal(from) },
      ),
    )[field];

  it.each([
    ['-25', 1, '-24.5'],
    ['-25', -1, '-25.5'],
    ['-25.3', 1, '-25'],
    ['0', -1, '-0.5'],
    ['0', 1, '0.5'],
    ['-0.5', 3, '1'],
    ['0.5', -2, '-0.5'],
  ])('goes on from there where the price is a difference: %s by %i ticks gives %s', (text, steps, expected) => {
    expect(nudged(SPREAD, 'price', text, steps)).toBe(expected);
    expect(nudged(SPREAD, 'trigger_price', text, steps)).toBe(expected);
  });

  it('starts at the market where no price lies there, also below an index that a spread watches', () => {
    expect(nudged(PERPETUAL, 'price', '-25', 1)).toBe('6');
    const watching = choose({ kind: 'stop', trigger: 'index_price' });
    const nudge = { type: 'nudge', field: 'trigger_price', steps: 1, instrument: SPREAD, from: ASK } as const;
    const select: TicketAction = { type: 'select_instrument', instrumentName: SPREAD.instrument_name };
    expect(readNumbers(run(select, watching, type('trigger_price', '-1'), nudge)).trigger_price).toBe('97410.5');
  });

  it('starts on the grid: a difference between two ticks is moved up to it', () => {
    expect(nudged(SPREAD, 'price', '', 1, '-25.3')).toBe('-25');
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
    const taken = (price: string): string => readNumbers(run(selectPerpetual, ...click(PERPETUAL, price))).price;
    expect(taken('97410.5')).toBe('97410.5');
    expect(taken('97411.23')).toBe('97411.5');
  });

  it('goes to the trigger of an order without a price of its own', () => {
    const state = run(selectPerpetual, choose({ kind: 'stop' }), ...click(PERPETUAL, '97000'));
    expect(readNumbers(state)).toMatchObject({ trigger_price: '97000', price: '' });
    const limit = run(selectPerpetual, choose({ kind: 'stop', firesAs: 'limit' }), ...click(PERPETUAL, '97000'));
    expect(readNumbers(limit)).toMatchObject({ trigger_price: '', price: '97000' });
  });

  it('is written in the form at hand, and in the quote where it has no such form', () => {
    const byVolatility: TicketAction = { type: 'switch_price_form', form: 'implv', converted: null };
    const forms = { quote: decimal('0.0745'), usd: decimal('7257'), volatility: decimal('54.03') };
    const state = run(selectOption, byVolatility, pick(OPTION, '0.0745'), take(OPTION, forms));
    expect(readNumbers(state)).toMatchObject({ implv: '54.03', price: '' });
    const none = run(selectOption, byVolatility, pick(OPTION, '0.0745'), take(OPTION, { ...forms, volatility: null }));
    expect(none.priceForm).toBeNull();
    expect(readNumbers(none).price).toBe('0.0745');
  });

  it('of a linear option is its quote, also where dollars were chosen for another, and these stay chosen', () => {
    const linear = { ...OPTION, instrument_type: 'linear', quote_currency: 'USDC' } as const;
    const inDollars: TicketAction = { type: 'switch_price_form', form: 'usd', converted: null };
    const forms = { quote: decimal('2920'), usd: decimal('2920'), volatility: decimal('54.03') };
    const state = run(selectOption, inDollars, pick(linear, '2920'), take(linear, forms));
    expect(readNumbers(state)).toMatchObject({ price: '2920', usd: '' });
    expect(state.priceForm).toBe('usd');
  });
});

function pick({ instrument_name: instrumentName }: Instrument, price: string): TicketAction {
  return { type: 'pick_price', instrumentName, price: decimal(price) };
}

/** What was clicked becomes known to be possible. */
function take(instrument: Instrument, forms: PriceForms | null = null): TicketAction {
  return { type: 'take_price', instrument, forms };
}

function click(instrument: Instrument, price: string): TicketAction[] {
  return [pick(instrument, price), take(instrument)];
}

describe('a price clicked before the instrument is known', () => {
  it('waits, and is taken once it is', () => {
    const waiting = run(selectPerpetual, type('price', '1'), pick(PERPETUAL, '97000'));
    expect(readNumbers(waiting).price).toBe('1');
    const taken = reduce(waiting, take(PERPETUAL));
    expect(readNumbers(taken).price).toBe('97000');
    expect(reduce(taken, take(PERPETUAL))).toBe(taken);
  });

  it.each<[string, TicketAction]>([
    ['a price typed', type('price', '98000')],
    ['a volatility typed', type('implv', '60')],
    ['a trigger typed', type('trigger_price', '96000')],
    ['a price emptied', type('price', '')],
    ['a price nudged', { type: 'nudge', field: 'price', steps: 1, instrument: PERPETUAL, from: decimal('90000') }],
    ['a price mended', fix('price', '98000')],
    ['another kind of order', choose({ kind: 'stop' })],
    ['another form of the price', { type: 'switch_price_form', form: 'usd', converted: null }],
    ['another instrument', selectOption],
  ])('never takes the place of %s since', (_name, since) => {
    const before = run(selectPerpetual, pick(PERPETUAL, '97000'), since);
    expect(before.pickedPrice).toBeNull();
    expect(reduce(before, take(PERPETUAL))).toBe(before);
    expect(reduce(reduce(before, selectPerpetual), take(PERPETUAL)).typed).toEqual(before.typed);
  });

  it.each<[string, TicketAction]>([
    ['an amount', type('amount', '10')],
    ['a label', { type: 'type_label', text: 'x' }],
    ['a flag', choose({ postOnly: false })],
    ['what was accepted', { type: 'forget_acknowledgements' }],
  ])('outlasts %s', (_name, since) => {
    expect(readNumbers(run(selectPerpetual, pick(PERPETUAL, '97000'), since, take(PERPETUAL))).price).toBe('97000');
  });

  it('is no level of the index of a combo', () => {
    const COMBO: Instrument = { ...PERPETUAL, kind: 'future_combo' };
    const watching = (trigger: 'index_price' | 'mark_price') =>
      run(selectPerpetual, choose({ kind: 'stop' }), choose({ trigger }), ...click(COMBO, '61'));
    expect(readNumbers(watching('mark_price')).trigger_price).toBe('61');
    expect(readNumbers(watching('index_price')).trigger_price).toBe('');
  });

  it('is no level of an option’s index', () => {
    const stop = choose({ kind: 'stop' });
    const watching = (trigger: 'index_price' | 'mark_price') =>
      run(selectOption, stop, choose({ trigger }), ...click(OPTION, '0.0745'));
    expect(readNumbers(watching('mark_price')).trigger_price).toBe('0.0745');
    expect(readNumbers(watching('index_price')).trigger_price).toBe('');
    expect(watching('index_price').pickedPrice).toBeNull();
  });

  it('is never taken by another instrument, whose metadata comes first or last', () => {
    expect(run(selectOption, pick(PERPETUAL, '97000')).pickedPrice).toBeNull();
    const waiting = run(selectPerpetual, pick(PERPETUAL, '97000'));
    expect(reduce(waiting, take(OPTION))).toBe(waiting);
    const left = run(selectPerpetual, pick(PERPETUAL, '97000'), selectOption, take(PERPETUAL), take(OPTION));
    expect(left.typed).toEqual({});
  });
});

function fix(field: IssueField, value: string, child: number | null = null): TicketAction {
  return { type: 'apply_fix', fix: { field, value }, child };
}

describe('acknowledgements', () => {
  const accept: TicketAction = { type: 'acknowledge', key: 'price_above_band', typed: '' };

  it('are kept until the box is cleared', () => {
    const accepted = run(selectPerpetual, accept, accept);
    expect(accepted.acknowledged).toEqual([{ key: 'price_above_band', typed: '' }]);
    expect(reduce(accepted, { ...accept, typed: null }).acknowledged).toEqual([]);
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
