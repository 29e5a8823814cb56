import { parseDecimal, subtract } from '../../decimal.ts';
import { assertDefined } from '../../result.ts';
import { type Forecast, type ForecastStep, step } from '../forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { firstPeak, watchedPrice } from '../rules/trigger.ts';
import type { Sell } from './sell.ts';

/** What a trigger order waits for, and what it becomes. The book of that moment can't be foreseen. */
export function forecastTriggered(sell: Sell): Forecast {
  const { price } = sell;
  const then = price === null ? step('good', 'then_market', {}) : step('good', 'then_limit', { price });
  return { price, behaviour: 'waits', steps: [forecastWait(sell), then] };
}

function forecastWait({ draft, ticker }: Sell): ForecastStep {
  const { fires, triggeredBy } = ORDER_TYPE_TRAITS[draft.type];
  const trigger = assertDefined(draft.trigger, 'a trigger order without errors has a trigger');
  const watched = watchedPrice(ticker, trigger);
  if (triggeredBy === 'offset') {
    const offset = assertDefined(parseDecimal(draft.trigger_offset), 'a trailing stop without errors has an offset');
    const peak = firstPeak(ticker, trigger);
    const firesAt = peak === null ? '' : subtract(peak, offset);
    return step('good', 'follows_peak', { trigger, offset, fires_at: firesAt });
  }
  const triggerPrice = assertDefined(parseDecimal(draft.trigger_price), 'without errors it has a trigger price');
  return step('good', 'waits_for_trigger', {
    trigger,
    trigger_price: triggerPrice,
    side: fires === 'loss' ? 'below' : 'above',
    watched_price: watched ?? '',
  });
}
