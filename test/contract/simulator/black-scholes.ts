/** What a reader of tickers knows of an option: volatility a fraction, time in days. */
export interface OptionAsSeen {
  readonly call: boolean;
  readonly forward: number;
  readonly strike: number;
  readonly volatility: number;
  readonly days: number;
  /** The mark that is published, in USD; the price itself where it is not given. */
  readonly markUsd?: number;
}

/** Normal distribution by the series of the error function: slow, plain, and no kin of the simulator's own. */
function normal(x: number): number {
  if (Math.abs(x) > 8) return x > 0 ? 1 : 0;
  let term = x;
  let sum = x;
  for (let n = 1; n < 200; n += 1) {
    term *= (x * x) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

/**
 * Price in USD and greeks on the forward, rate 0, 365-day year. Theta covers at most the remaining day and the mark.
 */
export function blackScholes({ call, forward, strike, volatility, days, markUsd }: OptionAsSeen) {
  const years = days / 365;
  const deviation = volatility * Math.sqrt(years);
  const d1 = Math.log(forward / strike) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  const density = Math.exp((-d1 * d1) / 2) / Math.sqrt(2 * Math.PI);
  const callPrice = forward * normal(d1) - strike * normal(d2);
  const price = call ? callPrice : callPrice - forward + strike;
  const aDay = -(forward * density * volatility) / (2 * Math.sqrt(years)) / 365;
  return {
    price,
    delta: call ? normal(d1) : normal(d1) - 1,
    gamma: density / (forward * deviation),
    vega: (forward * density * Math.sqrt(years)) / 100,
    theta: Math.max(aDay * Math.min(1, days), -(markUsd ?? price)),
    rho: (strike * years * (call ? normal(d2) : normal(d2) - 1)) / 100,
  };
}
