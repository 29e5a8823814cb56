import { z } from 'zod';
import { decimalField } from '../service/fields.ts';

/** What a forecast step can say, with its params; the text for a trader is elsewhere (`renderer/features/sell-ticket/forecast-text.ts`). */
export const FORECAST_STEP_PARAMS = {
  /** The price lies under the band: the engine raises it to `to`. */
  clamped_to_band: ['from', 'to'],
  /** Post only: it would trade with the bid, so the engine moves it above. */
  post_only_moves_price: ['from', 'to', 'best_bid'],
  /** Post only with reject: it would trade with the bid, so the engine refuses it. */
  post_only_rejects: ['price', 'best_bid'],
  /** Trades at once with the bids: `amount` is what the visible best bid takes of `total`. */
  fills_at_touch: ['amount', 'total', 'best_bid', 'unit'],
  /** More than the visible best bid holds: the rest goes deeper or rests. */
  beyond_touch: ['remainder', 'unit'],
  /** Rests on the book. `distance` is from the best ask, negative when it becomes the best ask. */
  rests: ['price', 'amount', 'unit'],
  remainder_rests: ['price'],
  remainder_cancelled: ['time_in_force'],
  /** Fill or kill: the visible best bid holds less than the amount. */
  may_be_killed: ['visible', 'amount', 'unit'],
  /** Immediate or cancel, fill or kill or market with nothing to trade with. */
  nothing_to_trade_with: [],
  until_end_of_day: [],
  fee_maker: ['fee', 'currency'],
  fee_taker: ['fee', 'currency'],
  delta_after_fill: ['delta', 'currency'],
  credits: ['used', 'available'],
} as const satisfies Record<string, readonly string[]>;

export type ForecastStepCode = keyof typeof FORECAST_STEP_PARAMS;
export const FORECAST_STEP_CODES = Object.keys(FORECAST_STEP_PARAMS) as [ForecastStepCode, ...ForecastStepCode[]];

export const forecastStepSchema = z.strictObject({
  code: z.enum(FORECAST_STEP_CODES),
  tone: z.enum(['good', 'attention', 'bad']),
  params: z.record(z.string(), z.string()),
});
export type ForecastStep = z.infer<typeof forecastStepSchema>;

/** What the engine will do with a sell, as far as the visible touch tells. */
export const forecastSchema = z.strictObject({
  /** Price the order is expected to be booked at or better; null for market orders. */
  price: decimalField.nullable(),
  behaviour: z.enum(['rests', 'trades', 'refused', 'cancelled', 'unclear']),
  steps: z.array(forecastStepSchema),
});
export type Forecast = z.infer<typeof forecastSchema>;
