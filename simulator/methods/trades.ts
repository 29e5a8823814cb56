import { ok, type Result } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import type { AccountTrade } from '../account/account.ts';
import { knowsOrder, queryTrades } from '../account/history.ts';
import { refuseUnknownOrder } from '../engine/orders/find-order.ts';
import { flag, instrumentName, oneOf, optional, required, text, timestampMs, wholeNumber } from '../http/params.ts';
import { belongsTo } from '../market/instrument.ts';
import { refuseParam, type Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { accountOf, subaccountId } from './account.ts';
import { isOfKind, KINDS } from './filters.ts';
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

/** `private/get_user_trades_by_currency_and_time`. */
export const getUserTradesByCurrencyAndTime = defineMethod(
  'private/get_user_trades_by_currency_and_time',
  {
    currency: required(oneOf(ORDER_CURRENCIES, 'invalid currency')),
    kind: optional(oneOf(KINDS)),
    ...tradeWindow,
  },
  (world, params, nowMs) => {
    const { kind = 'any' } = params;
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

/** `private/get_user_trades_by_order`: an extension; of an order of which nothing is known, an error. */
export const getUserTradesByOrder = defineMethod(
  'private/get_user_trades_by_order',
  {
    order_id: required(text(128)),
    sorting: tradeWindow.sorting,
    historical: tradeWindow.historical,
  },
  ({ account, replies }, { order_id: id, sorting, historical = false }, nowMs) => {
    const matches = ({ record }: AccountTrade) => record['order_id'] === id;
    const isKnown = knowsOrder(account, id) || account.trades.some(matches);
    if (!isKnown) return refuseUnknownOrder();
    const query = {
      startMs: 0,
      endMs: Number.MAX_SAFE_INTEGER,
      historical,
      indexingDelayMs: replies.settings.indexingDelayMs,
      newestFirst: sorting === 'desc',
      count: account.trades.length,
      matches,
    };
    return ok(queryTrades(account, query, nowMs).trades);
  },
);
