import { profitAt, type Scenario } from './payoff.ts';
import type { Position } from './position.ts';

/** A largest gain or loss: an amount, or unlimited. */
export type Bound = number | 'unlimited';

/** In one currency. */
export interface Range {
  /** Prices where the profit is zero, lowest first. */
  readonly breakEvens: readonly number[];
  readonly gain: Bound;
  readonly loss: Bound;
}

export interface Extremes {
  readonly usd: Range;
  readonly coin: Range;
}

/** Prices examined, from near zero to this multiple, denser around the reference. */
const FURTHEST = 20;
const STEPS = 600;
/** Of the position's own size: what is less is nothing. */
const NOTHING = 1e-9;
/** Share of the reference that counts as zero for bounded coin profit. */
const NEARLY_NOTHING = 1e-6;

/** How the profit goes on beyond all prices: in USD by the slope, in coin to a limit above and perhaps without end below. */
interface Ends {
  readonly usdSlope: number;
  readonly coinAbove: number;
  /** What the coins of a profit near a price of nothing are divided by that price from: USD. */
  readonly usdBelow: number;
}

function endsOf({ legs, reference }: Position): Ends {
  let [usdSlope, coinAbove, usdBelow] = [0, 0, 0];
  for (const { kind, quantity, isInverse, entry, forwardRatio, strike } of legs) {
    const isOption = kind === 'call' || kind === 'put';
    const coins = isInverse && !isOption ? quantity / entry : quantity;
    const follows = kind === 'put' ? 0 : coins * forwardRatio;
    usdSlope += follows;
    if (isInverse && isOption) {
      coinAbove += quantity * ((kind === 'call' ? 1 : 0) - entry);
      usdBelow += kind === 'put' ? (quantity * strike) / forwardRatio : 0;
    } else if (isInverse) {
      coinAbove += coins;
      usdBelow -= quantity / forwardRatio;
    } else {
      coinAbove += follows;
      usdBelow += quantity * ((kind === 'put' ? strike : 0) - entry);
    }
  }
  const size = sizeOf(legs);
  return { usdSlope: clean(usdSlope, size), coinAbove, usdBelow: clean(usdBelow, size * reference) };
}

/** What the position is about, in coins: the measure of what is nothing. */
function sizeOf(legs: Position['legs']): number {
  let size = 0;
  for (const { kind, quantity, isInverse, entry } of legs) {
    size += Math.abs(isInverse && kind === 'future' ? quantity / entry : quantity);
  }
  return size;
}

/**
 * Break-evens, largest gain and loss, and their limits towards zero and infinity. Exact for one expiry, where profit is
 * piecewise linear.
 */
export function findExtremes(position: Position, scenario: Scenario): Extremes {
  const { reference, legs } = position;
  const prices = nodes(position);
  const profits = prices.map((price) => profitAt(position, price, scenario));
  const nearNothing = profitAt(position, reference * NEARLY_NOTHING, scenario);
  const { usdSlope, coinAbove, usdBelow } = endsOf(position);
  const size = sizeOf(legs);
  const usd = profits.map((profit) => profit.usd);
  const coin = profits.map((profit) => profit.coin);
  const coins = [...coin, coinAbove, ...(usdBelow === 0 ? [nearNothing.coin] : [])];
  const usdAt = (price: number) => profitAt(position, price, scenario).usd;
  const coinAt = (price: number) => profitAt(position, price, scenario).coin;
  return {
    usd: {
      breakEvens: findRoots(prices, usd, usdAt, size * reference),
      gain: bound([...usd, nearNothing.usd], usdSlope, 1),
      loss: bound([...usd, nearNothing.usd], usdSlope, -1),
    },
    coin: {
      breakEvens: findRoots(prices, coin, coinAt, size),
      gain: bound(coins, usdBelow, 1),
      loss: bound(coins, usdBelow, -1),
    },
  };
}

function clean(value: number, scale: number): number {
  return Math.abs(value) < NOTHING * scale ? 0 : value;
}

function bound(values: readonly number[], drift: number, sign: 1 | -1): Bound {
  if (drift * sign > 0) return 'unlimited';
  return sign === 1 ? Math.max(0, ...values) : Math.min(0, ...values);
}

/** Every strike, and prices between them and far beyond, lowest first. */
function nodes({ reference, legs }: Position): number[] {
  const strikes = legs.filter(({ strike }) => strike > 0).map(({ strike, forwardRatio }) => strike / forwardRatio);
  const least = Math.log(1 / FURTHEST);
  const steps = Array.from({ length: STEPS + 1 }, (_, at) => reference * Math.exp(least - (2 * least * at) / STEPS));
  return [...new Set([...strikes, ...steps])].toSorted((a, b) => a - b);
}

function findRoots(
  prices: readonly number[],
  values: readonly number[],
  profit: (price: number) => number,
  scale: number,
): number[] {
  const roots: number[] = [];
  for (let at = 1; at < prices.length; at += 1) {
    const [low, high] = [prices[at - 1] ?? 0, prices[at] ?? 0];
    const [below, above] = [clean(values[at - 1] ?? 0, scale), clean(values[at] ?? 0, scale)];
    if (below === 0 && above === 0) continue;
    if (below === 0) roots.push(low);
    else if (below * above < 0) roots.push(bisect(low, high, below, profit));
  }
  return roots;
}

/** The zero between two prices of opposite sign, to the last digits. */
function bisect(from: number, to: number, below: number, profit: (price: number) => number): number {
  let [low, high] = [from, to];
  for (let round = 0; round < 60 && high - low > 1e-12 * high; round += 1) {
    const middle = (low + high) / 2;
    if (profit(middle) * below > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
