import { z } from 'zod';
import { subaccountSchema } from './account.ts';
import { blockRfqSchema } from './block-rfq.ts';
import { decimalField, timestampField, wireObject } from './fields.ts';
import { INSTRUMENT_KINDS, instrumentSchema } from './instrument.ts';
import { ORDER_CURRENCIES, type ServiceMethod } from './methods.ts';
import { orderSchema } from './order.ts';
import { positionSchema } from './position.ts';
import { listSchema } from './page.ts';
import { orderBookSchema } from './ticker.ts';

/**
 * Methods outside the contract (facts, section 9). Each is used only when the service offers it;
 * the terminal works without any of them.
 */
export const EXTENSIONS = {
  /** Every instrument of a currency (`any`: all). */
  'public/get_instruments': {
    params: z.strictObject({
      currency: z.string(),
      kind: z.string().optional(),
      expired: z.boolean().optional(),
    }),
    result: listSchema(instrumentSchema),
    scope: null,
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
  /** The service's clock, ms since the Unix epoch. */
  'public/get_time': {
    params: z.strictObject({}),
    result: timestampField,
    scope: null,
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
  /** A price index, and what a delivery at the next 08:00 UTC would be at. */
  'public/get_index_price': {
    params: z.strictObject({ index_name: z.string().min(1) }),
    result: wireObject({ index_price: decimalField, estimated_delivery_price: decimalField.nullish() }),
    scope: null,
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
  /** The ticker's fields with `depth` levels a side (1, 5, 10, 20, 50, 100, 1000 or 10000), best first: price, amount. */
  'public/get_order_book': {
    params: z.strictObject({ instrument_name: z.string().min(1), depth: z.number().int().optional() }),
    result: orderBookSchema,
    scope: null,
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
  /** Cancels one order by its id and gives it as it ended; one that has ended is refused (11044). */
  'private/cancel': {
    params: z.strictObject({ order_id: z.string().min(1) }),
    result: orderSchema,
    scope: 'trade:read_write',
    limit: 'matching_engine',
    safeToRepeat: true,
  },
  /** Cancels every open order of a label, in one currency or in all, and gives how many. */
  'private/cancel_by_label': {
    params: z.strictObject({ label: z.string(), currency: z.enum(ORDER_CURRENCIES).optional() }),
    result: z.number().int(),
    scope: 'trade:read_write',
    limit: 'matching_engine',
    safeToRepeat: true,
  },
  /**
   * Cancels every open order; gives how many, or `detailed` reports. Not to be repeated: it could reach newer orders.
   */
  'private/cancel_all': {
    params: z.strictObject({ detailed: z.boolean().optional(), freeze_quotes: z.boolean().optional() }),
    result: z.union([
      z.number().int(),
      z.array(
        wireObject({
          currency: z.string(),
          type: z.string(),
          instrument_name: z.string(),
          result: z.array(orderSchema).optional(),
          /** Why those of that instrument were not cancelled. */
          error: z.unknown().optional(),
        }),
      ),
    ]),
    scope: 'trade:read_write',
    limit: 'matching_engine',
    safeToRepeat: false,
  },
  /** Every open order, those that wait for a trigger among them; of one kind of instrument, or one type. */
  'private/get_open_orders': {
    params: z.strictObject({ kind: z.string().optional(), type: z.string().optional() }),
    result: z.array(orderSchema),
    scope: 'trade:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
  /** The main account and its subaccounts, without their portfolios. */
  'private/get_subaccounts': {
    params: z.strictObject({ with_portfolio: z.literal(false).optional() }),
    result: z.array(subaccountSchema),
    scope: 'account:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
  /** Positions of the account, or from the main account of a subaccount; of one currency or kind, or all. */
  'private/get_positions': {
    params: z.strictObject({
      currency: z.enum([...ORDER_CURRENCIES, 'any']).optional(),
      kind: z.enum(INSTRUMENT_KINDS).optional(),
      subaccount_id: z.number().int().positive().optional(),
    }),
    result: z.array(positionSchema),
    scope: 'trade:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
  /**
   * Initial margin of a single order in the settlement currency, and the price band (facts, section 9, `get_margins`).
   */
  'private/get_margins': {
    params: z.strictObject({ instrument_name: z.string().min(1), amount: decimalField, price: decimalField }),
    result: wireObject({
      buy: decimalField,
      sell: decimalField,
      min_price: decimalField.nullish(),
      max_price: decimalField.nullish(),
    }),
    scope: 'trade:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
  /** The account's Block RFQs with their quotes, newest first, paged back by `continuation`. */
  'private/get_block_rfqs': {
    params: z.strictObject({
      block_rfq_id: z.number().int().optional(),
      currency: z.string().optional(),
      state: z.enum(['open', 'filled', 'traded', 'cancelled', 'expired', 'closed']).optional(),
      role: z.enum(['any', 'taker', 'maker']).optional(),
      count: z.number().int().min(1).max(1000).optional(),
      continuation: z.number().int().optional(),
    }),
    result: wireObject({ block_rfqs: z.array(blockRfqSchema), continuation: z.number().int().nullish() }),
    scope: 'block_rfq:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
  /** Aliases of the makers that a Block RFQ may name. */
  'private/get_block_rfq_makers': {
    params: z.strictObject({}),
    result: z.array(z.string()),
    scope: 'block_rfq:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
} as const satisfies Record<string, ServiceMethod>;

export type ExtensionName = keyof typeof EXTENSIONS;
export type ExtensionParams<Name extends ExtensionName> = z.input<(typeof EXTENSIONS)[Name]['params']>;
export type ExtensionResult<Name extends ExtensionName> = z.output<(typeof EXTENSIONS)[Name]['result']>;
