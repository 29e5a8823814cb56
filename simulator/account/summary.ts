import type { Exchange } from '../engine/exchange.ts';
import { fromUnits, moneyUnits, roundPlaces } from '../fixed.ts';
import { nextSettlement } from '../market/calendar.ts';
import { amountNumber, BASE_CURRENCIES, type SettlementCurrency } from '../market/instrument.ts';
import type { Account } from './account.ts';
import { marginOfAccount, type Margin } from './margin.ts';
import { toMoneyUnits, valuePosition } from './position.ts';

function coins(units: number): number {
  return fromUnits(units + 0, 8);
}

interface Totals {
  futuresProfit: number;
  futuresSession: number;
  optionsProfit: number;
  optionsSession: number;
  optionsValue: number;
  /** Sum of Black-Scholes deltas of options and coin sizes of futures, not adjusted for price. */
  rawDelta: number;
  futuresCoins: number;
  optionsDelta: number;
  gamma: number;
  vega: number;
  theta: number;
}

/** Also the totals of a currency in which no position can be held. */
const ZERO_TOTALS: Readonly<Totals> = {
  futuresProfit: 0,
  futuresSession: 0,
  optionsProfit: 0,
  optionsSession: 0,
  optionsValue: 0,
  rawDelta: 0,
  futuresCoins: 0,
  optionsDelta: 0,
  gamma: 0,
  vega: 0,
  theta: 0,
};
const ZERO_MARGIN: Margin = { initial: 0, maintenance: 0 };

function totals(exchange: Exchange, account: Account, currency: SettlementCurrency): Totals {
  const sum: Totals = { ...ZERO_TOTALS };

  for (const position of account.positions.values()) {
    const { instrument } = position;
    if (instrument.settlement !== currency || position.sizeUnits === 0) continue;
    const mark = exchange.mark(instrument);
    const valued = valuePosition(position, exchange.markUnits(instrument));
    const amount = amountNumber(instrument, position.sizeUnits);
    if (mark.option === null) {
      sum.futuresProfit += valued.entryProfit;
      sum.futuresSession += valued.sessionProfit;
      sum.futuresCoins += amount / mark.price;
      sum.rawDelta += amount / mark.price;
      continue;
    }
    sum.optionsProfit += valued.entryProfit;
    sum.optionsSession += valued.sessionProfit;
    sum.optionsValue += valued.value;
    sum.rawDelta += amount * mark.option.greeks.delta;
    sum.optionsDelta += amount * (mark.option.greeks.delta - mark.price);
    sum.gamma += amount * mark.option.greeks.gamma;
    sum.vega += amount * mark.option.greeks.vega;
    sum.theta += amount * mark.option.greeks.theta;
  }
  return sum;
}

function plainFees() {
  const rate = { default: { type: 'relative', taker: 1, maker: 1 }, block_trade: 1 };
  return { option: rate, perpetual: rate, future: rate };
}

/**
 * One currency's summary (contract "Per-currency fields"), obeying the identities of facts, section 10.
 * Sums are made of the rounded parts, so that the identities hold to the last digit.
 */
export function currencySummary(exchange: Exchange, account: Account, currency: string, extended: boolean) {
  const base = BASE_CURRENCIES.find((known) => known === currency);
  const sum = base === undefined ? ZERO_TOTALS : totals(exchange, account, base);
  const realised = account.sessionProfit(currency);
  const session = { futures: toMoneyUnits(realised.futures), options: toMoneyUnits(realised.options) };
  const balance = account.cashUnits(currency);
  const marginBalance = balance + sum.futuresSession + session.futures;
  const margin = base === undefined ? ZERO_MARGIN : marginOfAccount(exchange, account, base);
  const ahead = { ignoreExpiryUntilMs: nextSettlement(exchange.timeMs) };
  const projected = base === undefined ? ZERO_MARGIN : marginOfAccount(exchange, account, base, ahead);
  const initial = moneyUnits(margin.initial);
  const maintenance = moneyUnits(margin.maintenance);
  const available = Math.max(0, marginBalance - initial);
  const withoutProfit = balance - initial + Math.min(0, sum.futuresSession + session.futures);
  const rawDelta = roundPlaces(sum.rawDelta, 8);
  const deltaTotal = coins(moneyUnits(rawDelta) - sum.optionsValue);
  const ratio = liquidationRatio(sum, coins(marginBalance), coins(maintenance));
  const indexName = base === undefined ? null : `${base.toLowerCase()}_usd`;
  const map = (value: number) => (indexName === null ? {} : { [indexName]: value });
  return {
    currency,
    balance: coins(balance),
    equity: coins(marginBalance + sum.optionsValue),
    margin_balance: coins(marginBalance),
    available_funds: coins(available),
    available_withdrawal_funds: coins(Math.max(0, withoutProfit)),
    initial_margin: coins(initial),
    maintenance_margin: coins(maintenance),
    projected_initial_margin: coins(moneyUnits(projected.initial)),
    projected_maintenance_margin: coins(moneyUnits(projected.maintenance)),
    estimated_liquidation_ratio: ratio,
    estimated_liquidation_ratio_map: map(ratio),
    delta_total: deltaTotal,
    projected_delta_total: deltaTotal,
    delta_total_map: map(rawDelta),
    session_upl: coins(sum.futuresSession + sum.optionsSession),
    session_rpl: coins(session.futures + session.options),
    total_pl: coins(sum.futuresProfit + sum.optionsProfit),
    futures_pl: coins(sum.futuresProfit),
    futures_session_upl: coins(sum.futuresSession),
    futures_session_rpl: coins(session.futures),
    options_pl: coins(sum.optionsProfit),
    options_session_upl: coins(sum.optionsSession),
    options_session_rpl: coins(session.options),
    options_value: coins(sum.optionsValue),
    options_delta: roundPlaces(sum.optionsDelta, 8),
    options_gamma: roundPlaces(sum.gamma, 5),
    options_vega: roundPlaces(sum.vega, 4),
    options_theta: roundPlaces(sum.theta, 5),
    options_gamma_map: map(roundPlaces(sum.gamma, 5)),
    options_vega_map: map(roundPlaces(sum.vega, 4)),
    options_theta_map: map(roundPlaces(sum.theta, 5)),
    spot_reserve: 0,
    additional_reserve: 0,
    locked_balance: 0,
    fee_balance: 0,
    portfolio_margining_enabled: false,
    cross_collateral_enabled: false,
    margin_model: 'segregated_sm',
    limits: account.limits.record(),
    change_margin_model_api_limit: { timeframe: 86_400_000, rate: 10 },
    ...(extended && indexName !== null ? { fees: { [indexName]: plainFees() } } : {}),
  };
}

/** Multiplied by a future's price it gives where margin runs out; 0 without futures. Linear estimate. */
function liquidationRatio(sum: Totals, marginBalance: number, maintenance: number): number {
  if (sum.futuresCoins === 0) return 0;
  const room = marginBalance - maintenance;
  return roundPlaces(Math.max(0, sum.futuresCoins / (sum.futuresCoins + room)), 8);
}

/** The account fields that `extended` adds (contract "Account summary"). */
export function accountFields(account: Account) {
  return {
    id: account.id,
    email: 'trader@simulator.example',
    system_name: `simulator_${account.id}`,
    username: 'trader',
    type: 'main',
    security_keys_enabled: false,
    login_enabled: true,
    mmp_enabled: account.mmpEnabled,
    interuser_transfers_enabled: false,
    referrer_id: null,
    creation_timestamp: account.createdMs,
    self_trading_reject_mode: account.selfTrading.mode,
    self_trading_extended_to_subaccounts: account.selfTrading.extendedToSubaccounts,
    block_rfq_self_match_prevention: true,
    receive_notifications: false,
    trading_products_details: ['perpetual', 'futures', 'options', 'future_combos', 'option_combos', 'spots'].map(
      (product) => ({ enabled: true, product, overwriteable: false, requires_consent: false }),
    ),
  };
}
