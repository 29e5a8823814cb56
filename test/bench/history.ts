import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../electron/clock.ts';
import {
  createTradeStore,
  HISTORY_FILE,
  HISTORY_MIGRATIONS,
  HISTORY_PRAGMAS,
} from '../../electron/history/trade-store.ts';
import { createWalker } from '../../electron/history/walker.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import type { ServiceClient } from '../../electron/service/client-interface.ts';
import { createServiceClock } from '../../electron/service/service-clock.ts';
import { openDatabase } from '../../electron/storage/database.ts';
import type { HistoryQuery } from '../../shared/history/query.ts';
import { compareRounds, type Figure } from './figure.ts';

const ROUNDS = 9;
const TRADES = 100_000;
const ROUND_TRADES = 20_000;
const MOST_SECONDS = 60;
const PAGE = 1000;

interface Server {
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly firstMs: number;
  readonly stepMs: number;
  readonly atOnce: number;
}

/**
 * Time to fetch, prove and store 20,000 trades, ms, against fetching alone, in turns; then seconds for 100,000, once.
 */
export async function measureHistory(): Promise<readonly Figure[]> {
  const child = fork(join(import.meta.dirname, 'servers/history-server.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [server] = (await once(child, 'message')) as [Server];
  const { port, clientId, clientSecret, firstMs, stepMs, atOnce } = server;
  const client = createServiceClient({
    profile: {
      id: 'bench',
      name: 'bench',
      kind: 'custom',
      origin: `http://127.0.0.1:${port}`,
      form: 'get_body',
      credentials: { scheme: 'basic', clientId, clientSecret },
    },
    clock: systemClock,
    random: Math.random,
  });
  const scope = { by: 'currency', currency: 'BTC', kinds: [] } as const;
  const query = (trades: number): HistoryQuery => {
    return {
      scope: { ...scope, kinds: [] },
      from_ms: firstMs,
      to_ms: firstMs + (trades / atOnce) * stepMs - 1,
      count: PAGE,
    };
  };
  const small = query(ROUND_TRADES);
  await walk(client, small, ROUND_TRADES);
  await dropPages(client, small);
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const isFirst = round % 2 === 0;
    if (isFirst) ours.push(await walk(client, small, ROUND_TRADES));
    bare.push(await dropPages(client, small));
    if (!isFirst) ours.push(await walk(client, small, ROUND_TRADES));
  }
  const seconds = (await walk(client, query(TRADES), TRADES)) / 1000;
  await client.close();
  child.disconnect();
  const name = { bench: 'history', figure: 'ms_for_20000_trades', against: 'the bare requests' };
  const ratio = seconds / MOST_SECONDS;
  return [
    compareRounds(name, ours, bare, 1.3),
    {
      bench: 'history',
      figure: 'seconds_for_100000_trades',
      ours: seconds,
      against: 'a minute',
      floor: MOST_SECONDS,
      ratio,
      bar: 1,
      holds: ratio <= 1,
    },
  ];
}

/** Milliseconds of a walk into an empty file. Throws when it does not bring every trade. */
async function walk(client: ServiceClient, query: HistoryQuery, expected: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-bench-'));
  const { database } = openDatabase(join(folder, 'history.sqlite'), HISTORY_MIGRATIONS, Date.now(), HISTORY_FILE);
  database.exec(HISTORY_PRAGMAS);
  const store = createTradeStore(database, 'bench');
  let trades = 0;
  const onProgress = (progress: { readonly trades: number }): void => {
    ({ trades } = progress);
  };
  const serviceClock = createServiceClock(systemClock);
  const walker = createWalker({ client, clock: systemClock, serviceClock, store, onProgress });
  const startedAt = performance.now();
  const walked = await walker.walk(query);
  const tookMs = performance.now() - startedAt;
  database.close();
  rmSync(folder, { recursive: true, force: true });
  if (!walked.ok || trades !== expected) throw new Error(`the walk brought ${trades} of ${expected} trades`);
  return tookMs;
}

/** Milliseconds of asking for the pages of a window. */
async function dropPages(client: ServiceClient, query: HistoryQuery): Promise<number> {
  const startedAt = performance.now();
  for (let start = query.from_ms; ;) {
    const answer = await client.call('private/get_user_trades_by_currency_and_time', {
      currency: 'BTC',
      start_timestamp: start,
      end_timestamp: query.to_ms,
      count: query.count,
      sorting: 'asc',
      historical: false,
    });
    if (!answer.ok) throw new Error(`no page: ${answer.error.kind}`);
    const { trades, has_more: hasMore } = answer.value.value;
    if (!hasMore) return performance.now() - startedAt;
    start = trades.at(-1)?.timestamp ?? query.to_ms;
  }
}
