import { kindOfName } from '../../shared/service/instrument-name.ts';
import type { Span } from '../../shared/history/spans.ts';
import type { UserTrade, UserTradesPage } from '../../shared/service/trade.ts';
import { lookUpCurrency } from '../orders/currency.ts';
import { textsOf } from '../service/wire/text-reader.ts';
import { tradeKey } from './proof.ts';
import { type Source, sourceKey } from './source.ts';
import type { Harvest, SpanState, StoredTrade, TradeStore } from './trade-store.ts';

/** Keeps what a walk brings. */
export interface Keeper {
  /** Stores a page with the span it proves. */
  readonly keep: (
    source: Source,
    store: 'recent' | 'historical',
    page: UserTradesPage,
    proven: readonly Span[],
  ) => void;
  readonly note: (source: Source, state: SpanState, span: Span) => void;
  /** Trades since the last `begin` that were not stored before. */
  readonly added: () => number;
  readonly begin: () => void;
}

export function createKeeper(store: TradeStore): Keeper {
  let added = 0;

  /** A known trade missing from an answer shows that the store lags. */
  function doubt(key: string, from: string, page: UserTradesPage, span: Span): Harvest['spans'] {
    const known = store.keysWithin(key, span);
    const told = new Set(known.length === 0 ? [] : page.trades.map(tradeKey));
    const missing = known.filter((trade) => !told.has(trade.key));
    if (missing.length === 0) return [{ state: 'complete', span }];
    const first = Math.min(...missing.map(({ at }) => at));
    const doubtful = { from: first, to: span.to };
    return [
      ...(first > span.from ? [{ state: 'complete' as const, span: { from: span.from, to: first - 1 } }] : []),
      { state: from === 'historical' ? 'not_indexed' : 'contradiction', span: doubtful },
    ];
  }

  return {
    keep: (source, from, page, proven) => {
      const key = sourceKey(source);
      added += store.take({
        source: key,
        isGuess: source.by === 'instrument',
        trades: describe(source, page.trades),
        texts: textsOf(page.trades),
        unreadable: page.unreadable ?? [],
        spans: proven.flatMap((span) => doubt(key, from, page, span)),
      });
    },
    note: (source, state, span) => {
      const nothing = { isGuess: false, trades: [], texts: null, unreadable: [] };
      store.take({ ...nothing, source: sourceKey(source), spans: [{ state, span }] });
    },
    added: () => added,
    begin: () => {
      added = 0;
    },
  };
}

/** Without a currency or kind in the question, the name decides. */
function describe(source: Source, trades: readonly UserTrade[]): StoredTrade[] {
  const places = new Map<string, Pick<StoredTrade, 'currency' | 'kind'>>();
  return trades.map((trade) => {
    const { instrument_name: name } = trade;
    const place = places.get(name) ?? {
      currency: source.by === 'currency' ? source.currency : lookUpCurrency(null, name),
      kind: source.by === 'currency' && source.kind !== null ? source.kind : kindOfName(name),
    };
    places.set(name, place);
    return { key: tradeKey(trade), trade, ...place };
  });
}
