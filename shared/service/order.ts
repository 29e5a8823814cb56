import { z } from 'zod';
import {
  decimalField,
  directionField,
  integerIdField,
  lenientFields,
  openEnum,
  shownNumberField,
  timestampField,
  wireObject,
} from './fields.ts';
import { userTradeSchema } from './trade.ts';

export const ORDER_TYPES = [
  'limit',
  'stop_limit',
  'take_limit',
  'market',
  'stop_market',
  'take_market',
  'market_limit',
  'trailing_stop',
] as const;
export const TIMES_IN_FORCE = ['good_til_cancelled', 'good_til_day', 'fill_or_kill', 'immediate_or_cancel'] as const;
export const ORDER_STATES = ['open', 'filled', 'rejected', 'cancelled', 'untriggered', 'triggered'] as const;
export const TRIGGERS = ['index_price', 'mark_price', 'last_price'] as const;
export const FILL_CONDITIONS = ['first_hit', 'complete_fill', 'incremental'] as const;
export const LINKED_ORDER_TYPES = [
  'one_triggers_other',
  'one_cancels_other',
  'one_triggers_one_cancels_other',
] as const;
export const ADVANCED_TYPES = ['usd', 'implv'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export type AdvancedType = (typeof ADVANCED_TYPES)[number];
export type LinkedOrderType = (typeof LINKED_ORDER_TYPES)[number];
export type TriggerPriceType = (typeof TRIGGERS)[number];
export const CANCEL_REASONS = [
  'user_request',
  'autoliquidation',
  'cancel_on_disconnect',
  'risk_mitigation',
  'pme_risk_reduction',
  'pme_account_locked',
  'position_locked',
  'mmp_trigger',
  'mmp_config_curtailment',
  'edit_post_only_reject',
  'oco_other_closed',
  'oto_primary_closed',
  'settlement',
  'order_overlap',
  'order_overlap_another_sub',
] as const;

/**
 * An order (contract, "Order"; facts, section 4). `price` is text for untriggered market triggers. Visible size:
 * `max_show` before June 2025, then `display_amount`.
 */
export const orderSchema = wireObject({
  order_id: z.string(),
  order_state: openEnum(ORDER_STATES),
  order_type: openEnum(ORDER_TYPES),
  original_order_type: openEnum(['market', 'market_limit']).optional(),
  time_in_force: openEnum(TIMES_IN_FORCE),
  instrument_name: z.string(),
  creation_timestamp: timestampField,
  last_update_timestamp: timestampField,
  direction: directionField,
  price: z.union([z.literal('market_price'), decimalField]).nullish(),
  label: z.string().optional(),
  post_only: z.boolean(),
  reject_post_only: z.boolean().optional(),
  reduce_only: z.boolean().optional(),
  replaced: z.boolean().optional(),
  amount: decimalField.optional(),
  filled_amount: decimalField.optional(),
  average_price: decimalField.nullish(),
  max_show: decimalField.optional(),
  display_amount: decimalField.optional(),
  refresh_amount: decimalField.optional(),
  advanced: openEnum(ADVANCED_TYPES).optional(),
  implv: decimalField.optional(),
  usd: decimalField.optional(),
  triggered: z.boolean().optional(),
  trigger: openEnum(TRIGGERS).optional(),
  trigger_price: decimalField.nullish(),
  trigger_offset: decimalField.nullish(),
  trigger_reference_price: shownNumberField,
  trigger_order_id: z.string().optional(),
  trigger_fill_condition: openEnum(FILL_CONDITIONS).optional(),
  mmp: z.boolean().optional(),
  mmp_cancelled: z.boolean().optional(),
  oto_order_ids: z.array(z.string()).optional(),
  oco_ref: z.string().optional(),
  primary_order_id: z.string().optional(),
  is_secondary_oto: z.boolean().optional(),
  is_primary_otoco: z.boolean().optional(),
  commission: shownNumberField,
  profit_loss: shownNumberField,
  ...lenientFields({
    api: z.boolean().optional(),
    web: z.boolean().optional(),
    mobile: z.boolean().optional(),
    auto_replaced: z.boolean().optional(),
    is_rebalance: z.boolean().optional(),
    is_liquidation: z.boolean().optional(),
    risk_reducing: z.boolean().optional(),
    contracts: decimalField.optional(),
    block_trade: z.boolean().optional(),
    mmp_group: z.string().optional(),
    quote: z.boolean().optional(),
    quote_id: z.string().optional(),
    quote_set_id: z.string().optional(),
    app_name: z.string().optional(),
    cancel_reason: openEnum(CANCEL_REASONS).optional(),
    user_id: integerIdField.optional(),
  }),
});
export type Order = z.infer<typeof orderSchema>;

/** Result of `private/sell` and its siblings: the order, and the trades it made at once. */
export const orderPlacedSchema = wireObject({ order: orderSchema, trades: z.array(userTradeSchema) });
export type OrderPlaced = z.infer<typeof orderPlacedSchema>;
