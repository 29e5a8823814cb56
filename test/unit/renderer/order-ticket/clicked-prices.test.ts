import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { PriceForms } from '../../../../shared/options/price-forms.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import { readNumbers, reduce } from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { OPTION, PERPETUAL } from '../samples.ts';
import { choose, fix, run, selectOption, selectPerpetual, type } from './ticket-actions.ts';

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

  it('stands in the quote where nothing tells what it comes to in the form chosen: it is never out of sight', () => {
    const inDollars: TicketAction = { type: 'switch_price_form', form: 'usd', converted: null };
    const state = run(selectOption, inDollars, type('usd', '7000'), ...click(OPTION, '0.0745'));
    expect(readNumbers(state)).toMatchObject({ price: '0.0745', usd: '' });
    expect(state.priceForm).toBeNull();
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
