import type { Attention } from '../../shared/ipc/contract.ts';
import type { Backend } from '../api/backend.ts';
import { readFailure } from '../api/failure-text.ts';
import { ACCOUNT_KEY, instrumentQuery, PRESETS_KEY, type ReceivedAccount } from '../api/queries.ts';
import { tellOrderNews } from './order-news.ts';
import { keepQuotesOf, receiveQuotes } from './market-store.ts';
import { ordersStore, receiveOrderList, receiveOrders } from './orders-store.ts';
import { selectInstrument, selectionStore } from './selection-store.ts';
import { sessionStore } from './session-store.ts';
import { adoptWatchlist, watchlistStore } from './watchlist-store.ts';

/** Perpetuals whose tickers carry the index prices of the header. */
export const INDEX_INSTRUMENTS = ['BTC-PERPETUAL', 'ETH-PERPETUAL'] as const;

/** What this window looks at, the closest look winning. */
export function listWatched(
  watchlist: readonly string[],
  selected: string | null,
): { instrument_name: string; attention: Attention }[] {
  const watched = new Map<string, Attention>();
  for (const name of INDEX_INSTRUMENTS) watched.set(name, 'background');
  for (const name of watchlist) watched.set(name, 'visible');
  if (selected !== null) watched.set(selected, 'focused');
  return [...watched].map(([instrument_name, attention]) => ({ instrument_name, attention }));
}

/**
 * Keeps the stores in step with the back end: listens to its events,
 * tells it what is watched, and each time the connection comes up opens the session, watches and
 * lists again. Never sends an order. Gives back the function that stops it.
 */
export function startSync(backend: Backend): () => void {
  const { client, link, queries } = backend;

  function watch(): void {
    const { instruments } = watchlistStore.getState();
    const watched = listWatched(instruments, selectionStore.getState().instrumentName);
    keepQuotesOf(new Set(watched.map((item) => item.instrument_name)));
    if (link.read() !== 'connected') return;
    // A failure shows by itself: no quotes come, and the panels say so.
    client.request('market.watch', { instruments: watched }).catch(() => undefined);
    for (const { instrument_name } of watched) void queries.prefetchQuery(instrumentQuery(backend, instrument_name));
  }

  async function saveWatchlist(): Promise<void> {
    const { instruments, isUnsaved } = watchlistStore.getState();
    if (!isUnsaved || link.read() !== 'connected') return;
    try {
      await client.request('watchlist.save', { instruments: [...instruments] });
      if (watchlistStore.getState().instruments === instruments) {
        watchlistStore.setState({ isUnsaved: false, failure: null });
      }
    } catch (error) {
      watchlistStore.setState({ failure: readFailure(error) });
    }
  }

  async function listOrders(): Promise<void> {
    const askedAtRevision = ordersStore.getState().revision;
    try {
      receiveOrderList(await client.request('orders.list', null), askedAtRevision);
    } catch (error) {
      ordersStore.setState({ failure: readFailure(error) });
    }
  }

  async function open(): Promise<void> {
    try {
      const session = await client.request('session.open', null);
      sessionStore.setState({ session, status: session.status, failure: null });
      adoptWatchlist(session.watchlist);
      if (selectionStore.getState().instrumentName === null) {
        selectInstrument(watchlistStore.getState().instruments[0] ?? null);
      }
    } catch (error) {
      sessionStore.setState({ failure: readFailure(error) });
    }
    watch();
    void saveWatchlist();
    void listOrders();
    void queries.invalidateQueries();
  }

  const stops = [
    client.listen('session.changed', (status) => sessionStore.setState({ status })),
    client.listen('market.quotes', (batch) => receiveQuotes(batch, performance.now())),
    client.listen('orders.changed', (rows) => {
      tellOrderNews(rows);
      receiveOrders(rows);
    }),
    client.listen('presets.changed', (presets) => queries.setQueryData(PRESETS_KEY, presets)),
    client.listen('account.changed', (snapshot) => {
      queries.setQueryData<ReceivedAccount>(ACCOUNT_KEY, { snapshot, receivedAtMs: performance.now() });
    }),
    watchlistStore.subscribe((state, previous) => {
      if (state.instruments === previous.instruments) return;
      watch();
      void saveWatchlist();
    }),
    selectionStore.subscribe((state, previous) => {
      if (state.instrumentName !== previous.instrumentName) watch();
    }),
    link.listen((state) => {
      if (state === 'lost') ordersStore.setState({ isListed: false });
      sessionStore.setState({ link: state });
      if (state === 'connected') void open();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
