import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Core } from './seed-run.ts';
import { addTally, type Batch, emptyTally, type Tally } from './campaign.ts';

/** Seeds that a worker takes at a time: few, so that all end together. */
const BATCH = 25;

export interface PoolOptions {
  readonly from: number;
  readonly count: number;
  /** The first so many seeds run under the peers' policies too. */
  readonly peerSeeds: number;
  readonly workers?: number;
  /** See `Batch`. */
  readonly core?: Core;
  /** Stops at the first seed that is wrong. */
  readonly stopsAtWrong?: boolean;
  /** No batch is begun after so many milliseconds; without it all seeds are run. */
  readonly withinMs?: number;
  /** Hears what has come of the seeds so far, after each batch. */
  readonly onProgress?: (tally: Tally) => void;
}

/** Runs seeds on as many threads as there are cores. The failures come in the order of their seeds. */
export async function runSeeds(options: PoolOptions): Promise<Tally> {
  const {
    from,
    count,
    peerSeeds,
    workers = availableParallelism(),
    stopsAtWrong = false,
    core = 'desk',
    onProgress,
  } = options;
  const endsAt = performance.now() + (options.withinMs ?? Number.POSITIVE_INFINITY);
  const sum = emptyTally();
  let next = from;

  function takeBatch(): Batch | null {
    if (next >= from + count || performance.now() > endsAt || (stopsAtWrong && sum.failures.length > 0)) return null;
    const left = from + count - next;
    const batch = { from: next, count: Math.min(BATCH, left), withPeers: next < from + peerSeeds, core };
    next += batch.count;
    return batch;
  }

  function add(part: Tally): void {
    addTally(sum, part);
    onProgress?.(sum);
  }

  await Promise.all(Array.from({ length: workers }, () => runWorker(takeBatch, add)));
  sum.failures.sort((a, b) => a.seed - b.seed);
  sum.differing.sort((a, b) => a.seed - b.seed);
  return sum;
}

function runWorker(takeBatch: () => Batch | null, add: (part: Tally) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url));
    const give = (): void => {
      const batch = takeBatch();
      if (batch === null) void worker.terminate().then(() => resolve(), reject);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      else worker.postMessage(batch);
    };
    worker.on('message', (part: Tally) => {
      add(part);
      give();
    });
    worker.on('error', reject);
    give();
  });
}
