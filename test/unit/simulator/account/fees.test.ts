import { describe, expect, test } from 'vitest';
import { comboFees, feeRate, feeUnits, type FeeSchedule, type Liquidity } from '../../../../simulator/account/fees.ts';
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
  expect(valuePosition(position, 600)).toMatchObject({
    value: -18_000_000,
    entryProfit: 3_000_000,
    sessionProfit: 3_000_000,
  });
});

/** The fee of a trade by a schedule, 1e-8. */
function discounted(schedule: FeeSchedule, instrument: Instrument, price: number, liquidity: Liquidity, block = false) {
  const basis = { instrument, amountUnits: 100_000, priceUnits: price, indexPrice: 97_400 };
  return feeUnits(basis, feeRate(schedule, instrument, liquidity, block));
}

describe('discounts of the fees object', () => {
  const schedule: FeeSchedule = {
    btc_usd: {
      perpetual: { default: { type: 'relative', taker: 0.625, maker: 0.5 }, block_trade: 0.4 },
      option: { default: { type: 'fixed', taker: 0.0001, maker: -0.0001 }, block_trade: 1 },
    },
  };

  test('relative is a part of the instrument fee', () => {
    expect(discounted(schedule, PERPETUAL, 10_000_000, 'T')).toBe(0.625 * 35_000);
    expect(discounted(schedule, PERPETUAL, 10_000_000, 'M')).toBe(0.5 * 15_000);
  });

  test('fixed is the rate itself, and may be a rebate', () => {
    expect(discounted(schedule, OPTION, 500, 'T')).toBe(1e8);
    expect(discounted(schedule, OPTION, 500, 'M')).toBe(-1e8);
  });

  test('a block trade pays the block commission times its own factor, made or taken', () => {
    expect(discounted(schedule, PERPETUAL, 10_000_000, 'T', true)).toBe(0.4 * 25_000);
    expect(discounted(schedule, PERPETUAL, 10_000_000, 'M', true)).toBe(0.4 * 25_000);
    expect(discounted({}, PERPETUAL, 10_000_000, 'M', true)).toBe(25_000);
  });

  test('what is not named pays the commission of the instrument', () => {
    expect(discounted(schedule, named('ETH-PERPETUAL'), 10_000_000, 'T')).toBe(35_000);
  });
});

describe('what is paid in USDC', () => {
  test('a linear future pays its rate of the value', () => {
    const perpetual = named('BTC_USDC-PERPETUAL');
    // 2 BTC at 100 000 USDC at 0.035 %: 70 USDC.
    expect(plainFee(perpetual, 20_000, 10_000_000, 'T')).toBe(70 * 1e8);
  });

  test('a linear option pays its rate of the index, and never more than an eighth of its price', () => {
    const option = LISTED.find(({ linear, base, option: terms }) => linear && base === 'BTC' && terms !== null);
    if (option === undefined) throw new Error('no linear option');
    // 1 BTC at an index of 97 400: 29.22 USDC; of a price of 40 USDC no more than 5.
    expect(plainFee(option, 100, 100_000, 'T')).toBe(29.22 * 1e8);
    expect(plainFee(option, 100, 4000, 'T')).toBe(5 * 1e8);
  });

  test('spot costs nothing', () => {
    expect(plainFee(named('BTC_USDC'), 10_000, 9_740_000, 'T')).toBe(0);
  });
});

describe('the legs of a combo', () => {
  const leg = (instrument: Instrument, isBought: boolean, fee: number) => ({ instrument, isBought, fee });

  test('of options bought and sold the cheaper side is free', () => {
    expect(comboFees([leg(OPTION, true, 300), leg(OPTION, false, 200)], 'T')).toEqual([300, 0]);
    expect(comboFees([leg(OPTION, true, 300), leg(OPTION, true, 200)], 'T')).toEqual([300, 200]);
  });

  test('of a spread of futures the cheaper leg of a taker pays half', () => {
    const spread = [leg(PERPETUAL, true, 300), leg(PERPETUAL, false, 200)];
    expect(comboFees(spread, 'T')).toEqual([300, 100]);
    expect(comboFees(spread, 'M')).toEqual([300, 200]);
  });
});
