import { z } from 'zod';
import { decimalField, decimalMapField, directionField, openEnum, timestampField, wireObject } from './fields.ts';
import { pageSchema } from './page.ts';
import { tradeAllocationSchema } from './trade.ts';

/** The one hedge leg of a Block RFQ; amount in USD for inverse futures, base coin otherwise. */
export const hedgeSchema = wireObject({
  instrument_name: z.string(),
  direction: directionField,
  price: decimalField,
  amount: decimalField,
});
export type Hedge = z.infer<typeof hedgeSchema>;

const tapeTrade = {
  price: decimalField,
  amount: decimalField,
  direction: directionField,
  hedge_amount: decimalField.optional(),
};
const tapeTradeSchema = wireObject(tapeTrade);

/** One print of the public Block RFQ tape (contract "Block RFQ trade record"). `combo_id` is null for custom structures. */
export const blockRfqTradeSchema = wireObject({
  id: z.number().int(),
  timestamp: timestampField,
  combo_id: z.string().nullish(),
  legs: z.array(
    wireObject({ price: decimalField, direction: directionField, instrument_name: z.string(), ratio: decimalField }),
  ),
  amount: decimalField,
  direction: directionField,
  mark_price: decimalField.nullish(),
  trades: z.array(tapeTradeSchema),
  hedge: hedgeSchema.nullish(),
  index_prices: decimalMapField.nullish(),
});
export type BlockRfqTrade = z.infer<typeof blockRfqTradeSchema>;

/** Result of `public/get_block_rfq_trades`; `continuation` is `<timestamp>:<block_rfq_id>` or null on the last page. */
export const blockRfqTradesPageSchema = pageSchema<BlockRfqTradesPage>({
  fields: wireObject({ continuation: z.string().nullish(), block_rfqs: z.array(z.unknown()) }),
  list: 'block_rfqs',
  record: blockRfqTradeSchema,
});
export interface BlockRfqTradesPage {
  readonly block_rfqs: BlockRfqTrade[];
  readonly unreadable?: unknown[];
  readonly continuation?: string | null | undefined;
}

const rfqQuoteSchema = wireObject({
  price: decimalField,
  amount: decimalField,
  makers: z.array(z.string()).optional(),
  execution_instruction: openEnum(['any_part_of', 'all_or_none']).optional(),
  last_update_timestamp: timestampField.optional(),
  expires_at: timestampField.optional(),
});

/** A Block RFQ of the account (contract "Block RFQ"; facts, section 4). */
export const blockRfqSchema = wireObject({
  block_rfq_id: z.number().int(),
  label: z.string().optional(),
  state: openEnum(['created', 'open', 'filled', 'traded', 'cancelled', 'expired', 'closed']),
  role: openEnum(['taker', 'maker']).optional(),
  amount: decimalField,
  min_trade_amount: decimalField.optional(),
  combo_id: z.string().nullish(),
  /** `direction` is missing in the reply of a cancelled trigger. */
  legs: z.array(wireObject({ instrument_name: z.string(), direction: directionField.optional(), ratio: decimalField })),
  hedge: hedgeSchema.nullish(),
  makers: z.array(z.string()).optional(),
  bids: z.array(rfqQuoteSchema).optional(),
  asks: z.array(rfqQuoteSchema).optional(),
  creation_timestamp: timestampField,
  expiration_timestamp: timestampField.optional(),
  taker: z.string().optional(),
  taker_rating: z.string().optional(),
  disclosed: z.boolean().optional(),
  included_in_taker_rating: z.boolean().optional(),
  app_name: z.string().optional(),
  mark_price: decimalField.nullish(),
  index_prices: z.union([z.array(decimalField), decimalMapField]).nullish(),
  trades: z.array(wireObject({ ...tapeTrade, maker: z.string().optional() })).optional(),
  trade_trigger: wireObject({
    state: openEnum(['untriggered', 'triggered', 'cancelled']),
    price: decimalField.optional(),
    direction: directionField.optional(),
    cancel_reason: z.string().optional(),
  }).nullish(),
  trade_allocations: z.array(tradeAllocationSchema).optional(),
});
export type BlockRfq = z.infer<typeof blockRfqSchema>;
