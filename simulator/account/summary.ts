import type { Exchange } from '../engine/exchange.ts';
import { fromUnits, MONEY_PLACES, moneyUnits, roundPlaces } from '../fixed.ts';
import { nextSettlement } from '../market/calendar.ts';
import { CURRENCIES, type Account, type Currency } from './account.ts';
import { isCross, totalUsd, usdPrice } from './collateral.ts';
import { liquidationRatios, type LiquidationRatios } from './liquidation.ts';
import { futuresResult, marginOfAccount } from './margin.ts';
import { toMoneyUnits } from './position.ts';
import { feesRecord, limitsRecord, type ReplySettings } from './reply-settings.ts';
import { totalsOf, type IndexTotals, type Totals } from './totals.ts';

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

const NO_TOTALS: Totals = {
  futuresProfit: 0,
  optionsProfit: 0,
  optionsSession: 0,
  optionsValue: 0,
  optionsDelta: 0,
  deltaTotal: 0,
  projectedDelta: 0,
  byIndex: new Map(),
};
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
    marginBalance: balance + futures.realised + futures.unrealised,
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
  let delta = 0;
  for (const currency of CURRENCIES) {
    for (const [index, { delta: coinsOf }] of ledgers.get(currency)?.totals.byIndex ?? []) {
      delta += coinsOf * exchange.model.indexPrice(index);
    }
  }
  return {
    total_equity_usd: total((ledger) => equityOf(ledger)),
    total_initial_margin_usd: total((ledger) => ledger.initial),
    total_maintenance_margin_usd: total((ledger) => ledger.maintenance),
    total_margin_balance_usd: total((ledger) => ledger.marginBalance),
    total_delta_total_usd: roundPlaces(delta, 4),
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
) {
  const cross = isCross(account);
  const needed = cross ? CURRENCIES : CURRENCIES.filter((currency) => currencies.includes(currency));
  const ledgers = new Map(needed.map((currency) => [currency, ledgerOf(exchange, account, currency)]));
  const totalsUsd = cross ? usdTotals(exchange, ledgers) : {};
  return currencies.map((name) => {
    const currency = CURRENCIES.find((known) => known === name);
    const own = (currency === undefined ? undefined : ledgers.get(currency)) ?? EMPTY_LEDGER;
    const margins = cross && currency !== undefined ? marginFigures(exchange, ledgers, currency) : own;
    const fees = settings.extended ? feesRecord(account.feeSchedule, name, settings.fees) : undefined;
    return {
      ...summaryOf(name, own, margins),
      ...totalsUsd,
      cross_collateral_enabled: cross,
      margin_model: account.marginModel,
      limits: limitsRecord(account.limits, settings.limits),
      ...(fees === undefined ? {} : { fees }),
      ...rarities(account, settings.extended),
    };
  });
}

/** What is there only for some accounts (facts, section 4). */
function rarities(account: Account, extended: boolean) {
  const { feeGroup, affiliatePromotionFee, hasNonBlockChainEquity } = account.rarities;
  return {
    ...(extended && feeGroup !== null ? { fee_group: feeGroup } : {}),
    ...(affiliatePromotionFee > 0 ? { affiliate_promotion_fee: affiliatePromotionFee } : {}),
    ...(hasNonBlockChainEquity ? { has_non_block_chain_equity: true } : {}),
  };
}

/**
 * Sums are made of the rounded parts, so that the identities hold to the last digit. What can be withdrawn
 * counts losses of the session, never its profits, and no reserve.
 */
function summaryOf(currency: string, own: Ledger, margins: MarginFigures) {
  const { totals, ratios, futuresRealised, futuresUnrealised } = own;
  const perIndex = (figure: (index: IndexTotals) => number) =>
    Object.fromEntries([...totals.byIndex].map(([index, sums]) => [index, figure(sums)]));
  const sumOf = (figure: (index: IndexTotals) => number) =>
    [...totals.byIndex.values()].reduce((sum, index) => sum + figure(index), 0);
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
    // Not described beyond its name: positions are closed out where the maintenance margin is no longer covered.
    close_out_margin: coins(margins.maintenance),
    projected_initial_margin: coins(margins.projectedInitial),
    projected_maintenance_margin: coins(margins.projectedMaintenance),
    projected_close_out_margin: coins(margins.projectedMaintenance),
    estimated_liquidation_ratio: ratios.all,
    estimated_liquidation_ratio_map: ratios.byIndex,
    delta_total: roundPlaces(totals.deltaTotal, 8),
    projected_delta_total: roundPlaces(totals.projectedDelta, 8),
    delta_total_map: perIndex((index) => roundPlaces(index.delta, 8)),
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
    options_gamma: roundPlaces(
      sumOf((index) => index.gamma),
      5,
    ),
    options_vega: roundPlaces(
      sumOf((index) => index.vega),
      4,
    ),
    options_theta: roundPlaces(
      sumOf((index) => index.theta),
      5,
    ),
    options_gamma_map: perIndex((index) => roundPlaces(index.gamma, 5)),
    options_vega_map: perIndex((index) => roundPlaces(index.vega, 4)),
    options_theta_map: perIndex((index) => roundPlaces(index.theta, 5)),
    spot_reserve: coins(own.spotReserve),
    additional_reserve: coins(own.additionalReserve),
    locked_balance: 0,
    fee_balance: 0,
    portfolio_margining_enabled: false,
    change_margin_model_api_limit: { timeframe: 86_400_000, rate: 10 },
    deposit_address: depositAddress(currency),
  };
}

/** Nothing can be deposited here: an address that no chain knows. */
function depositAddress(currency: string): string {
  return `simulated-${currency.toLowerCase()}-address`;
}
