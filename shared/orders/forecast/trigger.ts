import { type DecimalString, largest, parseDecimal, subtract } from '../../decimal.ts';
import { assertDefined } from '../../result.ts';
import type { TriggerPriceType } from '../../service/order.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { firstPeak, readTriggerLevel, watchedPrice } from '../rules/trigger.ts';
import { watchesForeignPrice } from '../tick.ts';
import { forecastDayEnd } from './course.ts';
import type { Sell } from './sell.ts';

/** What a trigger order waits for, and what it becomes. The book of that moment can't be foreseen. */
export function forecastTriggered(sell: Sell): Forecast {
  const { price } = sell;
  const then = price === null ? [step('good', 'then_market', {})] : forecastThenLimit(sell, price);
  return { price, behaviour: 'waits', steps: [forecastWait(sell), ...then, ...forecastDayEnd(sell)] };
}

function forecastThenLimit({ draft }: Sell, price: DecimalString): ForecastStep[] {
  const then = step('good', 'then_limit', { price });
  if (!draft.post_only) return [then];
  return [then, step('attention', draft.reject_post_only ? 'fired_post_only_rejects' : 'fired_post_only_moves', {})];
}

/** The price at which a waiting order fires; a trailing stop as if the price fell now. Null when unknown or foreign. */
export function readFiringPrice(sell: Sell): DecimalString | null {
  const { draft, instrument } = sell;
  const { trigger } = draft;
  if (trigger === null || watchesForeignPrice(instrument, trigger)) return null;
  const isTrailing = ORDER_TYPE_TRAITS[draft.type].triggeredBy === 'offset';
  return isTrailing ? trailedPrice(sell, trigger) : readTriggerLevel(draft, instrument);
}

/** About where a sell trades that goes to market at `market`: there, or at a higher limit. Null when unknown. */
export function priceOnceFired({ draft, price }: Sell, market: DecimalString | null): DecimalString | null {
  if (price === null || market === null) return price ?? market;
  return draft.reject_post_only ? price : largest(price, market);
}

function trailedPrice({ draft, ticker }: Sell, trigger: TriggerPriceType): DecimalString | null {
  const offset = parseDecimal(draft.trigger_offset);
  const peak = firstPeak(ticker, trigger);
  return offset === null || peak === null ? null : subtract(peak, offset);
}

function forecastWait(sell: Sell): ForecastStep {
  const { draft, ticker } = sell;
  const { fires, triggeredBy } = ORDER_TYPE_TRAITS[draft.type];
  const trigger = assertDefined(draft.trigger, 'a trigger order without errors has a trigger');
  const watched = watchedPrice(ticker, trigger);
  if (triggeredBy === 'offset') {
    const offset = assertDefined(parseDecimal(draft.trigger_offset), 'a trailing stop without errors has an offset');
    return step('good', 'follows_peak', { trigger, offset, fires_at: trailedPrice(sell, trigger) ?? '' });
  }
  const triggerPrice = assertDefined(parseDecimal(draft.trigger_price), 'without errors it has a trigger price');
  return step('good', 'waits_for_trigger', {
    trigger,
    trigger_price: triggerPrice,
    side: fires === 'loss' ? 'below' : 'above',
    watched_price: watched ?? '',
  });
}
