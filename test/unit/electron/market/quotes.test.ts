import { beforeEach, describe, expect, it } from 'vitest';
import type { Quote } from '../../../../shared/ipc/schemas/quote-schema.ts';
import type { Quotes } from '../../../../electron/market/quotes.ts';
import { perpetualTicker } from '../../../support/records/records.ts';
import { createReadsBench } from '../../../support/bench/reads-bench.ts';
import type { VirtualClock } from '../../../support/virtual-clock.ts';
import type { VirtualService } from '../../../support/wire/virtual-service.ts';

let clock: VirtualClock;
let service: VirtualService;
let quotes: Quotes;
let batches: { windowId: string; quotes: Quote[] }[];

function start(rate: number, burst: number): void {
  ({ clock, service, quotes, batches } = createReadsBench({ rate, burst }));
}

/** Names of the instruments that were asked for, in order. */
const asked = () => service.attempts.map(({ params }) => (params as { instrument_name: string }).instrument_name);

beforeEach(() => start(1000, 1000));

const watch = (windowId: string, attention: 'focused' | 'visible' | 'background', ...names: string[]) =>
  quotes.watch(
    windowId,
    names.map((instrument_name) => ({ instrument_name, attention })),
  );

function last(name: string): Quote | undefined {
  return batches.flatMap((batch) => batch.quotes).findLast((quote) => quote.instrument_name === name);
}

describe('the poller', () => {
  it('asks once for an instrument that ten windows watch', async () => {
    for (let index = 0; index < 10; index += 1) watch(`w${index}`, 'visible', 'A');
    await clock.advance(10_000);
    expect(asked().length).toBeLessThanOrEqual(11);
    expect(new Set(batches.map(({ windowId }) => windowId)).size).toBe(10);
  });

  it('asks more often for what is looked at more closely', async () => {
    watch('w', 'background', 'B');
    watch('x', 'focused', 'F');
    watch('y', 'visible', 'V');
    await clock.advance(20_000);
    const count = (name: string) => asked().filter((instrumentName) => instrumentName === name).length;
    expect(count('F')).toBeGreaterThan(60);
    expect(count('V')).toBeGreaterThan(17);
    expect(count('V')).toBeLessThan(24);
    expect(count('B')).toBeLessThan(6);
  });

  it('stays within what the account may do, and leaves the reserve', async () => {
    start(5, 20);
    watch('w', 'focused', ...Array.from({ length: 30 }, (_, index) => `I${index}`));
    await clock.advance(20_000);
    expect(asked().length).toBeLessThanOrEqual(14 + 5 * 20 + 1);
  });

  it('tells a window only what it watches, and stops when it has gone', async () => {
    watch('w', 'visible', 'A');
    watch('x', 'visible', 'B');
    await clock.advance(3000);
    expect(
      batches
        .filter(({ windowId }) => windowId === 'w')
        .flatMap((batch) => batch.quotes.map((quote) => quote.instrument_name)),
    ).not.toContain('B');
    quotes.forgetWindow('w');
    const before = asked().length;
    await clock.advance(10_000);
    expect(asked().slice(before)).not.toContain('A');
  });

  it.each([
    ['frozen', () => Date.UTC(2026, 10, 21, 9)],
    ['backward', () => Date.UTC(2026, 10, 21, 9) - clock.monotonic()],
  ])('marks a %s ticker stale and keeps the newest', async (_name, timestamp) => {
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    expect(last('A')?.is_stale).toBe(false);
    service.answer('public/ticker', () =>
      perpetualTicker({ instrument_name: 'A', timestamp: timestamp(), mark_price: 1 }),
    );
    await clock.advance(3000);
    expect(last('A')).toMatchObject({ is_stale: true, ticker: { mark_price: '97411.2' } });
  });

  it('tells how long a ticker has been there where the service’s clock was set back behind it', async () => {
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    const stamp = quotes.latest('A')?.ticker.timestamp;
    service.answer('public/ticker', () => perpetualTicker({ instrument_name: 'A', timestamp: stamp }));
    clock.jumpWall(-600_000);
    await clock.advance(5000);
    const known = quotes.latest('A');
    expect(known?.isStale).toBe(true);
    expect(known?.ticker.timestamp).toBeGreaterThan(clock.now());
    expect(known?.ageMs).toBeGreaterThan(4000);
    expect(last('A')?.age_ms).toBeGreaterThan(1000);
  });

  it('takes the next ticker once the service’s clock was seen to be set back, and never an older one before', async () => {
    let offMs = 0;
    const bench = createReadsBench({ rate: 1000, burst: 1000 }, (by) => ({ serviceNow: () => by.now() + offMs }));
    ({ clock, service, quotes, batches } = bench);
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    const held = quotes.latest('A')?.ticker.timestamp ?? 0;
    service.answer('public/ticker', () =>
      perpetualTicker({ instrument_name: 'A', timestamp: held - 1, mark_price: 1 }),
    );
    await clock.advance(5000);
    expect(quotes.latest('A')).toMatchObject({ isStale: true, ticker: { timestamp: held } });
    offMs = -600_000;
    service.answer('public/ticker', () => perpetualTicker({ instrument_name: 'A', timestamp: clock.now() + offMs }));
    await clock.advance(5000);
    const known = quotes.latest('A');
    expect(known?.isStale).toBe(false);
    expect(known?.ticker.timestamp).toBeLessThan(held);
    expect(last('A')?.age_ms).toBeLessThan(1500);
  });

  it('tells after a sleep that a price is as old as that was long, until the service answers again', async () => {
    const NIGHT_MS = 8 * 3_600_000;
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    service.setCondition('silent');
    // The monotonic clock may stand still meanwhile.
    clock.jumpWall(NIGHT_MS);
    await clock.advance(500);
    expect(last('A')).toMatchObject({ is_stale: true });
    expect(last('A')?.age_ms).toBeGreaterThan(NIGHT_MS);
    expect(quotes.latest('A')?.ageMs).toBeGreaterThan(NIGHT_MS);
    service.setCondition('up');
    await clock.advance(20_000);
    expect(last('A')).toMatchObject({ is_stale: false });
    expect(last('A')?.age_ms).toBeLessThan(1500);
  });

  it('marks a ticker stale when the service stops answering, says why, and recovers', async () => {
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    service.setCondition('refusing');
    await clock.advance(3000);
    expect(last('A')).toMatchObject({ is_stale: true, failure: { code: 'ConnectionFailed' } });
    service.setCondition('up');
    await clock.advance(2100);
    expect(last('A')).toMatchObject({ is_stale: false, failure: null });
  });

  it('is not frozen by one ticker from the future', async () => {
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    service.answer('public/ticker', () =>
      perpetualTicker({ instrument_name: 'A', timestamp: 95_000_000_000_000, mark_price: 1 }),
    );
    await clock.advance(2100);
    expect(last('A')).toMatchObject({ failure: { code: 'InvalidResponse' }, ticker: { mark_price: '97411.2' } });
    service.answer('public/ticker', () => perpetualTicker({ instrument_name: 'A', timestamp: clock.now() }));
    await clock.advance(2100);
    expect(last('A')).toMatchObject({ is_stale: false, failure: null });
  });

  it('gives no ticker from the future to who asks for it alone', async () => {
    watch('w', 'focused', 'B');
    await clock.advance(3000);
    const timestamp = clock.now() + 3_600_000;
    service.answer('public/ticker', () => ({ value: perpetualTicker({ instrument_name: 'A', timestamp }) }));
    const fetched = quotes.fetch('A');
    await clock.advance(1000);
    expect(await fetched).toBeNull();
  });

  it('takes no ticker of another instrument, and says so', async () => {
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    service.answer('public/ticker', () => perpetualTicker({ instrument_name: 'B', timestamp: clock.now() }));
    const fetched = quotes.fetch('A');
    await clock.advance(2100);
    expect(await fetched).toBeNull();
    expect(last('A')).toMatchObject({ is_stale: true, ticker: { instrument_name: 'A' } });
    expect(last('A')?.failure).toEqual({ code: 'InvalidResponse', message: 'the service answered with B', params: {} });
  });

  it('tells a window that begins to look why there is no price, and not only the next time it asks', async () => {
    // Only names of a real form are known to be over.
    ({ clock, service, quotes, batches } = createReadsBench({ rate: 1000, burst: 1000 }));
    service.answer('public/ticker', ({ instrument_name }) =>
      perpetualTicker({ instrument_name: `not ${String(instrument_name)}` }),
    );
    watch('w', 'background', 'A');
    await clock.advance(100);
    watch('late', 'background', 'A');
    await clock.advance(100);
    expect(batches.find(({ windowId }) => windowId === 'late')?.quotes).toMatchObject([
      { instrument_name: 'A', ticker: null, failure: { code: 'InvalidResponse' } },
    ]);
  });

  it('asks for less, and calls nothing stale for it, where the limits do not carry all that is watched', async () => {
    start(20, 100);
    watch('w', 'visible', ...Array.from({ length: 90 }, (_, index) => `I${index}`));
    await clock.advance(60_000);
    batches.length = 0;
    await clock.advance(30_000);
    expect(batches.flatMap((batch) => batch.quotes).filter((quote) => quote.is_stale)).toEqual([]);
    expect(new Set(batches.flatMap((batch) => batch.quotes.map((quote) => quote.instrument_name))).size).toBe(90);
  });

  it('never marks a steady ticker stale', async () => {
    watch('w', 'visible', 'A', 'B', 'C');
    watch('x', 'focused', 'D');
    await clock.advance(60_000);
    expect(batches.flatMap((batch) => batch.quotes).filter((quote) => quote.is_stale)).toEqual([]);
  });

  it('sends a window at most one batch a frame', async () => {
    watch('w', 'focused', ...Array.from({ length: 50 }, (_, index) => `I${index}`));
    await clock.advance(1000);
    expect(batches.length).toBeLessThanOrEqual(1000 / 16 + 1);
  });

  it('gives the closest look what it wants first, and leaves none without', async () => {
    start(10, 50);
    watch('w', 'focused', 'F');
    watch('x', 'visible', ...Array.from({ length: 10 }, (_, index) => `V${index}`));
    watch('y', 'background', ...Array.from({ length: 40 }, (_, index) => `B${index}`));
    await clock.advance(30_000);
    const before = asked().length;
    await clock.advance(60_000);
    const counts = { F: 0, V: 0, B: 0 };
    for (const name of asked().slice(before)) counts[name[0] as 'F' | 'V' | 'B'] += 1;
    expect(counts.F).toBeGreaterThan(4 * 60 * 0.9);
    expect(counts.V).toBeGreaterThan(4 * 60 * 0.9);
    expect(counts.B).toBeGreaterThan(0.9 * 60 * 0.85);
  });

  it('says how many polls are overdue, by how closely they are looked at', async () => {
    service.setCondition('silent');
    watch('w', 'focused', 'F');
    watch('x', 'visible', ...Array.from({ length: 30 }, (_, index) => `V${index}`));
    await clock.advance(3000);
    expect(quotes.overdue().visible).toBeGreaterThan(20);
    expect(quotes.overdue().background).toBe(0);
  });
});
