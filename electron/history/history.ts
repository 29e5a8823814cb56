import { checkHistoryQuery, type HistoryQuery } from '../../shared/history/query.ts';
import type { HistorySummary } from '../../shared/history/view.ts';
import type { Handlers, Publish } from '../../shared/ipc/contract.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import type { ProfileStore } from '../storage/profile-store.ts';
import type { Clock } from '../clock.ts';
import { readCoverage } from './coverage.ts';
import { createForecastFees } from './forecast-fees.ts';
import { createFreshFills } from './fresh-fills.ts';
import { coveringKeys, listSources } from './source.ts';
import { createTotals } from './totals.ts';
import { createTradeStore, type TradeStore } from './trade-store.ts';
import { createWalks, type Walks } from './walks.ts';

export interface HistoryOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: Pick<ServiceClock, 'now' | 'observe'>;
  /** Its file is opened when history is first looked at: it may be large, and a start does not wait for it. */
  readonly files: Pick<ProfileStore, 'openHistory' | 'access'>;
  readonly account: string;
  /** The terminal's own orders, for the fees that it forecast. */
  readonly orders: () => readonly OrderRow[];
  readonly publish: Publish;
  readonly log: ServicesOptions['log'];
}

/** The account's trades: walked, kept and read. */
export interface History {
  readonly handlers: Pick<Handlers, 'history.walk' | 'history.read'>;
  /** Takes rows of the order grid: what fills of them is stored without a walk, once somebody has looked at trades. */
  readonly noteRows: (rows: readonly OrderRow[]) => void;
  /** Ends a walk; what it brought is kept. */
  readonly close: () => Promise<void>;
}

/** Trades that are added up before other work gets its turn. */
const CHUNK = 1000;

export function createHistory(options: HistoryOptions): History {
  const { client, clock, serviceClock, files, publish } = options;
  let opened: { readonly store: TradeStore; readonly walks: Walks } | null = null;
  /** Where a file of trades that was found damaged is now. */
  let setAside: string | null = null;
  const fresh = createFreshFills({
    client,
    clock,
    serviceClock,
    rows: options.orders(),
    onStored: () => publish('history.changed', null, null),
  });

  function open() {
    if (opened !== null) return opened;
    const file = files.openHistory();
    setAside = file.setAside;
    // The profile's other files were opened and reported at the start.
    if (setAside !== null) options.log('error', 'damaged_file_set_aside', { path: setAside });
    const store = createTradeStore(file.database, options.account);
    const walks = createWalks({
      client,
      clock,
      serviceClock,
      store,
      access: files.access,
      onWalk: (walk) => publish('history.changed', walk, null),
    });
    opened = { store, walks };
    if (files.access === 'ok') fresh.open(store);
    return opened;
  }

  return {
    handlers: {
      'history.walk': async (params) => {
        const { walks } = open();
        if (params.action === 'cancel') {
          walks.cancel();
          return { issues: [], walk: walks.latest() };
        }
        const checked = checkHistoryQuery(params.query, serviceClock.now());
        if (!checked.ok) return { issues: checked.error, walk: walks.latest() };
        // One walk at a time: another press shows the running one.
        if (!walks.isRunning()) walks.start(checked.value);
        return { issues: [], walk: walks.latest() };
      },
      'history.read': async ({ query: asked, after, limit }) => {
        const { store, walks } = open();
        walks.lookAgain();
        const query = asked === null ? (walks.latest()?.query ?? null) : asked;
        const none = { issues: [], query: null, rows: [], next: null, summary: null, set_aside: setAside };
        if (query === null) return { ...none, walk: walks.latest() };
        // What was stored counts, whatever the clock says now.
        const checked = checkHistoryQuery(query, Number.POSITIVE_INFINITY);
        if (!checked.ok) return { ...none, issues: checked.error, walk: walks.latest() };
        const feeOf = createForecastFees(options.orders());
        const { rows, next } = store.page(checked.value, after, limit);
        return {
          issues: [],
          query: checked.value,
          rows: rows.map((row) => ({ ...row, predicted_fee: feeOf(row.trade) })),
          next,
          summary: after === null ? await summarise(store, checked.value, options.orders()) : null,
          walk: walks.latest(),
          set_aside: setAside,
        };
      },
    },
    noteRows: fresh.noteRows,
    close: async () => {
      fresh.close();
      await opened?.walks.close();
    },
  };
}

async function summarise(store: TradeStore, query: HistoryQuery, orders: readonly OrderRow[]): Promise<HistorySummary> {
  const totals = createTotals();
  const feeOf = createForecastFees(orders);
  for (let after: string | null = null; ; await new Promise((resolve) => setImmediate(resolve))) {
    const { rows, next } = store.page(query, after, CHUNK);
    for (const row of rows) totals.add({ ...row, predicted_fee: feeOf(row.trade) });
    if (next === null) break;
    after = next;
  }
  const sources = listSources(query.scope).flatMap(coveringKeys);
  const unreadable = store.countUnreadable([...new Set(sources)], { from: query.from_ms, to: query.to_ms });
  return { coverage: readCoverage(store, query), unreadable, ...totals.read() };
}
