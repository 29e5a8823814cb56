import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, parseDecimal } from '../../../../shared/decimal.ts';
import { isOnTick } from '../../../../shared/orders/tick.ts';
import {
  EMPTY_TICKET,
  readNumbers,
  reduce,
  type TicketAction,
  type TicketState,
} from '../../../../renderer/features/sell-ticket/ticket-state.ts';
import { ASK, OPTION, PERPETUAL } from '../samples.ts';

function run(...actions: TicketAction[]): TicketState {
  return actions.reduce(reduce, EMPTY_TICKET);
}

const selectPerpetual: TicketAction = { type: 'select_instrument', instrumentName: 'BTC-PERPETUAL' };
const selectOption: TicketAction = { type: 'select_instrument', instrumentName: OPTION.instrument_name };

describe('what is typed', () => {
  it('stays exactly as typed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (amount, price, label) => {
        const state = run(
          selectPerpetual,
          { type: 'type_amount', text: amount },
          { type: 'type_price', text: price },
          { type: 'type_label', text: label },
        );
        expect(readNumbers(state)).toEqual({ amount, price });
        expect(state.label).toBe(label);
      }),
    );
  });

  it('keeps the price and the flags while a market order has no use for them', () => {
    const typed = run(selectPerpetual, { type: 'type_price', text: '97410.5' });
    const market = reduce(typed, { type: 'choose_type', value: 'market' });
    const back = reduce(market, { type: 'choose_type', value: 'limit' });
    expect(readNumbers(market).price).toBe('97410.5');
    expect(back).toEqual(typed);
  });

  it('belongs to its instrument: an amount in USD never becomes one in BTC', () => {
    const typed = run(selectPerpetual, { type: 'type_amount', text: '50000' }, selectOption);
    expect(readNumbers(typed)).toEqual({ amount: '', price: '' });
    expect(readNumbers(reduce(typed, selectPerpetual)).amount).toBe('50000');
  });
});

describe('nudging the price', () => {
  function nudge(from: string, ticks: number): string {
    const state = run(
      selectOption,
      { type: 'type_price', text: from },
      { type: 'nudge_price', ticks, instrument: OPTION, from: null },
    );
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
    const action: TicketAction = { type: 'nudge_price', ticks: 1, instrument: PERPETUAL, from: ASK };
    expect(readNumbers(run(selectPerpetual, action)).price).toBe('97410.5');
    expect(readNumbers(run(selectPerpetual, { ...action, from: null })).price).toBe('');
  });
});

describe('a clicked price', () => {
  it('is taken as it is on the grid, and moved up to it between two ticks', () => {
    const take = (price: string): string =>
      readNumbers(run(selectPerpetual, { type: 'take_price', price: decimal(price), instrument: PERPETUAL })).price;
    expect(take('97410.5')).toBe('97410.5');
    expect(take('97411.23')).toBe('97411.5');
  });
});

describe('acknowledgements', () => {
  const accept: TicketAction = { type: 'acknowledge', code: 'price_above_band', isAccepted: true };

  it('are kept until the box is cleared', () => {
    const accepted = run(selectPerpetual, accept, accept);
    expect(accepted.acknowledged).toEqual(['price_above_band']);
    expect(reduce(accepted, { ...accept, isAccepted: false }).acknowledged).toEqual([]);
  });

  it.each<TicketAction>([
    { type: 'type_amount', text: '1' },
    { type: 'type_price', text: '1' },
    { type: 'type_label', text: 'x' },
    { type: 'choose_type', value: 'market' },
    { type: 'choose_time_in_force', value: 'fill_or_kill' },
    { type: 'set_flag', flag: 'reduceOnly', value: true },
    { type: 'apply_fix', field: 'amount', value: '10' },
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
      { type: 'apply_fix', field: 'amount', value: '50010' },
      { type: 'apply_fix', field: 'price', value: '97405' },
      { type: 'apply_fix', field: 'label', value: 'hedge-2' },
    );
    expect(readNumbers(state)).toEqual({ amount: '50010', price: '97405' });
    expect(state.label).toBe('hedge-2');
  });
});
