import { describe, expect, it } from 'vitest';
import { forecastOrder } from '../../../shared/orders/forecast/forecast.ts';
import { FORECAST_STEP_PARAMS } from '../../../shared/orders/forecast/forecast-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { feesSchema } from '../../../shared/service/account.ts';
import type { OrderFacts } from '../../../shared/orders/facts.ts';
import {
  childDraft,
  option,
  optionTicker,
  perpetual,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../../support/records/records.ts';

function forecast(draft: Partial<OrderDraft>, facts: Partial<OrderFacts> = {}) {
  const found = forecastOrder(orderDraft(draft), orderFacts(facts));
  if (found === null) throw new Error('no forecast');
  return { ...found, codes: found.steps.map(({ code }) => code) };
}

const COSTS = ['notional', 'delta_after_fill', 'credits'];

describe('the forecast of a sell', () => {
  it('rests above the bid and pays the maker fee', () => {
    const found = forecast({ price: '97410.5', amount: '50000' });
    expect(found).toMatchObject({
      behaviour: 'rests',
      price: '97410.5',
      codes: ['rests', 'fee_maker', 'fee_elsewhere', ...COSTS],
    });
    expect(found.steps[1]?.params).toEqual({ fee: '0.00007699', currency: 'BTC' });
    expect(found.steps[3]?.params).toEqual({ usd: '50000', coins: '0.51329169', currency: 'BTC' });
    expect(found.steps[4]?.params).toEqual({ delta: '-0.513288', currency: 'BTC' });
  });

  it('trades at the bid when it crosses, with the taker fee', () => {
    const found = forecast({ price: '97410' });
    expect(found).toMatchObject({
      behaviour: 'trades',
      codes: ['fills_at_touch', 'fee_taker', 'fee_elsewhere', ...COSTS],
    });
  });

  it('goes beyond the touch with what the best bid does not hold', () => {
    const found = forecast({ price: '97400', amount: '100000' });
    expect(found.codes).toEqual([
      'fills_at_touch',
      'beyond_touch',
      'remainder_rests',
      'fee_taker',
      'fee_elsewhere',
      ...COSTS,
    ]);
    expect(found.steps[1]?.params).toEqual({ side: 'sell', remainder: '15790', unit: 'USD' });
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

  it('warns that nobody can buy above the band, where it rests', () => {
    const { max_price: max } = perpetualTicker();
    const found = forecast({ price: '99000' });
    expect(found).toMatchObject({ behaviour: 'rests', price: '99000' });
    expect(found.codes.slice(0, 2)).toEqual(['rests', 'rests_beyond_band']);
    expect(forecast({ price: max ?? '' }).codes).not.toContain('rests_beyond_band');
  });

  it.each(['immediate_or_cancel', 'fill_or_kill'] as const)('%s above the bid is cancelled', (time_in_force) => {
    expect(forecast({ price: '97500', time_in_force })).toMatchObject({
      behaviour: 'cancelled',
      codes: ['touch_out_of_reach'],
      steps: [{ params: { touch: '97410', price: '97500' } }],
    });
  });

  it.each(['immediate_or_cancel', 'fill_or_kill'] as const)('%s without a bid is cancelled', (time_in_force) => {
    const ticker = perpetualTicker({ best_bid_price: null, best_bid_amount: 0 });
    expect(forecast({ price: '97500', time_in_force }, { ticker })).toMatchObject({
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
    expect(found.steps.find(({ code }) => code === 'delta_net_of_premium')?.params).toEqual({
      delta: '-1.02',
      net_delta: '-0.8698',
      currency: 'BTC',
    });
  });

  it('puts the fees of the ways that are open beside the one it expects', () => {
    const instrument = perpetual({
      price_index: 'btc_usd',
      block_trade_commission: 0.0002,
      block_trade_min_trade_amount: 200_000,
    });
    const discount = { default: { type: 'fixed', maker: -0.0001, taker: 0.0003 }, block_trade: 0.5 };
    const fees = feesSchema.parse({ btc_usd: { perpetual: discount } });
    const ways = (draft: Partial<OrderDraft>, facts: Partial<OrderFacts> = { instrument, fees }) => {
      const { steps } = forecast({ price: '97500', amount: '9750', ...draft }, facts);
      const step = steps.find(({ code }) => code === 'fee_elsewhere');
      if (step === undefined) return null;
      const { maker, taker, block, minimum } = step.params;
      return [maker, taker, block, minimum];
    };
    const block = ['0.00001', '200000'];
    expect(ways({})).toEqual(['', '0.00003', ...block]);
    expect(ways({ post_only: true })).toEqual(['', '', ...block]);
    expect(ways({ price: '97400' })).toEqual(['-0.00001001', '', '0.00001001', '200000']);
    expect(ways({ price: '97400', time_in_force: 'immediate_or_cancel' })).toEqual(['', '', '0.00001001', '200000']);
    expect(
      ways({}, { instrument: perpetual({ block_trade_commission: 0.0002, block_trade_min_trade_amount: 200_000 }) }),
    ).toEqual(['', '0.000035', '0.00002', '200000']);
    expect(ways({ post_only: true }, { instrument: perpetual() })).toBeNull();
  });

  it('applies the account discount to the fee, relative or fixed, as map or list', () => {
    const rate = (type: string, maker: number) => ({ default: { type, maker, taker: 1 } });
    const instrument = perpetual({ price_index: 'btc_usd' });
    const feeWith = (fees: unknown) =>
      forecast({ price: '97500', amount: '9750' }, { instrument, fees: feesSchema.parse(fees) }).steps.find(
        ({ code }) => code === 'fee_maker',
      )?.params['fee'];
    expect(feeWith({ eth_usd: { perpetual: rate('relative', 0.5) } })).toBe('0.000015');
    expect(feeWith({ btc_usd: { perpetual: rate('relative', 0.5) } })).toBe('0.0000075');
    expect(feeWith({ btc_usd: { perpetual: rate('fixed', -0.0001) } })).toBe('-0.00001');
    expect(feeWith([{ index_name: 'btc_usd', kind: 'perpetual', value: rate('fixed', 0) }])).toBe('0');
  });

  it('tells what a stop waits for, and what it becomes', () => {
    const stop = { type: 'stop_limit', trigger: 'mark_price', trigger_price: '97000', price: '96950' } as const;
    const found = forecast(stop);
    expect(found).toMatchObject({ behaviour: 'waits', price: '96950' });
    expect(found.steps.slice(0, 2)).toEqual([
      {
        code: 'waits_for_trigger',
        tone: 'good',
        params: { trigger: 'mark_price', trigger_price: '97000', fires: 'below', watched_price: '97411.2' },
      },
      { code: 'then_limit', tone: 'good', params: { price: '96950' } },
    ]);
    const take = { type: 'take_market', trigger: 'index_price', trigger_price: '98000', price: '' } as const;
    expect(forecast(take).steps[0]?.params['fires']).toBe('above');
  });

  it('tells where a trailing stop would fire if the peak were now', () => {
    const found = forecast({ type: 'trailing_stop', trigger: 'last_price', trigger_offset: '250', price: '' });
    expect(found.codes.slice(0, 2)).toEqual(['follows_peak', 'then_market']);
    expect(found.steps[0]?.params).toEqual({
      side: 'sell',
      trigger: 'last_price',
      offset: '250',
      fires_at: '97160.5',
    });
  });

  it('plans an iceberg to its last slice, and says that hidden fills pay as taker', () => {
    const found = forecast({ amount: '50500', display_amount: '2000' });
    expect(found.steps.find(({ code }) => code === 'iceberg')?.params).toEqual({
      display: '2000',
      slices: '26',
      refreshes: '25',
      last: '500',
      unit: 'USD',
    });
    expect(found.steps.find(({ code }) => code === 'hidden_pays_taker')?.params['fee']).toBe('0.0001741');
  });

  it('market with limit rests what it does not trade', () => {
    expect(forecast({ type: 'market_limit', price: '', amount: '100000' }).codes).toContain('remainder_rests_at_fill');
  });

  it('market with limit that may not stay is cancelled where it finds no bid', () => {
    const draft = { type: 'market_limit', price: '', amount: '100000', time_in_force: 'immediate_or_cancel' } as const;
    expect(forecast(draft).codes).toContain('remainder_cancelled');
  });

  it('a market order goes no further than the band', () => {
    const found = forecast({ type: 'market', price: '' }, { ticker: perpetualTicker({ min_price: 97_410.5 }) });
    expect(found).toMatchObject({ behaviour: 'cancelled', codes: ['touch_out_of_reach'] });
  });

  it('is refused where the order that cancels it may not trade but would', () => {
    const partner = (price: string, direction: 'buy' | 'sell') =>
      forecast({
        linked_order_type: 'one_cancels_other',
        children: [childDraft({ price, direction, post_only: true, reject_post_only: true })],
      });
    expect(partner('97410.5', 'buy')).toMatchObject({
      behaviour: 'refused',
      codes: ['partner_rejects', 'cancels_other'],
    });
    expect(partner('97410', 'sell')).toMatchObject({ behaviour: 'refused' });
    expect(partner('97410', 'buy')).toMatchObject({ behaviour: 'rests' });
    expect(partner('97410.5', 'sell')).toMatchObject({ behaviour: 'rests' });
  });

  it('a combo trades at zero too, and says nothing of fees: its legs pay them', () => {
    const ticker = perpetualTicker({ best_bid_price: 0, min_price: -1600, max_price: 1300, mark_price: 1 });
    const found = forecast({ price: '-5' }, { instrument: perpetual({ kind: 'future_combo' }), ticker });
    expect(found.behaviour).toBe('trades');
    expect(found.codes).not.toContain('fee_taker');
  });

  it('says what it is worth in what is known: coins by the index for a spread, the other coin for spot quoted in it', () => {
    const worth = (draft: Partial<OrderDraft>, facts: Partial<OrderFacts>) =>
      forecast(draft, facts).steps.find(({ code }) => code === 'notional')?.params;
    const spread = perpetual({ kind: 'future_combo' });
    const ticker = { min_price: -1600, max_price: 1300, mark_price: 1, index_price: 100_000, best_bid_price: 0 };
    expect(worth({ price: '1', amount: '1000' }, { instrument: spread, ticker: perpetualTicker(ticker) })).toEqual({
      usd: '1000',
      coins: '0.01',
      currency: 'BTC',
    });
    const noIndex = perpetualTicker({ ...ticker, index_price: null });
    expect(worth({ price: '1', amount: '1000' }, { instrument: spread, ticker: noIndex })).toMatchObject({ coins: '' });
    const spot = { kind: 'spot', instrument_type: 'linear', base_currency: 'ETH', quote_currency: 'BTC' };
    const pair = perpetualTicker({ min_price: 0.03, max_price: 0.04, mark_price: 0.036, best_bid_price: 0.0359 });
    expect(worth({ price: '0.036', amount: '1000' }, { instrument: perpetual(spot), ticker: pair })).toEqual({
      usd: '',
      coins: '36',
      currency: 'BTC',
    });
  });

  it('does not take a bid of unknown size for none', () => {
    const ticker = perpetualTicker({ best_bid_amount: null });
    const found = forecast({ price: '97410' }, { ticker });
    expect(found).toMatchObject({ behaviour: 'trades', price: '97410' });
    expect(found.codes.slice(0, 2)).toEqual(['touch_size_unknown', 'remainder_rests']);
    const killed = forecast({ price: '97410', time_in_force: 'fill_or_kill' }, { ticker });
    expect([killed.behaviour, killed.codes[0]]).toEqual(['unclear', 'touch_size_unknown']);
  });

  it('says of what only reduces that no more than the position is sold', () => {
    expect(forecast({ reduce_only: true }).codes).toContain('no_more_than_position');
    expect(forecast({}).codes).not.toContain('no_more_than_position');
  });

  it('turns a price in volatility or USD into the coin price that the engine books', () => {
    const ticker = optionTicker({ underlying_price: 99_000, mark_iv: 54 });
    const facts = { instrument: option(), ticker };
    const draft = { instrument_name: 'BTC-27MAR27-100000-C', amount: '1' };
    const byUsd = forecast({ ...draft, advanced: 'usd', price: '9000' }, facts);
    expect(byUsd).toMatchObject({ behaviour: 'rests', price: '0.0925' });
    expect(byUsd.codes.slice(0, 2)).toEqual(['priced_by_usd', 'reprices']);
    const byVolatility = forecast({ ...draft, advanced: 'implv', price: '60' }, facts);
    expect(byVolatility.codes[0]).toBe('priced_by_volatility');
    expect(Number(byVolatility.price)).toBeGreaterThan(0.12);
    expect(Number(byVolatility.price)).toBeLessThan(0.15);
  });

  it('says what a linked order does to its children', () => {
    const children = [
      childDraft(),
      childDraft({ type: 'stop_market', trigger: 'mark_price', trigger_price: '99000', price: '' }),
    ];
    const found = forecast({ linked_order_type: 'one_triggers_one_cancels_other', children });
    expect(found.steps.find(({ code }) => code === 'triggers_pair')?.params).toEqual({
      children: '2',
      condition: 'first_hit',
    });
  });

  it('says nothing without a ticker or a readable price', () => {
    expect(forecastOrder(orderDraft(), orderFacts({ ticker: null }))).toBeNull();
    expect(forecastOrder(orderDraft({ price: 'x' }), orderFacts())).toBeNull();
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
