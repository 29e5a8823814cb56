import { beforeEach, describe, expect, it } from 'vitest';
import type { Quote } from '../../../../shared/ipc/contract.ts';
import { createQuotes, type Quotes } from '../../../../electron/market/quotes.ts';
import { meterClient } from '../../../../electron/service/metered-client.ts';
import { createRateBudget } from '../../../../electron/service/budget.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { limitsSchema } from '../../../../shared/service/account.ts';
import { perpetualTicker } from '../../../support/records.ts';
import { createScriptedService, noAnswer, type ScriptedService } from '../../../support/scripted-service.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

let clock: VirtualClock;
let service: ScriptedService;
let quotes: Quotes;
let batches: { windowId: string; quotes: Quote[] }[];

function start(rate: number, burst: number): void {
  clock = createVirtualClock();
  service = createScriptedService(clock);
  batches = [];
  const budget = createRateBudget(clock);
  budget.configure(limitsSchema.parse({ non_matching_engine: { rate, burst } }));
  quotes = createQuotes({
    client: meterClient(service, budget),
    clock,
    serviceClock: createServiceClock(clock),
    budget,
    publish: (windowId, batch) => batches.push({ windowId, quotes: batch }),
    onAnswer: () => undefined,
  });
  service.answer('public/ticker', ({ instrument_name }) => ({
    value: perpetualTicker({ instrument_name, timestamp: clock.now() }),
  }));
}

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
    expect(service.calls('public/ticker').length).toBeLessThanOrEqual(11);
    expect(new Set(batches.map(({ windowId }) => windowId)).size).toBe(10);
  });

  it('asks more often for what is looked at more closely', async () => {
    watch('w', 'background', 'B');
    watch('x', 'focused', 'F');
    watch('y', 'visible', 'V');
    await clock.advance(20_000);
    const count = (name: string) =>
      service.calls('public/ticker').filter(({ instrument_name }) => instrument_name === name).length;
    expect(count('F')).toBeGreaterThan(60);
    expect(count('V')).toBeGreaterThan(17);
    expect(count('V')).toBeLessThan(24);
    expect(count('B')).toBeLessThan(6);
  });

  it('stays within what the account may do, and leaves the reserve', async () => {
    start(5, 20);
    watch('w', 'focused', ...Array.from({ length: 30 }, (_, index) => `I${index}`));
    await clock.advance(20_000);
    expect(service.calls('public/ticker').length).toBeLessThanOrEqual(14 + 5 * 20 + 1);
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
    const before = service.calls('public/ticker').length;
    await clock.advance(10_000);
    expect(
      service
        .calls('public/ticker')
        .slice(before)
        .map(({ instrument_name }) => instrument_name),
    ).not.toContain('A');
  });

  it.each([
    ['frozen', () => Date.UTC(2026, 10, 21, 9)],
    ['backward', () => Date.UTC(2026, 10, 21, 9) - clock.monotonic()],
  ])('marks a %s ticker stale and keeps the newest', async (_name, timestamp) => {
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    expect(last('A')?.is_stale).toBe(false);
    service.answer('public/ticker', () => ({
      value: perpetualTicker({ instrument_name: 'A', timestamp: timestamp(), mark_price: 1 }),
    }));
    await clock.advance(3000);
    expect(last('A')).toMatchObject({ is_stale: true, ticker: { mark_price: '97411.2' } });
  });

  it('marks a ticker stale when the service stops answering, says why, and recovers', async () => {
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    service.answer('public/ticker', () => noAnswer);
    await clock.advance(3000);
    expect(last('A')).toMatchObject({ is_stale: true, failure: { code: 'ConnectionFailed' } });
    service.answer('public/ticker', () => ({
      value: perpetualTicker({ instrument_name: 'A', timestamp: clock.now() }),
    }));
    await clock.advance(2100);
    expect(last('A')).toMatchObject({ is_stale: false, failure: null });
  });

  it('is not frozen by one ticker from the future', async () => {
    watch('w', 'visible', 'A');
    await clock.advance(1000);
    service.answer('public/ticker', () => ({
      value: perpetualTicker({ instrument_name: 'A', timestamp: 95_000_000_000_000, mark_price: 1 }),
    }));
    await clock.advance(2100);
    expect(last('A')).toMatchObject({ failure: { code: 'InvalidResponse' }, ticker: { mark_price: '97411.2' } });
    service.answer('public/ticker', () => ({
      value: perpetualTicker({ instrument_name: 'A', timestamp: clock.now() }),
    }));
    await clock.advance(2100);
    expect(last('A')).toMatchObject({ is_stale: false, failure: null });
  });

  it('asks for less, and calls nothing stale for it, where the limits do not carry all that is watched', async () => {
    start(20, 100);
    watch('w', 'visible', ...Array.from({ length: 90 }, (_, index) => `I${index}`));
    await clock.advance(60_000);
    batches = [];
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
});
