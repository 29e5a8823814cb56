import { CURRENCIES, type Account } from '../../../../simulator/account/account.ts';
import { sessionGain, fundingDue, fromMoneyUnits, valueAt } from '../../../../simulator/account/position.ts';
import { DEFAULT_REPLY_SETTINGS, type ReplySettings } from '../../../../simulator/account/reply-settings.ts';
import { currencySummaries, type Summary } from '../../../../simulator/account/summary.ts';
import type { Exchange } from '../../../../simulator/engine/exchange.ts';
import { nextSettlement } from '../../../../simulator/market/calendar.ts';
import { AVERAGING_MS } from '../../../../simulator/market/delivery.ts';

/** One currency's summary, as the methods give it. */
export function summaryOf(
  exchange: Exchange,
  account: Account,
  currency: string,
  settings: Partial<ReplySettings> & { readonly extended?: boolean } = {},
): Summary {
  const all = { ...DEFAULT_REPLY_SETTINGS, extended: false, ...settings };
  const [summary] = currencySummaries(exchange, account, [currency], all);
  if (summary === undefined) throw new Error('no summary');
  return summary;
}

/** The summaries of all currencies, in one go. */
export function summariesOf(exchange: Exchange, account: Account): Summary[] {
  return currencySummaries(exchange, account, CURRENCIES, { ...DEFAULT_REPLY_SETTINGS, extended: false });
}

/** A decimal of at most eight places as an integer of 1e-8, so that sums compare exactly. */
export function units(value: unknown): number {
  return Math.round(Number(value) * 1e8);
}

/** Names of the identities of facts, section 10, that a summary does not obey to the last digit. */
export function brokenIdentities(summary: Summary, nowMs: number): string[] {
  const figures: Readonly<Record<string, unknown>> = { ...summary };
  const of = (name: string) => units(figures[name]);
  const raw = Object.values(summary.delta_total_map).reduce((sum, value) => sum + units(value), 0);
  const own = of('balance') + of('futures_session_upl') + of('futures_session_rpl');
  // With cross collateral the margins are those of all currencies, converted; the rest stays each one's own.
  const cross = summary.cross_collateral_enabled;
  const identities: Record<string, boolean> = {
    session_upl: of('session_upl') === of('futures_session_upl') + of('options_session_upl'),
    session_rpl: of('session_rpl') === of('futures_session_rpl') + of('options_session_rpl'),
    total_pl: of('total_pl') === of('futures_pl') + of('options_pl'),
    margin_balance: cross || of('margin_balance') === own,
    equity: of('equity') === own + of('options_value'),
    available_funds: of('available_funds') === Math.max(0, of('margin_balance') - of('initial_margin')),
    available_withdrawal_funds:
      cross || of('available_withdrawal_funds') <= Math.max(0, of('balance') - of('initial_margin')),
    withdrawable: of('available_withdrawal_funds') <= of('available_funds'),
    reserves: of('spot_reserve') + of('additional_reserve') <= of('initial_margin') + 2,
    margins: of('maintenance_margin') <= of('initial_margin') && of('maintenance_margin') >= 0,
  };
  // In the half-hour before a settlement what expires fades out of the deltas, not out of its value.
  if (summary.currency !== 'USDC' && nextSettlement(nowMs) - nowMs >= AVERAGING_MS) {
    identities['delta_total'] = of('delta_total') === raw - of('options_value');
  }
  return Object.keys(identities).filter((name) => identities[name] !== true);
}

/** What a currency of an account is worth in 1e-18: cash, unsettled profit and funding, options at their mark. */
function worthOf(exchange: Exchange, account: Account, currency: string): bigint {
  let worth = fromMoneyUnits(account.cashUnits(currency)) + account.sessionProfit(currency).futures;
  for (const position of account.positions.values()) {
    const { instrument } = position;
    if (instrument.settlement !== currency) continue;
    const price = exchange.markUnits(instrument);
    if (instrument.kind === 'option') worth += valueAt(instrument, position.sizeUnits, price);
    else worth += sessionGain(position, price) + fundingDue(position, exchange.funding.standsAt(instrument));
  }
  return worth;
}

/** Everything there is of each currency, in 1e-18: accounts, house and treasury together. */
export function wealth(exchange: Exchange): Readonly<Record<string, bigint>> {
  const { clearing } = exchange;
  const sums = CURRENCIES.map((currency): [string, bigint] => {
    const treasury = (clearing.fees.get(currency) ?? 0) + (clearing.roundings.get(currency) ?? 0);
    let sum = fromMoneyUnits(treasury);
    for (const account of [...exchange.accounts, clearing.house]) sum += worthOf(exchange, account, currency);
    return [currency, sum];
  });
  return Object.fromEntries(sums);
}

/** Currencies of which there is more or less than before, by a whole unit of 1e-8 or more. */
export function lostOrFound(exchange: Exchange, before: Readonly<Record<string, bigint>>): string[] {
  const now = wealth(exchange);
  return CURRENCIES.filter((currency) => {
    const difference = (now[currency] ?? 0n) - (before[currency] ?? 0n);
    return difference >= 10n ** 10n || difference <= -(10n ** 10n);
  });
}
