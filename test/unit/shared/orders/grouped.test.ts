import { describe, expect, it } from 'vitest';
import { reduceTicket } from '../../../../renderer/features/sell-ticket/form/ticket-preset.ts';
import {
  EMPTY_TICKET,
  readNumbers,
  type TicketState,
} from '../../../../renderer/features/sell-ticket/form/ticket-state.ts';
import type { SellDraft } from '../../../../shared/orders/draft.ts';
import { readGrouped } from '../../../../shared/orders/grouped.ts';
import { checkSell } from '../../../../shared/orders/rules.ts';
import { childDraft, option, optionTicker, sellDraft, sellFacts } from '../../../support/records/records.ts';

it.each([
  ['1,000', '1000'],
  ['97,867.5', '97867.5'],
  [' 1,234,567 ', '1234567'],
  ['97 867.5', '97867.5'],
  ['97\u202f867.5', '97867.5'],
  ['−1,250.5', '-1250.5'],
  ['1,5', null],
  ['97.867,5', null],
  ['1,00', null],
  ['1,0000', null],
  ['1000,000', null],
  ['0,500', null],
  ['1,234 567', null],
  ['1,000.', null],
  ['1,000.5.5', null],
  ['1,000k', null],
  ['1000', null],
  ['', null],
])('%j without its groups is %j', (text, plain) => {
  expect(readGrouped(text)).toBe(plain);
});

describe('a number with groups of digits', () => {
  const offered = (draft: Partial<SellDraft>, facts: Parameters<typeof sellFacts>[0] = {}) =>
    checkSell(sellDraft({ price: '97410.5', amount: '50000', ...draft }), sellFacts(facts)).flatMap(
      ({ fixes }) => fixes,
    );
  const stop = { type: 'stop_market', price: '', post_only: false, trigger: 'mark_price' } as const;

  it.each<[Partial<SellDraft>, string, string]>([
    [{ amount: '1,000' }, 'amount', '1000'],
    [{ amount: '', contracts: '1,005' }, 'contracts', '1005'],
    [{ price: '97,867.5' }, 'price', '97867.5'],
    [{ display_amount: '1,000' }, 'display_amount', '1000'],
    [{ ...stop, trigger_price: '90,000.5' }, 'trigger_price', '90000.5'],
    [{ ...stop, type: 'trailing_stop', trigger_price: '', trigger_offset: '1,500.5' }, 'trigger_offset', '1500.5'],
  ])('has one fix, which is that number: %j', (draft, field, value) => {
    expect(offered(draft)).toEqual([{ field, value }]);
  });

  it('is mended where it lies between two ticks, and has no fix where it is refused without its groups too', () => {
    expect(offered({ price: '97,867.3' }).map(({ value }) => value)).toEqual(['97867', '97867.5']);
    expect(offered({ price: '-97,867' })).toEqual([]);
    expect(offered({ amount: '1,5' })).toEqual([]);
  });

  const coins = (draft: Partial<SellDraft>) => {
    const facts = { instrument: option(), ticker: optionTicker() };
    const base = { instrument_name: 'BTC-27MAR27-100000-C', amount: '1', price: '0.05', post_only: false } as const;
    return offered({ ...base, ...draft }, facts).map(({ value }) => value);
  };

  it.each<[string, Partial<SellDraft>]>([
    ['coins of an option', { amount: '1,500' }],
    ['contracts', { amount: '', contracts: '1,500' }],
    ['contracts, of which it may be one', { amount: '', contracts: '1,000' }],
    ['a price in USD', { advanced: 'usd', price: '1,250' }],
  ])('has no fix where it may be a decimal comma as well: %s', (_name, draft) => {
    expect(coins(draft)).toEqual([]);
  });

  it.each<[string, Partial<SellDraft>, string[]]>([
    ['off the step after a decimal comma', { amount: '1,505' }, ['1505']],
    ['in two groups', { amount: '1,500,000' }, ['1500000']],
    ['grouped by blanks', { amount: '1 500' }, ['1500']],
  ])('has its fix where it can be read in one way alone: coins %s', (_name, draft, values) => {
    expect(coins(draft)).toEqual(values);
  });

  it('of dollars has it where a decimal comma would be less than can be sold', () => {
    expect(offered({ amount: '1,500' }).map(({ value }) => value)).toEqual(['1500']);
    expect(offered({ price: '97,500' })).toEqual([]);
    expect(offered({ price: '97,411' }).map(({ value }) => value)).toEqual(['97411']);
  });

  it('has its fix in a linked order too', () => {
    const children = [childDraft({ amount: '1,000', price: '97000' })];
    const found = checkSell(
      sellDraft({
        price: '97410.5',
        amount: '50000',
        linked_order_type: 'one_triggers_other',
        trigger_fill_condition: 'first_hit',
        children,
      }),
      sellFacts(),
    ).find(({ code }) => code === 'amount_not_decimal');
    expect(found).toMatchObject({ child: 0, fixes: [{ field: 'amount', value: '1000' }] });
  });

  it('of a price in another form goes to the field of that form', () => {
    const facts = { instrument: option(), ticker: optionTicker() };
    const draft = { instrument_name: 'BTC-27MAR27-100000-C', amount: '1', post_only: false } as const;
    const [fix] = offered({ ...draft, advanced: 'usd', price: '7,250.5' }, facts);
    expect(fix).toEqual({ field: 'price', value: '7250.5' });
    const typed: TicketState = reduceTicket(
      { ...EMPTY_TICKET, instrumentName: draft.instrument_name, priceForm: 'usd' },
      { type: 'type_number', field: 'usd', text: '7,250.5' },
    );
    const mended = reduceTicket(typed, { type: 'apply_fix', fix: fix!, child: null });
    expect(readNumbers(mended)).toMatchObject({ usd: '7250.5', price: '' });
  });
});
