import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { EMPTY_RFQ, type RfqDraft } from '../../../../shared/rfq/draft.ts';
import { revalueTrade } from '../../../../shared/risk/scenario.ts';
import { currencySummarySchema } from '../../../../shared/service/account.ts';
import { instrumentSchema } from '../../../../shared/service/instrument.ts';
import {
  isOpen,
  listExposures,
  proposalOf,
  proposalsOf,
  valueProposal,
} from '../../../../renderer/features/risk/exposures.ts';
import { OPEN_ROW, OPTION, OPTION_NOW_MS, OPTION_TICKER, PERPETUAL, TICKER } from '../samples.ts';

const DRAFT: RfqDraft = {
  ...EMPTY_RFQ,
  legs: [
    { instrument_name: OPTION.instrument_name, direction: 'buy', amount: '2.5' },
    { instrument_name: 'BTC-PERPETUAL', direction: 'sell', amount: '' },
  ],
  hedges: [{ instrument_name: 'BTC-PERPETUAL', direction: 'sell', amount: '1000', price: '97000' }],
};

describe('what an open order would trade', () => {
  it.each([
    ['open', true],
    ['untriggered', true],
    ['held', true],
    ['filled', false],
    ['cancelled', false],
    ['triggered', false],
  ])('counts of one in the state %s: %s', (order_state, counts) => {
    const row = { ...OPEN_ROW, order: OPEN_ROW.order && { ...OPEN_ROW.order, order_state } };
    expect(isOpen(row)).toBe(counts);
    expect(isOpen({ ...row, notices: [{ code: 'no_longer_known', params: {} }] })).toBe(false);
  });

  it('is what is left of it, at its own price', () => {
    if (OPEN_ROW.order === null) throw new Error('the sample has an order');
    const row = { ...OPEN_ROW, order: { ...OPEN_ROW.order, filled_amount: decimal(12_000) } };
    expect(valueProposal(proposalOf(row), PERPETUAL, TICKER, 0)).toEqual({
      signedAmount: -38_000,
      price: 97_410.5,
      indexPrice: 97_412.55,
      forward: 97_411.2,
      isLinear: false,
      option: null,
    });
  });

  it('is not guessed where the order has no price of its own', () => {
    if (OPEN_ROW.order === null) throw new Error('the sample has an order');
    const market = { ...OPEN_ROW, price: null, order: { ...OPEN_ROW.order, price: 'market_price' as const } };
    expect(valueProposal(proposalOf(market), PERPETUAL, TICKER, 0)).toBe('it has no price of its own');
    const repriced = proposalOf({ ...OPEN_ROW, advanced: 'usd' });
    expect(valueProposal(repriced, PERPETUAL, TICKER, 0)).toBe('its price follows the market');
    expect(valueProposal(proposalOf(OPEN_ROW), undefined, TICKER, 0)).toBe('its instrument is not known yet');
    expect(valueProposal(proposalOf(OPEN_ROW), PERPETUAL, null, 0)).toBe('its market is not known yet');
    const combo = instrumentSchema.parse({ ...PERPETUAL, kind: 'future_combo' });
    expect(valueProposal(proposalOf(OPEN_ROW), combo, TICKER, 0)).toBe('a future combo can’t be valued here');
  });
});

describe('what the account is exposed to', () => {
  const untoldOf = (fields: object) =>
    listExposures([currencySummarySchema.parse({ currency: 'BTC', ...fields })], () => 97_000).untold;
  const maps = { delta_total_map: { btc_usd: 2 }, options_gamma_map: {}, options_vega_map: {} };

  it('is left out by name where the service does not tell it by index, and no zero', () => {
    expect(untoldOf({ ...maps, delta_total: 2 })).toEqual([]);
    expect(untoldOf({ ...maps, options_gamma: 0.00002, options_gamma_map: null })).toEqual(['gamma of BTC']);
    expect(untoldOf({ delta_total: 2 })).toEqual(['delta of BTC', 'gamma of BTC', 'vega of BTC']);
    expect(untoldOf({ delta_total: 0, options_gamma: 0, options_vega: 0 })).toEqual([]);
  });
});

describe('what a Block RFQ being composed would trade', () => {
  it('is its legs at their marks and its hedge at its price', () => {
    const [leg, unsized, hedge] = proposalsOf(DRAFT);
    if (leg === undefined || unsized === undefined || hedge === undefined) throw new Error('three proposals');
    const trade = valueProposal(leg, OPTION, OPTION_TICKER, OPTION_NOW_MS);
    expect(trade).toMatchObject({
      signedAmount: 2.5,
      price: 0.0751,
      forward: 99_000,
      option: { type: 'call', strike: 100_000, volatility: 54, years: 1 },
    });
    if (typeof trade === 'string') throw new Error(trade);
    // Bought volatility gains when it rises, and nothing has been gained where nothing moves, but for the mark's rounding.
    const gain = (volatilityPoints: number) => revalueTrade(trade, { indexPercent: 0, volatilityPoints });
    expect(gain(10)).toBeGreaterThan(gain(0));
    expect(gain(-10)).toBeLessThan(gain(0));
    expect(valueProposal(unsized, PERPETUAL, TICKER, 0)).toBe('it has no amount above 0 yet');
    expect(valueProposal(hedge, PERPETUAL, TICKER, 0)).toMatchObject({ signedAmount: -1000, price: 97_000 });
    expect(hedge.name).toBe('hedge BTC-PERPETUAL');
  });

  it('leaves a hedge out until it has a side, an amount and a price', () => {
    for (const missing of [{ direction: '' as const }, { amount: 'x' }, { price: '' }, { amount: '-5' }]) {
      const hedges = DRAFT.hedges.map((hedge) => ({ ...hedge, ...missing }));
      const [hedge] = proposalsOf({ ...EMPTY_RFQ, hedges });
      if (hedge === undefined) throw new Error('one proposal');
      expect(valueProposal(hedge, PERPETUAL, TICKER, 0)).toBe('it has no side, amount or price yet');
    }
  });
});
