import type { AccountUnit } from './units.ts';

/** What a field of the account is: a number of some unit, or none. */
export type FieldUnit = AccountUnit | 'flag' | 'text' | 'identifier' | 'time';

export interface FieldMeaning {
  readonly label: string;
  readonly unit: FieldUnit;
  /** What it means, in a sentence or two (contract "Account summary"; facts, sections 4 and 10). */
  readonly meaning: string;
  /** Whether above zero is good and below is bad. */
  readonly isResult?: boolean;
}

const field = (label: string, unit: FieldUnit, meaning: string): FieldMeaning => ({ label, unit, meaning });
const numbers = (label: string, unit: AccountUnit, meaning: string) => ({ label, unit, meaning });
const result = (label: string, meaning: string): FieldMeaning => ({
  label,
  unit: 'currency',
  meaning,
  isResult: true,
});

/** Every number, flag and text of a currency's summary; maps, limits and fees have tables of their own. */
export const SUMMARY_FIELDS: Readonly<Record<string, FieldMeaning>> = {
  equity: field('Equity', 'currency', 'Balance, session results and the value of options.'),
  balance: field('Balance', 'currency', 'Cash of this currency, without what is still open.'),
  margin_balance: field(
    'Margin balance',
    'currency',
    'What margins are taken from. Standard margin: equity without the value of options.',
  ),
  available_funds: field(
    'Available funds',
    'currency',
    'Margin balance less initial margin, never below zero: what new orders can use.',
  ),
  available_withdrawal_funds: field(
    'Available to withdraw',
    'currency',
    'What can leave the account, without session profit and reserves.',
  ),
  options_value: field(
    'Options value',
    'currency',
    'All option positions at their mark prices; sold options count below zero.',
  ),
  fee_balance: field('Fee balance', 'currency', 'Balance that pays fees before anything else does.'),
  spot_reserve: field('Spot reserve', 'currency', 'Balance reserved in active spot orders.'),
  additional_reserve: field('Additional reserve', 'currency', 'Balance reserved in other orders.'),
  locked_balance: field('Locked balance', 'currency', 'Balance that the service has locked.'),
  initial_margin: field(
    'Initial margin',
    'currency',
    'Needed to hold positions and open orders. At 100 % of the margin balance nothing can be added.',
  ),
  maintenance_margin: field(
    'Maintenance margin',
    'currency',
    'Needed to keep positions. At 100 % of the margin balance liquidation begins.',
  ),
  projected_initial_margin: field(
    'Projected initial',
    'currency',
    'Projected initial margin, without what expires at the next settlement.',
  ),
  projected_maintenance_margin: field(
    'Projected maintenance',
    'currency',
    'Projected maintenance margin, without what expires at the next settlement.',
  ),
  close_out_margin: field('Close-out margin', 'currency', 'Below this the service closes positions out.'),
  projected_close_out_margin: field('Projected close-out', 'currency', 'Close-out margin as projected.'),
  session_upl: result('Session unrealised', 'Open results since the last settlement: futures and options.'),
  session_rpl: result('Session realised', 'Closed results since the last settlement: futures and options.'),
  total_pl: result('Since entry', 'Open futures and options, from their average prices to the mark.'),
  futures_pl: result('Futures since entry', 'Open futures and perpetuals, from their average prices to the mark.'),
  futures_session_upl: result('Futures session unrealised', 'Open results of futures since the last settlement.'),
  futures_session_rpl: result('Futures session realised', 'Closed results of futures since the last settlement.'),
  options_pl: result('Options since entry', 'Open options, from their average prices to the mark.'),
  options_session_upl: result('Options session unrealised', 'Open results of options since the last settlement.'),
  options_session_rpl: result('Options session realised', 'Closed results of options since the last settlement.'),
  estimated_liquidation_ratio: field(
    'Estimated liquidation ratio',
    'plain',
    'Times a future’s market price: the estimated liquidation price. Void under portfolio margin.',
  ),
  delta_total: field(
    'Delta total',
    'delta',
    'Sum of position deltas in this currency: in coins, or in dollars for a dollar’s account. Options count as net transaction delta: Black-Scholes delta less mark price. In the 30 minutes before settlement the delta of what expires decays to zero.',
  ),
  projected_delta_total: field(
    'Projected delta total',
    'delta',
    'Delta total without what expires at the next settlement.',
  ),
  options_delta: field(
    'Options delta',
    'delta',
    'Net transaction delta of options alone: Black-Scholes delta minus mark price.',
  ),
  options_gamma: field('Options gamma', 'per_usd', 'Change of delta for 1 USD of the index.'),
  options_vega: field('Options vega', 'usd_per_point', 'USD for one volatility point.'),
  options_theta: { ...field('Options theta', 'usd_per_day', 'USD for one day that passes.'), isResult: true },
  portfolio_margining_enabled: field(
    'Portfolio margin',
    'flag',
    'Margins come from scenarios of the whole portfolio. Liquidation ratios are void.',
  ),
  cross_collateral_enabled: field(
    'Cross collateral',
    'flag',
    'Margins and available funds sum all cross collateral currencies, each converted by its index.',
  ),
  margin_model: field('Margin model', 'text', 'segregated or cross, with standard (sm) or portfolio (pm) margin.'),
  total_equity_usd: field('Equity, all currencies', 'usd', 'Cross margin: equity of every currency in USD.'),
  total_margin_balance_usd: field(
    'Margin balance, all',
    'usd',
    'Cross margin: margin balance of every currency in USD.',
  ),
  total_initial_margin_usd: field(
    'Initial margin, all',
    'usd',
    'Cross margin: initial margin of every currency in USD.',
  ),
  total_maintenance_margin_usd: field(
    'Maintenance margin, all',
    'usd',
    'Cross margin: maintenance margin of every currency in USD.',
  ),
  total_delta_total_usd: field('Delta total, all', 'usd', 'Cross margin: delta of every currency in USD.'),
  fee_group: field('Fee group', 'text', 'Group of fees, if the account has one.'),
  affiliate_promotion_fee: field('Affiliate promotion fee', 'plain', 'Fees given by an affiliation, if above zero.'),
  has_non_block_chain_equity: field(
    'Outside proof of reserves',
    'flag',
    'This equity is left out of the service’s proof of reserves.',
  ),
  deposit_address: field('Deposit address', 'identifier', 'Where this currency is deposited.'),
};

/** The fields of the account itself, whatever the currency. */
export const ACCOUNT_FIELDS: Readonly<Record<string, FieldMeaning>> = {
  id: field('Account id', 'identifier', 'The account’s user id: what other calls name a subaccount by.'),
  username: field('Name', 'text', 'Account name given by the user.'),
  system_name: field('System name', 'text', 'Nickname made by the service.'),
  email: field('E-mail', 'text', 'E-mail of the user.'),
  type: field('Type', 'text', 'main or subaccount.'),
  creation_timestamp: field('Created', 'time', 'When the account was made.'),
  referrer_id: field('Referrer', 'text', 'Suffix of the affiliation link used at registration.'),
  login_enabled: field('Login', 'flag', 'Can log in by e-mail and password; meaningful for subaccounts.'),
  security_keys_enabled: field('Security keys', 'flag', 'Security Key authentication is enabled.'),
  mandatory_tfa: field('Second factor required', 'flag', 'Login needs a second factor.'),
  mmp_enabled: field('Market maker protection', 'flag', 'Orders with mmp are taken.'),
  interuser_transfers_enabled: field('Transfers to other users', 'flag', 'Funds may be moved to other users.'),
  receive_notifications: field('Notifications', 'flag', 'The service sends this account notifications.'),
  is_direct_access_allowed: field('Direct access', 'flag', 'Direct access to the service is allowed.'),
  disable_kyc_verification: field('Verification off', 'flag', 'Identity verification is disabled.'),
  self_trading_reject_mode: field(
    'Self-trading',
    'text',
    'What gives way when own orders meet: reject_taker or cancel_maker.',
  ),
  self_trading_extended_to_subaccounts: field(
    'Self-trading over subaccounts',
    'flag',
    'Orders of subaccounts count as own orders too.',
  ),
  block_rfq_self_match_prevention: field(
    'Block RFQ self-match',
    'flag',
    'On: Block RFQs can’t trade between accounts of the same legal entity. Independent of the general setting.',
  ),
};

/** Maps from index to number, with the unit of their numbers. */
export const MAP_FIELDS: Readonly<Record<string, FieldMeaning & { readonly unit: AccountUnit }>> = {
  delta_total_map: numbers(
    'Delta',
    'delta',
    'By index, in the index’s coin. Plain Black-Scholes deltas, not net of option prices as the delta total is.',
  ),
  options_gamma_map: numbers('Gamma', 'per_usd', 'By index: change of delta for 1 USD.'),
  options_vega_map: numbers('Vega', 'usd_per_point', 'By index: USD for one volatility point.'),
  options_theta_map: numbers('Theta', 'usd_per_day', 'By index: USD for one day that passes.'),
};
