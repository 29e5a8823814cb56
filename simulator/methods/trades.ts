import { ok, type Result } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import type { AccountTrade } from '../account/account.ts';
import { queryTrades } from '../account/history.ts';
import { flag, instrumentName, oneOf, optional, required, timestampMs, wholeNumber } from '../http/params.ts';
import { belongsTo, isCombo, type Instrument } from '../market/instrument.ts';
import { refuseParam, type Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { accountOf, subaccountId } from './account.ts';
import { defineMethod } from './method.ts';

const DEFAULT_COUNT = 10;

const tradeWindow = {
  start_timestamp: optional(timestampMs),
  end_timestamp: optional(timestampMs),
  count: optional(wholeNumber(1, 1000)),
  sorting: optional(oneOf(['asc', 'desc', 'default'])),
  historical: optional(flag),
  subaccount_id: subaccountId,
};

interface WindowParams {
  readonly start_timestamp: number | undefined;
  readonly end_timestamp: number | undefined;
  readonly count: number | undefined;
  readonly sorting: 'asc' | 'desc' | 'default' | undefined;
  readonly historical: boolean | undefined;
  readonly subaccount_id: number | undefined;
}

/** One of the two bounds is enough (facts, section 5). `default` order is chronological, as asc. */
function page(
  world: World,
  params: WindowParams,
  matches: (trade: AccountTrade) => boolean,
  nowMs: number,
): Result<unknown, Refusal> {
  const { start_timestamp: start, end_timestamp: end } = params;
  if (start === undefined && end === undefined) return refuseParam('start_timestamp', 'value required');
  if (start !== undefined && end !== undefined && start > end) {
    return refuseParam('start_timestamp', 'must not be after end_timestamp');
  }
  const account = accountOf(world, params.subaccount_id);
  if (!account.ok) return account;
  const query = {
    startMs: start ?? 0,
    endMs: end ?? Number.MAX_SAFE_INTEGER,
    historical: params.historical ?? false,
    indexingDelayMs: world.replies.settings.indexingDelayMs,
    newestFirst: params.sorting === 'desc',
    count: params.count ?? DEFAULT_COUNT,
    matches,
  };
  return ok(queryTrades(account.value, query, nowMs));
}

/** Whether an instrument is of a kind that trades are asked for by; `combo` is any combo, `any` is anything. */
function isOfKind(instrument: Instrument, kind: string): boolean {
  if (kind === 'combo') return isCombo(instrument);
  return kind === 'any' || instrument.kind === kind;
}

/** `private/get_user_trades_by_currency_and_time`. */
export const getUserTradesByCurrencyAndTime = defineMethod(
  'private/get_user_trades_by_currency_and_time',
  {
    currency: required(oneOf(ORDER_CURRENCIES, 'invalid currency')),
    kind: optional(oneOf(['future', 'option', 'spot', 'future_combo', 'option_combo', 'combo', 'any'])),
    ...tradeWindow,
  },
  (world, params, nowMs) => {
    const kind = params.kind ?? 'any';
    const matches = ({ instrument }: AccountTrade) =>
      belongsTo(instrument, params.currency) && isOfKind(instrument, kind);
    return page(world, params, matches, nowMs);
  },
);

/** `private/get_user_trades_by_instrument_and_time`. */
export const getUserTradesByInstrumentAndTime = defineMethod(
  'private/get_user_trades_by_instrument_and_time',
  { instrument_name: required(instrumentName), ...tradeWindow },
  (world, params, nowMs) => {
    const venue = world.exchange.venue(params.instrument_name);
    if (venue === undefined) return refuseParam('instrument_name', 'instrument not found');
    return page(world, params, (trade) => trade.instrument === venue.instrument, nowMs);
  },
);
