import { PEER_NAMES, type PeerName, type PeerReport, runPeer } from './peers.ts';
import { planSeed } from './plan-seed.ts';
import { goesOn } from './plan.ts';
import { type Core, SeedRun } from './seed-run.ts';

/** Seeds that run among the tests of `npm run deep`; `npm test` runs the first of them. */
export const TESTED_SEEDS = 500;

/** Which seeds to run. */
export interface Batch {
  readonly from: number;
  readonly count: number;
  /** Whether the other programs' policies run on them too. */
  readonly withPeers: boolean;
  /** Seeds whose orders make others are left out of those that the engine runs: nothing follows them there yet. */
  readonly core: Core;
}

/** A seed in which something was wrong. */
export interface Failure {
  readonly seed: number;
  readonly wrongs: readonly string[];
}

/** What came of seeds; sums of several add up. */
export interface Tally {
  seeds: number;
  intents: number;
  orders: number;
  stopped: number;
  readonly outcomes: Record<string, number>;
  readonly failures: Failure[];
  /** Commands that both cores have judged, and seeds in which their verdicts differ. */
  compared: number;
  withoutError: number;
  readonly differing: Failure[];
  /** See `SeedReport`. */
  readonly ignorance: number[];
  readonly unbrokenIgnorance: number[];
  readonly plainIgnorance: number[];
  readonly peers: Record<PeerName, { verdicts: number; wrong: number }>;
  /** Seeds of the peers' figures, and our own verdicts in them. */
  peerSeeds: number;
  peerIntents: number;
}

export function emptyTally(): Tally {
  return {
    seeds: 0,
    intents: 0,
    orders: 0,
    stopped: 0,
    outcomes: {},
    failures: [],
    compared: 0,
    withoutError: 0,
    differing: [],
    ignorance: [],
    unbrokenIgnorance: [],
    plainIgnorance: [],
    peers: Object.fromEntries(PEER_NAMES.map((name) => [name, { verdicts: 0, wrong: 0 }])) as Tally['peers'],
    peerSeeds: 0,
    peerIntents: 0,
  };
}

/** Runs the seeds of a batch one after another. */
export async function runBatch({ from, count, withPeers, core }: Batch): Promise<Tally> {
  const tally = emptyTally();
  for (let seed = from; seed < from + count; seed += 1) {
    const plan = planSeed(seed);
    if (core === 'engine' && goesOn(plan)) continue;
    const report = await new SeedRun(plan, null, core).run();
    const { wrongs, intents, orders, stopped, outcomes, compared, differences, withoutError, ...times } = report;
    tally.compared += compared;
    tally.withoutError += withoutError;
    if (differences.length > 0) tally.differing.push({ seed, wrongs: differences });
    tally.seeds += 1;
    tally.intents += intents;
    tally.orders += orders;
    tally.stopped += stopped;
    addOutcomes(tally, outcomes);
    tally.ignorance.push(...times.ignorance);
    tally.unbrokenIgnorance.push(...times.unbrokenIgnorance);
    tally.plainIgnorance.push(...times.plainIgnorance);
    if (wrongs.length > 0) tally.failures.push({ seed, wrongs });
    if (!withPeers) continue;
    tally.peerSeeds += 1;
    tally.peerIntents += intents;
    for (const name of PEER_NAMES) addPeer(tally, name, await runPeer(plan, name));
  }
  return tally;
}

/** Adds what another worker counted. */
export function addTally(sum: Tally, part: Tally): void {
  sum.seeds += part.seeds;
  sum.intents += part.intents;
  sum.orders += part.orders;
  sum.stopped += part.stopped;
  addOutcomes(sum, part.outcomes);
  sum.ignorance.push(...part.ignorance);
  sum.unbrokenIgnorance.push(...part.unbrokenIgnorance);
  sum.plainIgnorance.push(...part.plainIgnorance);
  sum.failures.push(...part.failures);
  sum.compared += part.compared;
  sum.withoutError += part.withoutError;
  sum.differing.push(...part.differing);
  sum.peerSeeds += part.peerSeeds;
  sum.peerIntents += part.peerIntents;
  for (const name of PEER_NAMES) addPeer(sum, name, part.peers[name]);
}

function addOutcomes(sum: Tally, outcomes: Readonly<Record<string, number>>): void {
  for (const [outcome, count] of Object.entries(outcomes)) {
    sum.outcomes[outcome] = (sum.outcomes[outcome] ?? 0) + count;
  }
}

function addPeer(sum: Tally, name: PeerName, { verdicts, wrong }: PeerReport): void {
  sum.peers[name].verdicts += verdicts;
  sum.peers[name].wrong += wrong;
}

/** The share `q` of the values is no greater; null when there are none. */
export function quantile(values: readonly number[], q: number): number | null {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? null;
}
