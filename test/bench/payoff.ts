import { cumulative, type OptionTerms, valueOption } from '../../shared/options/black76.ts';
import { expiryScenario, priceAxis, profitCurve } from '../../shared/rfq/analysis/payoff.ts';
import type { Position, PositionLeg } from '../../shared/rfq/analysis/position.ts';
import { type Figure, median } from './figure.ts';

const ROUNDS = 11;
const LEGS = 20;
const POINTS = 400;
const OPTIONS = 10_000;
const FRAME_MS = 1000 / 60;
const NOW_MS = Date.UTC(2026, 10, 21, 9);
const DAY_MS = 86_400_000;
const FORWARD = 97_500;

/** Time to draw 20 legs at 400 prices twice, against a frame; and prices with greeks a second, against a bare loop. */
export async function measurePayoff(): Promise<readonly Figure[]> {
  const position = buildStructure();
  const options = buildOptions();
  const frames: number[] = [];
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const drawn = time(() => drawTwice(position));
    // Turn about, so that neither always runs on what the other warmed.
    const isFirst = round % 2 === 0;
    const before = isFirst ? time(() => valueAll(options)) : null;
    const floor = time(() => valueBare(options));
    const own = before ?? time(() => valueAll(options));
    if (round < 0) continue;
    frames.push(drawn);
    ours.push(OPTIONS / own);
    bare.push(OPTIONS / floor);
  }
  const ratio = median(ours.map((value, round) => value / (bare[round] ?? Number.NaN)));
  return Promise.resolve([
    {
      bench: 'payoff',
      figure: 'curves_ms',
      ours: median(frames),
      against: 'one frame',
      floor: FRAME_MS,
      ratio: median(frames) / FRAME_MS,
      bar: 1,
      holds: median(frames) <= FRAME_MS,
    },
    {
      bench: 'payoff',
      figure: 'options_per_ms',
      ours: median(ours),
      against: 'bare loop',
      floor: median(bare),
      ratio,
      bar: 0.7,
      // More a millisecond is better here: the bar is the least ratio that holds.
      holds: ratio >= 0.7,
    },
  ]);
}

function time(act: () => number): number {
  const startedAt = process.hrtime.bigint();
  const result = act();
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
  if (!Number.isFinite(result)) throw new Error('the result is not a number');
  return ms;
}

function buildStructure(): Position {
  const legs = Array.from({ length: LEGS }, (_, at): PositionLeg => ({
    kind: at % 2 === 0 ? 'call' : 'put',
    quantity: (at % 3 === 0 ? -1 : 1) * 25,
    isInverse: true,
    entry: 0.03,
    strike: 80_000 + at * 2000,
    // Two expiries: half of the legs still have time value at the first one.
    expiryMs: NOW_MS + (at < LEGS / 2 ? 36 : 126) * DAY_MS,
    volatility: 0.45 + at / 200,
    forwardRatio: 1,
  }));
  return { legs, reference: FORWARD, firstExpiryMs: NOW_MS + 36 * DAY_MS };
}

function drawTwice(position: Position): number {
  const axis = priceAxis(position, POINTS);
  const atExpiry = profitCurve(position, axis, expiryScenario(position, NOW_MS, 0));
  const today = profitCurve(position, axis, { atMs: NOW_MS, volatilityPoints: 2 });
  return (atExpiry.usd[POINTS - 1] ?? Number.NaN) + (today.coin[0] ?? Number.NaN);
}

function buildOptions(): readonly OptionTerms[] {
  return Array.from({ length: OPTIONS }, (_, at) => ({
    type: at % 2 === 0 ? ('call' as const) : ('put' as const),
    forward: FORWARD,
    strike: 60_000 + (at % 400) * 200,
    volatility: 0.3 + (at % 37) / 60,
    years: 0.01 + (at % 91) / 90,
  }));
}

function valueAll(options: readonly OptionTerms[]): number {
  let sum = 0;
  for (const terms of options) {
    const { price, delta, gamma, vega, theta, rho } = valueOption(terms);
    sum += price + delta + gamma + vega + theta + rho;
  }
  return sum;
}

/** The same numbers straight from the formulae: no objects, no branches for what has expired. */
function valueBare(options: readonly OptionTerms[]): number {
  let sum = 0;
  for (let at = 0; at < options.length; at += 1) {
    const terms = options[at];
    if (terms === undefined) continue;
    const { forward, strike, volatility, years } = terms;
    const sign = terms.type === 'call' ? 1 : -1;
    const root = Math.sqrt(years);
    const deviation = volatility * root;
    const d1 = Math.log(forward / strike) / deviation + deviation / 2;
    const bell = Math.exp(-0.5 * d1 * d1) / Math.sqrt(2 * Math.PI);
    const a = cumulative(sign * d1);
    const b = cumulative(sign * (d1 - deviation));
    const price = sign * (forward * a - strike * b);
    const theta = Math.max(((-forward * bell * volatility) / (2 * root) / 365) * Math.min(1, years * 365), -price);
    sum += price + sign * a + bell / (forward * deviation) + (forward * bell * root) / 100;
    sum += theta + (sign * strike * years * b) / 100;
  }
  return sum;
}
