import { z } from 'zod';
import { decimalField } from '../../service/fields.ts';

/**
 * The account's own resting buys within a price: number, amount, highest and lowest price. `mode`: the service's rule,
 * blank when unknown.
 */
const OWN_BUYS = ['own_price', 'own_lowest', 'own_amount', 'own_count', 'unit', 'mode'] as const;

/** Forecast steps with their params; texts are in `renderer/features/sell-ticket/forecast/forecast-text.ts`. */
export const FORECAST_STEP_PARAMS = {
  /** Waits untriggered until the watched price is at or beyond the trigger. `side`: below or above. */
  waits_for_trigger: ['trigger', 'trigger_price', 'side', 'watched_price'],
  /** A trailing stop: fires when the watched price is `offset` under its peak; at `fires_at` if it fell from here. */
  follows_peak: ['trigger', 'offset', 'fires_at'],
  /** Then goes to the book as a market order, or as a limit order at `price`. */
  then_market: [],
  then_limit: ['price'],
  /** Post only: where the book of then would trade with that, the engine moves it just above the bid, or rejects it. */
  fired_post_only_moves: [],
  fired_post_only_rejects: [],
  /** Priced by volatility or USD: what that comes to now. */
  priced_by_volatility: ['percent', 'price'],
  priced_by_usd: ['usd', 'price'],
  /** The pricing engine moves it as the market moves. */
  reprices: [],
  /** The price lies under the band: the engine raises it to `to`, or refuses it (facts, section 11). */
  clamped_to_band: ['from', 'to'],
  /** Post only: it would trade with the bid, so the engine moves it above. */
  post_only_moves_price: ['from', 'to', 'best_bid'],
  /** Post only with reject: it would trade with the bid, so the engine refuses it. */
  post_only_rejects: ['price', 'best_bid'],
  /** It comes to the first of the account's own resting buys. */
  meets_own_buy: OWN_BUYS,
  /** The same where the bids of others in the same place may keep it from that, or the touch is of another moment. */
  may_meet_own_buy: OWN_BUYS,
  /** The same of buys below the touch: it comes to them with what the bids above leave of it. */
  may_reach_own_buy: OWN_BUYS,
  /** Own buys are cancelled, and bids below them are unknown. */
  below_own_buys: ['amount', 'unit'],
  /** It may meet an own buy as its trigger fires. */
  fires_into_own_buy: OWN_BUYS,
  /** The same for linked order `place` and own orders of the other `side`. */
  linked_into_own: ['place', 'side', ...OWN_BUYS],
  /** Own orders are unread: an own buy may be in the way. */
  own_buys_unread: [],
  /** Subaccounts count as own: their buys may be in the way. */
  subaccounts_unseen: ['mode'],
  /** One cancels the other: the other comes to one, or may. */
  partner_meets_own_buy: OWN_BUYS,
  /** One cancels the other: post only with reject, and the other would trade with `touch`, so the engine refuses both. */
  partner_rejects: ['price', 'touch'],
  /** The linked partner trades at once with `touch`, which ends this one. */
  partner_trades: ['touch'],
  /** The same, where this one trades in part first: its rest may be cancelled. */
  partner_may_trade: ['touch', 'condition'],
  /** A linked partner buys up to `price`, where this one rests: self-match. */
  partner_meets_sell: ['price'],
  /** The linked partner can't rest and ends at once; so does this one. */
  partner_ends: [],
  /** Post only moves the other: it would trade at once. */
  partner_moved: ['from', 'to'],
  /** Trades at once with the bids: `amount` is what the visible best bid takes of `total`. */
  fills_at_touch: ['amount', 'total', 'best_bid', 'unit'],
  /** More than the visible best bid holds: the rest goes deeper or rests. */
  beyond_touch: ['remainder', 'unit'],
  /** Trades at once with the bids, whose size the service does not say. */
  touch_size_unknown: ['best_bid'],
  rests: ['price', 'amount', 'unit'],
  /** Above the band, which ends at `max_price`: nobody can buy there yet. */
  rests_above_band: ['max_price'],
  remainder_rests: ['price'],
  /** Market with limit: what doesn't trade rests at the last price it traded at. */
  remainder_rests_at_fill: [],
  remainder_cancelled: ['time_in_force'],
  /** Fill or kill: the visible best bid holds less than the amount. */
  may_be_killed: ['visible', 'amount', 'unit'],
  /** Immediate or cancel, fill or kill or market with nothing to trade with. */
  nothing_to_trade_with: [],
  /** The same where there is a bid, below the price. */
  bid_below_price: ['best_bid', 'price'],
  until_end_of_day: [],
  /** Reduces only: what is more than the position is dropped. */
  no_more_than_position: [],
  /** An iceberg of which all rests: `slices` in all, the last one `last`. */
  iceberg: ['display', 'slices', 'refreshes', 'last', 'unit'],
  /** One that goes for bids first: `slices` at most. */
  iceberg_rest: ['display', 'slices', 'unit'],
  hidden_pays_taker: ['fee', 'currency'],
  /** What the linked order places or cancels, and on which fill. */
  triggers_other: ['children', 'condition'],
  cancels_other: ['children', 'condition'],
  triggers_pair: ['children', 'condition'],
  /** What the fill places, as it is placed: the linked order `place` reaches `touch`, and trades at once. */
  placed_trades: ['place', 'touch'],
  /** It reaches `price`, where what is left of this one rests: no order trades with its own account. */
  placed_meets_sell: ['place', 'price'],
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
  /** What an option is sold for, in what it is quoted in; `usd` is blank where that is dollars already, or no index is known. */
  premium: ['premium', 'currency', 'usd'],
  /** A combo that sells below zero: what is paid for it, without a sign. */
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

/** What the engine will do with a sell, as far as the visible touch tells. */
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
