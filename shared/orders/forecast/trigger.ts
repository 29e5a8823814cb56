import { type DecimalString, parseDecimal } from '../../decimal.ts';
import { assertDefined } from '../../result.ts';
import type { TriggerPriceType } from '../../service/order.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { firstPeak, readTrailedLevel, readTriggerLevel, watchedPrice } from '../rules/trigger.ts';
import { betterOf, firesBelow } from '../side.ts';
import { watchesForeignPrice } from '../tick.ts';
import { forecastDayEnd } from './course.ts';
import type { ReadOrder } from './read-order.ts';

/** What a trigger order waits for, and what it becomes. The book of that moment can't be foreseen. */
export function forecastTriggered(order: ReadOrder): Forecast {
  const { price, side } = order;
  const then = price === null ? [step('good', 'then_market', { side })] : forecastThenLimit(order, price);
  return { price, behaviour: 'waits', steps: [forecastWait(order), ...then, ...forecastDayEnd(order)] };
}

function forecastThenLimit({ draft, side }: ReadOrder, price: DecimalString): ForecastStep[] {
  const then = step('good', 'then_limit', { price });
  if (!draft.post_only) return [then];
  const fired = draft.reject_post_only
    ? step('attention', 'fired_post_only_rejects', {})
    : step('attention', 'fired_post_only_moves', { side });
  return [then, fired];
}

/** The price at which a waiting order fires; a trailing stop as if the price turned now. Null when unknown or foreign. */
export function readFiringPrice(order: ReadOrder): DecimalString | null {
  const { draft, instrument } = order;
  const { trigger } = draft;
  if (trigger === null || watchesForeignPrice(instrument, trigger)) return null;
  const isTrailing = ORDER_TYPE_TRAITS[draft.type].triggeredBy === 'offset';
  return isTrailing ? trailedPrice(order, trigger) : readTriggerLevel(draft, instrument);
}

/** About where an order trades that goes to market at `market`: there, or at a better limit. Null when unknown. */
export function priceOnceFired({ draft, side, price }: ReadOrder, market: DecimalString | null): DecimalString | null {
  if (price === null || market === null) return price ?? market;
  return draft.reject_post_only ? price : betterOf(side, price, market);
}

function trailedPrice({ draft, ticker }: ReadOrder, trigger: TriggerPriceType): DecimalString | null {
  return readTrailedLevel(draft, firstPeak(ticker, trigger));
}

function forecastWait(order: ReadOrder): ForecastStep {
  const { draft, side, ticker } = order;
  const { fires, triggeredBy } = ORDER_TYPE_TRAITS[draft.type];
  const trigger = assertDefined(draft.trigger, 'a trigger order without errors has a trigger');
  const watched = watchedPrice(ticker, trigger);
  if (triggeredBy === 'offset') {
    const offset = assertDefined(parseDecimal(draft.trigger_offset), 'a trailing stop without errors has an offset');
    return step('good', 'follows_peak', { side, trigger, offset, fires_at: trailedPrice(order, trigger) ?? '' });
  }
  const triggerPrice = assertDefined(parseDecimal(draft.trigger_price), 'without errors it has a trigger price');
  return step('good', 'waits_for_trigger', {
    trigger,
    trigger_price: triggerPrice,
    fires: firesBelow(side, fires) ? 'below' : 'above',
    watched_price: watched ?? '',
  });
}
