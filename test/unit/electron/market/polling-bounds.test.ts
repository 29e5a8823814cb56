import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attention } from '../../../../shared/ipc/contract.ts';
import { createCatalog } from '../../../../electron/market/catalog.ts';
import { POLL_INTERVAL_MS } from '../../../../electron/market/poll-rates.ts';
import { repetitions } from '../../../support/repetitions.ts';
import { perpetual, perpetualTicker } from '../../../support/records/records.ts';
import { createReadsBench, type ReadsBench } from '../../../support/bench/reads-bench.ts';

const ATTENTIONS = ['focused', 'visible', 'background'] as const;
/** How often the poller looks whether something is due or stale, and how long a batch waits for its frame. */
const LOOK_MS = 20;
const FRAME_MS = 16;
/** What services may take to stamp a ticker anew, and the poller grants it. */
const LEAST_STALE_MS = 1500;
const HOUR_MS = 3_600_000;

function watch(bench: ReadsBench, windowId: string, attention: Attention, names: readonly string[]): void {
  bench.quotes.watch(
    windowId,
    names.map((instrument_name) => ({ instrument_name, attention })),
  );
}

const namesOf = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** The same numbers between 0 and 1 for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('polling', () => {
  it('never takes more from the account’s bucket than is in it, whatever the limits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.5, max: 60, noNaN: true }),
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.tuple(fc.constantFrom(...ATTENTIONS), fc.integer({ min: 1, max: 40 })), {
          minLength: 1,
          maxLength: 4,
        }),
        async (rate, burst, windows) => {
          const bench = createReadsBench({ rate, burst });
          for (const [index, [attention, count]] of windows.entries()) {
            watch(bench, `w${index}`, attention, namesOf(`I${index % 2}-`, count));
          }
          await bench.clock.advance(15_000);
          // The service's own count, at the moment each request was written.
          let credit = burst;
          let countedAt = 0;
          for (const { atMs } of bench.service.attempts) {
            credit = Math.min(burst, credit + ((atMs - countedAt) * rate) / 1000) - 1;
            countedAt = atMs;
            expect(credit).toBeGreaterThanOrEqual(-1e-6);
          }
          bench.quotes.close();
        },
      ),
      { numRuns: repetitions(25, 10) },
    );
  });

  it('keeps each price as new as its look demands where the limits carry it', async () => {
    const bench = createReadsBench({ rate: 100, burst: 100 });
    for (const attention of ATTENTIONS) watch(bench, attention, attention, namesOf(attention, 5));
    await bench.clock.advance(10_000);
    for (let step = 0; step < 200; step += 1) {
      await bench.clock.advance(97);
      for (const attention of ATTENTIONS) {
        for (const name of namesOf(attention, 5)) {
          const ageMs = bench.quotes.latest(name)?.ageMs ?? Number.NaN;
          expect(ageMs, name).toBeLessThanOrEqual(1.25 * POLL_INTERVAL_MS[attention]);
        }
      }
    }
  });

  it('wakes the process only for what is due, and ten times a second for clocks that were set', async () => {
    const bench = createReadsBench({ rate: 100, burst: 100 });
    watch(bench, 'w', 'visible', ['V']);
    await bench.clock.advance(5000);
    const endMs = bench.clock.monotonic() + 10_000;
    let wakes = 0;
    while (bench.clock.monotonic() < endMs) {
      await bench.clock.advance(bench.clock.untilNext() ?? 10_000);
      wakes += 1;
    }
    expect(wakes).toBeLessThan(200);
  });

  it('is as prompt while hundreds of names are checked, and these get what it leaves', async () => {
    const bench = createReadsBench({ rate: 20, burst: 100 });
    bench.service.answer('public/get_instrument', ({ instrument_name }) => perpetual({ instrument_name }));
    const catalog = createCatalog(bench.client, bench.clock, bench.serviceClock);
    watch(bench, 'w', 'focused', namesOf('focused', 1));
    watch(bench, 'v', 'visible', namesOf('visible', 8));
    watch(bench, 'b', 'background', namesOf('background', 10));
    await bench.clock.advance(10_000);
    const waiting = namesOf('listed', 300);
    let checked = 0;
    const work = async (): Promise<void> => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        await catalog.get(name, { isInBulk: true });
        checked += 1;
      }
    };
    const all = Promise.all([work(), work(), work(), work()]);
    const single = catalog.get('wanted now');
    await bench.clock.advance(100);
    await single;
    for (let step = 0; step < 500; step += 1) {
      await bench.clock.advance(97);
      for (const [attention, count] of [
        ['focused', 1],
        ['visible', 8],
        ['background', 10],
      ] as const) {
        for (const name of namesOf(attention, count)) {
          expect(bench.quotes.latest(name)?.ageMs ?? Number.NaN, name).toBeLessThanOrEqual(
            1.25 * POLL_INTERVAL_MS[attention],
          );
        }
      }
    }
    expect(checked).toBe(300);
    await all;
    bench.quotes.close();
  });

  it('costs the same for an instrument in ten panels of one window, in ten windows, and in one', async () => {
    const counts: number[] = [];
    for (const [windows, panels] of [
      [1, 1],
      [1, 10],
      [10, 1],
    ] as const) {
      const bench = createReadsBench({ rate: 100, burst: 100 });
      for (let index = 0; index < windows; index += 1) {
        watch(
          bench,
          `w${index}`,
          'visible',
          Array.from({ length: panels }, () => 'A'),
        );
      }
      await bench.clock.advance(30_000);
      counts.push(bench.service.attempts.length);
    }
    expect(counts[0]).toBeGreaterThan(25);
    expect(new Set(counts).size).toBe(1);
  });

  it('tells each window at most once a frame, however many it serves', async () => {
    const bench = createReadsBench({ rate: 1000, burst: 1000 });
    for (const windowId of ['w', 'x', 'y']) watch(bench, windowId, 'focused', namesOf(windowId, 30));
    await bench.clock.advance(5000);
    for (const windowId of ['w', 'x', 'y']) {
      const times = bench.batches.filter((batch) => batch.windowId === windowId).map(({ atMs }) => atMs);
      expect(times.length).toBeGreaterThan(50);
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(FRAME_MS);
    }
  });

  it('remembers no more after hours than after a minute', async () => {
    const bench = createReadsBench({ rate: 100, burst: 100 });
    watch(bench, 'w', 'visible', namesOf('I', 3));
    await bench.clock.advance(60_000);
    const early = bench.quotes.pollsPerSecond();
    await bench.clock.advance(HOUR_MS / 6);
    expect(bench.quotes.pollsPerSecond()).toBeCloseTo(early, 0);
    // The windows come and go, and what only they watched goes with them.
    for (let index = 0; index < 200; index += 1) {
      watch(bench, `t${index}`, 'background', [`T${index}`]);
      bench.quotes.forgetWindow(`t${index}`);
    }
    const { focused, visible, background } = bench.quotes.watchedCounts();
    expect(focused + visible + background).toBe(3);
  });
});

describe('a ticker that stands still', () => {
  const KINDS = ['frozen', 'repeated', 'backward'] as const;

  it('is marked within 1.25 intervals, or as soon as services could have stamped a new one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...KINDS),
        fc.constantFrom(...ATTENTIONS),
        fc.integer({ min: 0, max: 5000 }),
        async (kind, attention, phaseMs) => {
          const bench = createReadsBench({ rate: 100, burst: 100 });
          watch(bench, 'w', attention, ['A']);
          await bench.clock.advance(10_000 + phaseMs);
          const stoodAt = bench.clock.now();
          const lastStamp = bench.quotes.latest('A')?.ticker.timestamp ?? Number.NaN;
          const stamps = {
            frozen: () => lastStamp,
            repeated: () => lastStamp - ((bench.clock.now() - stoodAt) % 3000),
            backward: () => lastStamp - (bench.clock.now() - stoodAt),
          };
          bench.service.answer('public/ticker', ({ instrument_name }) =>
            perpetualTicker({ instrument_name, timestamp: Math.floor(stamps[kind]()) }),
          );
          // What was answered before is on its way still.
          await bench.clock.advance(LOOK_MS + FRAME_MS);
          const arrivedAt = bench.batches.findLast(({ quotes }) => quotes.some((quote) => !quote.is_stale))?.atMs ?? 0;
          const limitMs = Math.max(1.25 * POLL_INTERVAL_MS[attention], LEAST_STALE_MS);
          await bench.clock.advance(Math.max(0, arrivedAt + limitMs + LOOK_MS + FRAME_MS - bench.clock.monotonic()));
          expect(bench.quotes.latest('A')?.isStale).toBe(true);
          expect(bench.batches.at(-1)?.quotes[0]?.is_stale).toBe(true);
          bench.quotes.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is not seen where there is none: hours of tickers, stamped once a second or so', async () => {
    const random = randomFrom(7);
    const around = (value: number) => value * (0.99 + 0.02 * random());
    const bench = createReadsBench({ rate: 100, burst: 100 }, () => ({
      trip: () => ({ outMs: around(8), backMs: around(8) }),
    }));
    const stamped = new Map<string, { at: number; nextAt: number }>();
    bench.service.answer('public/ticker', ({ instrument_name }) => {
      const name = String(instrument_name);
      const now = bench.clock.now();
      const stamp = stamped.get(name) ?? { at: now - 1000 * random(), nextAt: 0 };
      stamp.nextAt = Math.max(stamp.nextAt, stamp.at + around(1000));
      while (stamp.nextAt <= now) {
        stamp.at = stamp.nextAt;
        stamp.nextAt = stamp.at + around(1000);
      }
      stamped.set(name, stamp);
      return perpetualTicker({ instrument_name, timestamp: Math.floor(stamp.at) });
    });
    watch(bench, 'w', 'visible', namesOf('V', 4));
    watch(bench, 'x', 'background', namesOf('B', 19));
    watch(bench, 'y', 'focused', ['F']);
    const flagged = new Set<string>();
    // 24 instruments for an hour each, or for ten minutes.
    const minutes = repetitions(60, 10);
    for (let minute = 0; minute < minutes; minute += 1) {
      await bench.clock.advance(HOUR_MS / 60);
      for (const { quotes } of bench.batches.splice(0)) {
        for (const quote of quotes) if (quote.is_stale) flagged.add(`${quote.instrument_name} ${minute}`);
      }
    }
    expect([...flagged]).toEqual([]);
    expect(bench.service.attempts.length).toBeGreaterThan(650 * minutes);
  });
});

describe('a price that is looked at more closely', () => {
  it('is asked for at once, and not called stale for what nobody had asked before', async () => {
    const bench = createReadsBench({ rate: 100, burst: 100 });
    watch(bench, 'w', 'background', ['scrolled']);
    await bench.clock.advance(14_000);
    const asked = bench.service.attempts.length;
    expect(bench.quotes.latest('scrolled')?.ageMs).toBeGreaterThan(2000);
    watch(bench, 'w', 'visible', ['scrolled']);
    expect(bench.quotes.latest('scrolled')?.isStale).toBe(false);
    await bench.clock.advance(100);
    expect(bench.service.attempts.length).toBe(asked + 1);
    expect(bench.quotes.latest('scrolled')).toMatchObject({ isStale: false });
    expect(bench.quotes.latest('scrolled')?.ageMs).toBeLessThanOrEqual(100);
    bench.quotes.close();
  });
});
