import { checkHistoryQuery, type HistoryQuery } from '../../shared/history/query.ts';
import type { HistorySummary, Walk } from '../../shared/history/view.ts';
import type { Handlers, Publish } from '../../shared/ipc/contract.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { assertDefined } from '../../shared/result.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import type { ProfileStore } from '../storage/profile-store.ts';
import type { Clock } from '../clock.ts';
import { readCoverage } from './coverage.ts';
import { createForecastFees } from './forecast-fees.ts';
import { createFreshFills } from './fresh-fills.ts';
import { estimateRemaining } from './remaining.ts';
import { coveringKeys, listSources } from './source.ts';
import { createTotals } from './totals.ts';
import { createTradeStore, type TradeStore } from './trade-store.ts';
import { createWalker, type Walker, type WalkProgress } from './walker.ts';

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
  const { client, clock, serviceClock, publish } = options;
  let opened: { readonly store: TradeStore; readonly walker: Walker } | null = null;
  /** Where a file of trades that was found damaged is now. */
  let setAside: string | null = null;
  let walk: Walk | null = null;
  let walking: Promise<void> | null = null;
  let startedAt = 0;
  /** What was settled when the walk began. */
  let begunAt: number | null = null;
  const fresh = createFreshFills({
    client,
    clock,
    serviceClock,
    rows: options.orders(),
    onStored: () => publish('history.changed', null, null),
  });

  function open() {
    if (opened !== null) return opened;
    const file = options.files.openHistory();
    setAside = file.setAside;
    // The profile's other files were opened and reported at the start.
    if (setAside !== null) options.log('error', 'damaged_file_set_aside', { path: setAside });
    const store = createTradeStore(file.database, options.account);
    walk = readLatest(store);
    opened = { store, walker: createWalker({ client, clock, serviceClock, store, onProgress: noteProgress }) };
    if (options.files.access === 'ok') fresh.open(store);
    return opened;
  }

  /**
   * A walk still marked as running belongs to an ended terminal and can resume, unless another instance holds the
   * profile.
   */
  function readLatest(store: TradeStore): Walk | null {
    const left = store.readWalk();
    if (left?.state !== 'running') return left;
    return { ...left, state: options.files.access === 'read_only' ? 'elsewhere' : 'interrupted' };
  }

  function change(next: Walk): void {
    walk = next;
    publish('history.changed', next, null);
  }

  function noteProgress({ requests, trades, openMs, wholeMs }: WalkProgress): void {
    if (walk?.state !== 'running') return;
    const elapsedMs = clock.monotonic() - startedAt;
    const fraction = wholeMs === 0 ? 1 : 1 - openMs / wholeMs;
    begunAt ??= fraction;
    const share = begunAt === 1 ? 1 : (fraction - begunAt) / (1 - begunAt);
    change({
      ...walk,
      requests,
      trades,
      fraction,
      trades_per_second: elapsedMs <= 0 ? 0 : (trades / elapsedMs) * 1000,
      remaining_ms: estimateRemaining(elapsedMs, share),
    });
  }

  async function run(store: TradeStore, walker: Walker, query: HistoryQuery): Promise<void> {
    let end: Pick<Walk, 'state' | 'failure'>;
    try {
      const walked = await walker.walk(query);
      end = walked.ok ? { state: walked.value, failure: null } : { state: 'failed', failure: toIpcError(walked.error) };
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown';
      end = { state: 'failed', failure: { code: 'StorageFailed', message, params: {} } };
    }
    // Who began it is answered that it runs: the news that it is over, which may be at once, must come after that.
    await new Promise((resolve) => setImmediate(resolve));
    walking = null;
    const ended: Walk = { ...assertDefined(walk, 'a walk ran'), ...end, ended_at: clock.now(), remaining_ms: null };
    change(ended);
    try {
      store.writeWalk(ended);
    } catch {
      // The disk failed before: spans already stored remain true.
    }
  }

  function start(query: HistoryQuery): void {
    const { store, walker } = open();
    if (options.files.access !== 'ok') {
      throw new IpcFailure({
        code: 'ReadOnly',
        message: 'another instance of the terminal holds this profile',
        params: {},
      });
    }
    const nothing = { requests: 0, trades: 0, trades_per_second: 0, fraction: 0, remaining_ms: null };
    const begun: Walk = { query, state: 'running', failure: null, started_at: clock.now(), ended_at: null, ...nothing };
    try {
      store.writeWalk(begun);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown';
      throw new IpcFailure({ code: 'StorageFailed', message, params: {} });
    }
    startedAt = clock.monotonic();
    begunAt = null;
    change(begun);
    walking = run(store, walker, query);
  }

  async function summarise(store: TradeStore, query: HistoryQuery): Promise<HistorySummary> {
    const totals = createTotals();
    const feeOf = createForecastFees(options.orders());
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

  return {
    handlers: {
      'history.walk': async (params) => {
        open();
        if (params.action === 'cancel') {
          opened?.walker.cancel();
          return { issues: [], walk };
        }
        const checked = checkHistoryQuery(params.query, serviceClock.now());
        if (!checked.ok) return { issues: checked.error, walk };
        // One walk at a time: another press shows the running one.
        if (walking === null) start(checked.value);
        return { issues: [], walk };
      },
      'history.read': async ({ query: asked, after, limit }) => {
        const { store } = open();
        if (options.files.access === 'read_only') walk = readLatest(store);
        const query = asked === null ? (walk?.query ?? null) : asked;
        const none = { issues: [], query: null, rows: [], next: null, summary: null, walk, set_aside: setAside };
        if (query === null) return none;
        // What was stored counts, whatever the clock says now.
        const checked = checkHistoryQuery(query, Number.POSITIVE_INFINITY);
        if (!checked.ok) return { ...none, issues: checked.error };
        const feeOf = createForecastFees(options.orders());
        const { rows, next } = store.page(checked.value, after, limit);
        return {
          issues: [],
          query: checked.value,
          rows: rows.map((row) => ({ ...row, predicted_fee: feeOf(row.trade) })),
          next,
          summary: after === null ? await summarise(store, checked.value) : null,
          walk,
          set_aside: setAside,
        };
      },
    },
    noteRows: fresh.noteRows,
    close: async () => {
      fresh.close();
      opened?.walker.cancel();
      await walking;
    },
  };
}
