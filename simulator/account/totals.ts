import type { Exchange } from '../engine/exchange.ts';
import { roundPlaces } from '../fixed.ts';
import { nextSettlement } from '../market/calendar.ts';
import { deltaDecay } from '../market/delivery.ts';
import { amountNumber } from '../market/instrument.ts';
import type { IndexName } from '../market/model.ts';
import type { Account, Currency } from './account.ts';
import { isReciprocal, valuePosition } from './position.ts';

/** What the positions on one price index add up to. */
export interface IndexTotals {
  /** Coin sizes of futures and Black-Scholes deltas of options, not adjusted for price. */
  delta: number;
  gamma: number;
  vega: number;
  theta: number;
}

/** Sums of an account's positions in a currency: money in 1e-8, deltas in that currency, vega and theta in USD. */
export interface Totals {
  futuresProfit: number;
  optionsProfit: number;
  optionsSession: number;
  optionsValue: number;
  optionsDelta: number;
  /** Net of option prices, now and after the next settlement. */
  deltaTotal: number;
  projectedDelta: number;
  readonly byIndex: Map<IndexName, IndexTotals>;
}

/** The totals of an account that holds nothing. */
export function emptyTotals(): Totals {
  return {
    futuresProfit: 0,
    optionsProfit: 0,
    optionsSession: 0,
    optionsValue: 0,
    optionsDelta: 0,
    deltaTotal: 0,
    projectedDelta: 0,
    byIndex: new Map(),
  };
}

/**
 * Totals of positions in a currency. Options count with net transaction delta (facts, section 10), USDC ones at dollar
 * worth; all fade near expiry.
 */
export function totalsOf(exchange: Exchange, account: Account, currency: Currency): Totals {
  const { timeMs } = exchange;
  const settlesMs = nextSettlement(timeMs);
  const sum = emptyTotals();
  for (const position of account.positions.values()) {
    const { instrument } = position;
    if (instrument.settlement !== currency || position.sizeUnits === 0) continue;
    const mark = exchange.mark(instrument);
    const valued = valuePosition(position, exchange.markUnits(instrument));
    const amount = amountNumber(instrument, position.sizeUnits);
    const decay = deltaDecay(instrument.expiryMs, timeMs);
    let index = sum.byIndex.get(instrument.indexName);
    if (index === undefined) {
      sum.byIndex.set(instrument.indexName, (index = { delta: 0, gamma: 0, vega: 0, theta: 0 }));
    }
    let net: number;
    if (mark.option === null) {
      sum.futuresProfit += valued.entryProfit;
      const coins = roundPlaces((isReciprocal(instrument) ? amount / mark.price : amount) * decay, 8);
      index.delta += coins;
      net = instrument.linear ? coins * mark.price : coins;
    } else {
      const { greeks } = mark.option;
      sum.optionsProfit += valued.entryProfit;
      sum.optionsSession += valued.sessionProfit;
      sum.optionsValue += valued.value;
      const delta = roundPlaces(amount * greeks.delta * decay, 8);
      net = instrument.linear ? delta * mark.option.underlyingPrice : delta - (valued.value * decay) / 1e8;
      sum.optionsDelta += net;
      index.delta += delta;
      index.gamma += amount * greeks.gamma;
      index.vega += amount * greeks.vega;
      index.theta += amount * greeks.theta;
    }
    sum.deltaTotal += net;
    if (instrument.expiryMs > settlesMs) sum.projectedDelta += net;
  }
  return sum;
}
