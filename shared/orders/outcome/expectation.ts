import { z } from 'zod';
import { parseDecimal } from '../../decimal.ts';
import { decimalField } from '../../service/fields.ts';
import type { OrderParams } from '../../service/methods.ts';
import { FILL_CONDITIONS } from '../../service/order.ts';
import type { Forecast, ForecastStepCode } from '../forecast/forecast-schema.ts';

/**
 * What of a forecast is kept with its order, to compare with the result. Version 1 had price, behaviour and fee alone.
 */
export const expectationSchema = z.strictObject({
  version: z.union([z.literal(1), z.literal(2)]).default(1),
  /** As in the forecast: in the instrument's quote; null for market orders. */
  price: decimalField.nullable(),
  behaviour: z.string(),
  /** For a complete fill; null when unknown, as of a resting iceberg. A rebate is negative. */
  fee: z.strictObject({ amount: decimalField, currency: z.string() }).nullable().default(null),
  /** The price depends on the market: moved, clamped, or from USD or volatility. */
  is_price_estimate: z.boolean().default(false),
  /** What the visible touch was to take at once, and at which price; null where nothing was to trade, or nobody said. */
  fill: z.strictObject({ amount: decimalField, price: decimalField }).nullable().default(null),
  /** Its linked partner ends or cuts it at once: the reply shows before or after. */
  hangs_on_partner: z.boolean().default(false),
  /** An order of its own account was to be in its way: that may have been filled or cancelled meanwhile. */
  hangs_on_own_buy: z.boolean().default(false),
  /** Requested terms without a field in the row; null when unknown. */
  asked: z
    .strictObject({
      reject_post_only: z.boolean(),
      mmp: z.boolean(),
      children: z.number().int(),
      trigger_fill_condition: z.enum(FILL_CONDITIONS).nullable(),
    })
    .nullable()
    .default(null),
});
export type Expectation = z.infer<typeof expectationSchema>;

const PRICED_BY_MARKET: readonly ForecastStepCode[] = [
  'priced_by_volatility',
  'priced_by_usd',
  'clamped_to_band',
  'post_only_moves_price',
];

const PARTNER_DECIDES: readonly ForecastStepCode[] = [
  'partner_trades',
  'partner_may_trade',
  'partner_meets_order',
  'partner_ends',
  'partner_meets_own_order',
];

/** What the order itself does among the account's own. */
export const MEETS_OWN_ORDERS: readonly ForecastStepCode[] = [
  'meets_own_order',
  'may_meet_own_order',
  'may_reach_own_order',
];
/** The same, or what its partner does. */
export const OF_OWN_ORDERS: readonly ForecastStepCode[] = [...MEETS_OWN_ORDERS, 'partner_meets_own_order'];

/** What forecast and request let one expect of the reply. */
export function expectationOf({ price, behaviour, steps }: Forecast, params: OrderParams): Expectation {
  const find = (...codes: readonly ForecastStepCode[]) => steps.find(({ code }) => codes.includes(code))?.params;
  const fee = find('fee_maker', 'fee_taker');
  const feeAmount = parseDecimal(fee?.['fee'] ?? '');
  const touch = find('fills_at_touch');
  const fillAmount = parseDecimal(touch?.['amount'] ?? '');
  const fillPrice = parseDecimal(touch?.['touch'] ?? '');
  return {
    version: 2,
    price,
    behaviour,
    fee: feeAmount === null ? null : { amount: feeAmount, currency: fee?.['currency'] ?? '' },
    // Post only yields to a touch that came nearer meanwhile.
    is_price_estimate: params.post_only === true || steps.some(({ code }) => PRICED_BY_MARKET.includes(code)),
    fill: fillAmount === null || fillPrice === null ? null : { amount: fillAmount, price: fillPrice },
    hangs_on_partner: find(...PARTNER_DECIDES) !== undefined,
    hangs_on_own_buy: find(...OF_OWN_ORDERS) !== undefined,
    asked: {
      reject_post_only: params.reject_post_only ?? false,
      mmp: params.mmp ?? false,
      children: params.otoco_config?.length ?? 0,
      trigger_fill_condition: params.trigger_fill_condition ?? null,
    },
  };
}
