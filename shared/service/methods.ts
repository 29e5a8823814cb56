import { z } from 'zod';
import { accountSummariesSchema, accountSummarySchema } from './account.ts';
import { authResultSchema } from './auth.ts';
import { blockRfqSchema, blockRfqTradesPageSchema } from './block-rfq.ts';
import { decimalField, directionField, labelLength, LABEL_MAX_CHARACTERS } from './fields.ts';
import { instrumentSchema } from './instrument.ts';
import {
  ADVANCED_TYPES,
  FILL_CONDITIONS,
  LINKED_ORDER_TYPES,
  ORDER_TYPES,
  orderPlacedSchema,
  orderSchema,
  TIMES_IN_FORCE,
  TRIGGERS,
} from './order.ts';
import { tickerSchema } from './ticker.ts';
import { userTradesPageSchema } from './trade.ts';

/** Scope that a method needs (facts, section 2); null for public ones. */
export type Scope = 'account:read' | 'trade:read' | 'trade:read_write' | 'block_rfq:read' | 'block_rfq:read_write';

/** Bucket of the account's `limits` that a call spends from (facts, section 7). */
export type LimitCategory = 'non_matching_engine' | 'matching_engine';

export interface ServiceMethod<Params extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
  readonly params: Params;
  readonly result: Result;
  readonly scope: Scope | null;
  readonly limit: LimitCategory;
  /** False when a second execution would do a second thing: such a call is sent at most once. */
  readonly safeToRepeat: boolean;
}

function method<Params extends z.ZodType, Result extends z.ZodType>(
  definition: ServiceMethod<Params, Result>,
): ServiceMethod<Params, Result> {
  return definition;
}

const instrumentName = z.string().min(1).max(128);
const label = z.string().refine((text) => labelLength(text) <= LABEL_MAX_CHARACTERS, {
  error: `must be ${LABEL_MAX_CHARACTERS} characters at most`,
});
const count = z.number().int().min(1).max(1000);
const timestamp = z.number().int().nonnegative();
const subaccountId = z.number().int().positive();
export const ORDER_CURRENCIES = ['BTC', 'ETH', 'USDC', 'USDT', 'EURR'] as const;
export const ACCOUNT_CURRENCIES = [
  'BTC',
  'ETH',
  'STETH',
  'ETHW',
  'USDC',
  'USDT',
  'EURR',
  'SOL',
  'XRP',
  'USYC',
  'PAXG',
  'BNB',
  'USDE',
] as const;
const orderCurrency = z.enum(ORDER_CURRENCIES);
/** Any that a summary names: a service lists more than its documents do. */
const accountCurrency = z.string().regex(/^[A-Z0-9]{2,16}$/);
const tradeWindow = {
  start_timestamp: timestamp.optional(),
  end_timestamp: timestamp.optional(),
  count: count.optional(),
  sorting: z.enum(['asc', 'desc', 'default']).optional(),
  historical: z.boolean().optional(),
};

const otocoChild = z.strictObject({
  amount: decimalField,
  direction: directionField,
  type: z.enum(ORDER_TYPES).optional(),
  label: label.optional(),
  price: decimalField.optional(),
  reduce_only: z.boolean().optional(),
  time_in_force: z.enum(TIMES_IN_FORCE).optional(),
  post_only: z.boolean().optional(),
  reject_post_only: z.boolean().optional(),
  trigger_price: decimalField.optional(),
  trigger_offset: decimalField.optional(),
  trigger: z.enum(TRIGGERS).optional(),
});

/** Params of `private/sell` and `private/buy` (contract "private/sell"). Amounts in the instrument's amount unit. */
export const orderParamsSchema = z.strictObject({
  instrument_name: instrumentName,
  amount: decimalField.optional(),
  contracts: decimalField.optional(),
  type: z.enum(ORDER_TYPES).optional(),
  label: label.optional(),
  price: decimalField.optional(),
  time_in_force: z.enum(TIMES_IN_FORCE).optional(),
  display_amount: decimalField.optional(),
  post_only: z.boolean().optional(),
  reject_post_only: z.boolean().optional(),
  reduce_only: z.boolean().optional(),
  trigger_price: decimalField.optional(),
  trigger_offset: decimalField.optional(),
  trigger: z.enum(TRIGGERS).optional(),
  advanced: z.enum(ADVANCED_TYPES).optional(),
  mmp: z.boolean().optional(),
  valid_until: timestamp.optional(),
  linked_order_type: z.enum(LINKED_ORDER_TYPES).optional(),
  trigger_fill_condition: z.enum(FILL_CONDITIONS).optional(),
  otoco_config: z.array(otocoChild).optional(),
});
export type OrderParams = z.infer<typeof orderParamsSchema>;

const blockRfqLeg = z.strictObject({
  instrument_name: instrumentName,
  amount: decimalField,
  direction: directionField,
});

const requestedAllocation = z.strictObject({
  amount: decimalField,
  user_id: z.number().int().optional(),
  client_info: z.strictObject({ client_id: z.number().int(), client_link_id: z.number().int() }).optional(),
});

/** Params of `private/create_block_rfq`. In a JSON body the hedge is an object; in a query, that object as text. */
export const createBlockRfqParamsSchema = z.strictObject({
  legs: z.array(blockRfqLeg).min(1).max(20),
  trade_allocations: z.array(requestedAllocation).optional(),
  hedge: z
    .strictObject({
      instrument_name: instrumentName,
      direction: directionField,
      price: decimalField,
      amount: decimalField,
    })
    .optional(),
  label: label.optional(),
  makers: z.array(z.string().min(1)).optional(),
  disclosed: z.boolean().optional(),
});
export type CreateBlockRfqParams = z.infer<typeof createBlockRfqParamsSchema>;

const authParams = z.strictObject({
  grant_type: z.enum(['client_credentials', 'client_signature', 'refresh_token']),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  refresh_token: z.string().optional(),
  timestamp: timestamp.optional(),
  signature: z.string().optional(),
  nonce: z.string().optional(),
  data: z.string().optional(),
  state: z.string().optional(),
  scope: z.string().optional(),
});

const byLabel = z.strictObject({ currency: orderCurrency, label: label.optional() });

/** Every method of the service's contract, and `public/auth`. The client and the simulator both read this table. */
export const METHODS = {
  /** A token for client credentials, a signature or a refresh token. Facts, section 2. */
  'public/auth': method({
    params: authParams,
    result: authResultSchema,
    scope: null,
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** Best prices, mark, index, greeks of one instrument. Contract "Ticker". */
  'public/ticker': method({
    params: z.strictObject({ instrument_name: instrumentName }),
    result: tickerSchema,
    scope: null,
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** Metadata of one instrument: ticks, sizes, fees, expiry. Contract "Instrument". */
  'public/get_instrument': method({
    params: z.strictObject({ instrument_name: instrumentName }),
    result: instrumentSchema,
    scope: null,
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** The public tape of completed Block RFQs, newest first, paged back by `continuation`. */
  'public/get_block_rfq_trades': method({
    params: z.strictObject({
      currency: z.enum(['BTC', 'ETH', 'USDC', 'USDT', 'EURR', 'any']),
      continuation: z
        .string()
        .regex(/^\d+:\d+$/)
        .optional(),
      count: count.optional(),
    }),
    result: blockRfqTradesPageSchema,
    scope: null,
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** Every currency's account summary. */
  'private/get_account_summaries': method({
    params: z.strictObject({ subaccount_id: subaccountId.optional(), extended: z.boolean().optional() }),
    result: accountSummariesSchema,
    scope: 'account:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** One currency's account summary. */
  'private/get_account_summary': method({
    params: z.strictObject({
      currency: accountCurrency,
      subaccount_id: subaccountId.optional(),
      extended: z.boolean().optional(),
    }),
    result: accountSummarySchema,
    scope: 'account:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** Recent orders of any state under a label, in a currency; unfilled closed ones vanish after 30 minutes. */
  'private/get_order_state_by_label': method({
    params: byLabel,
    result: z.array(orderSchema),
    scope: 'trade:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** Open orders under a label, in a currency. */
  'private/get_open_orders_by_label': method({
    params: byLabel,
    result: z.array(orderSchema),
    scope: 'trade:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** The account's trades of a currency within a window; recent (24 h) or historical store. */
  'private/get_user_trades_by_currency_and_time': method({
    params: z.strictObject({
      currency: orderCurrency,
      kind: z.enum(['future', 'option', 'spot', 'future_combo', 'option_combo', 'combo', 'any']).optional(),
      ...tradeWindow,
    }),
    result: userTradesPageSchema,
    scope: 'trade:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** The account's trades of an instrument within a window; recent (24 h) or historical store. */
  'private/get_user_trades_by_instrument_and_time': method({
    params: z.strictObject({ instrument_name: instrumentName, ...tradeWindow }),
    result: userTradesPageSchema,
    scope: 'trade:read',
    limit: 'non_matching_engine',
    safeToRepeat: true,
  }),
  /** Places a sell order. Its label is a search key, not an idempotency key: never sent twice. */
  'private/sell': method({
    params: orderParamsSchema,
    result: orderPlacedSchema,
    scope: 'trade:read_write',
    limit: 'matching_engine',
    safeToRepeat: false,
  }),
  /** Places a buy order, by the same params. The contract has no page of it (facts, section 9). Never sent twice. */
  'private/buy': method({
    params: orderParamsSchema,
    result: orderPlacedSchema,
    scope: 'trade:read_write',
    limit: 'matching_engine',
    safeToRepeat: false,
  }),
  /** Creates a Block RFQ. It has no `valid_until` and no look-up in the contract: never sent twice. */
  'private/create_block_rfq': method({
    params: createBlockRfqParamsSchema,
    result: blockRfqSchema,
    scope: 'block_rfq:read_write',
    limit: 'non_matching_engine',
    safeToRepeat: false,
  }),
} as const satisfies Record<string, ServiceMethod>;

export type MethodName = keyof typeof METHODS;
export type MethodParams<Name extends MethodName> = z.input<(typeof METHODS)[Name]['params']>;
export type MethodResult<Name extends MethodName> = z.output<(typeof METHODS)[Name]['result']>;
