import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { Preset, PresetValues } from '../../../../shared/orders/presets.ts';
import { ORDER_TYPES } from '../../../../shared/service/order.ts';
import { resolveType, splitType } from '../../../../renderer/features/order-ticket/form/ticket-draft.ts';
import {
  listMarked,
  type PresetAction,
  readPresetValues,
  reduceTicket,
  seeThroughPreset,
} from '../../../../renderer/features/order-ticket/form/ticket-preset.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import {
  EMPTY_TICKET,
  readNumbers,
  type TicketState,
} from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { summarise } from '../../../../renderer/features/order-ticket/form/ticket-summary.ts';
import { OPTION, OPTION_TICKER, PERPETUAL, TICKER } from '../samples.ts';

const SCOPE = { instrument_name: null, currency: 'BTC', kind: 'future' } as const;
const presetOf = (values: PresetValues): Preset => ({ scope: SCOPE, values });
const apply = (values: PresetValues | null, ticker: typeof TICKER | null = TICKER): PresetAction => ({
  type: 'apply_preset',
  preset: values === null ? null : presetOf(values),
  instrument: PERPETUAL,
  ticker,
});
const select: TicketAction = { type: 'select_instrument', instrumentName: PERPETUAL.instrument_name };

function ticket(...actions: readonly (TicketAction | PresetAction)[]): TicketState {
  return [select, ...actions].reduce<TicketState>(reduceTicket, EMPTY_TICKET);
}
const draft = (...actions: readonly (TicketAction | PresetAction)[]) =>
  summarise(seeThroughPreset(ticket(...actions)), PERPETUAL).draft;

const FULL: PresetValues = {
  amount: { value: decimal('70000'), unit: 'USD' },
  type: 'stop_limit',
  time_in_force: 'good_til_day',
  post_only: false,
  reduce_only: true,
  valid_for_ms: 2000,
};

describe('a preset over the ticket', () => {
  it('fills what it sets, marks it, and leaves the price alone', () => {
    expect(draft(apply(FULL))).toMatchObject({
      amount: '70000',
      type: 'stop_limit',
      time_in_force: 'good_til_day',
      post_only: false,
      reduce_only: true,
      valid_for_ms: 2000,
      price: '',
      trigger_price: '',
    });
    expect([...listMarked(ticket(apply(FULL)))].toSorted()).toEqual(
      ['amount', 'flags', 'time_in_force', 'type', 'valid_for_ms'].toSorted(),
    );
  });

  it('cleared, leaves the ticket as the trader had it', () => {
    const own: TicketAction[] = [
      { type: 'choose', choice: { timeInForce: 'fill_or_kill', postOnly: true } },
      { type: 'type_label', text: 'mine' },
    ];
    expect(draft(...own, apply(FULL), apply(null))).toEqual(draft(...own));
  });

  it('gives up a field that the trader touches, and no other', () => {
    const touched = ticket(apply(FULL), { type: 'choose', choice: { timeInForce: 'good_til_cancelled' } });
    expect(listMarked(touched).has('time_in_force')).toBe(false);
    expect(listMarked(touched).has('amount')).toBe(true);
    expect(seeThroughPreset(touched)).toMatchObject({ timeInForce: 'good_til_cancelled', reduceOnly: true });
  });

  it('that is changed meanwhile leaves what the trader chose, whether it set that before or not', () => {
    const asked: TicketAction = {
      type: 'choose',
      choice: { kind: 'market', timeInForce: 'immediate_or_cancel', mmp: true },
    };
    const { amount: _amount, ...others } = FULL;
    const again = { ...FULL, amount: { value: decimal('80000'), unit: 'USD' }, mmp: false };
    const state = ticket(apply(others), asked, apply(again));
    expect(summarise(seeThroughPreset(state), PERPETUAL).draft).toMatchObject({
      type: 'market',
      time_in_force: 'immediate_or_cancel',
      amount: '80000',
      reduce_only: true,
      valid_for_ms: 2000,
    });
    expect(seeThroughPreset(state).mmp).toBe(true);
    expect([...listMarked(state)]).not.toContain('time_in_force');
  });

  it('gives up how long it is valid for by a fix of that', () => {
    const fix = { field: 'valid_for_ms', value: '3000' } as const;
    expect(draft(apply(FULL), { type: 'apply_fix', fix, child: null }).valid_for_ms).toBe(3000);
  });

  it('of another kind than the trader’s has a price mended in the form that is on screen', () => {
    const [option, name] = [OPTION, OPTION.instrument_name];
    const preset = { scope: { ...SCOPE, kind: 'option' }, values: { type: 'limit' } } as const;
    const actions: readonly (TicketAction | PresetAction)[] = [
      { type: 'select_instrument', instrumentName: name },
      { type: 'choose', choice: { kind: 'market' } },
      { type: 'switch_price_form', form: 'usd', converted: null },
      { type: 'apply_preset', preset, instrument: option, ticker: OPTION_TICKER },
      { type: 'type_number', field: 'usd', text: '1,234' },
      { type: 'apply_fix', fix: { field: 'price', value: '1234' }, child: null },
    ];
    const { usd, price } = readNumbers(actions.reduce<TicketState>(reduceTicket, EMPTY_TICKET));
    expect([usd, price]).toEqual(['1234', '']);
  });

  it('never replaces an amount or a price that was typed', () => {
    const typed: TicketAction[] = [
      { type: 'type_number', field: 'amount', text: '500' },
      { type: 'type_number', field: 'price', text: '99000' },
    ];
    const rule = { ...FULL, price_rule: { reference: 'bid', ticks: 1 } } as const;
    expect(draft(...typed, apply(rule))).toMatchObject({ amount: '500', price: '99000' });
    expect(draft(apply(rule), ...typed)).toMatchObject({ amount: '500', price: '99000' });
  });

  it('is nudged from what it set, and the result is the trader’s', () => {
    const nudged = ticket(apply(FULL), {
      type: 'nudge',
      field: 'amount',
      steps: 1,
      instrument: PERPETUAL,
      from: null,
    });
    expect(summarise(seeThroughPreset(nudged), PERPETUAL).draft.amount).toBe('70010');
    expect(listMarked(nudged).has('amount')).toBe(false);
  });

  it('leaves out an amount in another unit, and says so', () => {
    const coins = ticket(apply({ amount: { value: decimal('7'), unit: 'BTC' } }));
    expect(summarise(seeThroughPreset(coins), PERPETUAL).draft.amount).toBe('');
    expect(coins.preset?.skippedUnit).toBe('BTC');
  });

  it('goes with its instrument', () => {
    expect(ticket(apply(FULL), { type: 'select_instrument', instrumentName: 'ETH-PERPETUAL' }).preset).toBeNull();
  });

  it('takes back what was accepted of the draft before it', () => {
    const accepted: TicketAction = { type: 'acknowledge', key: 'ticker_stale', typed: '' };
    expect(ticket(accepted, apply(FULL)).acknowledged).toEqual([]);
  });
});

describe('a price by rule', () => {
  const RULE: PresetValues = { price_rule: { reference: 'bid', ticks: 2 } };

  it('waits for a market, is filled once, and stays when the market moves', () => {
    const waiting = ticket(apply(RULE, null));
    expect(listMarked(waiting).has('price')).toBe(false);
    const priced = reduceTicket(waiting, { type: 'price_preset', instrument: PERPETUAL, ticker: TICKER });
    const { price } = summarise(seeThroughPreset(priced), PERPETUAL).draft;
    expect(Number(price)).toBe(Number(TICKER.best_bid_price) + 1);
    const moved = { ...TICKER, best_bid_price: decimal('90000') };
    const later = reduceTicket(priced, { type: 'price_preset', instrument: PERPETUAL, ticker: moved });
    expect(later).toBe(priced);
  });

  it('is what a switch of its form converts, and switches back to', () => {
    const toUsd = (converted: string): TicketAction => ({
      type: 'switch_price_form',
      form: 'usd',
      converted: decimal(converted),
    });
    const toQuote: TicketAction = { type: 'switch_price_form', form: null, converted: null };
    const applied = reduceTicket(
      reduceTicket(EMPTY_TICKET, { type: 'select_instrument', instrumentName: OPTION.instrument_name }),
      { type: 'apply_preset', preset: presetOf(RULE), instrument: OPTION, ticker: OPTION_TICKER },
    );
    const switched = [toUsd('7354.64'), toQuote, toUsd('7852')].reduce<TicketState>(reduceTicket, applied);
    expect(summarise(seeThroughPreset(switched), OPTION).draft).toMatchObject({ advanced: 'usd', price: '7852' });
    const back = reduceTicket(switched, toQuote);
    expect(summarise(seeThroughPreset(back), OPTION).draft.price).toBe(applied.preset?.price);
  });

  it('is given up for a price that is clicked', () => {
    const taken = ticket(
      apply(RULE),
      { type: 'pick_price', instrumentName: PERPETUAL.instrument_name, price: decimal('98000') },
      { type: 'take_price', instrument: PERPETUAL, forms: null },
    );
    expect(summarise(seeThroughPreset(taken), PERPETUAL).draft.price).toBe('98000');
    expect(taken.preset?.priceRule).toBeNull();
  });

  it('is not the trader’s own because the amount is changed, nor the amount because the price is', () => {
    const both = apply({ ...RULE, amount: { value: decimal('70000'), unit: 'USD' } });
    const own = (field: 'amount' | 'price', text: string) =>
      ticket(both, { type: 'type_number', field, text }, apply(null));
    expect(readNumbers(own('amount', '2000'))).toMatchObject({ amount: '2000', price: '' });
    expect(readNumbers(own('price', '98000'))).toMatchObject({ amount: '', price: '98000' });
    const other: TicketAction = { type: 'select_instrument', instrumentName: OPTION.instrument_name };
    const back = ticket(both, { type: 'type_number', field: 'amount', text: '2000' }, other, select);
    expect(readNumbers(back)).toMatchObject({ amount: '2000', price: '' });
  });

  it('is kept while no price was clicked that could take its place', () => {
    const ruled = ticket(apply(RULE));
    expect(reduceTicket(ruled, { type: 'take_price', instrument: PERPETUAL, forms: null })).toBe(ruled);
  });
});

describe('types', () => {
  it('of the service are chosen and read back the same', () => {
    for (const type of ORDER_TYPES) expect(resolveType(splitType(type))).toBe(type);
  });
});

describe('saving the ticket', () => {
  it('and applying it again gives the same order, but for the price', () => {
    const choices = fc.record({
      kind: fc.constantFrom('limit' as const, 'market' as const, 'stop' as const, 'take' as const, 'trail' as const),
      firesAs: fc.constantFrom('market' as const, 'limit' as const),
      restStays: fc.boolean(),
      timeInForce: fc.constantFrom('good_til_cancelled' as const, 'good_til_day' as const, 'fill_or_kill' as const),
      postOnly: fc.boolean(),
      stopPostOnly: fc.boolean(),
      takePostOnly: fc.boolean(),
      rejectPostOnly: fc.boolean(),
      reduceOnly: fc.boolean(),
      mmp: fc.boolean(),
      validForMs: fc.constantFrom(1000, 5000, 30_000),
    });
    fc.assert(
      fc.property(choices, fc.integer({ min: 1, max: 1_000_000 }), (choice, amount) => {
        const seen = ticket({ type: 'choose', choice });
        const values = readPresetValues(seen, { value: decimal(amount), unit: 'USD' });
        expect(values).not.toHaveProperty('price');
        expect(draft(apply(values))).toEqual({
          ...draft({ type: 'choose', choice }),
          amount: String(amount),
        });
      }),
    );
  });
});
