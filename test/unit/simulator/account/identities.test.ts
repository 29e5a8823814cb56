import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Account } from '../../../../simulator/account/account.ts';
import { currencySummary } from '../../../../simulator/account/summary.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { placeOrder } from '../../../../simulator/engine/placement.ts';
import { priceNumber } from '../../../../simulator/market/instrument.ts';

const START_MS = Date.UTC(2026, 10, 18, 7, 50);

function openExchange(seed: number) {
  const exchange = new Exchange(seed, START_MS);
  const account = new Account(1, START_MS, { BTC: 12.4, ETH: 150, USDC: 100_000 }, START_MS);
  exchange.accounts.push(account);
  return { exchange, account };
}

/** A decimal of at most eight places as an integer of 1e-8, so that sums compare exactly. */
function units(value: unknown): number {
  return Math.round(Number(value) * 1e8);
}

const action = fc.record({
  instrument: fc.nat({ max: 89 }),
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
        const instrument = exchange.instruments[step.instrument];
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
        for (const currency of ['BTC', 'ETH']) {
          expect(brokenIdentities(currencySummary(exchange, account, currency, false))).toEqual([]);
        }
      }
    }),
    { numRuns: 60 },
  );
});

/** Names of the identities of facts, section 10, that a summary does not obey to the last digit. */
function brokenIdentities(summary: Readonly<Record<string, unknown>>): string[] {
  const of = (name: string) => units(summary[name]);
  const raw = Object.values(summary['delta_total_map'] as Record<string, number>)[0];
  const identities: Record<string, boolean> = {
    session_upl: of('session_upl') === of('futures_session_upl') + of('options_session_upl'),
    session_rpl: of('session_rpl') === of('futures_session_rpl') + of('options_session_rpl'),
    total_pl: of('total_pl') === of('futures_pl') + of('options_pl'),
    margin_balance: of('margin_balance') === of('balance') + of('futures_session_upl') + of('futures_session_rpl'),
    equity: of('equity') === of('margin_balance') + of('options_value'),
    available_funds: of('available_funds') === Math.max(0, of('margin_balance') - of('initial_margin')),
    available_withdrawal_funds: of('available_withdrawal_funds') <= Math.max(0, of('balance') - of('initial_margin')),
    delta_total: of('delta_total') === units(raw) - of('options_value'),
  };
  return Object.keys(identities).filter((name) => identities[name] !== true);
}

test('settlement moves the futures profit into the balance and changes no equity', () => {
  const { exchange, account } = openExchange(3);
  account.grant(exchange.instruments[0] ?? fail(), 500_000, 9_500_000, 0n);
  const settleMs = Date.UTC(2026, 10, 18, 8);
  exchange.advance(settleMs - 250);
  const before = currencySummary(exchange, account, 'BTC', false);
  expect(before.futures_session_upl).not.toBe(0);
  exchange.advance(settleMs);
  const after = currencySummary(exchange, account, 'BTC', false);
  expect(after.futures_session_upl).toBe(0);
  expect(after.futures_session_rpl).toBe(0);
  expect(units(after.balance)).toBe(units(after.margin_balance));
  expect(Math.abs(after.equity - before.equity)).toBeLessThan(0.01);
  expect(after.futures_pl).not.toBe(0);
});

function fail(): never {
  throw new Error('nothing is listed');
}
