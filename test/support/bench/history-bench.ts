import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryQuery } from '../../../shared/history/query.ts';
import type { Coverage } from '../../../shared/history/view.ts';
import { readCoverage } from '../../../electron/history/coverage.ts';
import {
  createTradeStore,
  HISTORY_FILE,
  HISTORY_MIGRATIONS,
  type StoredTrade,
  type TradeStore,
} from '../../../electron/history/trade-store.ts';
import { createWalker, type Walker } from '../../../electron/history/walker.ts';
import type { ServiceClient } from '../../../electron/service/client-interface.ts';
import { createServiceClock } from '../../../electron/service/service-clock.ts';
import { openDatabase } from '../../../electron/storage/database.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { createBackOffClock, createTestClient } from '../wire/service-double.ts';
import { credentialsOf, startVirtualSimulator } from './socket-desk.ts';
import type { VirtualClock } from '../virtual-clock.ts';

export const HOUR_MS = 3_600_000;

/** The real client, walker and store against the simulator over a real socket, on a virtual clock. */
export interface HistoryBench {
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  readonly walker: Walker;
  readonly store: TradeStore;
  /** Requests for trades that reached the service. */
  readonly asked: () => number;
  /** A window of that many hours until now. */
  readonly query: (hours: number, changes?: Partial<HistoryQuery>) => HistoryQuery;
  /** Every stored trade of the query. */
  readonly stored: (query: HistoryQuery) => StoredTrade[];
  /** How many trades are stored under each label. */
  readonly countByLabel: (query: HistoryQuery) => Record<string, number>;
  /** The parts of the query that are not complete. */
  readonly unproven: (query: HistoryQuery) => Coverage[];
  /** Another walker on the same file; the one before is left as a killed process leaves it. */
  readonly again: () => HistoryBench;
  readonly close: () => Promise<void>;
}

/** `wrap` stands between walker and client. */
export async function openHistoryBench(
  wrap: (client: ServiceClient) => ServiceClient = (client) => client,
): Promise<HistoryBench> {
  const clock = createBackOffClock();
  const simulator = await startVirtualSimulator(clock);
  const wide = { rate: 1e9, burst: 1e9 };
  simulator.control.setLimits({ non_matching_engine: wide, matching_engine: wide });
  return openOn(simulator, clock, mkdtempSync(join(tmpdir(), 'strikedesk-history-')), wrap, []);
}

function openOn(
  simulator: Simulator,
  clock: VirtualClock,
  folder: string,
  wrap: (client: ServiceClient) => ServiceClient,
  ends: (() => Promise<void>)[],
): HistoryBench {
  const client = createTestClient(simulator.origin, { clock, credentials: credentialsOf(simulator) });
  const { database } = openDatabase(join(folder, 'history.sqlite'), HISTORY_MIGRATIONS, clock.now(), HISTORY_FILE);
  const store = createTradeStore(database, 'account');
  const serviceClock = createServiceClock(clock);
  const walker = createWalker({ client: wrap(client), clock, serviceClock, store, onProgress: () => undefined });
  ends.push(async () => {
    walker.cancel();
    await client.close();
    database.close();
  });
  const stored = (query: HistoryQuery): StoredTrade[] => {
    const rows: StoredTrade[] = [];
    for (let after: string | null = null; ;) {
      const page = store.page(query, after, 700);
      rows.push(...page.rows);
      after = page.next;
      if (after === null) return rows;
    }
  };
  const { control } = simulator;
  return {
    clock,
    simulator,
    walker,
    store,
    asked: () =>
      control.calls('private/get_user_trades_by_currency_and_time').count +
      control.calls('private/get_user_trades_by_instrument_and_time').count,
    query: (hours, changes) => ({
      scope: { by: 'currency', currency: 'BTC', kinds: [] },
      from_ms: clock.now() - hours * HOUR_MS,
      to_ms: clock.now(),
      count: 1000,
      ...changes,
    }),
    stored,
    countByLabel: (query) => {
      const counts: Record<string, number> = {};
      for (const { trade } of stored(query)) {
        if (trade.label !== undefined) counts[trade.label] = (counts[trade.label] ?? 0) + 1;
      }
      return counts;
    },
    unproven: (query) => readCoverage(store, query).filter(({ state }) => state !== 'complete'),
    again: () => openOn(simulator, clock, folder, (same) => same, ends),
    close: async () => {
      for (const end of ends) await end();
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
