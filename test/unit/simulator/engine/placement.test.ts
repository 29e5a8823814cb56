import { beforeEach, expect, test } from 'vitest';
import { Account } from '../../../../simulator/account/account.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { placeOrder, type OrderRequest } from '../../../../simulator/engine/orders/placement.ts';
import type { Venue } from '../../../../simulator/engine/venue.ts';
import { priceNumber } from '../../../../simulator/market/instrument.ts';

const START_MS = Date.UTC(2026, 10, 18, 12);
const BALANCES = { BTC: 12.4, ETH: 150, USDC: 100_000 };

let exchange: Exchange;
let account: Account;
let venue: Venue;
beforeEach(() => {
  exchange = new Exchange(5, START_MS);
  account = new Account(1, START_MS, BALANCES, START_MS);
  exchange.accounts.push(account);
  const found = exchange.venue('BTC-PERPETUAL');
  if (found === undefined) throw new Error('no perpetual');
  venue = found;
});

function place(from: Account, change: Partial<OrderRequest>) {
  return placeOrder(
    exchange,
    from,
    {
      side: 'sell',
      instrumentName: 'BTC-PERPETUAL',
      type: 'limit',
      timeInForce: 'good_til_cancelled',
      amount: 1000,
      contracts: undefined,
      price: undefined,
      label: '',
      postOnly: false,
      rejectPostOnly: false,
      reduceOnly: false,
      validUntilMs: undefined,
      ...change,
    },
    START_MS,
  );
}

/** The best ask's price on the wire, and the size there. */
function bestAsk() {
  const best = venue.book.best('sell');
  if (best === null) throw new Error('no ask');
  return { price: priceNumber(venue.instrument, best.priceUnits), amount: best.amountUnits };
}

test('an order that would meet one of its own account is refused whole', () => {
  const { price } = bestAsk();
  expect(place(account, { price: price - 0.5 })).toMatchObject({ ok: true });
  const created = exchange.ordersCreated;
  expect(place(account, { side: 'buy', price })).toMatchObject({ ok: false, error: { code: 10_003 } });
  expect(exchange.ordersCreated).toBe(created);
  expect(account.openOrders.size).toBe(1);
});

test('at one price the makers who were there first are filled first', () => {
  const { price, amount } = bestAsk();
  const other = new Account(2, START_MS, BALANCES, START_MS);
  expect(place(account, { price, label: 'behind' })).toMatchObject({ ok: true });
  expect(place(other, { side: 'buy', price, amount })).toMatchObject({ ok: true });
  expect([...account.openOrders][0]?.filledUnits).toBe(0);
  expect(place(other, { side: 'buy', price, amount: 400 })).toMatchObject({ ok: true });
  expect([...account.openOrders][0]?.filledUnits).toBe(400);
  expect(account.trades[0]?.record).toMatchObject({ liquidity: 'M', amount: 400, direction: 'sell', state: 'open' });
  expect(other.trades.at(-1)?.record).toMatchObject({ liquidity: 'T', amount: 400, direction: 'buy', state: 'filled' });
});

test('makers that quote anew stand behind an order that rested before them', () => {
  const { price } = bestAsk();
  expect(place(account, { price, label: 'first' })).toMatchObject({ ok: true });
  exchange.advance(START_MS + 250);
  const atPrice = venue.book.side('sell').filter((entry) => priceNumber(venue.instrument, entry.priceUnits) === price);
  if (account.openOrders.size > 0) expect(atPrice[0]?.order?.label).toBe('first');
  else expect(account.trades.length).toBeGreaterThan(0);
});

test('a refusal leaves book, account and ids as they were', () => {
  const before = JSON.stringify(venue.book.side('buy').map((entry) => [entry.priceUnits, entry.remainingUnits]));
  for (const change of [{ price: 0.3 }, { amount: 15, price: 97_000 }, { price: 97_000, validUntilMs: START_MS }]) {
    expect(place(account, change)).toMatchObject({ ok: false });
  }
  expect(place(account, { price: 97_000, amount: 900_000_000 })).toMatchObject({ ok: false, error: { code: 10_009 } });
  expect(exchange.ordersCreated).toBe(0);
  expect(account.recentOrders.size).toBe(0);
  expect(JSON.stringify(venue.book.side('buy').map((entry) => [entry.priceUnits, entry.remainingUnits]))).toBe(before);
});

test('an order that closes a position needs no further margin', () => {
  account.grant(venue.instrument, 900_000_000, 9_740_000, 0n);
  expect(place(account, { type: 'market', amount: 10 })).toMatchObject({ ok: true });
  expect(place(account, { side: 'buy', type: 'market', amount: 10 })).toMatchObject({ ok: false });
});
