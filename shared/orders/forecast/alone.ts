import type { Forecast } from './forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { forecastLimit, forecastTrade } from './course.ts';
import { forecastAmongOwn, forecastFiring } from './own-orders.ts';
import type { Sell } from './sell.ts';
import { forecastTriggered } from './trigger.ts';

/** What becomes of an order if no other order is linked to it. */
export function forecastAlone(sell: Sell): Forecast {
  if (ORDER_TYPE_TRAITS[sell.draft.type].triggeredBy !== null) {
    const waiting = forecastTriggered(sell);
    return { ...waiting, steps: [...waiting.steps, ...forecastFiring(sell)] };
  }
  return forecastAmongOwn(sell, forecastOnBook);
}

function forecastOnBook(sell: Sell): Forecast {
  return sell.price === null ? forecastTrade(sell, null) : forecastLimit(sell, sell.price);
}
