import type { OrderDraft } from '../draft.ts';
import type { OrderFacts } from '../facts.ts';
import { forecastAlone } from './alone.ts';
import { forecastCosts } from './costs.ts';
import { prepend } from './course.ts';
import { foreseePartner } from './partner.ts';
import { forecastDefaults } from './defaults.ts';
import { forecastIceberg, forecastLinked } from './plans.ts';
import { readOrder, type ReadOrder } from './read-order.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';

/**
 * What the engine will do with a valid draft, by touch and band. Null without instrument or ticker (contract,
 * "private/sell"; facts, section 8).
 */
export function forecastOrder(draft: OrderDraft, facts: OrderFacts): Forecast | null {
  const order = readOrder(draft, facts);
  if (order === null) return null;
  const alone = forecastAlone(order);
  const course = prepend(explainPrice(order), withPartner(order, alone));
  // Where the partner makes the result unclear, fills cost what they would alone.
  const unlessEnded = course.behaviour === 'unclear' ? alone : course;
  const reduces = draft.reduce_only ? [step('attention', 'no_more_than_position', { side: order.side })] : [];
  return {
    ...course,
    steps: [
      ...course.steps,
      ...reduces,
      ...forecastIceberg(order, unlessEnded),
      ...forecastLinked(order, alone),
      ...forecastCosts(order, unlessEnded),
      ...(course.behaviour === 'refused' || course.behaviour === 'cancelled' ? [] : forecastDefaults(order)),
    ],
  };
}

/** The forecast of an order, changed by its linked partner. */
function withPartner(order: ReadOrder, alone: Forecast): Forecast {
  const effect = foreseePartner(order, alone);
  if (effect === null) return alone;
  const { step: found, behaviour } = effect;
  if (behaviour === 'refused') return { price: null, behaviour, steps: [found] };
  // A resting step would contradict the step that ends it.
  if (behaviour === 'cancelled') return { ...alone, behaviour, steps: [found] };
  return { ...alone, behaviour: behaviour ?? alone.behaviour, steps: [...alone.steps, found] };
}

/** The price that USD or volatility gives, which the engine keeps moving. */
function explainPrice({ draft, asked, price }: ReadOrder): ForecastStep[] {
  if (draft.advanced === null || asked === null || price === null) return [];
  const priced =
    draft.advanced === 'implv'
      ? step('good', 'priced_by_volatility', { percent: asked, price })
      : step('good', 'priced_by_usd', { usd: asked, price });
  return [priced, step('attention', 'reprices', {})];
}
