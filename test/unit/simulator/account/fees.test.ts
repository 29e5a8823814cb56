import { expect, test } from 'vitest';
import { feeRate, feeUnits, type Liquidity } from '../../../../simulator/account/fees.ts';
import { applyTrade, emptyPosition, toMoneyUnits, valuePosition } from '../../../../simulator/account/position.ts';
import type { Instrument } from '../../../../simulator/market/instrument.ts';
import { listInstruments } from '../../../../simulator/market/listing.ts';

const LISTED = listInstruments(Date.UTC(2026, 10, 21), (base) => (base === 'BTC' ? 97_400 : 3618));

function named(name: string): Instrument {
  const found = LISTED.find((instrument) => instrument.name === name);
  if (found === undefined) throw new Error(`no instrument ${name}`);
  return found;
}

/** The fee of a trade at the instrument's own commission, 1e-8. */
function plainFee(instrument: Instrument, amountUnits: number, priceUnits: number, liquidity: Liquidity): number {
  const basis = { instrument, amountUnits, priceUnits, indexPrice: 97_400 };
  return feeUnits(basis, feeRate({}, instrument, liquidity, false));
}

const PERPETUAL = named('BTC-PERPETUAL');
const OPTION = named('BTC-26MAR27-100000-C');

test('an inverse future pays amount over price times rate', () => {
  const perpetual = { ...PERPETUAL, takerFee: 75_000 };
  expect(plainFee(perpetual, 21, 20_280, 'T')).toBe(7766);
  expect(plainFee(PERPETUAL, 100_000, 10_000_000, 'M')).toBe(15_000);
});

test('an option pays 0.0003 a coin, and never more than an eighth of its price', () => {
  expect(plainFee(OPTION, 10, 500, 'T')).toBe(30_000);
  expect(plainFee(OPTION, 10, 24, 'T')).toBe(30_000);
  expect(plainFee(OPTION, 10, 8, 'T')).toBe(10_000);
  expect(plainFee(OPTION, 1, 1, 'M')).toBe(125);
});

test('the profit of an inverse position is size times the difference of the reciprocals', () => {
  const position = emptyPosition(PERPETUAL);
  applyTrade(position, 185_160, 1_500_000);
  expect(valuePosition(position, 1_739_100).entryProfit).toBe(169_711_368);
  expect(toMoneyUnits(applyTrade(position, -185_160, 1_739_100).entryProfit)).toBe(169_711_368);
  expect(position).toMatchObject({ sizeUnits: 0, entryCost: 0n, sessionCost: 0n });
});

test('a trade through zero closes the old side and opens the new at its own price', () => {
  const position = emptyPosition(OPTION);
  applyTrade(position, 20, 500);
  expect(applyTrade(position, -50, 700)).toEqual({ sessionProfit: 4n * 10n ** 16n, entryProfit: 4n * 10n ** 16n });
  expect(position.sizeUnits).toBe(-30);
  expect(valuePosition(position, 600)).toEqual({
    value: -18_000_000,
    entryProfit: 3_000_000,
    sessionProfit: 3_000_000,
  });
});
