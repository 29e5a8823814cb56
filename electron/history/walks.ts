import type { HistoryQuery } from '../../shared/history/query.ts';
import type { Walk } from '../../shared/history/view.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { assertDefined } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { ProfileStore } from '../storage/profile-store.ts';
import { estimateRemaining } from './remaining.ts';
import type { TradeStore } from './trade-store.ts';
import { createWalker, type WalkProgress } from './walker.ts';

export interface WalksOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: Pick<ServiceClock, 'now' | 'observe'>;
  readonly store: TradeStore;
  readonly access: ProfileStore['access'];
  /** Told of every change of the walk. */
  readonly onWalk: (walk: Walk) => void;
}

/** The walk through the account's trades: the running one, or the last. */
export interface Walks {
  readonly latest: () => Walk | null;
  /** Reads anew what another instance may have walked. */
  readonly lookAgain: () => void;
  readonly isRunning: () => boolean;
  /** Throws an `IpcFailure` where no walk may be kept. */
  readonly start: (query: HistoryQuery) => void;
  readonly cancel: () => void;
  /** Ends a walk; what it brought is kept. */
  readonly close: () => Promise<void>;
}

/** One walk at a time. */
export function createWalks(options: WalksOptions): Walks {
  const { client, clock, serviceClock, store, access } = options;
  let walk = readLatest(store, access);
  let walking: Promise<void> | null = null;
  let startedAt = 0;
  /** What was settled when the walk began. */
  let begunAt: number | null = null;
  const walker = createWalker({ client, clock, serviceClock, store, onProgress: noteProgress });

  function change(next: Walk): void {
    walk = next;
    options.onWalk(next);
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

  async function run(query: HistoryQuery): Promise<void> {
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
    if (access !== 'ok') {
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
    walking = run(query);
  }

  return {
    latest: () => walk,
    lookAgain: () => {
      if (access === 'read_only') walk = readLatest(store, access);
    },
    isRunning: () => walking !== null,
    start,
    cancel: walker.cancel,
    close: async () => {
      walker.cancel();
      await walking;
    },
  };
}

/**
 * A walk still marked as running belongs to an ended terminal and can resume, unless another instance holds the
 * profile.
 */
function readLatest(store: TradeStore, access: ProfileStore['access']): Walk | null {
  const left = store.readWalk();
  if (left?.state !== 'running') return left;
  return { ...left, state: access === 'read_only' ? 'elsewhere' : 'interrupted' };
}
