import { TRADE_KINDS, type HistoryScope, type TradeKind } from '../../shared/history/query.ts';
import { kindOfName } from '../../shared/service/instrument-name.ts';
import type { MethodParams } from '../../shared/service/methods.ts';
import { lookUpCurrency } from '../orders/currency.ts';

type Currency = MethodParams<'private/get_user_trades_by_currency_and_time'>['currency'];

/** One thing that the service can be asked for by itself: trades of a currency, or of one kind in it, or of an instrument. */
export type Source =
  | { readonly by: 'currency'; readonly currency: Currency; readonly kind: TradeKind | null }
  | { readonly by: 'instrument'; readonly instrument_name: string };

/** Name of a source in the store. */
export function sourceKey(source: Source): string {
  return source.by === 'instrument'
    ? `instrument ${source.instrument_name}`
    : currencyKey(source.currency, source.kind);
}

function currencyKey(currency: string, kind: TradeKind | null): string {
  return `currency ${currency} ${kind ?? 'any'}`;
}

/** The questions that together hold each trade of a query once. */
export function listSources(scope: HistoryScope): readonly Source[] {
  if (scope.by === 'instrument') return [scope];
  const { currency, kinds } = scope;
  const wanted = TRADE_KINDS.filter((kind) => kinds.includes(kind));
  if (wanted.length === 0 || wanted.length === TRADE_KINDS.length) return [{ by: 'currency', currency, kind: null }];
  return wanted.map((kind) => ({ by: 'currency', currency, kind }));
}

/** The same trades of a currency in as many sources as it has kinds; of a kind or an instrument there are no parts. */
export function splitByKind(source: Source): readonly Source[] {
  if (source.by === 'instrument' || source.kind !== null) return [];
  return TRADE_KINDS.map((kind) => ({ by: 'currency', currency: source.currency, kind }));
}

/** Keys of every source that, complete itself, makes this one complete: what was fetched once is not fetched again. */
export function coveringKeys(source: Source): readonly string[] {
  if (source.by === 'currency') return [...new Set([sourceKey(source), currencyKey(source.currency, null)])];
  const { instrument_name: name } = source;
  const currency = lookUpCurrency(null, name);
  // A spot pair's currency can't be told from its name.
  const wider =
    kindOfName(name) === 'spot' ? [] : [currencyKey(currency, kindOfName(name)), currencyKey(currency, null)];
  return [sourceKey(source), ...wider];
}
