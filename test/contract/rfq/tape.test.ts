import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tape, TapeRead } from '../../../shared/ipc/schemas/tape-schema.ts';
import { knownSince } from '../../../shared/rfq/tape/spans.ts';
import { createTape, type TapeReader } from '../../../electron/rfq/tape.ts';
import { createTapeStore, TAPE_MIGRATIONS, type TapeStore } from '../../../electron/rfq/tape-store.ts';
import type { ServiceClient } from '../../../electron/service/client-interface.ts';
import { createServiceClock } from '../../../electron/service/service-clock.ts';
import { openDatabase } from '../../../electron/storage/database.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { createBackOffClock, createTestClient } from '../../support/wire/service-double.ts';
import { credentialsOf, startVirtualSimulator } from '../../support/bench/socket-desk.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';

const METHOD = 'public/get_block_rfq_trades';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ALL: TapeRead = { currency: 'any', limit: 5000, fetch: null };

let clock: VirtualClock;
let simulator: Simulator;
let client: ServiceClient;
let folder: string;
let ends: (() => Promise<void>)[];

beforeEach(async () => {
  clock = createBackOffClock();
  simulator = await startVirtualSimulator(clock);
  const wide = { rate: 1e9, burst: 1e9 };
  simulator.control.setLimits({ non_matching_engine: wide, matching_engine: wide });
  client = createTestClient(simulator.origin, { clock, credentials: credentialsOf(simulator) });
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-tape-'));
  ends = [];
});
afterEach(async () => {
  for (const end of ends) await end();
  await client.close();
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Bench {
  readonly tape: TapeReader;
  /** Reads, and again whenever there is more, until nothing is under way. */
  readonly settle: (wanted?: TapeRead) => Promise<Tape>;
}

/** The real client, reader and store over a real socket. `afterPage` runs when a page has come. */
function openTape(
  afterPage: () => Promise<void> = () => Promise.resolve(),
  wrap: (store: TapeStore) => TapeStore = (store) => store,
): Bench {
  const { database } = openDatabase(join(folder, 'tape.sqlite'), TAPE_MIGRATIONS, clock.now());
  let under = 0;
  let idle = (): void => undefined;
  const counting: ServiceClient = {
    ...client,
    call: async (method, params, options) => {
      under += 1;
      const result = await client.call(method, params, options);
      await afterPage();
      under -= 1;
      // After the reader has dealt with the page, which may have asked for the next one.
      setImmediate(() => under === 0 && idle());
      return result;
    },
  };
  const tape = createTape({
    client: counting,
    clock,
    serviceClock: createServiceClock(clock),
    openStore: () => wrap(createTapeStore(database, 'service', false)),
    onChange: () => undefined,
    onPrints: () => undefined,
  });
  ends.push(async () => {
    await tape.close();
    database.close();
  });
  return {
    tape,
    settle: async (wanted = ALL) => {
      const settled = new Promise<void>((resolve) => {
        idle = resolve;
      });
      tape.read(wanted);
      if (under > 0) await settled;
      return tape.read(ALL);
    },
  };
}

/** Everything on the service's tape now, by its own pages. */
async function readWhole(): Promise<number[]> {
  const ids: number[] = [];
  for (let continuation: string | null | undefined; continuation !== null;) {
    const params = { currency: 'any' as const, count: 1000, ...(continuation === undefined ? {} : { continuation }) };
    const result = await client.call(METHOD, params);
    if (!result.ok) throw new Error(`the tape can’t be read: ${JSON.stringify(result.error)}`);
    const page = result.value.value;
    ids.push(...page.block_rfqs.map(({ id }) => id));
    continuation = page.continuation ?? null;
  }
  return ids;
}

/** Long enough for the newest page to be asked for again. */
async function wait(ms: number): Promise<void> {
  await clock.advance(Math.max(ms, 10_000));
}

describe('the public tape', () => {
  it('walks back a day while new prints arrive: none missed, none doubled', async () => {
    await wait(3 * DAY_MS);
    // Half an hour between pages: some ten new prints each time.
    let isBusy = true;
    const { settle } = openTape(async () => {
      if (isBusy) await clock.advance(30 * 60_000);
    });
    await settle();
    const since = clock.now() - DAY_MS;
    const walked = await settle({ ...ALL, fetch: since });
    expect([walked.walk, walked.failure, walked.spans.length]).toEqual([null, null, 1]);
    expect(knownSince(walked.spans)).toBeLessThan(since);
    isBusy = false;
    await settle();
    await wait(0);
    const { prints, spans } = await settle();
    const all = await readWhole();
    const shown = prints.map(({ id }) => id);
    const [span] = spans;
    const from = all.indexOf(span?.newest.id ?? -1);
    expect(shown).toEqual(all.slice(from, from + shown.length));
    expect(shown.at(-1)).toBe(span?.oldest.id);
    expect(prints.at(-1)?.timestamp).toBeLessThan(since);
  });

  it('is whole down to its end, and says that the service has nothing older', async () => {
    const { settle } = openTape();
    await settle();
    const { prints, spans } = await settle({ ...ALL, fetch: 0 });
    expect(prints.map(({ id }) => id)).toEqual(await readWhole());
    expect(knownSince(spans)).toBe(0);
  });

  it('keeps what came before a page failed, says why, and goes on when asked again', async () => {
    await wait(2 * DAY_MS);
    const { settle } = openTape();
    await settle();
    for (let at = 0; at < 8; at += 1) simulator.control.failNext(METHOD, 'drop_before_executing');
    const since = clock.now() - DAY_MS;
    const failed = await settle({ ...ALL, fetch: since });
    expect(failed.failure?.code).toBe('ConnectionFailed');
    expect([failed.walk, failed.prints.length]).toEqual([null, 100]);
    simulator.control.failAll(METHOD, null);
    let tape = await settle({ ...ALL, fetch: since });
    while (tape.failure !== null) tape = await settle({ ...ALL, fetch: since });
    expect([tape.failure, tape.spans.length]).toEqual([null, 1]);
    expect(knownSince(tape.spans)).toBeLessThan(since);
  });

  it('calls nothing whole whose prints the disk did not take, says so, and goes on once it does', async () => {
    await wait(2 * DAY_MS);
    let isFull = false;
    const { settle } = openTape(undefined, (store) => ({
      ...store,
      take: (prints, spans) => {
        if (isFull) throw new Error('database or disk is full');
        return store.take(prints, spans);
      },
    }));
    await settle();
    const since = clock.now() - DAY_MS;
    isFull = true;
    const failed = await settle({ ...ALL, fetch: since });
    expect(failed.failure?.code).toBe('StorageFailed');
    expect(failed.walk).toBeNull();
    isFull = false;
    const { prints, spans } = await settle({ ...ALL, fetch: since });
    const all = (await readWhole()).slice(0, prints.length);
    expect(prints.map(({ id }) => id)).toEqual(all);
    expect(prints.at(-1)?.id).toBe(spans[0]?.oldest.id);
  });

  it('meets what an earlier run stored by itself; too far apart, the gap is told and fetched on demand', async () => {
    const first = openTape();
    const before = await first.settle();
    await first.tape.close();
    await wait(DAY_MS);
    const second = openTape();
    const met = await second.settle();
    expect([met.spans.length, met.stored > before.stored]).toEqual([1, true]);
    await second.tape.close();
    await wait(5 * DAY_MS);
    const third = openTape();
    const apart = await third.settle();
    expect(apart.spans).toHaveLength(2);
    const [, below] = apart.spans;
    const whole = await third.settle({ ...ALL, fetch: below?.newest.timestamp ?? 0 });
    expect(whole.spans).toHaveLength(1);
    const known = (await readWhole()).slice(0, whole.prints.length);
    expect(whole.prints.map(({ id }) => id)).toEqual(known);
  });

  it('asks once for many readers, shows a currency of its own, and stops a walk', async () => {
    await wait(3 * DAY_MS);
    const { settle, tape } = openTape();
    const calls = simulator.control.calls(METHOD).count;
    for (let at = 0; at < 20; at += 1) tape.read(ALL);
    const { prints, stored } = await settle();
    expect(simulator.control.calls(METHOD).count - calls).toBe(1);
    const ether = tape.read({ ...ALL, currency: 'ETH' });
    expect(ether.prints.length).toBeGreaterThan(0);
    expect(ether.stored).toBeLessThan(stored);
    expect(new Set(ether.prints.map(({ legs }) => legs[0]?.instrument_name.split(/[-_]/, 1)[0]))).toEqual(
      new Set(['ETH']),
    );
    const running = settle({ ...ALL, fetch: 0 });
    expect(tape.read({ ...ALL, fetch: 'stop' }).walk).toBeNull();
    expect((await running).prints.length).toBeLessThan(prints.length + 200);
  });
});
