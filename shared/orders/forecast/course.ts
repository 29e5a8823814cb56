import { type DecimalString, isPositive, smallest, subtract } from '../../decimal.ts';
import { bandEdgeOf, betterOf, compareFor, farEdgeOf, moveAway, reaches } from '../side.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import type { ReadOrder } from './read-order.ts';

/** What happens on the book to an order limited at `asked`, in the instrument's quote. */
export function forecastLimit(order: ReadOrder, asked: DecimalString): Forecast {
  const { draft, side, ticker, touch, instrument } = order;
  const edge = bandEdgeOf(side, ticker);
  const clamped = edge === null ? asked : betterOf(side, asked, edge);
  const clamp = clamped === asked ? [] : [step('attention', 'clamped_to_band', { side, from: asked, to: clamped })];
  const crosses = touch !== null && reaches(side, clamped, touch.price);
  if (!crosses) return prepend(clamp, forecastRest(order, clamped));
  if (!draft.post_only) return prepend(clamp, forecastTrade(order, clamped));
  const moved = moveAway(side, instrument, touch.price);
  // A buy can't move below an offer at the lowest price.
  if (draft.reject_post_only || moved === touch.price) {
    const refused = step('bad', 'post_only_rejects', { side, price: clamped, touch: touch.price });
    return { price: null, behaviour: 'refused', steps: [...clamp, refused] };
  }
  const move = step('attention', 'post_only_moves_price', { side, from: clamped, to: moved, touch: touch.price });
  return prepend([...clamp, move], forecastRest(order, moved));
}

/** The same forecast after other steps. */
export function prepend(steps: readonly ForecastStep[], forecast: Forecast): Forecast {
  return { ...forecast, steps: [...steps, ...forecast.steps] };
}

function forecastRest(order: ReadOrder, price: DecimalString): Forecast {
  const { draft, side, amount, unit, ticker } = order;
  if (draft.time_in_force === 'immediate_or_cancel' || draft.time_in_force === 'fill_or_kill') {
    return { price, behaviour: 'cancelled', steps: [forecastNoTrade(order, price)] };
  }
  const edge = farEdgeOf(side, ticker);
  const isBeyond = edge !== null && compareFor(side, price, edge) > 0;
  const beyond = isBeyond ? [step('attention', 'rests_beyond_band', { side, edge })] : [];
  const steps = [step('good', 'rests', { price, amount, unit }), ...beyond, ...forecastDayEnd(order)];
  return { price, behaviour: 'rests', steps };
}

function forecastNoTrade({ side, touch }: ReadOrder, price: DecimalString | null): ForecastStep {
  if (touch === null || price === null) return step('bad', 'nothing_to_trade_with', { side });
  return step('bad', 'touch_out_of_reach', { side, touch: touch.price, price });
}

/** That what rests or waits does so for the day alone. */
export function forecastDayEnd({ draft }: ReadOrder): ForecastStep[] {
  return draft.time_in_force === 'good_til_day' ? [step('good', 'until_end_of_day', {})] : [];
}

/** The part that meets the touch at once; `limit` is null for market orders, which go no further than the band. */
export function forecastTrade(order: ReadOrder, limit: DecimalString | null): Forecast {
  const { draft, side, amount, touch, unit, ticker } = order;
  const last = limit ?? bandEdgeOf(side, ticker);
  if (touch === null || (last !== null && !reaches(side, last, touch.price))) {
    return { price: limit, behaviour: 'cancelled', steps: [forecastNoTrade(order, last)] };
  }
  if (touch.amount === null) return forecastUnseen(order, limit, touch.price);
  const atTouch = smallest(amount, touch.amount);
  const remainder = subtract(amount, atTouch);
  const fill = { side, amount: atTouch, total: amount, touch: touch.price, unit };
  if (!isPositive(remainder)) {
    return { price: limit, behaviour: 'trades', steps: [step('good', 'fills_at_touch', fill)] };
  }
  if (draft.time_in_force === 'fill_or_kill') {
    const kill = step('attention', 'may_be_killed', { side, visible: touch.amount, amount, unit });
    return { price: limit, behaviour: 'unclear', steps: [kill] };
  }
  const steps = [
    step('attention', 'fills_at_touch', fill),
    step('attention', 'beyond_touch', { side, remainder, unit }),
    ...forecastRemainder(order, limit),
  ];
  return { price: limit, behaviour: 'trades', steps };
}

/** Somebody is there, and nobody says for how much. */
function forecastUnseen(order: ReadOrder, limit: DecimalString | null, touch: DecimalString): Forecast {
  const unseen = step('attention', 'touch_size_unknown', { side: order.side, touch });
  if (order.draft.time_in_force === 'fill_or_kill') return { price: limit, behaviour: 'unclear', steps: [unseen] };
  return { price: limit, behaviour: 'trades', steps: [unseen, ...forecastRemainder(order, limit)] };
}

function forecastRemainder(order: ReadOrder, limit: DecimalString | null): ForecastStep[] {
  const { draft, side } = order;
  const stays = draft.time_in_force !== 'immediate_or_cancel';
  if (draft.type === 'market_limit' && stays) {
    return [step('attention', 'remainder_rests_at_fill', { side }), ...forecastDayEnd(order)];
  }
  if (limit === null || !stays) {
    return [step('attention', 'remainder_cancelled', { side, time_in_force: draft.time_in_force })];
  }
  return [step('good', 'remainder_rests', { price: limit }), ...forecastDayEnd(order)];
}
