import { parentPort } from 'node:worker_threads';
import { type Batch, runBatch } from './campaign.ts';

/** A thread that runs the batches it is given. */
parentPort?.on('message', (batch: Batch) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void runBatch(batch).then((tally) => parentPort?.postMessage(tally));
});
