import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHeldDelta } from '../../../../shared/account/held-delta.ts';
import { add, decimal } from '../../../../shared/decimal.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { OrderFacts } from '../../../../shared/orders/facts.ts';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import { currencySummarySchema } from '../../../../shared/service/account.ts';
import {
  option,
  optionTicker,
  perpetual,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../../../support/records/records.ts';

const CALL = { instrument: option(), ticker: optionTicker() };
const SOLD = { instrument_name: 'BTC-27MAR27-100000-C', amount: '2', price: '0.075' };
const EXPIRY = CALL.instrument.expiration_timestamp ?? 0;

function stepOf(code: string, draft: Partial<OrderDraft>, facts: Partial<OrderFacts>) {
  const found = forecastOrder(orderDraft(draft), orderFacts(facts));
  return found?.steps.find((step) => step.code === code)?.params ?? null;
}

describe('the deltas that a sell brings the account to', () => {
  const held = { delta: decimal('1.5'), total: decimal('1.25') };

  it('are told of an option as they are, and net of its premium', () => {
    const added = stepOf('delta_net_of_premium', SOLD, CALL);
    expect(added).toMatchObject({ delta: '-1.02', currency: 'BTC' });
    expect(stepOf('account_delta', SOLD, { ...CALL, heldDelta: held })).toEqual({
      before: '1.5',
      after: '0.48',
      total_before: '1.25',
      total_after: add(decimal('1.25'), decimal(added?.['net_delta'] ?? '')),
      total_currency: 'BTC',
      currency: 'BTC',
      index: '',
    });
  });

  it('change by the same coins in both conventions where a future is sold, counted at the mark whatever its price', () => {
    const ticker = perpetualTicker({ mark_price: 100_000 });
    for (const price of ['97500', '100000', '120000']) {
      expect(stepOf('account_delta', { price, amount: '50000' }, { ticker, heldDelta: held }), price).toEqual({
        before: '1.5',
        after: '1',
        total_before: '1.25',
        total_after: '0.75',
        total_currency: 'BTC',
        currency: 'BTC',
        index: '',
      });
      // One rule for what the fill adds and for what the account comes to.
      expect(stepOf('delta_after_fill', { price, amount: '50000' }, { ticker })?.['delta'], price).toBe('-0.5');
    }
  });

  it('of a linear future change by its amount, and by what that is worth in the currency it settles in', () => {
    const instrument = perpetual({ instrument_type: 'linear', settlement_currency: 'USDC' });
    const linear = { instrument, ticker: perpetualTicker({ mark_price: 100_000 }), heldDelta: held };
    expect(stepOf('account_delta', { price: '97500', amount: '50' }, linear)).toMatchObject({
      after: '-48.5',
      currency: 'BTC',
      total_after: '-4999998.75',
      total_currency: 'USDC',
    });
  });

  it('are left blank where the service does not tell them, and are not told where none is', () => {
    const ticker = perpetualTicker({ mark_price: 100_000 });
    const sold = { price: '100000', amount: '50000' };
    expect(stepOf('account_delta', sold, { ticker, heldDelta: { delta: null, total: decimal('-1') } })).toEqual({
      before: '',
      after: '',
      total_before: '-1',
      total_after: '-1.5',
      total_currency: 'BTC',
      currency: 'BTC',
      index: '',
    });
    expect(stepOf('account_delta', sold, { ticker, heldDelta: { delta: null, total: null } })).toBeNull();
    expect(stepOf('account_delta', sold, { ticker, heldDelta: null })).toBeNull();
    const markless = perpetualTicker({ mark_price: null });
    expect(stepOf('account_delta', sold, { ticker: markless, heldDelta: held })).toBeNull();
  });

  it('are net of no premium that is not known', () => {
    const facts = { ...CALL, ticker: optionTicker({ mark_price: null }), heldDelta: held };
    expect(stepOf('account_delta', SOLD, facts)).toMatchObject({ after: '0.48', total_before: '', total_after: '' });
    expect(stepOf('delta_after_fill', SOLD, facts)).toMatchObject({ delta: '-1.02' });
  });
});

describe('the delta of what expires', () => {
  it('counts for less and less over its last 30 minutes, as the account counts it', () => {
    const whole = stepOf('delta_net_of_premium', SOLD, { ...CALL, serviceNowMs: EXPIRY - 30 * 60_000 });
    expect(whole).toMatchObject({ delta: '-1.02' });
    const half = stepOf('delta_net_of_premium', SOLD, { ...CALL, serviceNowMs: EXPIRY - 15 * 60_000 });
    expect(Number(half?.['delta'])).toBeCloseTo(-0.51, 8);
    expect(Number(half?.['net_delta'])).toBeCloseTo(Number(whole?.['net_delta']) / 2, 8);
  });

  it('never grows as time passes', () => {
    const at = (leftMs: number) =>
      Math.abs(Number(stepOf('delta_net_of_premium', SOLD, { ...CALL, serviceNowMs: EXPIRY - leftMs })?.['delta']));
    const left = fc.integer({ min: 1, max: 40 * 60_000 });
    fc.assert(
      fc.property(left, left, (a, b) => {
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
      }),
    );
  });
});

describe('what an account holds of an index', () => {
  const summaries = [
    { currency: 'BTC', delta_total: decimal('-0.9526'), delta_total_map: { btc_usd: decimal('-0.9811') } },
    { currency: 'USDC', delta_total: decimal('-89.58'), delta_total_map: { btc_usdc: decimal('0.42') } },
  ].map((summary) => currencySummarySchema.parse(summary));

  it('is of its currency, and of no other coin that is margined in the same dollars', () => {
    expect(readHeldDelta(summaries, perpetual({ price_index: 'btc_usd' }))).toEqual({
      delta: '-0.9811',
      total: '-0.9526',
    });
    const linear = { instrument_type: 'linear', settlement_currency: 'USDC', price_index: 'btc_usdc' };
    expect(readHeldDelta(summaries, perpetual(linear))).toEqual({ delta: '0.42', total: '-89.58' });
    const other = { ...linear, price_index: 'eth_usdc' };
    expect(readHeldDelta(summaries, perpetual(other))).toEqual({ delta: null, total: '-89.58' });
    expect(readHeldDelta([], perpetual())).toEqual({ delta: null, total: null });
  });

  const NONE = { delta: '0', total: '0' };
  const unknown = (total: string | null) => ({ delta: null, total });
  it.each([
    ['a total of nothing and no index', { delta_total: decimal('0'), delta_total_map: {} }, NONE],
    ['no total', { delta_total_map: {} }, unknown(null)],
    ['no indices', { delta_total: decimal('0') }, unknown('0')],
    ['a total that no index tells of', { delta_total: decimal('0.1'), delta_total_map: {} }, unknown('0.1')],
    ['another index', { delta_total: decimal('0'), delta_total_map: { eth_usdc: decimal('0') } }, unknown('0')],
  ])('is nothing where a currency that is told with %s says so', (_told, told, held) => {
    const summary = currencySummarySchema.parse({ currency: 'USDC', ...told });
    const linear = { instrument_type: 'linear', settlement_currency: 'USDC', price_index: 'btc_usdc' };
    expect(readHeldDelta([summary], perpetual(linear))).toEqual(held);
  });
});
