import { describe, expect, it } from 'vitest';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { OrderFacts } from '../../../../shared/orders/facts.ts';
import { option, optionTicker, orderDraft, orderFacts } from '../../../support/records/records.ts';

function forecast(draft: Partial<OrderDraft>, facts: Partial<OrderFacts> = {}) {
  const found = forecastOrder(orderDraft(draft), orderFacts(facts));
  if (found === null) throw new Error('no forecast');
  return { ...found, codes: found.steps.map(({ code }) => code) };
}

describe('what waits for its trigger', () => {
  it('never takes as post only, whatever the market is once its trigger fires', () => {
    const draft = { trigger: 'mark_price', trigger_price: '97000', price: '97000', post_only: true } as const;
    const found = forecast({ type: 'stop_limit', ...draft });
    expect(found.codes).toEqual([
      'waits_for_trigger',
      'then_limit',
      'fired_post_only_moves',
      'fee_maker',
      'notional',
      'delta_after_fill',
      'credits',
    ]);
    expect(forecast({ type: 'stop_limit', ...draft, reject_post_only: true }).codes.slice(1, 4)).toEqual([
      'then_limit',
      'fired_post_only_rejects',
      'fee_maker',
    ]);
    expect(forecast({ type: 'take_limit', ...draft, trigger_price: '98000' }).codes).toContain('fee_maker');
  });

  it('may take or rest where it is not post only, and shows both fees', () => {
    const draft = { trigger: 'mark_price', trigger_price: '97000', price: '96900', post_only: false } as const;
    for (const type of ['stop_limit', 'take_limit'] as const) {
      const { steps, codes } = forecast({ type, ...draft, amount: '9700' });
      expect(codes.slice(1, 4)).toEqual(['then_limit', 'fee_taker', 'fee_elsewhere']);
      expect(steps[2]?.params).toEqual({ fee: '0.000035', currency: 'BTC' });
      expect(steps[3]?.params).toMatchObject({ maker: '0.000015', taker: '' });
    }
  });

  it('counts fee and worth of what waits without a price where it fires, and delta at the present mark', () => {
    const figures = (draft: Partial<OrderDraft>, facts: Partial<OrderFacts> = {}) => {
      const { steps } = forecast({ price: '', ...draft }, facts);
      const read = (code: string, name: string) => steps.find((found) => found.code === code)?.params[name];
      return [read('fee_taker', 'fee'), read('notional', 'coins'), read('delta_after_fill', 'delta')];
    };
    const stop = { type: 'stop_market', trigger: 'mark_price', trigger_price: '60000' } as const;
    expect(figures(stop)).toEqual(['0.00029167', '0.83333333', '-0.513288']);
    expect(figures({ ...stop, type: 'take_market', trigger: 'index_price', trigger_price: '125000' })).toEqual([
      '0.00014',
      '0.4',
      '-0.513288',
    ]);
    const trail = { type: 'trailing_stop', trigger: 'last_price', trigger_offset: '17410.5' } as const;
    expect(figures(trail)).toEqual(['0.00021875', '0.625', '-0.513288']);
  });

  it('counts what waits with a limit where it fires, too, and at a limit above that', () => {
    const coins = (draft: Partial<OrderDraft>) =>
      forecast({ type: 'stop_limit', trigger: 'mark_price', trigger_price: '60000', ...draft }).steps.flatMap(
        ({ code, params }) => (code === 'notional' ? [params['coins']] : []),
      );
    // As any sell whose limit lies under the bids, it goes for these.
    expect(coins({ price: '50000' })).toEqual(['0.83333333']);
    expect(coins({ price: '62500' })).toEqual(['0.8']);
    expect(coins({ type: 'take_limit', trigger_price: '125000', price: '100000' })).toEqual(['0.4']);
    // Post only moves it just above them; one that is rejected for them fills at its limit or not at all.
    expect(coins({ price: '50000', post_only: true })).toEqual(['0.83333333']);
    expect(coins({ price: '50000', post_only: true, reject_post_only: true })).toEqual(['1']);
  });

  it('counts what waits for an index in another currency at the mark', () => {
    const facts = { instrument: option(), ticker: optionTicker() };
    const stop = { type: 'stop_market', instrument_name: 'BTC-27MAR27-100000-C', amount: '1', price: '' } as const;
    const feeOf = (draft: Partial<OrderDraft>) =>
      forecast({ ...stop, ...draft }, facts).steps.find(({ code }) => code === 'fee_taker')?.params['fee'];
    expect(feeOf({ trigger: 'index_price', trigger_price: '60000' })).toBe('0.0003');
    // An eighth of the premium, which is small where it fires.
    expect(feeOf({ trigger: 'mark_price', trigger_price: '0.0008' })).toBe('0.0001');
    expect(feeOf({ type: 'stop_limit', price: '0.0005', trigger: 'index_price', trigger_price: '60000' })).toBe(
      '0.0003',
    );
  });
});

describe('what is good for the day', () => {
  it.each<[string, Partial<OrderDraft>]>([
    ['rests', { price: '97500' }],
    ['rests with what is left', { price: '97400', amount: '200000' }],
    ['rests with what is left of a market order', { type: 'market_limit', price: '', amount: '200000' }],
    ['waits for its trigger', { type: 'stop_limit', trigger: 'mark_price', trigger_price: '97000', price: '96500' }],
    ['waits to go to market', { type: 'take_market', trigger: 'mark_price', trigger_price: '98000', price: '' }],
    ['trails', { type: 'trailing_stop', trigger: 'mark_price', trigger_offset: '250', price: '' }],
  ])('says of what is good for the day and %s that it ends with it', (_name, draft) => {
    expect(forecast({ ...draft, time_in_force: 'good_til_day' }).codes).toContain('until_end_of_day');
    expect(forecast(draft).codes).not.toContain('until_end_of_day');
  });

  it('says of nothing that ends at once that it ends with the day', () => {
    expect(forecast({ price: '97410', time_in_force: 'good_til_day' }).codes).not.toContain('until_end_of_day');
    const market = { type: 'market', price: '', amount: '200000', time_in_force: 'good_til_day' } as const;
    expect(forecast(market).codes).not.toContain('until_end_of_day');
  });
});
