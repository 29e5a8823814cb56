import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { RfqBoard } from '../../shared/ipc/schemas/rfq-schema.ts';
import type { Backend } from '../api/backend.ts';
import { ACCOUNT_KEY, PRESETS_KEY, readInstrument, type ReceivedAccount } from '../api/queries.ts';
import { RFQ_BOARD_KEY } from '../api/rfq-queries.ts';
import { TAPE_KEY } from '../api/tape-queries.ts';
import { receiveAlerts } from './alerts-store.ts';
import { followCancels } from './orders/cancel-news.ts';
import { followUndecided, tellOrderNews } from './orders/order-news.ts';
import { draftsStore } from './workspace/drafts-store.ts';
import { receiveHistory } from './history-store.ts';
import { followPreferences } from './keep-preferences.ts';
import { followDrafts } from './workspace/keep-drafts.ts';
import { doubtQuotes, receiveQuotes } from './market-store.ts';
import { listenToTicks } from './now.ts';
import { isSuperseded, openSession } from './open-session.ts';
import { receiveAmends } from './orders/amends-store.ts';
import { receivePlans } from './orders/plans-store.ts';
import { ordersStore, receiveOrders } from './orders/orders-store.ts';
import { settleRfqNews, tellEndedRfqs, tellExpiringRfqs, tellPrintedRfqs } from './rfq/rfq-news.ts';
import { createSaves, type Saves } from './saves.ts';
import { readServiceNow, receiveStatus, sessionStore } from './session-store.ts';
import { watchSilence } from './silence.ts';
import { followStops } from './orders/stop-trading.ts';
import { tellShared } from './toast-store.ts';
import { watchStore } from './watch-store.ts';
import { createWatches } from './watches.ts';
import { adoptChangedWatchlists, watchlistStore } from './watchlist-store.ts';
import { workspaceStore } from './workspace/workspace-store.ts';

type Stops = (() => void)[];

/**
 * Whether what became of an order can be news: not where this window learns of it only now, the list being unread, or
 * where it was decided before the window began.
 */
function isOfThisWindow(row: OrderRow, beganAtMs: number): boolean {
  const { entries, isListed } = ordersStore.getState();
  if (entries.has(row.intent_id)) return true;
  return isListed && (row.decided_at === null || row.decided_at >= beganAtMs);
}

function hearOrders({ client }: Backend): Stops {
  const beganAtMs = Date.now();
  return [
    client.listen('orders.changed', (rows) => {
      tellShared(() => tellOrderNews(rows.filter((row) => isOfThisWindow(row, beganAtMs))));
      receiveOrders(rows);
    }),
    client.listen('amends.changed', receiveAmends),
    client.listen('plans.changed', receivePlans),
    followUndecided(),
    followCancels(),
    followStops(),
  ];
}

function hearRfqs({ client, queries }: Backend): Stops {
  return [
    client.listen('rfq.changed', (board) => {
      tellShared(() => tellPrintedRfqs(board, readServiceNow()));
      queries.setQueryData(RFQ_BOARD_KEY, board);
    }),
    listenToTicks(() => {
      const board = queries.getQueryData<RfqBoard>(RFQ_BOARD_KEY);
      if (board === undefined) return;
      tellShared(() => {
        tellExpiringRfqs(board, readServiceNow());
        tellEndedRfqs(board, readServiceNow());
      });
      // The reply to a request may come after the board that has decided it.
      settleRfqNews(board);
    }),
    client.listen('tape.changed', () => void queries.invalidateQueries({ queryKey: TAPE_KEY })),
  ];
}

function hearAccount(backend: Backend): Stops {
  const { client, queries } = backend;
  return [
    client.listen('account.changed', (snapshot, receivedAtMs) => {
      queries.setQueryData<ReceivedAccount>(ACCOUNT_KEY, { snapshot, receivedAtMs });
    }),
    client.listen('history.changed', (walk) => {
      receiveHistory(walk);
      if (walk === null) void queries.invalidateQueries({ queryKey: ['fills'] });
    }),
    client.listen('presets.changed', (presets) => queries.setQueryData(PRESETS_KEY, presets)),
    client.listen('watchlist.changed', adoptChangedWatchlists),
    client.listen('alerts.changed', (change) =>
      tellShared(() => receiveAlerts(change, (name) => readInstrument(backend, name))),
    ),
  ];
}

/** What the trader changes here is kept as it changes. */
function keepChanges(backend: Backend, { saveWatchlist, saveWorkspaces, saveDrafts }: Saves): Stops {
  return [
    watchlistStore.subscribe((state, previous) => {
      if (state.watchlists !== previous.watchlists) void saveWatchlist();
    }),
    workspaceStore.subscribe((state, previous) => {
      if (state.workspaces !== previous.workspaces) void saveWorkspaces();
    }),
    draftsStore.subscribe(() => void saveDrafts()),
    followDrafts(),
    followPreferences(backend),
  ];
}

/**
 * Keeps the stores in step with the back end: hears its events, and on each connection opens the session, watches and lists
 * again. Never sends an order. Another profile calls `startAnew`. A safe page shows the standard arrangement. Returns its
 * stop.
 */
export function startSync(backend: Backend, startAnew: () => void, isSafePage = false): () => void {
  const { client, link } = backend;
  const watches = createWatches(backend);
  const saves = createSaves(backend);
  const open = () => openSession({ backend, watches, saves, isSafePage, startAnew });

  /** Silent, it is as good as lost; the way to it stands open all the same, and nothing is asked anew. */
  const silence = watchSilence({
    now: () => performance.now(),
    every: (milliseconds, action) => {
      const timer = setInterval(action, milliseconds);
      return () => clearInterval(timer);
    },
    onChange: (isSilent) => sessionStore.setState({ link: isSilent ? 'lost' : link.read() }),
  });

  const stops: Stops = [
    client.listen('session.changed', (status) => {
      silence.hear();
      if (isSuperseded(status)) return startAnew();
      receiveStatus(status);
      // It was refused: since then a profile was opened, here or in another window.
      if (sessionStore.getState().failure !== null) void open();
      return undefined;
    }),
    client.listen('market.changed', (quotes, receivedAtMs) => {
      silence.hear();
      receiveQuotes(quotes, receivedAtMs);
    }),
    client.listen('window.changed', () => {
      stopAll();
      sessionStore.setState({ isSetAside: true });
    }),
    ...hearOrders(backend),
    ...hearRfqs(backend),
    ...hearAccount(backend),
    ...keepChanges(backend, saves),
    sessionStore.subscribe((state, previous) => {
      if (state.link === 'lost' && previous.link !== 'lost') doubtQuotes();
    }),
    silence.stop,
    watchStore.subscribe(watches.watchSoon),
    link.listen((state) => {
      if (state !== 'connected') silence.rest();
      if (state === 'lost') ordersStore.setState({ isListed: false });
      sessionStore.setState({ link: state });
      if (state === 'connected') void open();
    }),
  ];
  function stopAll(): void {
    for (const stop of stops) stop();
  }
  return stopAll;
}
