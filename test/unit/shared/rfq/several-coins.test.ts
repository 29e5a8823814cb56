import { expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { buildPosition, type PricedLeg } from '../../../../shared/rfq/analysis/position.ts';
import { positionGreeks } from '../../../../shared/rfq/analysis/totals.ts';
import { checkRfq } from '../../../../shared/rfq/rules.ts';
import { instrumentOf, RFQ_NOW_MS, rfqDraft, rfqFacts, rfqTicker } from '../../../support/records/rfq-records.ts';

const spot = (name: string) =>
  instrumentOf(name, { kind: 'spot', expiration_timestamp: undefined, settlement_period: undefined });

const leg = (name: string, amount: number, price: number): PricedLeg => ({
  instrument: spot(name),
  direction: 'buy',
  amount: decimal(amount),
  ticker: rfqTicker(name, { mark_price: price }),
});

const LEGS = [leg('BTC_USDC', 25, 97_000), leg('ETH_USDC', 500, 3600)];

it('spot pairs of several coins may be asked for together, and their coins are not added up', () => {
  const facts = rfqFacts({
    of: (name) => ({ instrument: spot(name), ticker: rfqTicker(name), tickerAgeMs: 0, isTickerStale: false }),
  });
  const draft = rfqDraft(['buy 25 BTC_USDC', 'buy 500 ETH_USDC']);
  expect(checkRfq(draft, facts).issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(positionGreeks(LEGS, RFQ_NOW_MS)).toEqual({ delta: null, netDelta: null, gamma: null, vega: 0, theta: 0 });
  expect(positionGreeks(LEGS.slice(0, 1), RFQ_NOW_MS)).toMatchObject({ delta: 25, netDelta: 25 });
});

it('legs of several coins have no payoff over one price', () => {
  expect(buildPosition(LEGS)).toEqual({ ok: false, missing: [], coins: ['BTC', 'ETH'] });
  expect(buildPosition(LEGS.slice(1)).ok).toBe(true);
});
