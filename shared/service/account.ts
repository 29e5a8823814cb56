import { z } from 'zod';
import { listSchema } from './page.ts';
import { decimalField, decimalMapField, lenientObject, openEnum, timestampField, wireObject } from './fields.ts';

/** A leaky bucket: `rate` requests a second, `burst` at once (facts, section 7). */
export const rateLimitSchema = wireObject({ rate: decimalField, burst: decimalField });
export type RateLimit = z.infer<typeof rateLimitSchema>;

/**
 * Matching engine limits by group. Real replies spell quote groups `maximum_quotes`, `maximum_mass_quotes`,
 * `guaranteed_mass_quotes`, unlike the contract. Unknown groups are kept.
 */
export const matchingEngineSchema = lenientObject({
  trading: lenientObject({ total: rateLimitSchema.optional() }).optional(),
  spot: rateLimitSchema.optional(),
  quotes: rateLimitSchema.optional(),
  max_quotes: rateLimitSchema.optional(),
  guaranteed_quotes: rateLimitSchema.optional(),
  maximum_quotes: rateLimitSchema.optional(),
  maximum_mass_quotes: rateLimitSchema.optional(),
  guaranteed_mass_quotes: rateLimitSchema.optional(),
  cancel_all: rateLimitSchema.optional(),
  block_rfq_maker: rateLimitSchema.optional(),
});

/** The account's rate limits. With `limits_per_currency`, groups sit below a currency key (`btc`). */
export const limitsSchema = lenientObject({
  limits_per_currency: z.boolean().optional(),
  non_matching_engine: rateLimitSchema.optional(),
  matching_engine: matchingEngineSchema.optional(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** `relative`: a factor on the instrument's own fee. `fixed`: the rate itself. */
export const feeRateSchema = lenientObject({
  default: wireObject({ type: openEnum(['relative', 'fixed']), taker: decimalField, maker: decimalField }),
  block_trade: decimalField.optional(),
});

const feeListItemSchema = wireObject({ index_name: z.string(), kind: z.string(), value: feeRateSchema });

/** Fee discounts: a map index -> kind -> rate, or (older servers) a list of `{index_name, kind, value}`. */
export const feesSchema = z.union([
  z.array(feeListItemSchema),
  z.record(z.string(), z.record(z.string(), feeRateSchema)),
]);
export type Fees = z.infer<typeof feesSchema>;

/**
 * A currency's account summary (contract, "Per-currency fields"). Money in `currency`; vega, theta in USD. Margins are
 * aggregates under cross collateral.
 */
export const currencySummarySchema = lenientObject({
  currency: z.string(),
  balance: decimalField.optional(),
  equity: decimalField.optional(),
  margin_balance: decimalField.optional(),
  available_funds: decimalField.optional(),
  available_withdrawal_funds: decimalField.optional(),
  initial_margin: decimalField.optional(),
  maintenance_margin: decimalField.optional(),
  projected_initial_margin: decimalField.optional(),
  projected_maintenance_margin: decimalField.optional(),
  close_out_margin: decimalField.optional(),
  projected_close_out_margin: decimalField.optional(),
  estimated_liquidation_ratio: decimalField.nullish(),
  estimated_liquidation_ratio_map: decimalMapField.nullish(),
  delta_total: decimalField.optional(),
  projected_delta_total: decimalField.optional(),
  delta_total_map: decimalMapField.nullish(),
  session_upl: decimalField.optional(),
  session_rpl: decimalField.optional(),
  total_pl: decimalField.optional(),
  futures_pl: decimalField.optional(),
  futures_session_upl: decimalField.optional(),
  futures_session_rpl: decimalField.optional(),
  options_pl: decimalField.optional(),
  options_session_upl: decimalField.optional(),
  options_session_rpl: decimalField.optional(),
  options_value: decimalField.optional(),
  options_delta: decimalField.optional(),
  options_gamma: decimalField.optional(),
  options_vega: decimalField.optional(),
  options_theta: decimalField.optional(),
  options_gamma_map: decimalMapField.nullish(),
  options_vega_map: decimalMapField.nullish(),
  options_theta_map: decimalMapField.nullish(),
  spot_reserve: decimalField.optional(),
  additional_reserve: decimalField.optional(),
  locked_balance: decimalField.optional(),
  fee_balance: decimalField.optional(),
  portfolio_margining_enabled: z.boolean().optional(),
  cross_collateral_enabled: z.boolean().optional(),
  margin_model: openEnum(['segregated_sm', 'segregated_pm', 'cross_sm', 'cross_pm']).optional(),
  limits: limitsSchema.optional(),
  fees: feesSchema.optional(),
  fee_group: z.string().optional(),
  deposit_address: z.string().nullish(),
  total_equity_usd: decimalField.optional(),
  total_initial_margin_usd: decimalField.optional(),
  total_maintenance_margin_usd: decimalField.optional(),
  total_margin_balance_usd: decimalField.optional(),
  total_delta_total_usd: decimalField.optional(),
  has_non_block_chain_equity: z.boolean().optional(),
  affiliate_promotion_fee: decimalField.optional(),
  change_margin_model_api_limit: wireObject({ timeframe: z.number(), rate: z.number() }).optional(),
});
export type CurrencySummary = z.infer<typeof currencySummarySchema>;

const accountFields = {
  id: z.number().int().optional(),
  email: z.string().optional(),
  system_name: z.string().optional(),
  username: z.string().optional(),
  type: openEnum(['main', 'subaccount']).optional(),
  security_keys_enabled: z.boolean().optional(),
  login_enabled: z.boolean().optional(),
  mmp_enabled: z.boolean().optional(),
  interuser_transfers_enabled: z.boolean().optional(),
  referrer_id: z.string().nullish(),
  creation_timestamp: timestampField.optional(),
  self_trading_reject_mode: openEnum(['reject_taker', 'cancel_maker']).optional(),
  /** Boolean in every sample; the service's own specification says text. */
  self_trading_extended_to_subaccounts: z.union([z.boolean(), z.string()]).optional(),
  block_rfq_self_match_prevention: z.union([z.boolean(), z.string()]).optional(),
  trading_products_details: z.unknown().optional(),
  receive_notifications: z.boolean().optional(),
  is_direct_access_allowed: z.boolean().optional(),
  mandatory_tfa: z.boolean().optional(),
  disable_kyc_verification: z.boolean().optional(),
};

/** What `extended` adds of the account itself, whatever the currency (contract "Account fields"). */
export const accountFieldsSchema = lenientObject(accountFields);
export type AccountFields = z.infer<typeof accountFieldsSchema>;

/** Result of `private/get_account_summary`: account fields (with `extended`) merged with one currency's. */
export const accountSummarySchema = lenientObject({ ...currencySummarySchema.shape, ...accountFields });
export type AccountSummary = z.infer<typeof accountSummarySchema>;

/** Result of `private/get_account_summaries`: account fields (with `extended`) and every currency's summary, see `unreadableOf`. */
export const accountSummariesSchema = lenientObject({ ...accountFields, summaries: listSchema(currencySummarySchema) });
export type AccountSummaries = z.infer<typeof accountSummariesSchema>;

/**
 * One account of `private/get_subaccounts` (facts, section 9): the main account and its subaccounts. The id is the user id
 * that `subaccount_id` takes.
 */
export const subaccountSchema = lenientObject({
  id: z.number().int(),
  username: z.string().optional(),
  type: openEnum(['main', 'subaccount']).optional(),
  email: z.string().optional(),
  login_enabled: z.boolean().optional(),
  margin_model: z.string().optional(),
});
