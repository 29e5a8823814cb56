const YEAR_MS = 365 * 86_400_000;

export type OptionType = 'call' | 'put';

/** What a European option on a forward needs: prices in USD, volatility as a fraction, time in years of 365 days. */
export interface OptionTerms {
  readonly type: OptionType;
  readonly forward: number;
  readonly strike: number;
  readonly volatility: number;
  readonly years: number;
}

/** Sensitivities as the ticker gives them: vega in USD a volatility point, theta in USD a day, rho in USD a percent. */
export interface OptionGreeks {
  readonly delta: number;
  readonly gamma: number;
  readonly vega: number;
  readonly theta: number;
  readonly rho: number;
}

/** Time to expiry in years of 365 days; never negative. */
export function yearsUntil(expiryMs: number, nowMs: number): number {
  return Math.max(0, expiryMs - nowMs) / YEAR_MS;
}

function density(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
}

const UPPER = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
] as const;
const LOWER = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
] as const;

/** Standard normal distribution to double precision (Hart's rational approximation). */
export function cumulative(x: number): number {
  const distance = Math.abs(x);
  let tail = 0;
  if (distance <= 37) {
    const exponential = Math.exp(-0.5 * distance * distance);
    if (distance < 7.07106781186547) {
      let numerator = 0;
      for (const coefficient of UPPER) numerator = numerator * distance + coefficient;
      let denominator = 0;
      for (const coefficient of LOWER) denominator = denominator * distance + coefficient;
      tail = (exponential * numerator) / denominator;
    } else {
      const fraction = distance + 1 / (distance + 2 / (distance + 3 / (distance + 4 / (distance + 0.65))));
      tail = exponential / fraction / 2.506628274631;
    }
  }
  return x > 0 ? 1 - tail : tail;
}

function signedDistance(terms: OptionTerms): number {
  const deviation = terms.volatility * Math.sqrt(terms.years);
  return (Math.log(terms.forward / terms.strike) + 0.5 * deviation * deviation) / deviation;
}

function intrinsic(terms: OptionTerms): number {
  const gain = terms.type === 'call' ? terms.forward - terms.strike : terms.strike - terms.forward;
  return Math.max(0, gain);
}

/** Black-76 price in USD at zero interest (facts, section 10); the intrinsic value once expired. */
export function priceUsd(terms: OptionTerms): number {
  if (terms.years <= 0 || terms.volatility <= 0) return intrinsic(terms);
  const d1 = signedDistance(terms);
  const d2 = d1 - terms.volatility * Math.sqrt(terms.years);
  return terms.type === 'call'
    ? terms.forward * cumulative(d1) - terms.strike * cumulative(d2)
    : terms.strike * cumulative(-d2) - terms.forward * cumulative(-d1);
}

/** Greeks as the service publishes them beside a mark of `markUsd`: see `valueOption`. */
export function greeksOf(terms: OptionTerms, markUsd?: number): OptionGreeks {
  const { delta, gamma, vega, theta, rho } = valueOption(terms, markUsd);
  return { delta, gamma, vega, theta, rho };
}

/**
 * Price in USD and greeks (facts, section 10). Theta covers the rest of the last day, and at most the published mark
 * `markUsd`.
 */
export function valueOption(terms: OptionTerms, markUsd?: number): OptionGreeks & { readonly price: number } {
  const { forward, strike, years, volatility } = terms;
  const call = terms.type === 'call';
  if (years <= 0 || volatility <= 0) {
    const price = intrinsic(terms);
    const exercised = price > 0 ? 1 : 0;
    return { price, delta: call ? exercised : -exercised + 0, gamma: 0, vega: 0, theta: 0, rho: 0 };
  }
  const root = Math.sqrt(years);
  const d1 = signedDistance(terms);
  const bell = density(d1);
  const sign = call ? 1 : -1;
  const exercisedForward = cumulative(sign * d1);
  const exercisedStrike = cumulative(sign * (d1 - volatility * root));
  const price = sign * (forward * exercisedForward - strike * exercisedStrike);
  const thetaADay = -(forward * bell * volatility) / (2 * root) / 365;
  return {
    price,
    delta: sign * exercisedForward,
    gamma: bell / (forward * volatility * root),
    vega: (forward * bell * root) / 100,
    theta: Math.max(thetaADay * Math.min(1, years * 365), -(markUsd ?? price)) + 0,
    rho: (sign * strike * years * exercisedStrike) / 100,
  };
}

/** Beyond this a day's option is worth its underlying, within a tick. */
const HIGHEST_VOLATILITY = 100;

/**
 * Volatility (a fraction) at which the option is worth `targetUsd`; null when none is, as above the underlying's price.
 */
export function impliedVolatility(terms: Omit<OptionTerms, 'volatility'>, targetUsd: number): number | null {
  let low = 0.001;
  let high = HIGHEST_VOLATILITY;
  if (targetUsd <= priceUsd({ ...terms, volatility: low })) return null;
  if (targetUsd >= priceUsd({ ...terms, volatility: high })) return null;
  let guess = 0.6;
  for (let round = 0; round < 40 && high - low > 1e-6; round += 1) {
    const trial = { ...terms, volatility: guess };
    const miss = priceUsd(trial) - targetUsd;
    if (Math.abs(miss) < 1e-9 * terms.forward) return guess;
    if (miss > 0) high = guess;
    else low = guess;
    const slope = greeksOf(trial).vega * 100;
    const newton = slope > 0 ? guess - miss / slope : low;
    guess = newton > low && newton < high ? newton : (low + high) / 2;
  }
  return guess;
}
