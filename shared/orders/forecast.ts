import {
  compare,
  type DecimalString,
  divide,
  isPositive,
  largest,
  multiply,
  negate,
  parseDecimal,
  roundToPlaces,
  smallest,
  subtract,
} from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import type { SellDraft } from './draft.ts';
import { amountUnit, bestBid, isInverse, type SellFacts, type Touch } from './facts.ts';
import { estimateFee } from './fees.ts';
import type { FORECAST_STEP_PARAMS, Forecast, ForecastStep, ForecastStepCode } from './forecast-schema.ts';
import { movePrice } from './tick.ts';

/** Places that a fee or a delta in coin is shown with. */
const COIN_PLACES = 8;

/** A draft whose texts have been read. */
interface Sell {
  readonly draft: SellDraft;
  readonly amount: DecimalString;
  /** Null for a market order. */
  readonly price: DecimalString | null;
  readonly instrument: Instrument;
  readonly ticker: Ticker;
  readonly bid: Touch | null;
  readonly unit: string;
}

/**
 * What the engine will do with a draft that has no errors, as far as the best bid and the band tell.
 * Null without instrument or ticker. Rules: contract "private/sell" (post_only, min_price), facts section 8.
 */
export function forecastSell(draft: SellDraft, facts: SellFacts): Forecast | null {
  const amount = parseDecimal(draft.amount);
  const price = draft.type === 'limit' ? parseDecimal(draft.price) : null;
  if (facts.instrument === null || facts.ticker === null || amount === null) return null;
  if (draft.type === 'limit' && price === null) return null;
  const { instrument, ticker } = facts;
  const sell: Sell = { draft, amount, price, instrument, ticker, bid: bestBid(ticker), unit: amountUnit(instrument) };
  const course = sell.price === null ? forecastTrade(sell, null) : forecastLimit(sell, sell.price);
  return { ...course, steps: [...course.steps, ...forecastCosts(sell, course, facts)] };
}

function step<Code extends ForecastStepCode>(
  tone: ForecastStep['tone'],
  code: Code,
  params: Record<(typeof FORECAST_STEP_PARAMS)[Code][number], string>,
): ForecastStep {
  return { code, tone, params };
}

function forecastLimit(sell: Sell, asked: DecimalString): Forecast {
  const { draft, ticker, bid, instrument } = sell;
  const minPrice = ticker.min_price ?? null;
  const clamped = minPrice === null ? asked : largest(asked, minPrice);
  const clamp = clamped === asked ? [] : [step('attention', 'clamped_to_band', { from: asked, to: clamped })];
  const crosses = bid !== null && compare(clamped, bid.price) <= 0;
  if (!crosses) return prepend(clamp, forecastRest(sell, clamped));
  if (!draft.post_only) return prepend(clamp, forecastTrade(sell, clamped));
  if (draft.reject_post_only) {
    const refused = step('bad', 'post_only_rejects', { price: clamped, best_bid: bid.price });
    return { price: null, behaviour: 'refused', steps: [...clamp, refused] };
  }
  const moved = movePrice(instrument, bid.price, 1);
  const move = step('attention', 'post_only_moves_price', { from: clamped, to: moved, best_bid: bid.price });
  return prepend([...clamp, move], forecastRest(sell, moved));
}

function prepend(steps: ForecastStep[], forecast: Forecast): Forecast {
  return { ...forecast, steps: [...steps, ...forecast.steps] };
}

function forecastRest(sell: Sell, price: DecimalString): Forecast {
  const { draft, amount, unit } = sell;
  if (draft.time_in_force === 'immediate_or_cancel' || draft.time_in_force === 'fill_or_kill') {
    return { price, behaviour: 'cancelled', steps: [step('bad', 'nothing_to_trade_with', {})] };
  }
  const steps = [step('good', 'rests', { price, amount, unit })];
  if (draft.time_in_force === 'good_til_day') steps.push(step('good', 'until_end_of_day', {}));
  return { price, behaviour: 'rests', steps };
}

/** The part of a sell that meets bids at once; `limit` is null for a market order. */
function forecastTrade(sell: Sell, limit: DecimalString | null): Forecast {
  const { draft, amount, bid, unit } = sell;
  if (bid === null) return { price: limit, behaviour: 'cancelled', steps: [step('bad', 'nothing_to_trade_with', {})] };
  const atTouch = smallest(amount, bid.amount);
  const remainder = subtract(amount, atTouch);
  if (!isPositive(remainder)) {
    const fill = step('good', 'fills_at_touch', { amount: atTouch, total: amount, best_bid: bid.price, unit });
    return { price: limit, behaviour: 'trades', steps: [fill] };
  }
  if (draft.time_in_force === 'fill_or_kill') {
    const kill = step('attention', 'may_be_killed', { visible: bid.amount, amount, unit });
    return { price: limit, behaviour: 'unclear', steps: [kill] };
  }
  const steps = [
    step('attention', 'fills_at_touch', { amount: atTouch, total: amount, best_bid: bid.price, unit }),
    step('attention', 'beyond_touch', { remainder, unit }),
  ];
  const cancels = limit === null || draft.time_in_force === 'immediate_or_cancel';
  if (cancels) steps.push(step('attention', 'remainder_cancelled', { time_in_force: draft.time_in_force }));
  else steps.push(step('good', 'remainder_rests', { price: limit }));
  return { price: limit, behaviour: 'trades', steps };
}

function forecastCosts(sell: Sell, course: Forecast, facts: SellFacts): ForecastStep[] {
  if (course.behaviour === 'refused' || course.behaviour === 'cancelled') return [];
  const steps: ForecastStep[] = [];
  const tradePrice = course.behaviour === 'rests' ? course.price : (sell.bid?.price ?? course.price);
  if (tradePrice !== null && isPositive(tradePrice)) {
    steps.push(...forecastFee(sell, course, tradePrice));
    const delta = deltaAfterFill(sell, tradePrice);
    if (delta !== null) {
      const params = { delta: roundToPlaces(delta, COIN_PLACES), currency: sell.instrument.base_currency };
      steps.push(step('good', 'delta_after_fill', params));
    }
  }
  if (facts.orderCredits !== null) {
    const tone = facts.orderCredits < 1 ? 'bad' : 'good';
    steps.push(step(tone, 'credits', { used: '1', available: String(facts.orderCredits) }));
  }
  return steps;
}

function forecastFee(sell: Sell, course: Forecast, price: DecimalString): ForecastStep[] {
  const { instrument, amount, ticker } = sell;
  const isMaker = course.behaviour === 'rests';
  const rate = isMaker ? instrument.maker_commission : instrument.taker_commission;
  const estimate = estimateFee(instrument, rate, amount, price, ticker.index_price ?? null);
  if (estimate === null) return [];
  const params = { fee: roundToPlaces(estimate.fee, COIN_PLACES), currency: estimate.currency };
  return [step('good', isMaker ? 'fee_maker' : 'fee_taker', params)];
}

/** Black-Scholes delta that the fill adds, in base coin: negative for a sold future or call. Null where unknown. */
function deltaAfterFill(sell: Sell, price: DecimalString): DecimalString | null {
  const { instrument, amount, ticker } = sell;
  if (instrument.kind === 'option') {
    const delta = ticker.greeks?.delta;
    return delta === undefined ? null : negate(multiply(delta, amount));
  }
  if (instrument.kind !== 'future') return null;
  return negate(isInverse(instrument) ? divide(amount, price) : amount);
}
