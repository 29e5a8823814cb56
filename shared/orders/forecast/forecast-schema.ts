import { z } from 'zod';
import { decimalField } from '../../service/fields.ts';

/**
 * The account's own resting orders within a price: side, number, amount, nearest and farthest price. `mode`: the
 * service's rule, blank when unknown.
 */
const OWN_ORDERS = ['own_side', 'own_price', 'own_last', 'own_amount', 'own_count', 'unit', 'mode'] as const;

/** Forecast steps with their params, `side` the order's own; texts are in `renderer/features/order-ticket/forecast/forecast-text.ts`. */
export const FORECAST_STEP_PARAMS = {
  /** Waits untriggered until the watched price is at or beyond the trigger. `fires`: below or above. */
  waits_for_trigger: ['trigger', 'trigger_price', 'fires', 'watched_price'],
  /** A trailing stop: fires when the watched price is `offset` off its peak; at `fires_at` if it turned from here. */
  follows_peak: ['side', 'trigger', 'offset', 'fires_at'],
  /** Then goes to the book as a market order, or as a limit order at `price`. */
  then_market: ['side'],
  then_limit: ['price'],
  /** Post only: where the book of then would trade with that, the engine moves it just off the touch, or rejects it. */
  fired_post_only_moves: ['side'],
  fired_post_only_rejects: [],
  /** Priced by volatility or USD: what that comes to now. */
  priced_by_volatility: ['percent', 'price'],
  priced_by_usd: ['usd', 'price'],
  /** The pricing engine moves it as the market moves. */
  reprices: [],
  /** The price lies beyond the band: the engine moves it to `to`, or refuses it (facts, section 11). */
  clamped_to_band: ['side', 'from', 'to'],
  /** Post only: it would trade with the touch, so the engine moves it off. */
  post_only_moves_price: ['side', 'from', 'to', 'touch'],
  /** Post only with reject: it would trade with the touch, so the engine refuses it. */
  post_only_rejects: ['side', 'price', 'touch'],
  /** It comes to the first of the account's own resting orders of the other side. */
  meets_own_order: OWN_ORDERS,
  /** The same where orders of others in the same place may keep it from that, or the touch is of another moment. */
  may_meet_own_order: OWN_ORDERS,
  /** The same of own orders behind the touch: it comes to them with what others before them leave of it. */
  may_reach_own_order: OWN_ORDERS,
  /** Own orders are cancelled, and what others have behind them is unknown. */
  behind_own_orders: ['side', 'amount', 'unit'],
  /** It may meet an own order as its trigger fires. */
  fires_into_own_order: OWN_ORDERS,
  /** The same for linked order `place`. */
  linked_into_own: ['place', ...OWN_ORDERS],
  /** Own orders are unread: one may be in the way. */
  own_orders_unread: ['own_side'],
  /** Subaccounts count as own: their orders may be in the way. */
  subaccounts_unseen: ['own_side', 'mode'],
  /** One cancels the other: the other comes to one, or may. */
  partner_meets_own_order: OWN_ORDERS,
  /** One cancels the other: post only with reject, and the other would trade with `touch`, so the engine refuses both. */
  partner_rejects: ['price', 'touch'],
  /** The linked partner trades at once with `touch`, which ends this one. */
  partner_trades: ['touch'],
  /** The same, where this one trades in part first: its rest may be cancelled. */
  partner_may_trade: ['touch', 'condition'],
  /** A linked partner trades up, or down, to `price`, where this one rests: self-match. */
  partner_meets_order: ['side', 'price'],
  /** The linked partner can't rest and ends at once; so does this one. */
  partner_ends: ['side'],
  /** Post only moves the other: it would trade at once. */
  partner_moved: ['from', 'to'],
  /** Trades at once: `amount` is what the visible touch takes of `total`. */
  fills_at_touch: ['side', 'amount', 'total', 'touch', 'unit'],
  /** More than the visible touch holds: the rest goes deeper or rests. */
  beyond_touch: ['side', 'remainder', 'unit'],
  /** Trades at once with the touch, whose size the service does not say. */
  touch_size_unknown: ['side', 'touch'],
  rests: ['price', 'amount', 'unit'],
  /** Beyond the band, which ends at `edge`: nobody can trade with it there yet. */
  rests_beyond_band: ['side', 'edge'],
  remainder_rests: ['price'],
  /** Market with limit: what doesn't trade rests at the last price it traded at. */
  remainder_rests_at_fill: ['side'],
  remainder_cancelled: ['side', 'time_in_force'],
  /** Fill or kill: the visible touch holds less than the amount. */
  may_be_killed: ['side', 'visible', 'amount', 'unit'],
  /** Immediate or cancel, fill or kill or market with nothing to trade with. */
  nothing_to_trade_with: ['side'],
  /** The same where there is a touch, out of the price's reach. */
  touch_out_of_reach: ['side', 'touch', 'price'],
  until_end_of_day: [],
  /** Reduces only: what is more than the position is dropped. */
  no_more_than_position: ['side'],
  /** An iceberg of which all rests: `slices` in all, the last one `last`. */
  iceberg: ['display', 'slices', 'refreshes', 'last', 'unit'],
  /** One that takes first: `slices` at most. */
  iceberg_rest: ['display', 'slices', 'unit'],
  hidden_pays_taker: ['fee', 'currency'],
  /** What the linked order places or cancels, and on which fill. */
  triggers_other: ['children', 'condition'],
  cancels_other: ['children', 'condition'],
  triggers_pair: ['children', 'condition'],
  /** What the fill places, as it is placed: the linked order `place` reaches `touch`, and trades at once. */
  placed_trades: ['place', 'touch'],
  /** It reaches `price`, where what is left of this one rests: no order trades with its own account. */
  placed_meets_order: ['place', 'price'],
  /** Post only with reject: it reaches `touch`, so the engine rejects it. */
  placed_rejected: ['place', 'touch'],
  /** It may not rest, and ends as it is placed, filled or not. */
  placed_ends: ['place'],
  fee_maker: ['fee', 'currency'],
  fee_taker: ['fee', 'currency'],
  /** The maker fee of an iceberg's first `display`. */
  fee_shown: ['fee', 'display', 'unit', 'currency'],
  /** The fee by other ways: as maker, as taker, as a block from `minimum` on. Blank where closed or unknown. */
  fee_elsewhere: ['maker', 'taker', 'block', 'minimum', 'unit', 'currency'],
  /** What is received for an option, in what it is quoted in; `usd` is blank where that is dollars already, or no index is known. */
  premium: ['premium', 'currency', 'usd'],
  /** What is paid, without a sign: for what is bought, and for a combo that sells below zero. */
  premium_paid: ['premium', 'currency', 'usd'],
  /** A combo has no rate and no delta of its own: those are its legs'. */
  legs_bear: [],
  /** Each is blank where it is not known. */
  notional: ['usd', 'coins', 'currency'],
  /** The same of an option: its underlying, not its premium. */
  underlying: ['usd', 'coins', 'currency'],
  /** Black-Scholes delta that a complete fill adds, and for options net of the premium. */
  delta_after_fill: ['delta', 'currency'],
  delta_net_of_premium: ['delta', 'net_delta', 'currency'],
  /** The account's resulting deltas of the index; an unknown pair is blank. */
  account_delta: ['total_before', 'total_after', 'total_currency', 'before', 'after', 'currency', 'index'],
  credits: ['used', 'available'],
  /** The order limit is assumed: this a second, and at once. */
  limit_not_told: ['rate', 'burst'],
  /** What the draft leaves open, by the names of its fields, with blanks between: the default of each holds. */
  defaults: ['fields'],
} as const satisfies Record<string, readonly string[]>;

export type ForecastStepCode = keyof typeof FORECAST_STEP_PARAMS;
export const FORECAST_STEP_CODES = Object.keys(FORECAST_STEP_PARAMS) as [ForecastStepCode, ...ForecastStepCode[]];

export const forecastStepSchema = z.strictObject({
  code: z.enum(FORECAST_STEP_CODES),
  tone: z.enum(['good', 'attention', 'bad']),
  params: z.record(z.string(), z.string()),
});
export type ForecastStep = z.infer<typeof forecastStepSchema>;

/** What the engine will do with an order, as far as the visible touch tells. */
export const forecastSchema = z.strictObject({
  /** Price the order is expected to be booked at or better, in the instrument's quote; null for market orders. */
  price: decimalField.nullable(),
  behaviour: z.enum(['waits', 'rests', 'trades', 'refused', 'cancelled', 'unclear']),
  steps: z.array(forecastStepSchema),
});
export type Forecast = z.infer<typeof forecastSchema>;

/** A step with exactly the params that its code declares. */
export function step<Code extends ForecastStepCode>(
  tone: ForecastStep['tone'],
  code: Code,
  params: Record<(typeof FORECAST_STEP_PARAMS)[Code][number], string>,
): ForecastStep {
  return { code, tone, params };
}
