import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { greeksOfOne, scalePrices } from '../../../../shared/rfq/analysis/totals.ts';
import { accountDelta } from '../../../../shared/rfq/hedge.ts';
import { currencySummarySchema } from '../../../../shared/service/account.ts';
import { instrumentOf } from '../../../support/records/rfq-records.ts';

describe('the delta that a hedge', () => {
  it('meets what the account holds, in the same convention and coin', () => {
    const summaries = [
      { currency: 'BTC', delta_total: decimal('-0.9526'), delta_total_map: { btc_usd: decimal('-0.9811') } },
      { currency: 'USDC', delta_total: decimal('-89.58'), delta_total_map: { btc_usdc: decimal('0.42') } },
    ].map((summary) => currencySummarySchema.parse(summary));
    const inverse = instrumentOf('BTC-PERPETUAL', { price_index: 'btc_usd' });
    const linear = instrumentOf('BTC_USDC-PERPETUAL', { price_index: 'btc_usdc' });
    expect(accountDelta(summaries, inverse, 'delta')).toBe(-0.9811);
    expect(accountDelta(summaries, inverse, 'netDelta')).toBe(-0.9526);
    expect(accountDelta(summaries, linear, 'delta')).toBe(0.42);
    expect(accountDelta(summaries, linear, 'netDelta')).toBe(0.42);
    const other = instrumentOf('ETH-PERPETUAL', { price_index: 'eth_usd' });
    expect(accountDelta(summaries, other, 'delta')).toBeNull();
    expect(accountDelta([], inverse, 'netDelta')).toBeNull();
  });
});

describe('one of a structure and all of it', () => {
  it('differ by its amount in prices and greeks alike, and what is missing stays missing', () => {
    const prices = { bid: decimal('0.0015'), ask: null, mark: decimal('0.0027') };
    expect(scalePrices(prices, decimal('25'))).toEqual({ bid: '0.0375', ask: null, mark: '0.0675' });
    const total = { delta: 9.65, netDelta: null, gamma: 0.00025, vega: 250, theta: -356 };
    const one = greeksOfOne(total, decimal('25'));
    expect(one).toEqual({ delta: 0.386, netDelta: null, gamma: 0.00001, vega: 10, theta: -14.24 });
  });
});
