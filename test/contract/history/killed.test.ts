import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import type { HistoryQuery } from '../../../shared/history/query.ts';
import type { Coverage, HistoryPage, Walk } from '../../../shared/history/view.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { type Bundle, bundleProcess } from '../../support/mortal/bundle-process.ts';
import { dieAtEach, type End, runMortal } from '../../support/mortal/mortal-lives.ts';
import type { MortalWalk } from '../../support/mortal/mortal-walker.ts';

/** Processes that are killed. */
const KILLS = 8;
const BURSTS = 12;
const EACH = 3;

let simulator: Simulator;
let mortal: Bundle;
let query: HistoryQuery;

async function readServiceTime(): Promise<number> {
  const answer = (await (await fetch(`${simulator.origin}/api/v2/public/get_time`)).json()) as { result: number };
  return answer.result;
}

beforeAll(async () => {
  mortal = await bundleProcess('mortal-walker.ts');
  simulator = await createSimulator({ seed: 7 });
  const wide = { rate: 1e9, burst: 1e9 };
  simulator.control.setLimits({ non_matching_engine: wide, matching_engine: wide });
  const from_ms = await readServiceTime();
  for (let burst = 0; burst < BURSTS; burst += 1) {
    simulator.control.makeTrades('BTC-PERPETUAL', EACH, { label: `burst-${burst}` });
    simulator.control.moveClock(10_000);
  }
  const to_ms = await readServiceTime();
  simulator.control.moveClock(60_000);
  query = { scope: { by: 'currency', currency: 'BTC', kinds: [] }, from_ms, to_ms, count: 4 };
});
afterAll(async () => {
  mortal.remove();
  await simulator.close();
});

/** What a killed process left, and what the next one made of it. */
interface Life extends End {
  readonly left: HistoryPage;
  readonly recovered: HistoryPage;
}

/** Resolves once the process has died, and what it gives once the next one has walked. */
async function begin(dieAt: string | null): Promise<() => Promise<Life>> {
  const { origin, clientId, clientSecret } = simulator;
  const dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-killed-walk-'));
  const orders: MortalWalk = { origin, clientId, clientSecret, dataDir, query, dieAt };
  const end = await runMortal(mortal.path, orders);
  return async () => {
    const second = await startBackEnd({ simulator, dataDir, scheme: 'basic' });
    const { handlers } = second.services;
    await second.waitUntilReady();
    const read = () => handlers['history.read']({ query, after: null, limit: 1000 }, TEST_WINDOW);
    const left = await read();
    const ended = second.waitFor<Walk>('history.changed', ({ state }) => state !== 'running');
    await handlers['history.walk']({ action: 'start', query }, TEST_WINDOW);
    await ended;
    const recovered = await read();
    await second.services.close();
    rmSync(dataDir, { recursive: true, force: true });
    return { ...end, left, recovered };
  };
}

function keysWithin({ rows }: HistoryPage, { from, to }: Pick<Coverage, 'from' | 'to'>): string[] {
  return rows
    .filter(({ trade }) => trade.timestamp >= from && trade.timestamp <= to)
    .map(({ key }) => key)
    .toSorted();
}

/** So many, first and last among them, the others as far apart as can be. */
function spread(steps: readonly string[], count: number): string[] {
  const last = steps.length - 1;
  return [...new Set(Array.from({ length: count }, (_, at) => steps[Math.round((at * last) / (count - 1))] ?? ''))];
}

describe('a walk whose process is killed', () => {
  it('leaves only what it proved, says what it did not, and is completed exactly by the next start', DEEP, async () => {
    const whole = await (await begin(null))();
    const { steps } = whole;
    expect(steps.filter((step) => step.includes(': reply read #')).length).toBeGreaterThan(1);
    expect(steps.filter((step) => step.startsWith('after COMMIT')).length).toBeGreaterThan(3);
    const all = whole.left;
    expect(all.summary?.coverage.map(({ state }) => state)).toEqual(['complete']);
    expect(all.rows).toHaveLength(BURSTS * EACH);

    const lives = await dieAtEach(spread(steps, KILLS), begin);
    for (const { diedAt, signal, left, recovered } of lives) {
      const at = `killed at ${diedAt}`;
      expect(signal, at).toBe('SIGKILL');
      const known = new Set(all.rows.map(({ key }) => key));
      expect(
        left.rows.every(({ key }) => known.has(key)),
        at,
      ).toBe(true);
      for (const part of left.summary?.coverage ?? []) {
        if (part.state === 'complete') expect(keysWithin(left, part), at).toEqual(keysWithin(all, part));
        else expect(part, at).toMatchObject({ state: 'gap', reason: 'not_fetched' });
      }
      // A walk that was begun and not ended can be resumed; before it was written down, there was none.
      expect(left.walk === null || left.walk.state === 'interrupted' || left.walk.state === 'done', at).toBe(true);
      expect(recovered.summary, at).toEqual(all.summary);
      expect(recovered.rows, at).toEqual(all.rows);
    }
    expect(lives.some(({ left }) => left.walk?.state === 'interrupted')).toBe(true);
    expect(lives.some(({ left }) => left.rows.length > 0 && left.rows.length < all.rows.length)).toBe(true);
  });
});
