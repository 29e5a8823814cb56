import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Account } from '../../../../simulator/account/account.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { placeOrder } from '../../../../simulator/engine/placement.ts';
import { priceNumber } from '../../../../simulator/market/instrument.ts';
import { brokenIdentities, summaryOf, units } from './ledger.ts';

const START_MS = Date.UTC(2026, 10, 18, 7, 50);

function openExchange(seed: number) {
  const exchange = new Exchange(seed, START_MS);
  const account = new Account(1, START_MS, { BTC: 12.4, ETH: 150, USDC: 100_000 }, START_MS);
  exchange.accounts.push(account);
  return { exchange, account };
}

const action = fc.record({
  instrument: fc.nat({ max: 1200 }),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  type: fc.constantFrom('limit' as const, 'market' as const, 'market_limit' as const),
  steps: fc.integer({ min: 1, max: 300 }),
  away: fc.integer({ min: -3, max: 6 }),
  waitMs: fc.integer({ min: 0, max: 900_000 }),
});

test('the identities of the summary hold after any orders, settlement among them', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e6 }), fc.array(action, { minLength: 5, maxLength: 25 }), (seed, actions) => {
      const { exchange, account } = openExchange(seed);
      let nowMs = START_MS;
      for (const step of actions) {
        nowMs += step.waitMs;
        exchange.advance(nowMs);
        const instrument = exchange.instruments[step.instrument % exchange.instruments.length];
        const venue = instrument === undefined ? undefined : exchange.venue(instrument.name);
        if (instrument === undefined || venue === undefined) throw new Error('no such instrument');
        const best = venue.book.best(step.side === 'sell' ? 'buy' : 'sell');
        const tick = instrument.kind === 'option' ? 5 : instrument.tickUnits;
        const base = Math.round((best?.priceUnits ?? 100) / tick) * tick;
        const price = priceNumber(instrument, Math.max(tick, base + step.away * tick));
        const placed = placeOrder(
          exchange,
          account,
          {
            side: step.side,
            instrumentName: instrument.name,
            type: step.type,
            timeInForce: 'good_til_cancelled',
            amount: (instrument.stepUnits * step.steps) / 10 ** instrument.amountPlaces,
            contracts: undefined,
            price: step.type === 'limit' ? price : undefined,
            label: '',
            postOnly: false,
            rejectPostOnly: false,
            reduceOnly: false,
            validUntilMs: undefined,
          },
          nowMs,
        );
        if (placed.ok) expect(placed.value.order.filledUnits).toBeLessThanOrEqual(placed.value.order.amountUnits);
        for (const currency of ['BTC', 'ETH', 'USDC']) {
          expect(brokenIdentities(summaryOf(exchange, account, currency), nowMs)).toEqual([]);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('settlement moves the futures profit into the balance and changes no equity', () => {
  const { exchange, account } = openExchange(3);
  account.grant(exchange.instruments[0] ?? fail(), 500_000, 9_500_000, 0n);
  const settleMs = Date.UTC(2026, 10, 18, 8);
  exchange.advance(settleMs - 250);
  const before = summaryOf(exchange, account, 'BTC');
  expect(before.futures_session_upl).not.toBe(0);
  exchange.advance(settleMs);
  const after = summaryOf(exchange, account, 'BTC');
  expect(after.futures_session_upl).toBe(0);
  expect(after.futures_session_rpl).toBe(0);
  expect(units(after.balance)).toBe(units(after.margin_balance));
  expect(Math.abs(after.equity - before.equity)).toBeLessThan(0.01);
  expect(after.futures_pl).not.toBe(0);
});

function fail(): never {
  throw new Error('nothing is listed');
}
