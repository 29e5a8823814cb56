import { z } from 'zod';
import { decimalField, timestampField, wireObject } from './fields.ts';
import { INSTRUMENT_KINDS } from './instrument.ts';
import { ORDER_CURRENCIES, type ServiceMethod } from './methods.ts';
import { ADVANCED_TYPES, orderPlacedSchema, orderSchema } from './order.ts';
import { userTradeSchema } from './trade.ts';

const instrumentName = z.string().min(1);
const orderId = z.string().min(1);
const currency = z.enum(ORDER_CURRENCIES);
const ANY_KINDS = [...INSTRUMENT_KINDS, 'combo', 'any'] as const;
/** Types that open orders are asked for by. */
export const OPEN_ORDER_TYPES = [
  'all',
  'limit',
  'trigger_all',
  'stop_all',
  'stop_limit',
  'stop_market',
  'take_all',
  'take_limit',
  'take_market',
  'trailing_all',
  'trailing_stop',
] as const;
/** Types that orders are cancelled by. */
export const CANCEL_TYPES = ['all', 'limit', 'trigger_all', 'stop', 'take', 'trailing_stop'] as const;

/** What an edit may change; what is left out stays. `amount` is the order's total, its filled part included. */
const editTerms = {
  amount: decimalField.optional(),
  contracts: decimalField.optional(),
  price: decimalField.optional(),
  post_only: z.boolean().optional(),
  reject_post_only: z.boolean().optional(),
  reduce_only: z.boolean().optional(),
  trigger_price: decimalField.optional(),
  trigger_offset: decimalField.optional(),
  display_amount: decimalField.optional(),
  /** An advanced order's must be given again. */
  advanced: z.enum(ADVANCED_TYPES).optional(),
  /** Can't be changed. */
  mmp: z.boolean().optional(),
  valid_until: timestampField.optional(),
};

/** How many ended, or with `detailed` a report an instrument. */
const cancelledSchema = z.union([
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
]);

/** Orders that have ended, newest first; `with_continuation` gives the token that asks for those before. */
const historyPage = {
  count: z.number().int().min(1).max(1000).optional(),
  offset: z.number().int().nonnegative().optional(),
  include_old: z.boolean().optional(),
  include_unfilled: z.boolean().optional(),
  historical: z.boolean().optional(),
  with_continuation: z.boolean().optional(),
  continuation: z.string().optional(),
};
const historySchema = z.union([
  z.array(orderSchema),
  wireObject({ orders: z.array(orderSchema), continuation: z.string().nullish() }),
]);

const read = { scope: 'trade:read', limit: 'non_matching_engine', safeToRepeat: true } as const;
/** Sent at most once. */
const act = { scope: 'trade:read_write', limit: 'matching_engine', safeToRepeat: false } as const;
const actAgain = { ...act, safeToRepeat: true } as const;

/** Params of `private/edit`. */
export const editParamsSchema = z.strictObject({ order_id: orderId, ...editTerms });
export type EditParams = z.infer<typeof editParamsSchema>;

/** Methods for orders outside the contract (facts, section 9). */
export const ORDER_EXTENSIONS = {
  /** Edits a working order by its id. There is no id of the edit: what became of it, the order's state shows. */
  'private/edit': {
    params: editParamsSchema,
    result: orderPlacedSchema,
    ...act,
  },
  /** The same for the one working order of a label in an instrument; several are refused (13032). */
  'private/edit_by_label': {
    params: z.strictObject({ label: z.string(), instrument_name: instrumentName, ...editTerms }),
    result: orderPlacedSchema,
    ...act,
  },
  /** Closes a position by a reduce-only order without label or `valid_until`: what became of it can't be proven. */
  'private/close_position': {
    params: z.strictObject({
      instrument_name: instrumentName,
      type: z.enum(['limit', 'market']),
      price: decimalField.optional(),
    }),
    result: orderPlacedSchema,
    ...act,
  },
  /** Cancels one order by its id and gives it as it ended; one that has ended is refused (11044). */
  'private/cancel': { params: z.strictObject({ order_id: orderId }), result: orderSchema, ...actAgain },
  /** Cancels every open order of a label, in one currency or in all, and gives how many. */
  'private/cancel_by_label': {
    params: z.strictObject({ label: z.string(), currency: currency.optional() }),
    result: z.number().int(),
    ...actAgain,
  },
  /**
   * Cancels every open order; gives how many, or `detailed` reports. Not to be repeated: it could reach newer orders.
   */
  'private/cancel_all': {
    params: z.strictObject({ detailed: z.boolean().optional(), freeze_quotes: z.boolean().optional() }),
    result: cancelledSchema,
    ...act,
  },
  /** The same for the orders of one currency. */
  'private/cancel_all_by_currency': {
    params: z.strictObject({
      currency,
      kind: z.enum(ANY_KINDS).optional(),
      type: z.enum(CANCEL_TYPES).optional(),
      detailed: z.boolean().optional(),
    }),
    result: cancelledSchema,
    ...act,
  },
  /** The same for the orders of one instrument, with `include_combos` those of combos that have it as a leg too. */
  'private/cancel_all_by_instrument': {
    params: z.strictObject({
      instrument_name: instrumentName,
      type: z.enum(CANCEL_TYPES).optional(),
      detailed: z.boolean().optional(),
      include_combos: z.boolean().optional(),
    }),
    result: cancelledSchema,
    ...act,
  },
  /** A recent order by its id, in any state. */
  'private/get_order_state': { params: z.strictObject({ order_id: orderId }), result: orderSchema, ...read },
  /** Every open order, those that wait for a trigger among them; of one kind of instrument, or one type. */
  'private/get_open_orders': {
    params: z.strictObject({ kind: z.string().optional(), type: z.string().optional() }),
    result: z.array(orderSchema),
    ...read,
  },
  /** The same for one currency. */
  'private/get_open_orders_by_currency': {
    params: z.strictObject({
      currency,
      kind: z.enum(INSTRUMENT_KINDS).optional(),
      type: z.enum(OPEN_ORDER_TYPES).optional(),
    }),
    result: z.array(orderSchema),
    ...read,
  },
  /** The same for one instrument. */
  'private/get_open_orders_by_instrument': {
    params: z.strictObject({ instrument_name: instrumentName, type: z.enum(OPEN_ORDER_TYPES).optional() }),
    result: z.array(orderSchema),
    ...read,
  },
  /** Orders of a currency that have ended; those without a fill only with `include_unfilled`. */
  'private/get_order_history_by_currency': {
    params: z.strictObject({ currency, kind: z.enum(ANY_KINDS).optional(), ...historyPage }),
    result: historySchema,
    ...read,
  },
  /** The same for one instrument. */
  'private/get_order_history_by_instrument': {
    params: z.strictObject({ instrument_name: instrumentName, ...historyPage }),
    result: historySchema,
    ...read,
  },
  /** The trades of one order, from the recent store (24 h) or the historical one. */
  'private/get_user_trades_by_order': {
    params: z.strictObject({
      order_id: orderId,
      sorting: z.enum(['asc', 'desc', 'default']).optional(),
      historical: z.boolean().optional(),
    }),
    result: z.array(userTradeSchema),
    ...read,
  },
} as const satisfies Record<string, ServiceMethod>;
