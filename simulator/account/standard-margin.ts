import type { Coin, Instrument } from '../market/instrument.ts';
import type { Mark } from '../market/model.ts';

/** Initial and maintenance margin, in what the instrument settles in. */
export interface Margin {
  readonly initial: number;
  readonly maintenance: number;
}

/**
 * Rates of futures, as parts of the value, and the increase a coin (facts, "Standard margin"). XRP isn't listed: SOL's
 * rates, by value.
 */
const RATES: Record<Coin, { readonly initial: number; readonly maintenance: number; readonly perCoin: number }> = {
  BTC: { initial: 0.02, maintenance: 0.01, perCoin: 0.00005 },
  ETH: { initial: 0.02, maintenance: 0.01, perCoin: 0.000004 },
  SOL: { initial: 0.04, maintenance: 0.02, perCoin: 0.000005 },
  XRP: { initial: 0.04, maintenance: 0.02, perCoin: 0.00000006 },
};

const NONE: Margin = { initial: 0, maintenance: 0 };

/**
 * Standard margin of `amount` (signed, amount unit) of a future or option (facts, section 10). Long options need only
 * their premium.
 */
export function marginOfHolding(instrument: Instrument, amount: number, mark: Mark): Margin {
  if (amount === 0) return NONE;
  if (instrument.option === null || mark.option === null) return marginOfFuture(instrument, Math.abs(amount), mark);
  if (amount > 0) return NONE;
  const each = instrument.linear ? shortLinearOption(instrument, mark) : shortInverseOption(instrument, mark);
  return { initial: each.initial * -amount, maintenance: each.maintenance * -amount };
}

function marginOfFuture(instrument: Instrument, size: number, mark: Mark): Margin {
  const { initial, maintenance, perCoin } = RATES[instrument.base];
  const coins = instrument.linear ? size : size / mark.price;
  const value = instrument.linear ? size * mark.price : coins;
  return { initial: value * (initial + coins * perCoin), maintenance: value * (maintenance + coins * perCoin) };
}

/** How far an option is out of the money, as a part of its underlying. */
function outOfMoney(instrument: Instrument, underlying: number): number {
  if (instrument.option === null) return 0;
  const { type, strike } = instrument.option;
  return Math.max(0, type === 'call' ? strike - underlying : underlying - strike) / underlying;
}

function shortInverseOption(instrument: Instrument, mark: Mark): Margin {
  const isCall = instrument.option?.type === 'call';
  const base = Math.max(0.15 - outOfMoney(instrument, mark.option?.underlyingPrice ?? mark.indexPrice), 0.1);
  const maintenance = (isCall ? 0.075 : Math.max(0.075, 0.075 * mark.price)) + mark.price;
  const initial = base + mark.price;
  return { initial: isCall ? initial : Math.max(initial, maintenance), maintenance };
}

function shortLinearOption(instrument: Instrument, mark: Mark): Margin {
  const { indexPrice, price } = mark;
  const strike = instrument.option?.strike ?? 0;
  const part = 0.15 - outOfMoney(instrument, mark.option?.underlyingPrice ?? indexPrice);
  if (instrument.option?.type === 'call') {
    return { initial: Math.max(part, 0.1) * indexPrice + price, maintenance: 0.075 * indexPrice + price };
  }
  return {
    initial: Math.max(part * indexPrice, 0.1 * strike) + price,
    maintenance: 0.075 * Math.min(indexPrice, strike) + price,
  };
}
