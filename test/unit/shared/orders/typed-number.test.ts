import { describe, expect, it } from 'vitest';
import { reduceTicket } from '../../../../renderer/features/order-ticket/form/ticket-preset.ts';
import {
  EMPTY_TICKET,
  readNumbers,
  type TicketState,
} from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { decimal } from '../../../../shared/decimal.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import { listUnsettled, settleTyped } from '../../../../shared/orders/typed/settle-typed.ts';
import { findInvisible, listReadings, type NumberForm } from '../../../../shared/orders/typed/typed-number.ts';
import { childDraft, option, optionTicker, orderDraft, orderFacts } from '../../../support/records/records.ts';

describe('a typed or pasted text', () => {
  const dollars = { units: ['USD'] };

  it.each<[string, string[], NumberForm?]>([
    ['97867.5', ['97867.5']],
    [' .5 ', ['0.5']],
    ['1.000', ['1']],
    ['1,234,567', ['1234567']],
    ['97,867.5', ['97867.5']],
    ['97 867.5', ['97867.5']],
    ['97\u202F867,5', ['97867.5']],
    ['97.867,5', ['97867.5']],
    ['1.234.567', ['1234567']],
    ["97'867.5", ['97867.5']],
    ['97867,5', ['97867.5']],
    ['0,0345', ['0.0345']],
    ['0,500', ['0.5']],
    [',5', ['0.5']],
    ['\u22120.0012', ['-0.0012']],
    ['\u22121,250.5', ['-1250.5']],
    ['97,867.5 USD', ['97867.5'], dollars],
    ['$97867.5', ['97867.5'], dollars],
    ['$ 97,867.5', ['97867.5'], { units: ['USDC'] }],
    ['12.5 %', ['12.5'], { units: ['%'] }],
    ['97.4k usd', ['97400'], dollars],
    ['97,5k', ['97500']],
    ['1,000', ['1000', '1']],
    ['1,000 USD', ['1000', '1'], dollars],
    ['1,000k', ['1000000', '1000']],
    ['54k', [], { hasSuffix: false }],
    ['97867.5 USD', []],
    ['97867.5 USD', [], { units: ['USDC'] }],
    ['$1200', [], { units: ['BTC'] }],
    ['97867.5\u200B', []],
    ['97,5,0', []],
    ['1,0000,000', []],
    ['0,500,000', []],
    ['1,234 567', []],
    ['1,000.5.5', []],
    ['1e5', []],
    ['+5', []],
    ['0x10', []],
    ['k', []],
    ['', []],
  ])('%j can be read as %j', (text, readings, form) => {
    expect(listReadings(text, form)).toEqual(readings);
  });

  it.each([
    ['97867.5\u200B', 'U+200B'],
    ['\u20661\u2069', 'U+2066'],
    ['97867.5 USD', null],
    ['97\u202F867', null],
  ])('%j holds %j, which can’t be seen', (text, character) => {
    expect(findInvisible(text)).toBe(character);
  });
});

describe('a typed draft', () => {
  const perpetual = orderFacts().instrument!;
  const settled = (changes: Partial<OrderDraft>, instrument = perpetual) =>
    settleTyped(orderDraft({ price: '97410.5', amount: '50000', ...changes }), instrument);

  it.each<[Partial<OrderDraft>, Partial<OrderDraft>]>([
    [{ amount: '1,000' }, { amount: '1000' }],
    [{ amount: '1,000 USD' }, { amount: '1000' }],
    [{ amount: '', contracts: '1,005' }, { contracts: '1005' }],
    [{ price: '97,867.5 USD' }, { price: '97867.5' }],
    [{ price: '97,411' }, { price: '97411' }],
    [{ price: '$97867.5' }, { price: '97867.5' }],
    [{ price: '97 867,5' }, { price: '97867.5' }],
    [{ display_amount: '5,000' }, { display_amount: '5000' }],
    [{ amount: '50k' }, { amount: '50000' }],
    // Two readings are legal, or none is: nothing is guessed.
    [{ price: '97,500' }, { price: '97,500' }],
    [{ price: '97,500 USD' }, { price: '97,500' }],
    [{ amount: '1,005' }, { amount: '1,005' }],
    [{ amount: '100 BTC' }, { amount: '100 BTC' }],
    [{ price: '97867.5\u200B' }, { price: '97867.5\u200B' }],
  ])('%j is read where one reading alone is legal', (typed, expected) => {
    expect(settled(typed)).toMatchObject(expected);
  });

  it.each<Partial<OrderDraft>>([
    { amount: '1,000' },
    { price: '1,000' },
    { trigger_price: '1,000' },
    { display_amount: '1,000' },
  ])('of what is listed and not open yet keeps %j, which can be read in two ways', (typed) => {
    const listed = { ...perpetual, tick_size: decimal(0), min_trade_amount: decimal(0), contract_size: decimal(0) };
    const stop: Partial<OrderDraft> = { type: 'stop_limit', trigger: 'mark_price', ...typed };
    expect(settled(stop, listed)).toMatchObject(typed);
    expect(listUnsettled(orderDraft(stop), listed)).toMatchObject([{ token: '1,000', instead: ['1000', '1'] }]);
  });

  it('has a volatility in percent, never in thousands', () => {
    const terms = { instrument_name: 'BTC-27MAR27-100000-C', advanced: 'implv', post_only: false } as const;
    expect(settled({ ...terms, price: '54,5 %' }, option()).price).toBe('54.5');
    expect(settled({ ...terms, price: '54k' }, option()).price).toBe('54k');
  });
});

describe('a number with groups of digits', () => {
  const offered = (draft: Partial<OrderDraft>, facts: Parameters<typeof orderFacts>[0] = {}) =>
    checkDraft(orderDraft({ price: '97410.5', amount: '50000', ...draft }), orderFacts(facts)).flatMap(
      ({ fixes }) => fixes,
    );
  const stop = { type: 'stop_market', price: '', post_only: false, trigger: 'mark_price' } as const;

  it.each<[Partial<OrderDraft>, string, string]>([
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
    expect(offered({ price: '97867.5\u200B' })).toEqual([{ field: 'price', value: '97867.5' }]);
  });

  const coins = (draft: Partial<OrderDraft>) => {
    const facts = { instrument: option(), ticker: optionTicker() };
    const base = { instrument_name: 'BTC-27MAR27-100000-C', amount: '1', price: '0.05', post_only: false } as const;
    return offered({ ...base, ...draft }, facts).map(({ value }) => value);
  };

  it.each<[string, Partial<OrderDraft>, string[]]>([
    ['coins of an option', { amount: '1,500' }, ['1500', '1.5']],
    ['contracts', { amount: '', contracts: '1,500' }, ['1500', '1.5']],
    ['contracts, of which it may be one', { amount: '', contracts: '1,000' }, ['1000', '1']],
    ['a price in USD', { advanced: 'usd', price: '1,250' }, ['1250', '1.25']],
  ])('has both readings where each is legal: %s', (_name, draft, values) => {
    expect(coins(draft)).toEqual(values);
  });

  it.each<[string, Partial<OrderDraft>, string[]]>([
    ['off the step after a decimal comma', { amount: '1,505' }, ['1505']],
    ['in two groups', { amount: '1,500,000' }, ['1500000']],
    ['grouped by blanks', { amount: '1 500' }, ['1500']],
  ])('has its fix where it can be read in one way alone: coins %s', (_name, draft, values) => {
    expect(coins(draft)).toEqual(values);
  });

  it('of dollars has it where a decimal comma would be less than can be sold', () => {
    expect(offered({ amount: '1,500' }).map(({ value }) => value)).toEqual(['1500']);
    expect(offered({ price: '97,500' }).map(({ value }) => value)).toEqual(['97500', '97.5']);
    expect(offered({ price: '97,411' }).map(({ value }) => value)).toEqual(['97411']);
  });

  it('has its fix in a linked order too', () => {
    const children = [childDraft({ amount: '1,000', price: '97000' })];
    const found = checkDraft(
      orderDraft({
        price: '97410.5',
        amount: '50000',
        linked_order_type: 'one_triggers_other',
        trigger_fill_condition: 'first_hit',
        children,
      }),
      orderFacts(),
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
