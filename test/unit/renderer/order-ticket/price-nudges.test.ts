import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, parseDecimal } from '../../../../shared/decimal.ts';
import { isOnTick } from '../../../../shared/orders/tick.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { TriggerPriceType } from '../../../../shared/service/order.ts';
import type { NumberField } from '../../../../renderer/features/order-ticket/form/ticket-numbers.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import { readNumbers } from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { ASK, OPTION, PERPETUAL, SPREAD } from '../samples.ts';
import { choose, run, selectOption, selectPerpetual, type } from './ticket-actions.ts';

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

  it('starts at the price offered where nothing is typed', () => {
    const action: TicketAction = { type: 'nudge', field: 'price', steps: 1, instrument: PERPETUAL, from: ASK };
    expect(readNumbers(run(selectPerpetual, action)).price).toBe('97410.5');
    expect(readNumbers(run(selectPerpetual, { ...action, from: null })).price).toBe('');
  });

  it.each(['price', 'amount', 'trigger_price'] as const)('leaves a %s alone that can’t be read', (field) => {
    const move = (steps: number): TicketAction => ({ type: 'nudge', field, steps, instrument: PERPETUAL, from: ASK });
    const typed = [
      selectPerpetual,
      choose({ kind: field === 'trigger_price' ? 'stop' : 'limit' }),
      type(field, '250,000'),
    ];
    for (const steps of [1, -1, 10]) expect(readNumbers(run(...typed, move(steps)))[field]).toBe('250,000');
  });

  it.each([
    ['usd', '0.6', '0.6'],
    ['usd', '1.6', '1'],
    ['implv', '0.05', '0.05'],
    ['implv', '0.15', '0.1'],
  ] as const)('down in %s makes nothing larger: %s is %s', (form, from, to) => {
    const down: TicketAction = { type: 'nudge', field: form, steps: -1, instrument: OPTION, from: null };
    expect(readNumbers(run(selectOption, type(form, from), down))[form]).toBe(to);
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
