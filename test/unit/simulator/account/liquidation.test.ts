import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Account } from '../../../../simulator/account/account.ts';
import { positionRecord } from '../../../../simulator/account/position-record.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { summaryOf } from './ledger.ts';

const START_MS = Date.UTC(2026, 10, 18, 12);
const RATE = 0.01;
const PER_COIN = 0.00005;

function open(balances: { BTC: number; ETH: number; USDC: number }) {
  const exchange = new Exchange(6, START_MS);
  const account = new Account(1, START_MS, balances, START_MS);
  exchange.accounts.push(account);
  const give = (name: string, amountUnits: number, priceUnits: number) => {
    const venue = exchange.venue(name);
    if (venue === undefined) throw new Error(`no ${name}`);
    exchange.clearing.grant(account, venue.instrument, amountUnits, priceUnits, 0n);
    return venue.instrument;
  };
  return { exchange, account, give };
}

describe('estimated_liquidation_ratio times the market price is where the maintenance margin runs out', () => {
  test('inverse: balance and profit at that price are the maintenance margin there', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 9_000_000, max: 10_500_000 }),
        fc.boolean(),
        (contracts, entryUnits, isLong) => {
          const { exchange, account, give } = open({ BTC: 3, ETH: 0, USDC: 0 });
          const usd = contracts * 50_000 * (isLong ? 1 : -1);
          const perpetual = give('BTC-PERPETUAL', usd, entryUnits);
          const summary = summaryOf(exchange, account, 'BTC');
          const ratio = summary.estimated_liquidation_ratio;
          expect(summary.estimated_liquidation_ratio_map).toEqual({ btc_usd: ratio });
          if (ratio === 0) return;
          const price = ratio * exchange.mark(perpetual).price;
          const coins = Math.abs(usd) / price;
          const balance = 3 + usd / (entryUnits / 100) - usd / price;
          if (ratio !== 1) expect(balance).toBeCloseTo(coins * (RATE + coins * PER_COIN), 5);
          expect(ratio).toBeLessThanOrEqual(isLong ? 1 : Infinity);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('linear: in USDC', () => {
    const { exchange, account, give } = open({ BTC: 0, ETH: 0, USDC: 30_000 });
    const perpetual = give('BTC_USDC-PERPETUAL', 20_000, 9_700_000);
    const summary = summaryOf(exchange, account, 'USDC');
    const price = (summary.estimated_liquidation_ratio_map['btc_usdc'] ?? 0) * exchange.mark(perpetual).price;
    expect(30_000 + 2 * (price - 97_000)).toBeCloseTo(2 * price * (RATE + 2 * PER_COIN), 2);
    const [position] = account.positions.values();
    if (position === undefined) throw new Error('no position');
    expect(positionRecord(exchange, account, position)).toMatchObject({
      estimated_liquidation_price: expect.closeTo(price, 1) as number,
      size: 2,
      size_currency: 2,
      direction: 'buy',
    });
  });

  test('two indices of one currency: each alone, and both together sooner', () => {
    const { exchange, account, give } = open({ BTC: 0, ETH: 0, USDC: 60_000 });
    give('BTC_USDC-PERPETUAL', 20_000, exchange.markUnits(give('BTC_USDC-PERPETUAL', 0, 1)));
    give('ETH_USDC-PERPETUAL', 30_000, exchange.markUnits(give('ETH_USDC-PERPETUAL', 0, 1)));
    const summary = summaryOf(exchange, account, 'USDC');
    const { btc_usdc: btc = 0, eth_usdc: eth = 0 } = summary.estimated_liquidation_ratio_map;
    expect(btc).toBeGreaterThan(0);
    expect(eth).toBeGreaterThan(0);
    expect(summary.estimated_liquidation_ratio).toBeGreaterThan(Math.max(btc, eth));
  });

  test('short options are priced anew: their margin brings the end nearer', () => {
    const { exchange, account, give } = open({ BTC: 3, ETH: 0, USDC: 0 });
    give('BTC-PERPETUAL', -400_000, 9_740_000);
    const without = summaryOf(exchange, account, 'BTC').estimated_liquidation_ratio;
    const call = exchange.instruments.find(
      ({ option, base, linear }) => option?.type === 'call' && base === 'BTC' && !linear,
    );
    give(call?.name ?? '', -20, 200);
    const ratio = summaryOf(exchange, account, 'BTC').estimated_liquidation_ratio;
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(without);
  });

  test('0 without futures, 1 when the margin is gone already', () => {
    const { exchange, account, give } = open({ BTC: 0.01, ETH: 0, USDC: 0 });
    expect(summaryOf(exchange, account, 'BTC').estimated_liquidation_ratio).toBe(0);
    give('BTC-PERPETUAL', 1_000_000, 9_800_000);
    expect(summaryOf(exchange, account, 'BTC').estimated_liquidation_ratio).toBe(1);
  });
});
