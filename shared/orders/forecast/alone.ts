import type { Forecast } from './forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { forecastLimit, forecastTrade } from './course.ts';
import { forecastAmongOwn, forecastFiring } from './own-orders.ts';
import type { ReadOrder } from './read-order.ts';
import { forecastTriggered } from './trigger.ts';

/** What becomes of an order if no other order is linked to it. */
export function forecastAlone(order: ReadOrder): Forecast {
  if (ORDER_TYPE_TRAITS[order.draft.type].triggeredBy !== null) {
    const waiting = forecastTriggered(order);
    return { ...waiting, steps: [...waiting.steps, ...forecastFiring(order)] };
  }
  return forecastAmongOwn(order, forecastOnBook);
}

function forecastOnBook(order: ReadOrder): Forecast {
  return order.price === null ? forecastTrade(order, null) : forecastLimit(order, order.price);
}
