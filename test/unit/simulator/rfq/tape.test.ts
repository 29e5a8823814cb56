import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockRfqTradesPageSchema } from '../../../../shared/service/block-rfq.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { RfqTape, type TapePosition } from '../../../../simulator/rfq/tape.ts';

const START_MS = Date.UTC(2026, 10, 18, 12);
const MINUTE_MS = 60_000;

interface Print {
  readonly id: number;
  readonly timestamp: number;
  readonly combo_id: string | null;
  readonly amount: number;
  readonly legs: readonly { price: number; direction: string; instrument_name: string; ratio: number }[];
  readonly trades: readonly { price: number; amount: number; direction: string; hedge_amount?: number }[];
  readonly hedge?: { amount: number };
}

function positionOf(continuation: string): TapePosition {
  const [timestampMs, id] = continuation.split(':').map(Number);
  return { timestampMs: timestampMs ?? 0, id: id ?? 0 };
}

function pageOf(tape: RfqTape, currency: string, before: TapePosition | null, count: number, nowMs: number) {
  const page = tape.page(currency, before, count, nowMs);
  return { continuation: page.continuation, prints: page.block_rfqs as unknown as readonly Print[] };
}

const step = fc.record({
  count: fc.integer({ min: 1, max: 40 }),
  waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 * MINUTE_MS })),
});

test('paging back while new trades are printed misses none and doubles none', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.constantFrom('any', 'BTC', 'ETH'),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      (seed, currency, steps) => {
        const tape = new RfqTape(new Exchange(seed, START_MS), seed, START_MS);
        const whole = pageOf(tape, currency, null, 1000, START_MS).prints.map((print) => print.id);
        const seen: number[] = [];
        let before: TapePosition | null = null;
        let nowMs = START_MS;
        for (let turn = 0; ; turn += 1) {
          const { count, waitMs } = steps[turn % steps.length] ?? { count: 1, waitMs: 0 };
          const page = pageOf(tape, currency, before, count, nowMs);
          expect(page.prints.length).toBeLessThanOrEqual(count);
          seen.push(...page.prints.map((print) => print.id));
          if (page.continuation === null) break;
          before = positionOf(page.continuation);
          nowMs += waitMs;
        }
        expect(seen).toEqual(whole);
      },
    ),
    { seed: 3, numRuns: 60 },
  );
});

test('the first page holds every new print, newest first, joined to the old ones', () => {
  const tape = new RfqTape(new Exchange(4, START_MS), 4, START_MS);
  const old = pageOf(tape, 'any', null, 1000, START_MS).prints;
  const all = pageOf(tape, 'any', null, 1000, START_MS + 600 * MINUTE_MS).prints;
  expect(all.length).toBeGreaterThan(old.length + 50);
  expect(all.slice(all.length - old.length)).toEqual(old);
  const stamps = all.map((print) => print.timestamp);
  expect(stamps).toEqual(stamps.toSorted((a, b) => b - a));
  expect(new Set(all.map((print) => print.id)).size).toBe(all.length);
});

test('prints are of every sort: named and not, hedged and not, and each is priced by its legs', () => {
  const tape = new RfqTape(new Exchange(9, START_MS), 9, START_MS);
  const page = tape.page('any', null, 1000, START_MS + 48 * 60 * MINUTE_MS);
  expect(blockRfqTradesPageSchema.safeParse(page).error?.issues ?? []).toEqual([]);
  const prints = page.block_rfqs as unknown as readonly Print[];
  const codes = new Set(prints.map((print) => /^[A-Z_]+-([A-Z]+\d*)-/.exec(print.combo_id ?? '')?.[1] ?? 'other'));
  for (const code of ['CS', 'PS', 'STRD', 'FS']) expect(codes, code).toContain(code);
  expect(prints.some((print) => print.combo_id === null)).toBe(true);
  expect(prints.some((print) => print.hedge !== undefined)).toBe(true);
  for (const print of prints) {
    const sum = print.legs.reduce(
      (total, leg) => total + (leg.direction === 'buy' ? 1 : -1) * leg.ratio * leg.price,
      0,
    );
    const expected = print.legs.length === 1 ? print.legs[0]?.price : sum;
    expect(print.trades[0]?.price, print.combo_id ?? 'custom').toBeCloseTo(expected ?? Number.NaN, 6);
    expect(print.trades.reduce((total, trade) => total + trade.amount, 0)).toBe(print.amount);
    expect(print.trades[0]?.hedge_amount).toBe(print.hedge?.amount);
  }
});

test('what is older than 30 days is no longer on the tape, and a year of silence costs no more than that', () => {
  const tape = new RfqTape(new Exchange(2, START_MS), 2, START_MS);
  const nowMs = START_MS + 365 * 86_400_000;
  const { prints } = pageOf(tape, 'any', null, 1_000_000, nowMs);
  expect(prints.at(-1)?.timestamp).toBeGreaterThan(nowMs - 30 * 86_400_000);
  expect(prints.length).toBeGreaterThan(10_000);
});
