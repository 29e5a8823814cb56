import type { Attention } from '../../shared/ipc/contract.ts';
import type { Session, SessionStatus } from '../../shared/ipc/schemas/session-schema.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { RfqBoard } from '../../shared/ipc/schemas/rfq-schema.ts';
import type { Backend } from '../api/backend.ts';
import { describeFailure, readFailure } from '../api/failure-text.ts';
import { ACCOUNT_KEY, PRESETS_KEY, readInstrument, type ReceivedAccount } from '../api/queries.ts';
import { RFQ_BOARD_KEY } from '../api/rfq-queries.ts';
import { TAPE_KEY } from '../api/tape-queries.ts';
import { adoptAlerts, receiveAlerts } from './alerts-store.ts';
import { followCancels } from './orders/cancel-news.ts';
import { followUndecided, tellOrderNews } from './orders/order-news.ts';
import { adoptDrafts, draftsStore } from './workspace/drafts-store.ts';
import { receiveHistory } from './history-store.ts';
import { followPreferences } from './keep-preferences.ts';
import { followDrafts, restoreDrafts, tellRecovered } from './workspace/keep-drafts.ts';
import { doubtQuotes, keepQuotesOf, receiveQuotes } from './market-store.ts';
import { listenToTicks } from './now.ts';
import { receiveAmends } from './orders/amends-store.ts';
import { receivePlans } from './orders/plans-store.ts';
import { ordersStore, receiveOrderList, receiveOrders } from './orders/orders-store.ts';
import { settleRfqNews, tellEndedRfqs, tellExpiringRfqs, tellPrintedRfqs } from './rfq/rfq-news.ts';
import { adoptPreferences, adoptPreferencesSafely } from './preferences-store.ts';
import { readServiceNow, receiveSession, receiveStatus, sessionStore } from './session-store.ts';
import { watchSilence } from './silence.ts';
import { followStops } from './orders/stop-trading.ts';
import { showToast, tellShared } from './toast-store.ts';
import { type Look, setLook, watchStore } from './watch-store.ts';
import { adoptChangedWatchlists, adoptWatchlists, shownList, watchlistStore } from './watchlist-store.ts';
import { adoptOwnWindow, adoptSafely, adoptWorkspaces, workspaceStore } from './workspace/workspace-store.ts';

/** Perpetuals whose tickers carry the index prices of the header. */
export const INDEX_INSTRUMENTS = ['BTC-PERPETUAL', 'ETH-PERPETUAL'] as const;

/** In place of panels, until the first of them says what it looks at. */
const AHEAD = 'ahead';

const CLOSENESS: Record<Attention, number> = { background: 0, visible: 1, focused: 2 };

/** What this window watches, the closest look winning; header indices always. */
export function listWatched(looks: Iterable<Look>): { instrument_name: string; attention: Attention }[] {
  const watched = new Map<string, Attention>();
  for (const name of INDEX_INSTRUMENTS) watched.set(name, 'background');
  for (const { instruments, attention } of looks) {
    for (const name of instruments) {
      const known = watched.get(name);
      if (known === undefined || CLOSENESS[attention] > CLOSENESS[known]) watched.set(name, attention);
    }
  }
  return [...watched].map(([instrument_name, attention]) => ({ instrument_name, attention }));
}

/**
 * Whether what became of an order can be news: not where this window learns of it only now, the list being unread, or
 * where it was decided before the window began.
 */
function isOfThisWindow(row: OrderRow, beganAtMs: number): boolean {
  const { entries, isListed } = ordersStore.getState();
  if (entries.has(row.intent_id)) return true;
  return isListed && (row.decided_at === null || row.decided_at >= beganAtMs);
}

function adoptArrangement(session: Session, windowId: string | null): void {
  if (windowId !== null) adoptOwnWindow(session.own_windows.find(({ id }) => id === windowId)?.workspaces ?? null);
  else if (session.safe_start === null) adoptWorkspaces(session.workspaces);
  else adoptSafely(session.workspaces);
  if (windowId === null && session.safe_start !== null) adoptPreferencesSafely(session.preferences);
  else adoptPreferences(session.preferences);
}

/**
 * Keeps the stores in step with the back end: hears its events, and on each connection opens the session, watches and lists
 * again. Never sends an order. Another profile calls `startAnew`. A safe page shows the standard arrangement. Returns its
 * stop.
 */
export function startSync(backend: Backend, startAnew: () => void, isSafePage = false): () => void {
  const { client, link, queries } = backend;
  const beganAtMs = Date.now();
  const knownInstrument = (name: string) => readInstrument(backend, name);

  let willWatch = false;
  /** Panels change their watches one by one: sent once all did. */
  function watchSoon(): void {
    if (willWatch) return;
    willWatch = true;
    queueMicrotask(() => {
      willWatch = false;
      watch();
    });
  }

  function watch(): void {
    const watched = listWatched(watchStore.getState().values());
    keepQuotesOf(new Set(watched.map((item) => item.instrument_name)));
    if (link.read() !== 'connected') return;
    // A failure shows by itself: no quotes come, and the panels say so.
    client.request('market.watch', { instruments: watched }).catch(() => undefined);
  }

  async function saveWatchlist(): Promise<void> {
    const { watchlists, isUnsaved } = watchlistStore.getState();
    if (!isUnsaved || link.read() !== 'connected') return;
    try {
      await client.request('watchlist.save', watchlists);
      if (watchlistStore.getState().watchlists === watchlists) {
        watchlistStore.setState({ isUnsaved: false, failure: null });
      }
    } catch (error) {
      watchlistStore.setState({ failure: readFailure(error) });
    }
  }

  let isSavingArrangement = true;
  /** Tells once that what the trader arranges is not kept, until some of it is again. */
  function noteArrangement(error: unknown): void {
    const wasSaving = isSavingArrangement;
    isSavingArrangement = error === null;
    // What a lost connection took back is saved when it is there again.
    if (isSavingArrangement || !wasSaving || link.read() !== 'connected') return;
    const detail = `${describeFailure(readFailure(error))} A restart shows the earlier arrangement.`;
    const title = 'This window’s arrangement was not stored';
    showToast({ subject: 'workspaces.save', tone: 'bad', title, detail, isSticky: true });
  }

  async function saveWorkspaces(): Promise<void> {
    const { workspaces, isUnsaved, heldBack } = workspaceStore.getState();
    if (workspaces === null || !isUnsaved || heldBack !== null || link.read() !== 'connected') return;
    try {
      await client.request('workspaces.save', { window_id: backend.windowId, workspaces });
      if (workspaceStore.getState().workspaces === workspaces) workspaceStore.setState({ isUnsaved: false });
      noteArrangement(null);
    } catch (error) {
      // Kept in this window, and saved with the next change.
      noteArrangement(error);
    }
  }

  let isSavingDrafts = false;
  /** One at a time: what is typed meanwhile goes with the next. */
  async function saveDrafts(): Promise<void> {
    const { drafts, isUnsaved } = draftsStore.getState();
    if (drafts === null || !isUnsaved || isSavingDrafts || link.read() !== 'connected') return;
    isSavingDrafts = true;
    draftsStore.setState({ isUnsaved: false });
    try {
      await client.request('workspaces.save', { window_id: backend.windowId, workspaces: null, drafts });
    } catch {
      // What is typed stands in this window, and is kept with the next change, or as the back end is there again.
      draftsStore.setState({ isUnsaved: true });
    }
    isSavingDrafts = false;
    if (draftsStore.getState().drafts !== drafts) void saveDrafts();
  }

  async function listOrders(): Promise<void> {
    const askedAtRevision = ordersStore.getState().revision;
    try {
      receiveOrderList(await client.request('orders.list', null), askedAtRevision);
    } catch (error) {
      ordersStore.setState({ failure: readFailure(error) });
    }
  }

  /** Without them the orders stand all the same: what is known better is told anew. */
  async function listCommands(): Promise<void> {
    receiveAmends(await client.request('amends.list', null).catch(() => []));
    receivePlans(await client.request('plans.list', null).catch(() => []));
  }

  /** Whether another profile has been opened since this window began: nothing here may be mixed with what it tells. */
  function isSuperseded(status: SessionStatus): boolean {
    const known = sessionStore.getState().session?.status.opening ?? status.opening;
    if (known === status.opening) return false;
    startAnew();
    return true;
  }

  /** So that requests of before are told of when they run out, whether or not a panel shows them. */
  async function readRfqs(): Promise<void> {
    try {
      queries.setQueryData(RFQ_BOARD_KEY, await client.request('rfq.board', { statement: null }));
    } catch {
      // The panel that shows them says so.
    }
  }

  /** The list in front is asked for while its panel is still being built: prices are there when it is. */
  function lookAhead(instruments: readonly string[]): void {
    if (watchStore.getState().size > 0) return;
    setLook(AHEAD, { instruments, attention: 'visible' });
    const stop = watchStore.subscribe((looks) => {
      if (looks.size === 1 && looks.has(AHEAD)) return;
      stop();
      setLook(AHEAD, null);
    });
  }

  async function open(): Promise<void> {
    try {
      const opened = await client.request('session.open', backend.opening);
      if (isSuperseded(opened.status)) return;
      const session = isSafePage ? { ...opened, safe_start: opened.safe_start ?? ('asked' as const) } : opened;
      receiveSession(session);
      adoptWatchlists(session.watchlists);
      const window = backend.windowId ?? 'main';
      const isNews = adoptDrafts(session.drafts[window]);
      if (isNews && session.recovered_drafts.includes(window)) tellRecovered();
      adoptArrangement(session, backend.windowId);
      tellShared(() => adoptAlerts(session.alerts, knownInstrument));
      const { instruments } = shownList(watchlistStore.getState());
      lookAhead(instruments);
      const [first = null] = instruments;
      restoreDrafts(first);
    } catch (error) {
      sessionStore.setState({ failure: readFailure(error) });
    }
    watch();
    void saveWatchlist();
    void saveWorkspaces();
    void saveDrafts();
    void listOrders();
    void listCommands();
    void readRfqs();
    void queries.invalidateQueries();
  }

  /** Silent, it is as good as lost; the way to it stands open all the same, and nothing is asked anew. */
  const silence = watchSilence({
    now: () => performance.now(),
    every: (milliseconds, action) => {
      const timer = setInterval(action, milliseconds);
      return () => clearInterval(timer);
    },
    onChange: (isSilent) => sessionStore.setState({ link: isSilent ? 'lost' : link.read() }),
  });

  const stops = [
    client.listen('session.changed', (status) => {
      silence.hear();
      if (isSuperseded(status)) return;
      receiveStatus(status);
      // It was refused: since then a profile was opened, here or in another window.
      if (sessionStore.getState().failure !== null) void open();
    }),
    client.listen('market.changed', (quotes, receivedAtMs) => {
      silence.hear();
      receiveQuotes(quotes, receivedAtMs);
    }),
    client.listen('orders.changed', (rows) => {
      tellShared(() => tellOrderNews(rows.filter((row) => isOfThisWindow(row, beganAtMs))));
      receiveOrders(rows);
    }),
    client.listen('amends.changed', receiveAmends),
    client.listen('plans.changed', receivePlans),
    client.listen('watchlist.changed', adoptChangedWatchlists),
    client.listen('history.changed', (walk) => {
      receiveHistory(walk);
      if (walk === null) void queries.invalidateQueries({ queryKey: ['fills'] });
    }),
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
    client.listen('window.changed', () => {
      stopAll();
      sessionStore.setState({ isSetAside: true });
    }),
    client.listen('tape.changed', () => void queries.invalidateQueries({ queryKey: TAPE_KEY })),
    client.listen('presets.changed', (presets) => queries.setQueryData(PRESETS_KEY, presets)),
    client.listen('account.changed', (snapshot, receivedAtMs) => {
      queries.setQueryData<ReceivedAccount>(ACCOUNT_KEY, { snapshot, receivedAtMs });
    }),
    client.listen('alerts.changed', (change) => tellShared(() => receiveAlerts(change, knownInstrument))),
    watchlistStore.subscribe((state, previous) => {
      if (state.watchlists !== previous.watchlists) void saveWatchlist();
    }),
    workspaceStore.subscribe((state, previous) => {
      if (state.workspaces !== previous.workspaces) void saveWorkspaces();
    }),
    draftsStore.subscribe(() => void saveDrafts()),
    sessionStore.subscribe((state, previous) => {
      if (state.link === 'lost' && previous.link !== 'lost') doubtQuotes();
    }),
    followDrafts(),
    followPreferences(backend),
    followUndecided(),
    followCancels(),
    followStops(),
    silence.stop,
    watchStore.subscribe(watchSoon),
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
