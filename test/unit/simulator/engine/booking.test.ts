import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../../simulator/account/account.ts';
import { splitFill } from '../../../../simulator/engine/booking.ts';
import type { Exchange } from '../../../../simulator/engine/exchange.ts';
import { isCombo, type Instrument } from '../../../../simulator/market/instrument.ts';
import { summaryOf, units } from '../account/ledger.ts';
import { OrderDesk } from './order-desk.ts';

let desk: OrderDesk;
let exchange: Exchange;
let account: Account;
beforeEach(() => {
  desk = new OrderDesk(12);
  exchange = desk.exchange;
  account = desk.accounts[0];
});

function combos(kind: 'future_combo' | 'option_combo'): Instrument[] {
  return exchange.instruments.filter((instrument) => isCombo(instrument) && instrument.kind === kind);
}

describe('a combo trades in its legs', () => {
  test('legs are priced so that they add up to the price of the combo, and none below nothing', () => {
    const listed = [...combos('future_combo'), ...combos('option_combo')];
    expect(listed.length).toBeGreaterThan(10);
    fc.assert(
      fc.property(fc.nat({ max: listed.length - 1 }), fc.integer({ min: -40, max: 40 }), (at, away) => {
        const combo = listed[at];
        if (combo === undefined) throw new Error('no combo');
        // The least that the structure can cost is what its sold legs are worth when the bought ones are worth nothing.
        const price = exchange.markUnits(combo) + away * combo.tickUnits;
        const isDebit = combo.legs.every((leg) => leg.ratio > 0);
        const wanted = isDebit ? Math.max(1, price) : price;
        const legs = splitFill(exchange, combo, 10, wanted);
        const sum = legs.reduce((total, leg) => total + (leg.signedUnits / 10) * leg.priceUnits, 0);
        expect(sum).toBe(wanted);
        for (const leg of legs) expect(leg.priceUnits).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test.each(['future_combo', 'option_combo'] as const)('%s: the combo is a trade and so is each leg', (kind) => {
    const combo = combos(kind)[0];
    if (combo === undefined) throw new Error('no combo');
    const before = account.trades.length;
    const placed = desk.place(account, {
      instrumentName: combo.name,
      side: 'buy',
      type: 'market',
      amount: Number(combo.fields['min_trade_amount']),
      timeInForce: 'immediate_or_cancel',
    });
    if (!placed.ok) throw new Error(JSON.stringify(placed.error));
    expect(placed.value.trades).toHaveLength(1);
    const [trade] = placed.value.trades;
    const kept = account.trades.slice(before).map(({ record }) => record);
    expect(kept).toHaveLength(1 + combo.legs.length);
    expect(kept[0]).toBe(trade);
    expect(trade).toMatchObject({ instrument_name: combo.name, combo_id: combo.name, legs: kept.slice(1) });
    expect(new Set(kept.map((record) => record['trade_id'])).size).toBe(kept.length);
    for (const [at, leg] of combo.legs.entries()) {
      expect(kept[at + 1]).toMatchObject({
        instrument_name: leg.instrument.name,
        direction: leg.ratio > 0 ? 'buy' : 'sell',
        combo_id: combo.name,
        combo_trade_id: trade?.['trade_id'],
      });
      expect(Math.sign(account.sizeUnits(leg.instrument))).toBe(Math.sign(leg.ratio));
    }
    expect(account.sizeUnits(combo)).toBe(0);
    const legFees = kept.slice(1).reduce((sum, record) => sum + units(record['fee']), 0);
    expect(units(trade?.['fee'])).toBe(legFees);
  });
});

describe('spot', () => {
  test('a purchase moves cash between the two currencies and nothing else', () => {
    const [btc, usdc] = [account.cashUnits('BTC'), account.cashUnits('USDC')];
    const order = desk.placed(account, {
      instrumentName: 'BTC_USDC',
      side: 'buy',
      type: 'market',
      amount: 0.5,
      timeInForce: 'immediate_or_cancel',
    });
    const [trade] = account.trades;
    const filled = order.filledUnits / 1e4;
    expect(filled).toBeGreaterThan(0);
    const paid = account.trades.reduce(
      (sum, { record }) => sum + Number(record['price']) * Number(record['amount']),
      0,
    );
    expect(account.cashUnits('BTC') - btc).toBe(units(filled));
    expect(account.cashUnits('USDC') - usdc).toBe(-units(paid));
    expect(account.positions.size).toBe(0);
    expect(trade?.record).toMatchObject({ profit_loss: null, fee: 0 });
  });

  test('an open order reserves what it would pay; what is not there is refused by the name of its currency', () => {
    const ask = desk.best('sell', 'BTC_USDC');
    const price = Math.round(ask * 1.01);
    desk.placed(account, { instrumentName: 'BTC_USDC', side: 'sell', amount: 2, price });
    const bid = Math.round(desk.best('buy', 'BTC_USDC') * 0.99);
    desk.placed(account, { instrumentName: 'BTC_USDC', side: 'buy', amount: 3, price: bid });
    const coins = summaryOf(exchange, account, 'BTC');
    expect(coins).toMatchObject({ spot_reserve: 2, initial_margin: 2, maintenance_margin: 0 });
    expect(coins.available_funds).toBe(coins.balance - 2);
    expect(summaryOf(exchange, account, 'USDC').spot_reserve).toBe(3 * bid);
    expect(desk.place(account, { instrumentName: 'BTC_USDC', side: 'sell', amount: 48.5, price })).toMatchObject({
      error: { code: 10_039, message: 'not_enough_funds_in_currency BTC' },
    });
    expect(desk.place(account, { instrumentName: 'BTC_USDC', side: 'buy', amount: 12, price: bid })).toMatchObject({
      error: { code: 10_039, message: 'not_enough_funds_in_currency USDC' },
    });
  });
});

test('an order to buy options reserves its premium, part of the initial margin', () => {
  const call = exchange.instruments.find(
    ({ option, base, linear, expiryMs }) =>
      option?.type === 'call' && base === 'BTC' && !linear && expiryMs > Date.UTC(2026, 11, 20),
  );
  if (call === undefined) throw new Error('no call');
  const price = desk.best('buy', call.name);
  desk.placed(account, { instrumentName: call.name, side: 'buy', amount: 10, price });
  const summary = summaryOf(exchange, account, 'BTC');
  expect(summary.additional_reserve).toBeCloseTo(10 * price, 8);
  expect(summary.initial_margin).toBe(summary.additional_reserve);
  expect(summary.maintenance_margin).toBe(0);
});
