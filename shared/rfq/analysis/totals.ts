import { add, type DecimalString, isPositive, multiply, toNumber, ZERO, decimal } from '../../decimal.ts';
import { bestAsk, bestBid, isInverse, priceUnit } from '../../orders/facts.ts';
import { deltaLeft } from '../../service/delta-decay.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { Ticker } from '../../service/ticker.ts';
import { signedRatio, type StructureLeg } from '../structure.ts';
import { coinsOf, type PricedLeg } from './position.ts';

/** Prices of one unit of a structure: the sum of sign, ratio and leg price (facts, section 8, "Price unit"). */
export interface NetPrices {
  readonly bid: DecimalString | null;
  readonly ask: DecimalString | null;
  readonly mark: DecimalString | null;
}

const NO_PRICES: NetPrices = { bid: null, ask: null, mark: null };

function total(parts: readonly (DecimalString | null)[]): DecimalString | null {
  let sum = ZERO;
  for (const part of parts) {
    if (part === null) return null;
    sum = add(sum, part);
  }
  return sum;
}

/**
 * Net prices of one unit by the legs' books, both ways. A missing price leaves its sum missing; null for mixed units.
 */
export function netPrices(
  legs: readonly StructureLeg[],
  tickerOf: (instrumentName: string) => Ticker | null,
): NetPrices | null {
  const units = new Set(legs.map(({ instrument }) => priceUnit(instrument)));
  if (units.size > 1) return null;
  if (units.size === 0) return NO_PRICES;
  const sum = (price: (ticker: Ticker, isBought: boolean) => DecimalString | null) =>
    total(
      legs.map((leg) => {
        const ticker = tickerOf(leg.instrument.instrument_name);
        const found = ticker === null ? null : price(ticker, leg.direction === 'buy');
        return found === null ? null : multiply(found, decimal(signedRatio(leg)));
      }),
    );
  return {
    bid: sum((ticker, isBought) => (isBought ? bestBid(ticker) : bestAsk(ticker))?.price ?? null),
    ask: sum((ticker, isBought) => (isBought ? bestAsk(ticker) : bestBid(ticker))?.price ?? null),
    mark: sum((ticker) => ticker.mark_price ?? null),
  };
}

/** What so many of a structure cost and bring. */
export function scalePrices({ bid, ask, mark }: NetPrices, amount: DecimalString): NetPrices {
  const scale = (price: DecimalString | null) => (price === null ? null : multiply(price, amount));
  return { bid: scale(bid), ask: scale(ask), mark: scale(mark) };
}

/** Sensitivities of the whole position; null where a leg's are not known. Deltas in coins, the rest in USD as the ticker's. */
export interface PositionGreeks {
  /** Black-Scholes delta. */
  readonly delta: number | null;
  /** Net transaction delta: less the premium in coin, as the account counts it (facts, section 10). */
  readonly netDelta: number | null;
  readonly gamma: number | null;
  readonly vega: number | null;
  readonly theta: number | null;
}

/** Coins that a future stands for: the USD of an inverse one over its mark. Null without a mark. */
export function coinSize(instrument: Instrument, amount: DecimalString, ticker: Ticker | null): number | null {
  if (instrument.kind !== 'future' || !isInverse(instrument)) return toNumber(amount);
  const mark = ticker?.mark_price ?? null;
  return mark === null || !isPositive(mark) ? null : toNumber(amount) / toNumber(mark);
}

/** Of one leg at its full amount. */
export function legGreeks(leg: PricedLeg, nowMs: number): PositionGreeks {
  const { instrument, ticker } = leg;
  const sign = leg.direction === 'buy' ? 1 : -1;
  if (instrument.kind !== 'option') {
    const size = coinSize(instrument, leg.amount, ticker);
    const delta = size === null ? null : sign * size;
    return { delta, netDelta: delta, gamma: 0, vega: 0, theta: 0 };
  }
  const greeks = ticker?.greeks ?? null;
  const mark = ticker?.mark_price ?? null;
  if (greeks === null) return { delta: null, netDelta: null, gamma: null, vega: null, theta: null };
  const quantity = sign * toNumber(leg.amount);
  const left = deltaLeft(instrument, nowMs);
  const delta = toNumber(greeks.delta) * left;
  const premium = isInverse(instrument) ? (mark === null ? null : toNumber(mark) * left) : 0;
  return {
    delta: quantity * delta,
    netDelta: premium === null ? null : quantity * (delta - premium),
    gamma: quantity * toNumber(greeks.gamma),
    vega: quantity * toNumber(greeks.vega),
    theta: quantity * toNumber(greeks.theta),
  };
}

/** The sum over the legs: one that is missing leaves the sum missing, and coins of several kinds add up to nothing. */
export function positionGreeks(legs: readonly PricedLeg[], nowMs: number): PositionGreeks {
  const each = legs.map((leg) => legGreeks(leg, nowMs));
  const isOneCoin = coinsOf(legs).length <= 1;
  const sum = (read: (greeks: PositionGreeks) => number | null) => {
    let all = 0;
    for (const greeks of each) {
      const value = read(greeks);
      if (value === null) return null;
      all += value;
    }
    return all;
  };
  return {
    delta: isOneCoin ? sum((greeks) => greeks.delta) : null,
    netDelta: isOneCoin ? sum((greeks) => greeks.netDelta) : null,
    gamma: isOneCoin ? sum((greeks) => greeks.gamma) : null,
    vega: sum((greeks) => greeks.vega),
    theta: sum((greeks) => greeks.theta),
  };
}

/** The greeks of one of a structure, of those of its whole amount, which is above zero. */
export function greeksOfOne(whole: PositionGreeks, amount: DecimalString): PositionGreeks {
  const count = toNumber(amount);
  const one = (value: number | null) => (value === null ? null : value / count);
  return {
    delta: one(whole.delta),
    netDelta: one(whole.netDelta),
    gamma: one(whole.gamma),
    vega: one(whole.vega),
    theta: one(whole.theta),
  };
}
