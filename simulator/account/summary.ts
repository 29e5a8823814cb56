import type { Exchange } from '../engine/exchange.ts';
import { fromUnits, MONEY_PLACES, moneyUnits, roundPlaces } from '../fixed.ts';
import { nextSettlement } from '../market/calendar.ts';
import { CURRENCIES, type Account, type Currency } from './account.ts';
import { isCross, isPortfolioMargin, totalUsd, usdPrice } from './collateral.ts';
import { liquidationRatios, type LiquidationRatios } from './liquidation.ts';
import { futuresResult, marginBalanceUnits, marginOfAccount } from './margin.ts';
import { toMoneyUnits } from './position.ts';
import { feesRecord, limitsRecord, type ReplySettings } from './reply-settings.ts';
import { emptyTotals, type Totals, totalsOf } from './totals.ts';

/** Figures that are one currency's own, or with cross collateral those of all in that currency; money units. */
interface MarginFigures {
  readonly marginBalance: number;
  readonly initial: number;
  readonly maintenance: number;
  readonly projectedInitial: number;
  readonly projectedMaintenance: number;
}

/** Everything that a summary is made of; money units. */
interface Ledger extends MarginFigures {
  readonly balance: number;
  readonly futuresRealised: number;
  readonly futuresUnrealised: number;
  readonly optionsRealised: number;
  readonly spotReserve: number;
  readonly additionalReserve: number;
  readonly totals: Totals;
  readonly ratios: LiquidationRatios;
}

const NO_TOTALS = emptyTotals();
/** The ledger of a currency that the account can hold, but in which nothing here is traded. */
const EMPTY_LEDGER: Ledger = {
  balance: 0,
  marginBalance: 0,
  initial: 0,
  maintenance: 0,
  projectedInitial: 0,
  projectedMaintenance: 0,
  futuresRealised: 0,
  futuresUnrealised: 0,
  optionsRealised: 0,
  spotReserve: 0,
  additionalReserve: 0,
  totals: NO_TOTALS,
  ratios: { all: 0, byIndex: {} },
};

function coins(units: number): number {
  return fromUnits(units + 0, MONEY_PLACES);
}

function ledgerOf(exchange: Exchange, account: Account, currency: Currency): Ledger {
  const futures = futuresResult(exchange, account, currency);
  const balance = account.cashUnits(currency);
  const margin = marginOfAccount(exchange, account, currency);
  const afterSettlementMs = nextSettlement(exchange.timeMs);
  const projected = marginOfAccount(exchange, account, currency, { afterSettlementMs });
  return {
    balance,
    marginBalance: marginBalanceUnits(exchange, account, currency),
    initial: moneyUnits(margin.initial),
    maintenance: moneyUnits(margin.maintenance),
    projectedInitial: moneyUnits(projected.initial),
    projectedMaintenance: moneyUnits(projected.maintenance),
    futuresRealised: futures.realised,
    futuresUnrealised: futures.unrealised,
    optionsRealised: toMoneyUnits(account.sessionProfit(currency).options),
    spotReserve: moneyUnits(margin.spotReserve),
    additionalReserve: moneyUnits(margin.additionalReserve),
    totals: totalsOf(exchange, account, currency),
    ratios: liquidationRatios(exchange, account, currency),
  };
}

/** With cross collateral each figure of all currencies, converted to this one with its index; else its own. */
function marginFigures(exchange: Exchange, ledgers: ReadonlyMap<Currency, Ledger>, currency: Currency): MarginFigures {
  const rate = usdPrice(exchange, currency);
  const sum = (figure: (ledger: Ledger) => number) =>
    Math.round(totalUsd(exchange, (of) => figure(ledgers.get(of) ?? EMPTY_LEDGER)) / rate) + 0;
  return {
    marginBalance: sum((ledger) => ledger.marginBalance),
    initial: sum((ledger) => ledger.initial),
    maintenance: sum((ledger) => ledger.maintenance),
    projectedInitial: sum((ledger) => ledger.projectedInitial),
    projectedMaintenance: sum((ledger) => ledger.projectedMaintenance),
  };
}

/** The account's total in USD that summaries bear under cross collateral (facts, section 4). */
function usdTotals(exchange: Exchange, ledgers: ReadonlyMap<Currency, Ledger>) {
  const total = (figure: (ledger: Ledger) => number) =>
    roundPlaces(
      totalUsd(exchange, (of) => coins(figure(ledgers.get(of) ?? EMPTY_LEDGER))),
      4,
    );
  return {
    total_equity_usd: total((ledger) => equityOf(ledger)),
    total_initial_margin_usd: total((ledger) => ledger.initial),
    total_maintenance_margin_usd: total((ledger) => ledger.maintenance),
    total_margin_balance_usd: total((ledger) => ledger.marginBalance),
    total_delta_total_usd: roundPlaces(
      totalUsd(exchange, (of) => ledgers.get(of)?.totals.deltaTotal ?? 0),
      4,
    ),
  };
}

function equityOf(ledger: Ledger): number {
  return ledger.balance + ledger.futuresRealised + ledger.futuresUnrealised + ledger.totals.optionsValue;
}

/** Summaries of those currencies (contract "Per-currency fields"), obeying the identities of facts, section 10. */
export function currencySummaries(
  exchange: Exchange,
  account: Account,
  currencies: readonly string[],
  settings: ReplySettings & { readonly extended: boolean },
): Summary[] {
  const cross = isCross(account);
  const needed = cross ? CURRENCIES : CURRENCIES.filter((currency) => currencies.includes(currency));
  const ledgers = new Map(needed.map((currency) => [currency, ledgerOf(exchange, account, currency)]));
  return currencies.map((name) => {
    const currency = CURRENCIES.find((known) => known === name);
    const own = (currency === undefined ? undefined : ledgers.get(currency)) ?? EMPTY_LEDGER;
    const margins = cross && currency !== undefined ? marginFigures(exchange, ledgers, currency) : own;
    const summary: Summary = summaryOf(name, own, margins, account, settings.limits);
    if (cross) Object.assign(summary, usdTotals(exchange, ledgers));
    if (isPortfolioMargin(account)) for (const field of STANDARD_ONLY) Reflect.deleteProperty(summary, field);
    addRarities(summary, account, name, settings);
    return summary;
  });
}

/** What recorded summaries have under standard margin alone. */
const STANDARD_ONLY = ['estimated_liquidation_ratio', 'estimated_liquidation_ratio_map'];

/** What is there only for some accounts (facts, section 4). */
interface Rarities {
  fees?: unknown;
  fee_group?: string;
  affiliate_promotion_fee?: number;
  has_non_block_chain_equity?: true;
}

/** A summary as it is sent. */
export type Summary = ReturnType<typeof summaryOf> & Rarities & Partial<ReturnType<typeof usdTotals>>;

function addRarities(
  summary: Rarities,
  account: Account,
  currency: string,
  settings: ReplySettings & { readonly extended: boolean },
): void {
  const { feeGroup, affiliatePromotionFee, hasNonBlockChainEquity } = account.rarities;
  if (settings.extended) {
    const fees = feesRecord(account.feeSchedule, currency, settings.fees);
    if (fees !== undefined) summary.fees = fees;
    if (feeGroup !== null) summary.fee_group = feeGroup;
  }
  if (affiliatePromotionFee > 0) summary.affiliate_promotion_fee = affiliatePromotionFee;
  if (hasNonBlockChainEquity) summary.has_non_block_chain_equity = true;
}

/**
 * Sums use rounded parts, so that identities hold exactly. Withdrawable funds count session losses, never profits or
 * reserves.
 */
function summaryOf(
  currency: string,
  own: Ledger,
  margins: MarginFigures,
  account: Account,
  limits: ReplySettings['limits'],
) {
  const { totals, ratios, futuresRealised, futuresUnrealised } = own;
  const maps = indexMaps(totals);
  const available = Math.max(0, margins.marginBalance - margins.initial);
  const withoutProfit = own.balance - own.initial + Math.min(0, futuresRealised + futuresUnrealised);
  return {
    currency,
    balance: coins(own.balance),
    equity: coins(equityOf(own)),
    margin_balance: coins(margins.marginBalance),
    available_funds: coins(available),
    available_withdrawal_funds: coins(Math.max(0, Math.min(available, withoutProfit))),
    initial_margin: coins(margins.initial),
    maintenance_margin: coins(margins.maintenance),
    // Its rule isn't published: positions close below the maintenance margin.
    close_out_margin: coins(margins.maintenance),
    projected_initial_margin: coins(margins.projectedInitial),
    projected_maintenance_margin: coins(margins.projectedMaintenance),
    projected_close_out_margin: coins(margins.projectedMaintenance),
    estimated_liquidation_ratio: ratios.all,
    estimated_liquidation_ratio_map: ratios.byIndex,
    delta_total: roundPlaces(totals.deltaTotal, 8),
    projected_delta_total: roundPlaces(totals.projectedDelta, 8),
    delta_total_map: maps.delta,
    session_upl: coins(futuresUnrealised + totals.optionsSession),
    session_rpl: coins(futuresRealised + own.optionsRealised),
    total_pl: coins(totals.futuresProfit + totals.optionsProfit),
    futures_pl: coins(totals.futuresProfit),
    futures_session_upl: coins(futuresUnrealised),
    futures_session_rpl: coins(futuresRealised),
    options_pl: coins(totals.optionsProfit),
    options_session_upl: coins(totals.optionsSession),
    options_session_rpl: coins(own.optionsRealised),
    options_value: coins(totals.optionsValue),
    options_delta: roundPlaces(totals.optionsDelta, 8),
    options_gamma: roundPlaces(maps.sum.gamma, 5),
    options_vega: roundPlaces(maps.sum.vega, 4),
    options_theta: roundPlaces(maps.sum.theta, 5),
    options_gamma_map: maps.gamma,
    options_vega_map: maps.vega,
    options_theta_map: maps.theta,
    spot_reserve: coins(own.spotReserve),
    additional_reserve: coins(own.additionalReserve),
    locked_balance: 0,
    fee_balance: 0,
    portfolio_margining_enabled: isPortfolioMargin(account),
    cross_collateral_enabled: isCross(account),
    margin_model: account.marginModel,
    limits: limitsRecord(account.limits, limits),
    change_margin_model_api_limit: { timeframe: 86_400_000, rate: 10 },
    deposit_address: depositAddress(currency),
  };
}

/** Greeks by index, rounded, and their plain sums. */
function indexMaps(totals: Totals) {
  const delta: Record<string, number> = {};
  const gamma: Record<string, number> = {};
  const vega: Record<string, number> = {};
  const theta: Record<string, number> = {};
  const sum = { gamma: 0, vega: 0, theta: 0 };
  for (const [index, sums] of totals.byIndex) {
    delta[index] = roundPlaces(sums.delta, 8);
    gamma[index] = roundPlaces(sums.gamma, 5);
    vega[index] = roundPlaces(sums.vega, 4);
    theta[index] = roundPlaces(sums.theta, 5);
    sum.gamma += sums.gamma;
    sum.vega += sums.vega;
    sum.theta += sums.theta;
  }
  return { delta, gamma, vega, theta, sum };
}

/** Nothing can be deposited here: an address that no chain knows. */
function depositAddress(currency: string): string {
  return `simulated-${currency.toLowerCase()}-address`;
}
