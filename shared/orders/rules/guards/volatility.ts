import { absolute, compare, type DecimalString, roundToPlaces, subtract } from '../../../decimal.ts';
import { quotedVolatility, quotePrice } from '../../../options/price-forms.ts';
import type { Instrument } from '../../../service/instrument.ts';
import type { Ticker } from '../../../service/ticker.ts';
import type { OrderDraft } from '../../draft.ts';
import type { GuardTier, OrderFacts } from '../../facts.ts';
import { issue } from '../../issue.ts';
import type { Side } from '../../side.ts';
import { tickAt } from '../../tick.ts';
import type { GuardedOrder } from './order.ts';
import { gradeOf } from '../grade.ts';
import type { Finding } from './tiers.ts';

/** What the price asks for, whatever form it was typed in. */
export interface Asked {
  /** In the instrument's quote; of USD and volatilities what they come to on the tick. Null where that is not known. */
  readonly quote: DecimalString | null;
  /** In percent; null for what is not an option, and within a tick of the mark, where a price can't say it more finely. */
  readonly volatility: DecimalString | null;
  /**
   * Why a price's volatility can't be compared with the mark's: unknown, or no volatility gives that price. Null: it
   * can, or it's near.
   */
  readonly unjudged: 'volatility' | 'volatility_of_price' | 'volatility_below' | 'volatility_above' | null;
}

/** Reads a price of one form, null for none. */
export function readAsked(
  price: DecimalString | null,
  advanced: OrderDraft['advanced'],
  instrument: Instrument,
  { ticker, serviceNowMs }: OrderFacts,
  side: Side,
): Asked {
  const isOption = instrument.kind === 'option';
  if (price === null || ticker === null || !(isOption || advanced !== null)) {
    return { quote: price, volatility: null, unjudged: null };
  }
  const booked = quotePrice(price, advanced, instrument, ticker, serviceNowMs, side);
  const quote = advanced === null ? price : booked;
  const { mark_iv, mark_price } = ticker;
  const whyOfMark = isOption && mark_iv == null ? 'volatility' : null;
  if (advanced === 'implv') return { quote, volatility: price, unjudged: whyOfMark };
  const unknown = { quote, volatility: null } as const;
  const onTick = booked ?? quote;
  if (!isOption || (onTick !== null && isNear(onTick, instrument, ticker))) return { ...unknown, unjudged: null };
  if (whyOfMark !== null || booked === null) return { ...unknown, unjudged: whyOfMark ?? 'volatility_of_price' };
  const volatility = quotedVolatility(booked, instrument, ticker, serviceNowMs, side);
  if (volatility !== null) return { quote, volatility, unjudged: null };
  const isBelow = mark_price == null || compare(booked, mark_price) < 0;
  return { ...unknown, unjudged: isBelow ? 'volatility_below' : 'volatility_above' };
}

function isNear(quote: DecimalString, instrument: Instrument, { mark_price }: Ticker): boolean {
  if (mark_price == null) return false;
  return compare(absolute(subtract(quote, mark_price)), tickAt(instrument, mark_price)) <= 0;
}

/** How far the volatility of a limit, or of what an order at market trades with first, is from the mark's. */
export function checkVolatility(
  { quote, volatility: percent }: Asked,
  { isAtMarket, terms: { direction } }: GuardedOrder,
  ticker: Ticker | null,
  tier: GuardTier,
): Finding[] {
  const mark_iv = ticker?.mark_iv;
  if (percent === null || mark_iv == null || tier.maxVolatilityPoints === null) return [];
  const points = absolute(subtract(percent, mark_iv));
  if (compare(points, tier.maxVolatilityPoints) <= 0) return [];
  const params = { points: roundToPlaces(points, 1), mark_iv, limit_points: tier.maxVolatilityPoints };
  if (!isAtMarket || quote === null) return [issue('warning', 'price', 'volatility_far', params)];
  const grade = gradeOf(points, tier.maxVolatilityPoints);
  return [issue('warning', 'type', 'touch_volatility_far', { ...params, side: direction, touch: quote, grade })];
}
