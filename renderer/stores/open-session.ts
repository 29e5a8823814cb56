import type { Session, SessionStatus } from '../../shared/ipc/schemas/session-schema.ts';
import type { Backend } from '../api/backend.ts';
import { readFailure } from '../api/failure-text.ts';
import { readInstrument } from '../api/queries.ts';
import { RFQ_BOARD_KEY } from '../api/rfq-queries.ts';
import { adoptAlerts } from './alerts-store.ts';
import { renameInWorkspaces, renamePanelKeys } from './workspace/former-names.ts';
import { receiveAmends } from './orders/amends-store.ts';
import { receivePlans } from './orders/plans-store.ts';
import { ordersStore, receiveOrderList } from './orders/orders-store.ts';
import { adoptPreferences, adoptPreferencesSafely } from './preferences-store.ts';
import type { Saves } from './saves.ts';
import { receiveSession, sessionStore } from './session-store.ts';
import { tellShared } from './toast-store.ts';
import { lookAhead, type Watches } from './watches.ts';
import { adoptWatchlists, shownList, watchlistStore } from './watchlist-store.ts';
import { adoptDrafts } from './workspace/drafts-store.ts';
import { restoreDrafts, tellRecovered } from './workspace/keep-drafts.ts';
import { adoptOwnWindow, adoptSafely, adoptWorkspaces } from './workspace/workspace-store.ts';

function adoptArrangement(session: Session, windowId: string | null): void {
  if (windowId !== null)
    adoptOwnWindow(renameInWorkspaces(session.own_windows.find(({ id }) => id === windowId)?.workspaces ?? null));
  else if (session.safe_start === null) adoptWorkspaces(renameInWorkspaces(session.workspaces));
  else adoptSafely(renameInWorkspaces(session.workspaces));
  if (windowId === null && session.safe_start !== null) adoptPreferencesSafely(session.preferences);
  else adoptPreferences(session.preferences);
}

/** Puts what the session opened with into the stores, and looks at the list in front. */
function adoptSession(session: Session, backend: Backend): void {
  receiveSession(session);
  adoptWatchlists(session.watchlists);
  const window = backend.windowId ?? 'main';
  const isNews = adoptDrafts(renamePanelKeys(session.drafts[window] ?? {}));
  if (isNews && session.recovered_drafts.includes(window)) tellRecovered();
  adoptArrangement(session, backend.windowId);
  tellShared(() => adoptAlerts(session.alerts, (name) => readInstrument(backend, name)));
  const { instruments } = shownList(watchlistStore.getState());
  lookAhead(instruments);
  const [first = null] = instruments;
  restoreDrafts(first);
}

async function listOrders({ client }: Backend): Promise<void> {
  const askedAtRevision = ordersStore.getState().revision;
  try {
    receiveOrderList(await client.request('orders.list', null), askedAtRevision);
  } catch (error) {
    ordersStore.setState({ failure: readFailure(error) });
  }
}

/** Without them the orders stand all the same: what is known better is told anew. */
async function listCommands({ client }: Backend): Promise<void> {
  receiveAmends(await client.request('amends.list', null).catch(() => []));
  receivePlans(await client.request('plans.list', null).catch(() => []));
}

/** So that requests of before are told of when they run out, whether or not a panel shows them. */
async function readRfqs({ client, queries }: Backend): Promise<void> {
  try {
    queries.setQueryData(RFQ_BOARD_KEY, await client.request('rfq.board', { statement: null }));
  } catch {
    // The panel that shows them says so.
  }
}

/** Whether another profile has been opened since this window began: nothing here may be mixed with what it tells. */
export function isSuperseded(status: SessionStatus): boolean {
  return (sessionStore.getState().session?.status.opening ?? status.opening) !== status.opening;
}

interface Opening {
  readonly backend: Backend;
  readonly watches: Watches;
  readonly saves: Saves;
  readonly isSafePage: boolean;
  readonly startAnew: () => void;
}

/** Opens the session on a connection, then watches, saves what is unsaved and lists again. */
export async function openSession({ backend, watches, saves, isSafePage, startAnew }: Opening): Promise<void> {
  try {
    const opened = await backend.client.request('session.open', backend.opening);
    if (isSuperseded(opened.status)) {
      startAnew();
      return;
    }
    adoptSession(isSafePage ? { ...opened, safe_start: opened.safe_start ?? ('asked' as const) } : opened, backend);
  } catch (error) {
    sessionStore.setState({ failure: readFailure(error) });
  }
  watches.watch();
  void saves.saveWatchlist();
  void saves.saveWorkspaces();
  void saves.saveDrafts();
  void listOrders(backend);
  void listCommands(backend);
  void readRfqs(backend);
  void backend.queries.invalidateQueries();
}
