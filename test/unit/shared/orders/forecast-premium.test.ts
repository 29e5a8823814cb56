import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import { groupSteps } from '../../../../renderer/features/order-ticket/forecast/forecast-text.ts';
import {
  option,
  optionTicker,
  perpetual,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../../../support/records/records.ts';

const COIN = { instrument: option(), ticker: optionTicker() };
const LINEAR = {
  instrument: option({ quote_currency: 'USDC', settlement_currency: 'USDC', instrument_type: 'linear', tick_size: 5 }),
  ticker: optionTicker({
    best_bid_price: 7000,
    best_ask_price: 7010,
    mark_price: 7005,
    min_price: 1,
    max_price: 30_000,
  }),
};

/** The steps of premium and worth. */
function figures(draft: Partial<OrderDraft>, facts: Parameters<typeof orderFacts>[0] = COIN) {
  const found = forecastOrder(
    orderDraft({ instrument_name: 'BTC-27MAR27-100000-C', amount: '2', ...draft }),
    orderFacts(facts),
  );
  const steps = (found?.steps ?? []).map(({ code, params }) => [code, params] as const);
  return Object.fromEntries(
    steps.filter(([code]) => ['premium', 'premium_paid', 'notional', 'underlying'].includes(code)),
  );
}

it('says that the legs of a combo bear its fees and its delta, and of an option nothing of the kind', () => {
  const codes = (kind: string, price: string) => {
    const instrument = option({ kind });
    const facts = orderFacts({ ...COIN, instrument });
    const found = forecastOrder(orderDraft({ instrument_name: instrument.instrument_name, amount: '2', price }), facts);
    return (found?.steps ?? []).map(({ code }) => code);
  };
  expect(codes('option_combo', '0.08')).toContain('legs_bear');
  expect(codes('option', '0.08')).not.toContain('legs_bear');
  expect(codes('option_combo', '0.08')).not.toContain('fee_maker');
});

it('says what an option is sold for, apart from what it is on', () => {
  expect(figures({ price: '0.08' })).toEqual({
    premium: { premium: '0.16', currency: 'BTC', usd: '15586.01' },
    underlying: { usd: '194825.1', coins: '2', currency: 'BTC' },
  });
});

it('says what an option is bought for, which is nothing unusual', () => {
  const buy = { direction: 'buy', price: '0.07' } as const;
  expect(figures(buy)).toEqual({
    premium_paid: { premium: '0.14', currency: 'BTC', usd: '13637.76' },
    underlying: { usd: '194825.1', coins: '2', currency: 'BTC' },
  });
  const found = forecastOrder(
    orderDraft({ instrument_name: 'BTC-27MAR27-100000-C', amount: '2', ...buy }),
    orderFacts(COIN),
  );
  expect(found?.steps.find(({ code }) => code === 'premium_paid')?.tone).toBe('good');
  // At the ask where it trades, and no dearer than its limit.
  expect(figures({ ...buy, price: '0.08' })['premium_paid']).toMatchObject({ premium: '0.151' });
  const waits = { ...buy, type: 'stop_limit', trigger: 'mark_price', trigger_price: '0.085' } as const;
  expect(figures({ ...waits, price: '0.09' })['premium_paid']).toMatchObject({ premium: '0.17' });
  expect(figures({ ...waits, price: '0.08' })['premium_paid']).toMatchObject({ premium: '0.16' });
});

it('a buy that must only rest can’t move below an offer at the lowest price, and is refused', () => {
  const ticker = optionTicker({ best_bid_price: 0, best_bid_amount: 0, best_ask_price: 0.0001 });
  const draft = { direction: 'buy', instrument_name: 'BTC-27MAR27-100000-C', amount: '2', post_only: true } as const;
  const found = forecastOrder(orderDraft({ ...draft, price: '0.0001' }), orderFacts({ ...COIN, ticker }));
  expect(found).toMatchObject({ behaviour: 'refused', price: null, steps: [{ code: 'post_only_rejects' }] });
});

it('a spot pair takes its fee of what comes in: quote for a sell, coins for a buy', () => {
  const instrument = perpetual({
    instrument_name: 'BTC_USDC',
    kind: 'spot',
    quote_currency: 'USDC',
    settlement_currency: undefined,
    settlement_period: undefined,
    instrument_type: 'linear',
    contract_size: 0.0001,
    min_trade_amount: 0.0001,
    taker_commission: 0.001,
  });
  const fee = (direction: 'buy' | 'sell') =>
    forecastOrder(
      orderDraft({ direction, instrument_name: 'BTC_USDC', type: 'market', price: '', amount: '2' }),
      orderFacts({ instrument }),
    )?.steps.find(({ code }) => code === 'fee_taker')?.params;
  expect(fee('sell')).toEqual({ fee: '194.82', currency: 'USDC' });
  expect(fee('buy')).toEqual({ fee: '0.002', currency: 'BTC' });
});

it('counts the premium at the bid where it trades, and where it fires, or at a limit above that, where it waits', () => {
  expect(figures({ price: '0.07' })['premium']).toMatchObject({ premium: '0.149' });
  const stop = { type: 'stop_market', price: '', post_only: false, trigger_price: '0.05' } as const;
  expect(figures({ ...stop, trigger: 'mark_price' })['premium']).toMatchObject({ premium: '0.1' });
  const limited = { ...stop, type: 'stop_limit', trigger: 'mark_price' } as const;
  expect(figures({ ...limited, price: '0.01' })['premium']).toMatchObject({ premium: '0.1' });
  expect(figures({ ...limited, price: '0.06' })['premium']).toMatchObject({ premium: '0.12' });
});

it('is in the quote of a linear option, which is dollars already', () => {
  expect(figures({ price: '7100' }, LINEAR)['premium']).toEqual({ premium: '14200', currency: 'USDC', usd: '' });
});

it('says none where the price is not known, and no dollars without an index', () => {
  const byIndex = { type: 'stop_market', price: '', trigger: 'index_price', trigger_price: '90000' } as const;
  expect(figures(byIndex)).toHaveProperty('underlying');
  expect(figures(byIndex)).not.toHaveProperty('premium');
  // At least its limit, and with the bids of now far more; above them it is that.
  expect(figures({ ...byIndex, type: 'stop_limit', price: '0.01' })).not.toHaveProperty('premium');
  expect(figures({ ...byIndex, type: 'stop_limit', price: '0.08' })['premium']).toMatchObject({ premium: '0.16' });
  const unindexed = { ...COIN, ticker: optionTicker({ index_price: null }) };
  expect(figures({ price: '0.08' }, unindexed)['premium']).toMatchObject({ premium: '0.16', usd: '' });
});

describe('a combo, whose price is a difference', () => {
  const BTC_COMBO = { kind: 'option_combo', tick_size_steps: [], strike: undefined, option_type: undefined } as const;
  const market = (bid: number | null, size = 50) =>
    optionTicker({
      best_bid_price: bid,
      best_bid_amount: bid === null ? 0 : size,
      best_ask_price: (bid ?? -0.021) + 0.002,
      mark_price: (bid ?? -0.021) + 0.001,
      min_price: -0.3,
      max_price: 0.3,
      greeks: undefined,
    });
  const inCoin = (bid: number | null) => ({ instrument: option(BTC_COMBO), ticker: market(bid) });
  const linear = option({
    ...BTC_COMBO,
    quote_currency: 'USDC',
    settlement_currency: 'USDC',
    instrument_type: 'linear',
  });
  const underlying = { usd: '876712.95', coins: '9', currency: 'BTC' };

  it.each<[string, Partial<OrderDraft>, Parameters<typeof orderFacts>[0], object]>([
    [
      'is paid for where it trades below zero',
      { price: '-0.021' },
      inCoin(-0.021),
      { premium_paid: { premium: '0.189', currency: 'BTC', usd: '18410.97' }, underlying },
    ],
    [
      'is paid for at market',
      { type: 'market', price: '' },
      inCoin(-0.021),
      { premium_paid: { premium: '0.189', currency: 'BTC', usd: '18410.97' }, underlying },
    ],
    [
      'is paid for where it rests below zero',
      { price: '-0.01' },
      inCoin(-0.021),
      { premium_paid: { premium: '0.09', currency: 'BTC', usd: '8767.13' }, underlying },
    ],
    [
      'is paid for where its trigger fires',
      { type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: '-0.03' },
      inCoin(-0.021),
      { premium_paid: { premium: '0.27', currency: 'BTC', usd: '26301.39' }, underlying },
    ],
    [
      'costs nothing at zero',
      { price: '0' },
      inCoin(null),
      { premium: { premium: '0', currency: 'BTC', usd: '0' }, underlying },
    ],
    [
      'brings its premium above zero',
      { price: '0.02' },
      inCoin(-0.021),
      { premium: { premium: '0.18', currency: 'BTC', usd: '17534.26' }, underlying },
    ],
    [
      'is paid for in the quote of a linear one, which is dollars already',
      { price: '-0.02' },
      { instrument: linear, ticker: market(null) },
      { premium_paid: { premium: '0.18', currency: 'USDC', usd: '' }, underlying },
    ],
    [
      'of futures says what it is worth, whatever its price',
      { price: '-5', amount: '50000' },
      {
        instrument: perpetual({ kind: 'future_combo' }),
        ticker: perpetualTicker({
          best_bid_price: -5,
          min_price: -1600,
          max_price: 1300,
          mark_price: -4,
          index_price: 100_000,
        }),
      },
      { notional: { usd: '50000', coins: '0.5', currency: 'BTC' } },
    ],
  ])('%s', (_name, draft, facts, expected) => {
    expect(figures({ amount: '9', ...draft }, facts)).toEqual(expected);
  });

  it('stands as a line of its own where it is paid for', () => {
    const found = forecastOrder(orderDraft({ amount: '9', price: '-0.021' }), orderFacts(inCoin(-0.021)));
    const lines = groupSteps(found?.steps ?? []).map((line) => line.map(({ code }) => code));
    expect(lines).toContainEqual(['premium_paid']);
    expect(found?.steps.find(({ code }) => code === 'premium_paid')?.tone).toBe('attention');
  });

  it('is paid for, or brings a premium, by the sign of its price alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: 1, max: 500 }), (ticks, amount) => {
        const price = decimal((ticks / 10_000).toFixed(4));
        const found = figures({ price, amount: String(amount) }, inCoin(null));
        const worth = Math.round(Math.abs(ticks) * amount) / 10_000;
        expect(Number(found[ticks < 0 ? 'premium_paid' : 'premium']?.['premium'])).toBeCloseTo(worth, 8);
        expect(found).not.toHaveProperty(ticks < 0 ? 'premium' : 'premium_paid');
      }),
    );
  });
});
