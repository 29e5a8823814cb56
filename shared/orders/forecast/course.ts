import { compare, type DecimalString, isPositive, largest, smallest, subtract } from '../../decimal.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { movePrice } from '../tick.ts';
import type { Sell } from './sell.ts';

/** What happens on the book to a sell limited at `asked`, in the instrument's quote. */
export function forecastLimit(sell: Sell, asked: DecimalString): Forecast {
  const { draft, ticker, bid, instrument } = sell;
  const minPrice = ticker.min_price ?? null;
  const clamped = minPrice === null ? asked : largest(asked, minPrice);
  const clamp = clamped === asked ? [] : [step('attention', 'clamped_to_band', { from: asked, to: clamped })];
  const crosses = bid !== null && compare(clamped, bid.price) <= 0;
  if (!crosses) return prepend(clamp, forecastRest(sell, clamped));
  if (!draft.post_only) return prepend(clamp, forecastTrade(sell, clamped));
  if (draft.reject_post_only) {
    const refused = step('bad', 'post_only_rejects', { price: clamped, best_bid: bid.price });
    return { price: null, behaviour: 'refused', steps: [...clamp, refused] };
  }
  const moved = movePrice(instrument, bid.price, 1);
  const move = step('attention', 'post_only_moves_price', { from: clamped, to: moved, best_bid: bid.price });
  return prepend([...clamp, move], forecastRest(sell, moved));
}

/** The same forecast after other steps. */
export function prepend(steps: readonly ForecastStep[], forecast: Forecast): Forecast {
  return { ...forecast, steps: [...steps, ...forecast.steps] };
}

function forecastRest(sell: Sell, price: DecimalString): Forecast {
  const { draft, amount, unit, ticker } = sell;
  if (draft.time_in_force === 'immediate_or_cancel' || draft.time_in_force === 'fill_or_kill') {
    return { price, behaviour: 'cancelled', steps: [forecastNoTrade(sell, price)] };
  }
  const { max_price } = ticker;
  const isAbove = max_price != null && compare(price, max_price) > 0;
  const above = isAbove ? [step('attention', 'rests_above_band', { max_price })] : [];
  const steps = [step('good', 'rests', { price, amount, unit }), ...above, ...forecastDayEnd(sell)];
  return { price, behaviour: 'rests', steps };
}

function forecastNoTrade({ bid }: Sell, price: DecimalString | null): ForecastStep {
  if (bid === null || price === null) return step('bad', 'nothing_to_trade_with', {});
  return step('bad', 'bid_below_price', { best_bid: bid.price, price });
}

/** That what rests or waits does so for the day alone. */
export function forecastDayEnd({ draft }: Sell): ForecastStep[] {
  return draft.time_in_force === 'good_til_day' ? [step('good', 'until_end_of_day', {})] : [];
}

/** The part of a sell that meets bids at once; `limit` is null for market orders, which go no further than the band. */
export function forecastTrade(sell: Sell, limit: DecimalString | null): Forecast {
  const { draft, amount, bid, unit, ticker } = sell;
  const lowest = limit ?? ticker.min_price ?? null;
  if (bid === null || (lowest !== null && compare(bid.price, lowest) < 0)) {
    return { price: limit, behaviour: 'cancelled', steps: [forecastNoTrade(sell, lowest)] };
  }
  if (bid.amount === null) return forecastUnseen(sell, limit, bid.price);
  const atTouch = smallest(amount, bid.amount);
  const remainder = subtract(amount, atTouch);
  if (!isPositive(remainder)) {
    const fill = step('good', 'fills_at_touch', { amount: atTouch, total: amount, best_bid: bid.price, unit });
    return { price: limit, behaviour: 'trades', steps: [fill] };
  }
  if (draft.time_in_force === 'fill_or_kill') {
    const kill = step('attention', 'may_be_killed', { visible: bid.amount, amount, unit });
    return { price: limit, behaviour: 'unclear', steps: [kill] };
  }
  const steps = [
    step('attention', 'fills_at_touch', { amount: atTouch, total: amount, best_bid: bid.price, unit }),
    step('attention', 'beyond_touch', { remainder, unit }),
    ...forecastRemainder(sell, limit),
  ];
  return { price: limit, behaviour: 'trades', steps };
}

/** Somebody bids, and nobody says for how much. */
function forecastUnseen(sell: Sell, limit: DecimalString | null, best_bid: DecimalString): Forecast {
  const unseen = step('attention', 'touch_size_unknown', { best_bid });
  if (sell.draft.time_in_force === 'fill_or_kill') return { price: limit, behaviour: 'unclear', steps: [unseen] };
  return { price: limit, behaviour: 'trades', steps: [unseen, ...forecastRemainder(sell, limit)] };
}

function forecastRemainder(sell: Sell, limit: DecimalString | null): ForecastStep[] {
  const { draft } = sell;
  const stays = draft.time_in_force !== 'immediate_or_cancel';
  if (draft.type === 'market_limit' && stays) {
    return [step('attention', 'remainder_rests_at_fill', {}), ...forecastDayEnd(sell)];
  }
  if (limit === null || !stays) {
    return [step('attention', 'remainder_cancelled', { time_in_force: draft.time_in_force })];
  }
  return [step('good', 'remainder_rests', { price: limit }), ...forecastDayEnd(sell)];
}
