import { type DecimalString, divide, isPositive, multiply, negate, roundToPlaces, subtract } from '../../decimal.ts';
import { isInverse } from '../facts.ts';
import { estimateFee } from '../fees.ts';
import { type Forecast, type ForecastStep, step } from '../forecast-schema.ts';
import { notionalUsd } from '../notional.ts';
import type { Sell } from './sell.ts';

/** Places that a fee or a delta in coin is shown with. */
const COIN_PLACES = 8;

/** What a complete fill costs and changes: fee, notional, delta in both conventions, credits. */
export function forecastCosts(sell: Sell, course: Forecast): ForecastStep[] {
  if (course.behaviour === 'refused' || course.behaviour === 'cancelled') return [];
  const { ticker } = sell;
  const fillPrice =
    course.behaviour === 'rests' || course.behaviour === 'waits'
      ? (course.price ?? ticker.mark_price ?? null)
      : (sell.bid?.price ?? course.price);
  const steps: ForecastStep[] = [];
  if (fillPrice !== null && isPositive(fillPrice)) {
    steps.push(...forecastFee(sell, course, fillPrice), ...forecastNotional(sell, fillPrice));
    steps.push(...forecastDelta(sell, fillPrice));
  }
  const { orderCredits } = sell.facts;
  if (orderCredits !== null) {
    const tone = orderCredits < 1 ? 'bad' : 'good';
    steps.push(step(tone, 'credits', { used: '1', available: String(orderCredits) }));
  }
  return steps;
}

function forecastFee(sell: Sell, course: Forecast, price: DecimalString): ForecastStep[] {
  const { instrument, amount, ticker, facts } = sell;
  const isMaker = course.behaviour === 'rests';
  const side = isMaker ? 'maker' : 'taker';
  const estimate = estimateFee(instrument, side, amount, price, ticker.index_price ?? null, facts.fees);
  if (estimate === null) return [];
  const params = { fee: roundToPlaces(estimate.fee, COIN_PLACES), currency: estimate.currency };
  return [step('good', isMaker ? 'fee_maker' : 'fee_taker', params)];
}

function forecastNotional({ instrument, amount, ticker }: Sell, price: DecimalString): ForecastStep[] {
  const usd = notionalUsd(instrument, amount, price, ticker);
  if (usd === null) return [];
  const isCoinSized = instrument.kind !== 'future' || !isInverse(instrument);
  const coins = isCoinSized ? amount : roundToPlaces(divide(amount, price), COIN_PLACES);
  return [step('good', 'notional', { usd: roundToPlaces(usd, 2), coins, currency: instrument.base_currency })];
}

/**
 * Delta in base coin: negative for a sold future or call. An option's counts net of its premium in the
 * account's own figures: Black-Scholes delta less mark price (contract, `delta_total`).
 */
function forecastDelta({ instrument, amount, ticker }: Sell, price: DecimalString): ForecastStep[] {
  const currency = instrument.base_currency;
  const show = (delta: DecimalString) => roundToPlaces(delta, COIN_PLACES);
  if (instrument.kind === 'option') {
    const delta = ticker.greeks?.delta;
    if (delta === undefined) return [];
    const sold = negate(multiply(delta, amount));
    if (!isInverse(instrument) || ticker.mark_price == null) {
      return [step('good', 'delta_after_fill', { delta: show(sold), currency })];
    }
    const net = negate(multiply(subtract(delta, ticker.mark_price), amount));
    return [step('good', 'delta_net_of_premium', { delta: show(sold), net_delta: show(net), currency })];
  }
  if (instrument.kind !== 'future') return [];
  const sold = negate(isInverse(instrument) ? divide(amount, price) : amount);
  return [step('good', 'delta_after_fill', { delta: show(sold), currency })];
}
