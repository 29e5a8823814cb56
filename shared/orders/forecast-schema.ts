import { z } from 'zod';
import { decimalField } from '../service/fields.ts';

/** One thing the engine will do with the order, in order; text is made in the window. */
export const forecastStepSchema = z.strictObject({
  code: z.enum([
    'clamped_to_band',
    'post_only_moves_price',
    'post_only_rejects',
    'crosses',
    'fills_at_touch',
    'rests',
    'remainder_cancelled',
    'fill_or_kill_needs_depth',
    'no_bid',
    'fee_maker',
    'fee_taker',
    'delta_after_fill',
    'credits',
  ]),
  tone: z.enum(['good', 'attention', 'bad']),
  params: z.record(z.string(), z.string()),
});
export type ForecastStep = z.infer<typeof forecastStepSchema>;

/** What the engine will do with a sell, as far as the visible touch tells. */
export const forecastSchema = z.strictObject({
  /** Price the order is expected to be booked or capped at; null for market orders. */
  price: decimalField.nullable(),
  behaviour: z.enum(['rests', 'crosses', 'rejected', 'unclear']),
  steps: z.array(forecastStepSchema),
});
export type Forecast = z.infer<typeof forecastSchema>;
