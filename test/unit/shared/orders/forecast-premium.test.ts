import { expect, it } from 'vitest';
import type { SellDraft } from '../../../../shared/orders/draft.ts';
import { forecastSell } from '../../../../shared/orders/forecast.ts';
import { option, optionTicker, sellDraft, sellFacts } from '../../../support/records.ts';

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
function figures(draft: Partial<SellDraft>, facts: Parameters<typeof sellFacts>[0] = COIN) {
  const found = forecastSell(
    sellDraft({ instrument_name: 'BTC-27MAR27-100000-C', amount: '2', ...draft }),
    sellFacts(facts),
  );
  const steps = (found?.steps ?? []).map(({ code, params }) => [code, params] as const);
  return Object.fromEntries(steps.filter(([code]) => ['premium', 'notional', 'underlying'].includes(code)));
}

it('says what an option is sold for, apart from what it is on', () => {
  expect(figures({ price: '0.08' })).toEqual({
    premium: { premium: '0.16', currency: 'BTC', usd: '15586.01' },
    underlying: { usd: '194825.1', coins: '2', currency: 'BTC' },
  });
});

it('counts the premium at the bid where it trades, and where it fires where it waits without a limit', () => {
  expect(figures({ price: '0.07' })['premium']).toMatchObject({ premium: '0.149' });
  const stop = { type: 'stop_market', price: '', post_only: false, trigger_price: '0.05' } as const;
  expect(figures({ ...stop, trigger: 'mark_price' })['premium']).toMatchObject({ premium: '0.1' });
});

it('is in the quote of a linear option, which is dollars already', () => {
  expect(figures({ price: '7100' }, LINEAR)['premium']).toEqual({ premium: '14200', currency: 'USDC', usd: '' });
});

it('says none where the price is not known, and no dollars without an index', () => {
  const byIndex = { type: 'stop_market', price: '', trigger: 'index_price', trigger_price: '90000' } as const;
  expect(figures(byIndex)).toHaveProperty('underlying');
  expect(figures(byIndex)).not.toHaveProperty('premium');
  const unindexed = { ...COIN, ticker: optionTicker({ index_price: null }) };
  expect(figures({ price: '0.08' }, unindexed)['premium']).toMatchObject({ premium: '0.16', usd: '' });
});
