import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CallTimes } from '../../../../electron/service/failure.ts';
import { Random } from '../../../../simulator/random.ts';
import { createDeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { createScriptedService, noAnswer } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const TRIALS = 8;
const MINUTE_MS = 60_000;

interface Link {
  /** Each way takes between these, ms. */
  readonly leg: readonly [least: number, most: number];
  /** How far the clock of who gives the n-th answer is ahead, ms. */
  readonly aheadMs?: (random: Random, n: number) => number;
  /** An earlier run saw look-ups lag by so much. */
  readonly lagMs?: number;
}

/** How long after its deadline a sell without an answer is proven absent over that link, ms. */
async function proveAbsence(seed: number, { leg, aheadMs = () => 0, lagMs }: Link): Promise<number> {
  const random = new Random(seed);
  const clock = createVirtualClock();
  const startMs = clock.now();
  const service = createScriptedService(clock);
  const call = service.call as (...asked: unknown[]) => Promise<{ readonly ok: boolean; readonly value: object }>;
  const wait = () => new Promise<void>((done) => void clock.after(random.integer(...leg), done));
  let answers = 0;
  Object.assign(service, {
    call: async (...asked: unknown[]) => {
      const at = clock.monotonic();
      await wait();
      const serviceTimeMs = Math.round(startMs + clock.monotonic() + aheadMs(random, answers));
      answers += 1;
      const answer = await call(...asked);
      await wait();
      if (!answer.ok) return answer;
      const times: CallTimes = { roundTripMs: clock.monotonic() - at, serviceTimeMs, receivedAtMs: clock.now() };
      return { ...answer, value: { ...answer.value, times } };
    },
  });
  for (const method of [STATE, OPEN] as const) service.answer(method, () => ({ value: [] }));
  service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
  service.answer('private/sell', () => noAnswer);
  const kept = lagMs === undefined ? [] : [{ lag_ms: lagMs, at: clock.now() - 1000 }];
  const memory = { read: () => kept, write: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-unsteady-'));
  const bench = createDeskBench({ folder, clock, service }, false, memory);
  try {
    const intentId = nextIntentId();
    const pressed = bench.desk.place(intentId, orderDraft({ label: '' }), []);
    await clock.advance(3000);
    await pressed;
    const untilMs = bench.row(intentId).valid_until;
    while (bench.row(intentId).outcome === 'unknown' && clock.now() < untilMs + 10 * MINUTE_MS)
      await clock.advance(250);
    expect(bench.row(intentId).outcome).toBe('absent');
    return clock.now() - untilMs;
  } finally {
    bench.remove();
  }
}

it.each<readonly [name: string, mostMs: number, link: Link]>([
  ['a slow link of uneven ways', 12_000, { leg: [100, 900] }],
  ['such a link, where look-ups lag by a minute', 75_000, { leg: [100, 900], lagMs: MINUTE_MS }],
  ['two back ends in turn, half a second apart', 15_000, { leg: [10, 10], aheadMs: (_random, n) => (n % 2) * 500 }],
  ['two back ends in turn, five seconds apart', 15_000, { leg: [10, 10], aheadMs: (_random, n) => (n % 2) * 5000 }],
  [
    'two back ends by chance, a second apart',
    60_000,
    { leg: [10, 10], aheadMs: (random) => random.integer(0, 1) * 1000 },
  ],
])('an absence is proven in time over %s', async (_name, mostMs, link) => {
  for (let seed = 1; seed <= TRIALS; seed += 1) expect(await proveAbsence(seed, link)).toBeLessThan(mostMs);
});
