import { describe, expect, it } from 'vitest';
import { forecastSell } from '../../../shared/orders/forecast.ts';
import { FORECAST_STEP_PARAMS } from '../../../shared/orders/forecast-schema.ts';
import type { SellDraft } from '../../../shared/orders/draft.ts';
import type { SellFacts } from '../../../shared/orders/facts.ts';
import { option, optionTicker, perpetualTicker, sellDraft, sellFacts } from '../../support/records.ts';

function forecast(draft: Partial<SellDraft>, facts: Partial<SellFacts> = {}) {
  const found = forecastSell(sellDraft(draft), sellFacts(facts));
  if (found === null) throw new Error('no forecast');
  return { ...found, codes: found.steps.map(({ code }) => code) };
}

const COSTS = ['delta_after_fill', 'credits'];

describe('the forecast of a sell', () => {
  it('rests above the bid and pays the maker fee', () => {
    const found = forecast({ price: '97410.5', amount: '50000' });
    expect(found).toMatchObject({ behaviour: 'rests', price: '97410.5', codes: ['rests', 'fee_maker', ...COSTS] });
    expect(found.steps[1]?.params).toEqual({ fee: '0.00007699', currency: 'BTC' });
    expect(found.steps[2]?.params).toEqual({ delta: '-0.51329169', currency: 'BTC' });
  });

  it('trades at the bid when it crosses, with the taker fee', () => {
    const found = forecast({ price: '97410' });
    expect(found).toMatchObject({ behaviour: 'trades', codes: ['fills_at_touch', 'fee_taker', ...COSTS] });
  });

  it('goes beyond the touch with what the best bid does not hold', () => {
    const found = forecast({ price: '97400', amount: '100000' });
    expect(found.codes).toEqual(['fills_at_touch', 'beyond_touch', 'remainder_rests', 'fee_taker', ...COSTS]);
    expect(found.steps[1]?.params).toEqual({ remainder: '15790', unit: 'USD' });
  });

  it('post only moves it one tick above the bid', () => {
    const found = forecast({ price: '97410', post_only: true });
    expect(found).toMatchObject({ behaviour: 'rests', price: '97410.5' });
    expect(found.codes[0]).toBe('post_only_moves_price');
  });

  it('post only with reject is refused when it crosses', () => {
    const found = forecast({ price: '97410', post_only: true, reject_post_only: true });
    expect(found).toMatchObject({ behaviour: 'refused', codes: ['post_only_rejects'] });
  });

  it('clamps to the band before anything else', () => {
    const found = forecast(
      { price: '95000' },
      { ticker: perpetualTicker({ best_bid_price: null, best_bid_amount: 0 }) },
    );
    expect(found).toMatchObject({ behaviour: 'rests', price: '95948' });
    expect(found.codes.slice(0, 2)).toEqual(['clamped_to_band', 'rests']);
  });

  it.each(['immediate_or_cancel', 'fill_or_kill'] as const)('%s above the bid is cancelled', (time_in_force) => {
    expect(forecast({ price: '97500', time_in_force })).toMatchObject({
      behaviour: 'cancelled',
      codes: ['nothing_to_trade_with'],
    });
  });

  it('fill or kill past the touch may be killed', () => {
    const found = forecast({ price: '97400', amount: '100000', time_in_force: 'fill_or_kill' });
    expect(found.behaviour).toBe('unclear');
    expect(found.codes[0]).toBe('may_be_killed');
  });

  it('a market order without a bid has nothing to trade with', () => {
    for (const bid of [{ best_bid_price: null }, { best_bid_price: 0, best_bid_amount: 0 }]) {
      const found = forecast({ type: 'market', price: '' }, { ticker: perpetualTicker(bid) });
      expect(found).toMatchObject({ behaviour: 'cancelled', price: null });
    }
  });

  it('caps an option fee at an eighth of its premium', () => {
    const facts = { instrument: option(), ticker: optionTicker({ best_bid_price: 0.0008, best_bid_amount: 50 }) };
    const found = forecast({ instrument_name: 'BTC-27MAR27-100000-C', amount: '2', price: '0.0008' }, facts);
    expect(found.steps.find(({ code }) => code === 'fee_taker')?.params).toEqual({ fee: '0.0002', currency: 'BTC' });
    expect(found.steps.find(({ code }) => code === 'delta_after_fill')?.params['delta']).toBe('-1.02');
  });

  it('says nothing without a ticker or a readable price', () => {
    expect(forecastSell(sellDraft(), sellFacts({ ticker: null }))).toBeNull();
    expect(forecastSell(sellDraft({ price: 'x' }), sellFacts())).toBeNull();
  });

  it('gives each step the params that its code declares', () => {
    const drafts = [
      { price: '97410' },
      { price: '97400', amount: '100000' },
      { price: '97410', post_only: true },
      { price: '98000' },
    ];
    for (const draft of drafts) {
      for (const { code, params } of forecast(draft).steps) {
        expect(Object.keys(params).toSorted()).toEqual([...FORECAST_STEP_PARAMS[code]].toSorted());
      }
    }
  });
});
