import { describe, expect, test } from 'vitest';
import { Account } from '../../../../simulator/account/account.ts';
import { positionRecord } from '../../../../simulator/account/position-record.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { summaryOf } from '../account/ledger.ts';

const START_MS = Date.UTC(2026, 10, 18, 12);
const SETTLE_MS = Date.UTC(2026, 10, 19, 8);

function holding(name: string, amountUnits: number) {
  const exchange = new Exchange(8, START_MS);
  const account = new Account(1, START_MS, { BTC: 100, ETH: 0, USDC: 1_000_000 }, START_MS);
  exchange.accounts.push(account);
  const instrument = exchange.venue(name)?.instrument;
  if (instrument === undefined) throw new Error(`no ${name}`);
  const fundingAt = exchange.funding.standsAt(instrument);
  exchange.clearing.grant(account, instrument, amountUnits, exchange.markUnits(instrument), fundingAt);
  return { exchange, account, instrument };
}

/** The rate of every step times the value held then, added up from outside: what a long of one step's value pays. */
function expectedFunding({ exchange, instrument }: ReturnType<typeof holding>, amount: number, hours: number): number {
  let [paid, interest] = [0, exchange.model.funding(instrument).interest];
  const endMs = exchange.timeMs + hours * 3_600_000;
  while (exchange.timeMs < endMs) {
    exchange.advance(exchange.timeMs + 250);
    const now = exchange.model.funding(instrument).interest;
    const { price } = exchange.mark(instrument);
    paid += (now - interest) * (instrument.linear ? amount * price : amount / price);
    interest = now;
  }
  return paid;
}

describe('funding accrues with every step: rate times position, longs pay when it is above zero', () => {
  test.each([
    ['BTC-PERPETUAL', 500_000, 500_000, 'BTC', 1],
    ['BTC-PERPETUAL', -500_000, -500_000, 'BTC', 1],
    ['BTC_USDC-PERPETUAL', 50_000, 5, 'USDC', 4],
  ] as const)('%s %d', (name, amountUnits, amount, currency, hours) => {
    const held = holding(name, amountUnits);
    const expected = expectedFunding(held, amount, hours);
    expect(expected).not.toBe(0);
    const summary = summaryOf(held.exchange, held.account, currency);
    expect(summary.futures_session_rpl).toBeCloseTo(-expected, 7);
    expect(summary.balance).toBe(currency === 'BTC' ? 100 : 1_000_000);
    const [position] = held.account.positions.values();
    if (position === undefined) throw new Error('no position');
    expect(positionRecord(held.exchange, held.account, position)).toMatchObject({
      realized_funding: expect.closeTo(-expected, 7) as number,
    });
  });

  test('what was paid before a trade does not change with it', () => {
    const { exchange, account, instrument } = holding('BTC-PERPETUAL', 500_000);
    exchange.advance(START_MS + 3_600_000);
    const paid = summaryOf(exchange, account, 'BTC').futures_session_rpl;
    const standsAt = exchange.funding.standsAt(instrument);
    exchange.clearing.grant(account, instrument, 4_000_000, exchange.markUnits(instrument), standsAt);
    expect(summaryOf(exchange, account, 'BTC').futures_session_rpl).toBeCloseTo(paid, 7);
  });

  test('at 08:00 UTC it becomes cash, once', () => {
    const held = holding('BTC-PERPETUAL', 500_000);
    const { exchange, account, instrument } = held;
    const entry = exchange.mark(instrument).price;
    exchange.advance(SETTLE_MS - 3_600_000);
    const before = -summaryOf(exchange, account, 'BTC').futures_session_rpl;
    const expected = before + expectedFunding(held, 500_000, 1);
    const gain = 500_000 / entry - 500_000 / exchange.mark(instrument).price;
    expect(exchange.timeMs).toBe(SETTLE_MS);
    const { balance, futures_session_rpl: rest } = summaryOf(exchange, account, 'BTC');
    expect(balance).toBeCloseTo(100 + gain - expected, 6);
    expect(rest).toBe(0);
    expect([...account.positions.values()][0]?.realisedFunding).toBe(0n);
  });
});
