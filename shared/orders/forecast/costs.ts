import {
  absolute,
  add,
  compare,
  decimal,
  type DecimalString,
  divide,
  isPositive,
  multiply,
  parseDecimal,
  roundToPlaces,
  subtract,
  ZERO,
} from '../../decimal.ts';
import type { HeldDelta } from '../../account/held-delta.ts';
import { deltaLeft } from '../../service/delta-decay.ts';
import { type Instrument, settlementCurrency } from '../../service/instrument.ts';
import { isInverse } from '../facts.ts';
import { estimateFee, type FeeEstimate, type FeeSide } from '../fees.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { notionalUsd } from '../notional.ts';
import { canRest } from '../order-types.ts';
import { cashOf, signed } from '../side.ts';
import { isDifference } from '../tick.ts';
import type { ReadOrder } from './read-order.ts';
import { priceOnceFired, readFiringPrice } from './trigger.ts';

/** Places that a fee or a delta in coin is shown with. */
const COIN_PLACES = 8;
const ONE = decimal(1);

/** Cost and change by a complete fill: fee, premium, notional, deltas, credits. */
export function forecastCosts(order: ReadOrder, course: Forecast): ForecastStep[] {
  if (course.behaviour === 'refused' || course.behaviour === 'cancelled') return [];
  const fillPrice = readFillPrice(order, course);
  const steps: ForecastStep[] = [];
  // Of what is a difference of prices, a price that is not above zero is one like any other.
  if (fillPrice !== null && (isPositive(fillPrice) || isDifference(order.instrument))) {
    steps.push(...forecastFee(order, course, fillPrice), ...forecastPremium(order, course, fillPrice));
    steps.push(...forecastNotional(order, fillPrice), ...forecastDelta(order));
  }
  if (isDifference(order.instrument)) steps.push(step('good', 'legs_bear', {}));
  const { orderCredits, orderLimit } = order.facts;
  if (orderCredits !== null) {
    const tone = orderCredits < 1 ? 'bad' : 'good';
    steps.push(step(tone, 'credits', { used: '1', available: String(orderCredits) }));
  }
  if (orderLimit?.isTold === false) {
    const [rate, burst] = [String(orderLimit.rate), String(orderLimit.burst)];
    steps.push(step('attention', 'limit_not_told', { rate, burst }));
  }
  return steps;
}

/** About where it would fill: what waits goes for the market's price as it fires, and its limit at worst. */
export function readFillPrice(order: ReadOrder, { behaviour, price }: Forecast): DecimalString | null {
  const mark = order.ticker.mark_price ?? null;
  if (behaviour === 'waits') return priceOnceFired(order, readFiringPrice(order) ?? mark);
  return behaviour === 'rests' ? (price ?? mark) : (order.touch?.price ?? price);
}

/** The expected course's fee first, then the others'. */
function forecastFee(order: ReadOrder, course: Forecast, price: DecimalString): ForecastStep[] {
  const { instrument, unit } = order;
  // Whatever the market is once it fires, post only rests then.
  const isMaker = course.behaviour === 'rests' || order.draft.post_only;
  // An iceberg's hidden part never pays as maker; its plan says what.
  const shown = isMaker ? shownPart(order) : null;
  const expected = estimate(shown === null ? order : { ...order, amount: shown }, isMaker ? 'maker' : 'taker', price);
  if (expected === null) return [];
  const { fee, currency } = expected;
  const other = isMaker ? 'taker' : 'maker';
  const elsewhere = isOpen(order, other) ? (estimate(order, other, price)?.fee ?? '') : '';
  const block = estimate(order, 'block', price)?.fee ?? '';
  const minimum = instrument.block_trade_min_trade_amount ?? '';
  const steps = [
    shown === null
      ? step('good', isMaker ? 'fee_maker' : 'fee_taker', { fee, currency })
      : step('good', 'fee_shown', { fee, display: shown, unit, currency }),
  ];
  const hasBlock = block !== '' && minimum !== '';
  if (elsewhere === '' && !hasBlock) return steps;
  const ways = {
    maker: '',
    taker: '',
    [other]: elsewhere,
    ...(hasBlock ? { block, minimum } : { block: '', minimum: '' }),
  };
  return [...steps, step('good', 'fee_elsewhere', { ...ways, unit, currency })];
}

function estimate(
  { instrument, side: direction, amount, ticker, facts }: ReadOrder,
  side: FeeSide,
  price: DecimalString,
): FeeEstimate | null {
  const found = estimateFee(instrument, side, amount, price, ticker.index_price ?? null, facts.fees, direction);
  return found && { ...found, fee: roundToPlaces(found.fee, COIN_PLACES) };
}

/** Post only never takes; and only what may stay on the book, none of it hidden, can become a maker. */
function isOpen(order: ReadOrder, side: 'maker' | 'taker'): boolean {
  const { draft } = order;
  if (side === 'taker') return !draft.post_only;
  return canRest(draft) && shownPart(order) === null;
}

/** What an iceberg shows at a time; null where nothing is hidden. */
function shownPart({ draft, amount }: ReadOrder): DecimalString | null {
  const display = parseDecimal(draft.display_amount);
  return display === null || compare(display, amount) >= 0 ? null : display;
}

function isOnUnderlying({ instrument: { kind } }: ReadOrder): boolean {
  return kind === 'option' || kind === 'option_combo';
}

/** Amount by price. With a foreign trigger, only a limit better than the market is known. */
function forecastPremium(order: ReadOrder, { behaviour, price }: Forecast, fillPrice: DecimalString): ForecastStep[] {
  const { instrument, side, amount, ticker } = order;
  if (!isOnUnderlying(order)) return [];
  if (behaviour === 'waits' && price !== fillPrice && readFiringPrice(order) === null) return [];
  const worth = multiply(amount, fillPrice);
  const premium = absolute(worth);
  const inCoin = isInverse(instrument);
  const usd = inCoin && ticker.index_price != null ? roundToPlaces(multiply(premium, ticker.index_price), 2) : '';
  const currency = inCoin ? instrument.base_currency : instrument.quote_currency;
  const params = { premium: roundToPlaces(premium, COIN_PLACES), currency, usd };
  // A combo below zero: who sells it pays, who buys it is paid.
  const tone = compare(worth, ZERO) < 0 ? 'attention' : 'good';
  return [step(tone, compare(cashOf(side, worth), ZERO) < 0 ? 'premium_paid' : 'premium', params)];
}

function forecastNotional(order: ReadOrder, price: DecimalString): ForecastStep[] {
  const { instrument, amount, ticker } = order;
  const usd = notionalUsd(instrument, amount, price, ticker);
  // Spot quoted in another coin is worth that coin.
  if (usd === null && instrument.kind === 'spot') {
    const coins = roundToPlaces(multiply(amount, price), COIN_PLACES);
    return [step('good', 'notional', { usd: '', coins, currency: instrument.quote_currency })];
  }
  if (usd === null) return [];
  const coins = countCoins(order, price);
  const code = isOnUnderlying(order) ? 'underlying' : 'notional';
  return [step('good', code, { usd: roundToPlaces(usd, 2), coins, currency: instrument.base_currency })];
}

/** How many base coins the amount stands for; blank where that is not known. */
function countCoins({ instrument, amount, ticker }: ReadOrder, price: DecimalString): string {
  const isFuture = instrument.kind === 'future' || instrument.kind === 'future_combo';
  if (!isFuture || !isInverse(instrument)) return amount;
  // The price of a spread is a difference of two.
  const perCoin = instrument.kind === 'future' ? price : ticker.index_price;
  return perCoin == null || !isPositive(perCoin) ? '' : roundToPlaces(divide(amount, perCoin), COIN_PLACES);
}

/**
 * Delta in base coin at the present mark. Options count net of premium, as in `delta_total` of the account; what
 * expires decays.
 */
function forecastDelta(order: ReadOrder): ForecastStep[] {
  const { instrument, facts } = order;
  const added = readAdded(order);
  if (added === null) return [];
  const { base_currency: currency } = instrument;
  const { delta, total } = added;
  const change =
    instrument.kind === 'option' && isInverse(instrument) && total !== null
      ? step('good', 'delta_net_of_premium', { delta: show(delta), net_delta: show(total), currency })
      : step('good', 'delta_after_fill', { delta: show(delta), currency });
  return facts.heldDelta === null ? [change] : [change, ...tellAccountDelta(instrument, facts.heldDelta, added)];
}

function show(delta: DecimalString): DecimalString {
  return roundToPlaces(delta, COIN_PLACES);
}

/** What a complete fill adds to the account's two figures of delta (`HeldDelta`). */
interface AddedDelta {
  readonly delta: DecimalString;
  /** Null where the price that it hangs on is not known. */
  readonly total: DecimalString | null;
}

/** Null where nothing tells. */
function readAdded({ instrument, side, amount, ticker, facts }: ReadOrder): AddedDelta | null {
  const left = deltaLeft(instrument, facts.serviceNowMs);
  const decay = (delta: DecimalString) => (left === 1 ? delta : multiply(delta, decimal(left)));
  const held = (perUnit: DecimalString) => signed(side, decay(multiply(perUnit, amount)));
  const mark = ticker.mark_price ?? null;
  if (instrument.kind === 'option') {
    const delta = ticker.greeks?.delta;
    if (delta === undefined) return null;
    const underlying = ticker.underlying_price ?? null;
    if (isInverse(instrument)) return { delta: held(delta), total: mark === null ? null : held(subtract(delta, mark)) };
    return { delta: held(delta), total: underlying === null ? null : held(multiply(delta, underlying)) };
  }
  if (instrument.kind !== 'future') return null;
  if (!isInverse(instrument)) return { delta: held(ONE), total: mark === null ? null : held(mark) };
  if (mark === null || !isPositive(mark)) return null;
  const delta = signed(side, decay(divide(amount, mark)));
  return { delta, total: delta };
}

function tellAccountDelta(instrument: Instrument, held: HeldDelta, added: AddedDelta): ForecastStep[] {
  const tell = (before: DecimalString | null, change: DecimalString | null) =>
    before === null || change === null ? (['', ''] as const) : ([show(before), show(add(before, change))] as const);
  const [total_before, total_after] = tell(held.total, added.total);
  const [before, after] = tell(held.delta, added.delta);
  if (before === '' && total_before === '') return [];
  return [
    step('good', 'account_delta', {
      total_before,
      total_after,
      total_currency: settlementCurrency(instrument),
      before,
      after,
      currency: instrument.base_currency,
      index: instrument.price_index ?? '',
    }),
  ];
}
