import { expect, test } from 'vitest';
import { Account } from '../../../../simulator/account/account.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import type { Instrument } from '../../../../simulator/market/instrument.ts';
import { units } from '../account/ledger.ts';

/** The last Friday of a month: a future and options expire. */
const START_MS = Date.UTC(2026, 10, 27, 7);
const SETTLE_MS = Date.UTC(2026, 10, 27, 8);

function delivered(
  find: (instrument: Instrument) => boolean,
  steps: number,
  priceUnits: (exchange: Exchange) => number,
) {
  const exchange = new Exchange(14, START_MS);
  const account = new Account(1, START_MS, { BTC: 10, ETH: 0, USDC: 100_000 }, START_MS);
  exchange.accounts.push(account);
  const instrument = exchange.instruments.find(
    (known) => known.expiryMs === SETTLE_MS && known.base === 'BTC' && find(known),
  );
  if (instrument === undefined) throw new Error('nothing expires');
  const entry = priceUnits(exchange);
  exchange.clearing.grant(account, instrument, steps * instrument.stepUnits, entry, 0n);
  exchange.advance(SETTLE_MS);
  const price = exchange.model.deliveryPrice(instrument.indexName);
  const gain = account.cashUnits(instrument.settlement) - (instrument.settlement === 'BTC' ? 10e8 : 100_000e8);
  expect(account.positions.has(instrument)).toBe(false);
  return { exchange, instrument, price, gain, fee: exchange.clearing.fees.get(instrument.settlement) };
}

test('an expired future is paid at the delivery price, the average of the index, less half the taker fee', () => {
  const { price, gain, fee } = delivered(
    ({ kind, legs }) => kind === 'future' && legs.length === 0,
    10_000,
    () => 9_700_000,
  );
  const expectedFee = units((100_000 / price) * 0.000175);
  expect(fee).toBe(expectedFee);
  expect(Math.abs(gain - (units(100_000 / 97_000 - 100_000 / price) - expectedFee))).toBeLessThanOrEqual(2);
});

test.each([
  ['long', 10],
  ['short', -10],
])('an expired option in the money pays its intrinsic value and a fee: %s', (_side, steps) => {
  const { instrument, price, gain, fee } = delivered(
    ({ option, linear }) => option?.type === 'call' && !linear && option.strike < 93_000,
    steps,
    () => 500,
  );
  const intrinsic = (price - (instrument.option?.strike ?? 0)) / price;
  expect(fee).toBe(units(0.00015));
  expect(gain).toBe(units((intrinsic * steps) / 10) - units(0.00015));
});

test('the delivery fee of an option is an eighth of its payout at most: one that ends worthless costs nothing', () => {
  const worthless = delivered(
    ({ option, linear }) => option?.type === 'put' && !linear && option.strike < 93_000,
    -10,
    () => 5,
  );
  expect(worthless).toMatchObject({ gain: 0, fee: 0 });
});
