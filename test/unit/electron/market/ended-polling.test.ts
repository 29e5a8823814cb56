import { beforeEach, describe, expect, it } from 'vitest';
import type { Attention } from '../../../../shared/ipc/contract.ts';
import type { Quote } from '../../../../shared/ipc/schemas/quote-schema.ts';
import { fail } from '../../../../shared/result.ts';
import { classifyErrorCode, ERROR_CODE } from '../../../../shared/service/error-codes.ts';
import { createQuotes, type Quotes } from '../../../../electron/market/quotes.ts';
import type { ServiceClient } from '../../../../electron/service/client-interface.ts';
import { perpetualTicker } from '../../../support/records/records.ts';
import { createReadsBench, type ReadsBench } from '../../../support/bench/reads-bench.ts';

const MINUTE = 60_000;
const LIVE = Array.from({ length: 10 }, (_, index) => `L${index}`);
const ENDED = Array.from({ length: 68 }, (_, index) => `E${index}`);

/** What the service says of an instrument: the state in its ticker, or why there is none. */
type Word =
  | { readonly state: string }
  | { readonly code: number; readonly reason?: string; readonly param?: string }
  | 'silence';

const OVER: readonly Word[] = [
  { state: 'delivered' },
  { state: 'archivized' },
  { code: ERROR_CODE.instrumentNotFound },
  { code: ERROR_CODE.invalidParams, param: 'instrument_name', reason: 'wrong format' },
];
const NOT_OVER: readonly Word[] = [
  { state: 'open' },
  { state: 'settlement' },
  { state: 'locked' },
  { state: 'halted' },
  { code: ERROR_CODE.invalidParams, param: 'currency' },
  { code: 11_051 },
];

let bench: ReadsBench;
let quotes: Quotes;
let words: Map<string, Word>;
let told: Quote[];

/** Polls are written and charged as ever; what is refused to one name alone is put in the place of its answer. */
function listenTo(client: ServiceClient): ServiceClient {
  const call: ServiceClient['call'] = async (method, params, options) => {
    const result = await client.call(method, params, options);
    const word = words.get((params as { instrument_name: string }).instrument_name);
    if (!result.ok || word === undefined || (word !== 'silence' && 'state' in word)) return result;
    if (word === 'silence') {
      return fail({ kind: 'no_answer', reason: 'deadline', detail: 'late', httpStatus: null, bodyStart: null });
    }
    const { code, reason = null, param = null } = word;
    const { times } = result.value;
    const of = { class: classifyErrorCode(code), message: 'refused', data: null, httpStatus: 400, times };
    return fail({ kind: 'service_error', isOurs: true, code, reason, param, ...of });
  };
  return { ...client, call };
}

function start(limit: { rate: number; burst: number }): void {
  bench = createReadsBench(limit);
  bench.quotes.close();
  words = new Map();
  told = [];
  bench.service.answer('public/ticker', ({ instrument_name }) => {
    const word = words.get(String(instrument_name));
    const state = typeof word === 'object' && 'state' in word ? word.state : 'open';
    return perpetualTicker({ instrument_name, timestamp: bench.clock.now(), state });
  });
  quotes = createQuotes({
    ...bench,
    client: listenTo(bench.client),
    publish: (_windowId, batch) => told.push(...batch),
    onAnswer: () => undefined,
  });
}

beforeEach(() => start({ rate: 20, burst: 100 }));

const say = (names: readonly string[], word: Word): void => names.forEach((name) => words.set(name, word));

const watch = (windowId: string, attention: Attention, names: readonly string[]): void =>
  quotes.watch(
    windowId,
    names.map((instrument_name) => ({ instrument_name, attention })),
  );

/** How often each of the names is asked for on average while so much time passes. */
async function polls(names: readonly string[], milliseconds: number): Promise<number> {
  const before = bench.service.attempts.length;
  await bench.clock.advance(milliseconds);
  const asked = bench.service.attempts
    .slice(before)
    .map(({ params }) => (params as { instrument_name: string }).instrument_name);
  return asked.filter((name) => names.includes(name)).length / names.length;
}

const ageOf = (name: string): number => quotes.latest(name)?.ageMs ?? Number.NaN;

describe('an instrument that is over', () => {
  it.each(OVER)('is asked for once a minute, and slows none that lives: %j', async (word) => {
    say(ENDED, word);
    watch('w', 'visible', [...LIVE, ...ENDED]);
    await bench.clock.advance(20_000);
    let oldest = 0;
    let pollsOfEnded = 0;
    for (let passedMs = 0; passedMs < 2 * MINUTE; passedMs += 100) {
      pollsOfEnded += await polls(ENDED, 100);
      oldest = Math.max(oldest, ...LIVE.map(ageOf));
    }
    expect(oldest).toBeLessThanOrEqual(1250);
    expect(pollsOfEnded).toBeCloseTo(2, 0);
  });

  it('goes after all that lives, however far off that is, where the limits carry no more', async () => {
    start({ rate: 10, burst: 50 });
    const many = Array.from({ length: 40 }, (_, index) => `M${index}`);
    watch('w', 'visible', [...many, ...ENDED]);
    watch('alerts', 'background', ['B']);
    await bench.clock.advance(MINUTE);
    say(ENDED, { state: 'delivered' });
    await bench.clock.advance(2 * MINUTE);
    let oldest = 0;
    let pollsOfEnded = 0;
    for (let passedMs = 0; passedMs < 3 * MINUTE; passedMs += 100) {
      pollsOfEnded += await polls(ENDED, 100);
      oldest = Math.max(oldest, ageOf('B'));
    }
    expect(pollsOfEnded).toBeGreaterThan(1);
    // Of what lives, many that are looked at more closely may be due just before it.
    expect(oldest).toBeLessThan(2 * 5000);
  });

  it.each(NOT_OVER)('is not told by %j', async (word) => {
    say(['A'], word);
    watch('w', 'visible', ['A']);
    expect(await polls(['A'], MINUTE)).toBeGreaterThan(40);
  });

  it.each(OVER)('counts among what is watched, and is a live one again as soon as it says so: %j', async (word) => {
    say(['A'], word);
    watch('w', 'visible', ['A']);
    await bench.clock.advance(10_000);
    expect(quotes.watchedCounts().visible).toBe(1);
    say(['A'], { state: 'open' });
    await bench.clock.advance(MINUTE);
    expect(await polls(['A'], 10_000)).toBeGreaterThan(8);
    expect(ageOf('A')).toBeLessThanOrEqual(1250);
  });

  it.each(['silence', { code: 11_051 }] as const)('stays so while the service says nothing of it: %j', async (word) => {
    say(['A'], { code: ERROR_CODE.instrumentNotFound });
    watch('w', 'visible', ['A']);
    await bench.clock.advance(1000);
    say(['A'], word);
    expect(await polls(['A'], 3 * MINUTE)).toBeLessThanOrEqual(3);
  });

  it('is asked for at once by who looks at it more closely, and not by who watches others', async () => {
    say(['A'], { state: 'delivered' });
    watch('w', 'background', ['A']);
    await bench.clock.advance(10_000);
    for (const names of [['A', 'B'], ['A'], ['A', 'C']]) {
      watch('w', 'background', names);
      expect(await polls(['A'], 10_000)).toBe(0);
    }
    watch('w', 'visible', ['A', ...LIVE]);
    expect(await polls(['A'], 200)).toBe(1);
    watch('w', 'focused', ['A', ...LIVE]);
    expect(await polls(['A'], 200)).toBe(1);
    expect(await polls(['A'], 30_000)).toBe(0);
  });

  it('is fetched at once, and lives again by that answer too', async () => {
    say(['A'], { state: 'delivered' });
    watch('w', 'visible', ['A']);
    await bench.clock.advance(10_000);
    say(['A'], { state: 'open' });
    const fetched = quotes.fetch('A');
    await bench.clock.advance(100);
    expect((await fetched)?.ticker.state).toBe('open');
    expect(await polls(['A'], 10_000)).toBeGreaterThan(8);
  });

  it('has a last price that stays right between two polls', async () => {
    say(['A'], { state: 'delivered' });
    watch('alerts', 'background', ['A']);
    watch('w', 'visible', ['B']);
    await bench.clock.advance(5 * MINUTE);
    expect(told.filter(({ instrument_name, is_stale }) => instrument_name === 'A' && is_stale)).toEqual([]);
  });

  it('has none where the last one came before it was over', async () => {
    watch('w', 'visible', ['A']);
    await bench.clock.advance(10_000);
    say(['A'], { code: ERROR_CODE.instrumentNotFound });
    await bench.clock.advance(3000);
    expect(quotes.latest('A')?.isStale).toBe(true);
    expect(told.findLast(({ instrument_name }) => instrument_name === 'A')).toMatchObject({
      is_stale: true,
      failure: { code: 'NotFound' },
    });
  });
});
