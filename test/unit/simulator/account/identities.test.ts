import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FeeSchedule } from '../../../../simulator/account/fees.ts';
import { brokenIdentities, lostOrFound, summariesOf, summaryOf, units, wealth } from './ledger.ts';
import { drawArbitrary, openExchange, placeDrawn } from './trading.ts';
import { propertyRuns, repetitions } from '../../../support/repetitions.ts';

/** Before the averaging of a day of many expiries: the last Friday of a month. */
const START_MS = Date.UTC(2026, 10, 27, 7, 15);
const SETTLE_MS = Date.UTC(2026, 10, 27, 8);

const SCHEDULE: FeeSchedule = {
  btc_usd: {
    option: { default: { type: 'relative', taker: 0.625, maker: 0.625 }, block_trade: 0.625 },
    perpetual: { default: { type: 'fixed', taker: 0.00035, maker: -0.0001 }, block_trade: 0.3 },
  },
  eth_usdc: { perpetual: { default: { type: 'relative', taker: 0.5, maker: -0.2 }, block_trade: 1 } },
};

test('after every event the identities hold and no money is lost or found: orders, moves, settlement, expiry', () => {
  let [accepted, traded] = [0, 0];
  const met = new Set<string>();
  fc.assert(
    fc.property(
      fc.nat({ max: 1e6 }),
      fc.boolean(),
      fc.array(fc.tuple(drawArbitrary, fc.integer({ min: 0, max: 400_000 })), { minLength: 10, maxLength: 30 }),
      (seed, isCross, events) => {
        const { exchange, main } = openExchange(seed, START_MS);
        main.feeSchedule = SCHEDULE;
        if (isCross) main.marginModel = 'cross_sm';
        const start = wealth(exchange);
        let nowMs = START_MS;
        for (const [draw, waitMs] of events) {
          nowMs += waitMs;
          exchange.advance(nowMs);
          const placed = placeDrawn(exchange, draw, nowMs);
          if (placed.ok) {
            accepted += 1;
            met.add(`${draw.what} ${draw.what === 'linked' ? draw.linkedOrderType : draw.timeInForce}`);
            traded += placed.value.trades.length;
          }
          expect(lostOrFound(exchange, start)).toEqual([]);
          for (const account of exchange.accounts) {
            for (const summary of summariesOf(exchange, account)) {
              expect(brokenIdentities(summary, exchange.timeMs)).toEqual([]);
            }
          }
        }
        exchange.advance(SETTLE_MS + 10_000);
        expect(lostOrFound(exchange, start)).toEqual([]);
        for (const rounding of exchange.clearing.roundings.values()) expect(Math.abs(rounding)).toBeLessThan(100);
      },
    ),
    propertyRuns(40, 10),
  );
  expect(accepted).toBeGreaterThan(repetitions(200, 50));
  expect(traded).toBeGreaterThan(repetitions(100, 25));
  const kinds = ['limit', 'market', 'market_limit', 'iceberg', 'trigger', 'trailing', 'linked', 'advanced'];
  expect(kinds.filter((kind) => ![...met].some((known) => known.startsWith(`${kind} `)))).toEqual([]);
  expect([...met].filter((known) => known.startsWith('linked '))).toHaveLength(3);
  expect([...met].some((known) => known.endsWith(' fill_or_kill'))).toBe(true);
});

test('settlement moves the futures profit and the funding into the balance and changes no margin balance', () => {
  const { exchange, main } = openExchange(3, START_MS);
  exchange.advance(SETTLE_MS - 250);
  const before = summaryOf(exchange, main, 'BTC');
  expect(before.futures_session_upl).not.toBe(0);
  expect(before.futures_session_rpl).not.toBe(0);
  exchange.advance(SETTLE_MS);
  const after = summaryOf(exchange, main, 'BTC');
  expect(after.futures_session_upl).toBe(0);
  expect(after.session_rpl).toBe(0);
  expect(units(after.balance)).toBe(units(after.margin_balance));
  expect(Math.abs(after.margin_balance - before.margin_balance)).toBeLessThan(0.01);
  expect(after.futures_pl).not.toBe(0);
});

test('at the same prices a settlement changes the margin balance by nothing at all', () => {
  const { exchange, main } = openExchange(4, START_MS, 'empty');
  const perpetual = exchange.venue('BTC-PERPETUAL')?.instrument;
  if (perpetual === undefined) throw new Error('no perpetual');
  exchange.clearing.grant(main, perpetual, 500_000, 9_500_000, exchange.funding.standsAt(perpetual));
  exchange.advance(SETTLE_MS);
  const settled = summaryOf(exchange, main, 'BTC');
  const expected = 12.4 + 500_000 / 95_000 - 500_000 / exchange.mark(perpetual).price;
  const funding = settled.balance - expected;
  // Forty-five minutes of funding at half a percent for eight hours at the most.
  expect(Math.abs(funding)).toBeLessThan((500_000 / 95_000) * 0.005 * (0.75 / 8));
  expect(settled.margin_balance).toBe(settled.balance);
});
