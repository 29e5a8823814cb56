import type { Handlers } from '../../shared/ipc/contract.ts';
import { listInFront, type Watchlists } from '../../shared/ipc/schemas/watchlist-schema.ts';
import type { Chains } from '../market/chains.ts';
import { type Catalog, isOld } from '../market/catalog.ts';
import type { Recorder } from '../market/recorder.ts';
import type { Quotes } from '../market/quotes.ts';
import type { Watchlist } from '../market/watchlist.ts';

export interface MarketParts {
  readonly quotes: Quotes;
  readonly catalog: Catalog;
  readonly watchlist: Watchlist;
  readonly recorder: Recorder;
  readonly chains: Chains;
}

type MarketChannel =
  | 'market.watch'
  | 'market.instrument'
  | 'market.instruments'
  | 'market.find'
  | 'market.history'
  | 'market.chain'
  | 'watchlist.save';

/** The lists, for a window that opens a session. The one in front is polled from now on: prices are there when it is drawn. */
export function openWatchlists(quotes: Quotes, watchlist: Watchlist, windowId: string): Watchlists {
  const watchlists = watchlist.read();
  const { instruments } = listInFront(watchlists);
  quotes.watch(
    windowId,
    instruments.map((instrument_name) => ({ instrument_name, attention: 'visible' })),
  );
  return watchlists;
}

/** Answers what a window asks about instruments and prices, and keeps how it shows them. */
export function createMarketHandlers(parts: MarketParts): Pick<Handlers, MarketChannel> {
  const { quotes, catalog, watchlist, recorder, chains } = parts;
  return {
    'market.watch': async ({ instruments }, { windowId }) => {
      quotes.watch(windowId, instruments);
      return null;
    },
    'market.instrument': async ({ instrument_name, in_bulk: isInBulk = false }) =>
      (await catalog.get(instrument_name, { isInBulk })).instrument,
    'market.instruments': async ({ instrument_names }) =>
      // What could not be traded as it was read may be by now: such a one is asked for by itself.
      instrument_names.flatMap((name) => {
        const known = catalog.peek(name);
        return known === null || isOld(known) ? [] : known.instrument;
      }),
    'market.find': async ({ text, limit }) =>
      catalog.find(text, limit).map(({ instrument_name, kind }) => ({ instrument_name, kind })),
    'market.history': recorder.history,
    'market.chain': async ({ family, expiration_timestamp }, { windowId }) =>
      chains.read(windowId, family, expiration_timestamp),
    'watchlist.save': async (watchlists) => {
      watchlist.save(watchlists);
      return null;
    },
  };
}
