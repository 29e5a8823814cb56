import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancelMatching } from '../../../../simulator/engine/orders/cancellation.ts';
import { Random } from '../../../../simulator/random.ts';
import { brokenIdentities, lostOrFound, summariesOf, wealth } from './ledger.ts';
import { drawArbitrary, openExchange, placeDrawn } from './trading.ts';
import { repetitions } from '../../../support/repetitions.ts';

/** The last Friday of a month: options of the day, the week and the month, and a future, expire. */
const SETTLEMENT_MS = Date.UTC(2026, 10, 27, 8);
const HOURS = repetitions(24, 2);
const MINUTES = HOURS * 60;
/** In a whole day settlement comes after 20 hours, in a short one halfway. */
const START_MS = SETTLEMENT_MS - repetitions(20, 1) * 3_600_000;
const OPEN_ORDERS = 2;
const WAITING_ORDERS = 1;

/** What is wrong with the books where accounts have orders. */
function brokenBooks(exchange: ReturnType<typeof openExchange>['exchange']): string[] {
  const broken: string[] = [];
  for (const venue of exchange.venues()) {
    if (venue.userOrders.size === 0) continue;
    const [bid] = venue.book.side('buy');
    const [ask] = venue.book.side('sell');
    if (bid !== undefined && ask !== undefined && bid.priceUnits >= ask.priceUnits) broken.push(venue.instrument.name);
    for (const order of venue.userOrders) {
      if (order.state !== 'open' || order.filledUnits >= order.amountUnits) broken.push(order.id);
    }
  }
  return broken;
}

test(`${HOURS} simulated hours with settlement, expiry and funding, every invariant checked every minute`, () => {
  const { exchange, main } = openExchange(11, START_MS);
  for (const account of exchange.accounts.slice(2)) account.marginModel = 'cross_sm';
  const expiring = exchange.instruments.filter(({ expiryMs, legs }) => expiryMs === SETTLEMENT_MS && legs.length === 0);
  for (const [at, instrument] of expiring.entries()) {
    const size = (at % 2 === 0 ? 1 : -1) * instrument.stepUnits;
    const price = Math.max(instrument.tickUnits, exchange.markUnits(instrument));
    exchange.clearing.grant(main, instrument, size, price, 0n);
  }
  const start = wealth(exchange);
  const random = new Random(11, 99);
  const draws = fc.sample(drawArbitrary, { numRuns: 2 * MINUTES, seed: 11 });
  let [trades, settled, funded] = [0, 0, 0n];
  const kinds = new Set<string>();
  let nowMs = START_MS;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    // Just over a minute: the market makes coarser steps then.
    nowMs += 60_250;
    const before = exchange.timeMs;
    exchange.advance(nowMs);
    if (before < SETTLEMENT_MS && exchange.timeMs >= SETTLEMENT_MS) settled += 1;
    for (const draw of [draws[2 * minute], draws[2 * minute + 1]]) {
      if (draw === undefined) continue;
      const placed = placeDrawn(exchange, draw, nowMs);
      if (!placed.ok) continue;
      trades += placed.value.trades.length;
      kinds.add(draw.what);
    }
    for (const account of exchange.accounts) {
      for (const [orders, most] of [
        [account.openOrders, OPEN_ORDERS],
        [account.waitingOrders, WAITING_ORDERS],
      ] as const) {
        while (orders.size > most) {
          const order = [...orders][random.integer(0, orders.size - 1)];
          cancelMatching(exchange, account, (known) => known === order, nowMs);
        }
      }
      for (const position of account.positions.values()) funded += position.realisedFunding;
      for (const summary of summariesOf(exchange, account)) {
        const broken = brokenIdentities(summary, exchange.timeMs);
        if (broken.length > 0)
          throw new Error(`minute ${minute}, ${account.id} ${summary.currency}: ${broken.join(', ')}`);
      }
    }
    const lost = lostOrFound(exchange, start);
    if (lost.length > 0) throw new Error(`minute ${minute}: ${lost.join(', ')} lost or found`);
    const books = brokenBooks(exchange);
    if (books.length > 0) throw new Error(`minute ${minute}: ${books.join(', ')}`);
  }
  expect(settled).toBe(1);
  expect(kinds.size).toBe(8);
  expect(trades).toBeGreaterThan(MINUTES / 3);
  expect(funded).not.toBe(0n);
  expect(new Set(expiring.map(({ settlement, kind }) => `${settlement} ${kind}`)).size).toBeGreaterThanOrEqual(4);
  for (const units of exchange.clearing.roundings.values()) expect(Math.abs(units)).toBeLessThan(300);
  for (const account of exchange.accounts) {
    for (const { instrument } of account.positions.values())
      expect(instrument.expiryMs).toBeGreaterThan(exchange.timeMs);
  }
});
