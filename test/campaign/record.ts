import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { scanSource } from '../../build/boundaries/scan.mjs';
import { runSeeds } from './pool.ts';

/** Seeds one after another, all run on the same sources. */
const spanSchema = z.strictObject({
  /** Names what was run: see `digestSources`. */
  sources: z.string().regex(/^[0-9a-f]{64}$/u),
  from: z.number().int().min(0),
  seeds: z.number().int().min(1),
  sells: z.number().int().min(0),
  /** Seeds in which something was wrong. */
  wrong: z.array(z.number().int()),
  /** Day of the last of them, UTC. */
  until: z.iso.date(),
});
const recordSchema = z.strictObject({ spans: z.array(spanSchema) });

/** How far a long run has come that no single sitting has the time for: the newest span is the last. */
export type CampaignRecord = z.infer<typeof recordSchema>;

/** Seeds between two writes of the record. Interrupted ones run again; fewer would cost thread starts. */
const WRITTEN_EVERY = 4000;

/** Earlier seeds are run by the tests, and were by hand. */
const FIRST_SEED = 10_000_001;

const ROOT = resolve(import.meta.dirname, '../..');
const START = 'test/campaign/worker.ts';

/** Every source of the project that a seed runs through, the campaign's own among them, as paths from its root. */
export function listSources(): string[] {
  const found = new Set<string>();
  const waiting = [START];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { imports } = scanSource(path, readFileSync(join(ROOT, path), 'utf8'));
    waiting.push(...imports.flatMap(({ target, typeOnly }) => (target === null || typeOnly ? [] : [target])));
  }
  return [...found].toSorted();
}

/** A digest that any change of these sources, or of the packages, makes another. */
export function digestSources(): string {
  const digest = createHash('sha256');
  for (const path of [...listSources(), 'package-lock.json'])
    digest.update(`${path}\0${readFileSync(join(ROOT, path), 'utf8')}\0`);
  return digest.digest('hex');
}

/** Throws where the file holds anything else. */
export function readRecord(path: string): CampaignRecord {
  return existsSync(path) ? recordSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : { spans: [] };
}

export interface RunCount {
  readonly seeds: number;
  readonly wrong: readonly number[];
}

/** What came of all seeds that were run on those sources. */
export function countRun({ spans }: CampaignRecord, sources: string): RunCount {
  const own = spans.filter((span) => span.sources === sources);
  return { seeds: own.reduce((sum, { seeds }) => sum + seeds, 0), wrong: own.flatMap(({ wrong }) => wrong) };
}

/** The record with more seeds of the same sources, or with the first ones of others. */
export function extendRecord({ spans }: CampaignRecord, run: CampaignRecord['spans'][number]): CampaignRecord {
  const last = spans.at(-1);
  if (last === undefined || last.sources !== run.sources || last.from + last.seeds !== run.from)
    return { spans: [...spans, run] };
  const { from, sources, seeds, sells, wrong } = last;
  const grown = { ...run, sources, from, seeds: seeds + run.seeds, sells: sells + run.sells };
  return { spans: [...spans.slice(0, -1), { ...grown, wrong: [...wrong, ...run.wrong] }] };
}

export interface LongRunOptions {
  readonly path: string;
  /** So many seeds in all of the sources as they are. */
  readonly wanted: number;
  readonly withinMs: number;
  /** Hears what has come of all of them, and how many there were since it last heard. */
  readonly onProgress: (done: RunCount, count: number) => void;
}

/** Continues the record with new seeds, writing as it goes. Throws when the sources change meanwhile. */
export async function runOn({ path, wanted, withinMs, onProgress }: LongRunOptions): Promise<RunCount> {
  const endsAt = performance.now() + withinMs;
  const sources = digestSources();
  let record = readRecord(path);
  for (;;) {
    const done = countRun(record, sources);
    if (done.seeds >= wanted || performance.now() > endsAt) return done;
    const from = Math.max(FIRST_SEED, ...record.spans.map((span) => span.from + span.seeds));
    const count = Math.min(WRITTEN_EVERY, wanted - done.seeds);
    const tally = await runSeeds({ from, count, peerSeeds: 0 });
    if (digestSources() !== sources) throw new Error('the sources were changed while their seeds ran');
    const wrong = tally.failures.map(({ seed }) => seed);
    const until = new Date().toISOString().slice(0, 10);
    record = extendRecord(record, { sources, from, seeds: count, sells: tally.intents, wrong, until });
    const written = `${path}.new`;
    writeFileSync(written, `${JSON.stringify(record, null, 2)}\n`);
    renameSync(written, path);
    onProgress(countRun(record, sources), count);
  }
}
