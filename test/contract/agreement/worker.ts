import { parentPort, workerData } from 'node:worker_threads';
import { openMarkets, runCampaign } from './campaign.ts';

/** A thread that judges random cases and reports what they met. */
const { seed, runs } = workerData as { readonly seed: number; readonly runs: number };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(runCampaign(seed, runs, openMarkets()));
