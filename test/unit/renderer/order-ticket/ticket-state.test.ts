import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import { readChildren, readNumbers, reduce } from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { OPTION, PERPETUAL } from '../samples.ts';
import { choose, fix, run, selectOption, selectPerpetual, type } from './ticket-actions.ts';

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

describe('acknowledgements', () => {
  const accept: TicketAction = { type: 'acknowledge', key: 'price_above_band', typed: '' };

  it('are kept until the box is cleared', () => {
    const accepted = run(selectPerpetual, accept, accept);
    expect(accepted.acknowledged).toEqual([{ key: 'price_above_band', typed: '' }]);
    expect(reduce(accepted, { ...accept, typed: null }).acknowledged).toEqual([]);
  });

  it('of less give way to that of more, and are taken back with it', () => {
    const ofLess: TicketAction = { ...accept, key: 'amount_beyond_touch of amount#0123456789abcdef.1' };
    const ofMore: TicketAction = { ...accept, key: 'amount_beyond_touch of amount#0123456789abcdef.3' };
    const grown = run(selectPerpetual, ofLess, accept, ofMore);
    expect(grown.acknowledged.map(({ key }) => key)).toEqual([accept.key, ofMore.key]);
    expect(reduce(grown, { ...ofMore, typed: null }).acknowledged.map(({ key }) => key)).toEqual([accept.key]);
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
