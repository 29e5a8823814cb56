import { z } from 'zod';
import {
  decimalField,
  directionField,
  integerIdField,
  lenientFields,
  openEnum,
  timestampField,
  wireObject,
} from './fields.ts';
import { pageSchema } from './page.ts';

/** Part of a block trade given to a subaccount or a broker's client. */
export const tradeAllocationSchema = wireObject({
  amount: decimalField,
  fee: decimalField.optional(),
  user_id: z.number().int().optional(),
  client_info: wireObject({
    client_id: z.number().int(),
    client_link_id: z.number().int(),
    name: z.string().optional(),
  }).optional(),
});

/**
 * A trade of the account (facts, section 4). `direction` is the user's side. A negative `fee` is a rebate. `amount` is
 * in the amount unit.
 */
export const userTradeSchema = wireObject({
  trade_id: z.string(),
  trade_seq: integerIdField,
  timestamp: timestampField,
  order_id: z.string(),
  instrument_name: z.string(),
  direction: directionField,
  price: decimalField,
  amount: decimalField,
  mark_price: decimalField.nullish(),
  index_price: decimalField.nullish(),
  underlying_price: decimalField.nullish(),
  iv: decimalField.nullish(),
  fee: decimalField.nullish(),
  fee_currency: z.string().nullish(),
  profit_loss: decimalField.nullish(),
  label: z.string().optional(),
  block_trade_id: z.string().nullish(),
  block_rfq_id: integerIdField.optional(),
  block_rfq_quote_id: integerIdField.optional(),
  combo_id: z.string().nullish(),
  combo_trade_id: z.union([z.string(), z.number()]).nullish(),
  ...lenientFields({
    tick_direction: z.number().int().optional(),
    state: openEnum(['open', 'filled', 'rejected', 'cancelled', 'untriggered', 'archive']).optional(),
    order_type: z.string().optional(),
    original_order_type: z.string().optional(),
    matching_id: z.string().nullish(),
    contracts: decimalField.optional(),
    liquidity: openEnum(['M', 'T', 'MT']).optional(),
    reduce_only: z.union([z.boolean(), z.string()]).optional(),
    post_only: z.union([z.boolean(), z.string()]).optional(),
    api: z.boolean().optional(),
    mmp: z.boolean().optional(),
    risk_reducing: z.boolean().optional(),
    self_trade: z.boolean().optional(),
    advanced: openEnum(['usd', 'implv']).optional(),
    user_id: integerIdField.optional(),
    block_trade_leg_count: z.number().int().optional(),
    legs: z.array(z.unknown()).optional(),
    quote_id: z.string().optional(),
    quote_set_id: z.string().optional(),
    trade_allocations: z.array(tradeAllocationSchema).optional(),
  }),
});
export type UserTrade = z.infer<typeof userTradeSchema>;

/** Result of the two user-trades-in-a-window methods. */
export const userTradesPageSchema = pageSchema<UserTradesPage>({
  fields: wireObject({ trades: z.array(z.unknown()), has_more: z.boolean() }),
  list: 'trades',
  record: userTradeSchema,
});
export interface UserTradesPage {
  readonly trades: UserTrade[];
  readonly unreadable?: unknown[];
  readonly has_more: boolean;
}
