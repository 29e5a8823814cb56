import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockRfqTradesPageSchema } from '../../../../shared/service/block-rfq.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import type { Instrument } from '../../../../simulator/market/instrument.ts';
import { INDEX_NAMES } from '../../../../simulator/market/model.ts';
import { repetitions } from '../../../support/repetitions.ts';
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
  readonly mark_price: number;
  readonly index_prices: Readonly<Record<string, number>>;
}

/** A market with its tape. */
function openTape(seed: number) {
  const exchange = new Exchange(seed, START_MS);
  return { exchange, tape: new RfqTape(exchange, seed, START_MS) };
}

function positionOf(continuation: string): TapePosition {
  const [timestampMs, id] = continuation.split(':').map(Number);
  return { timestampMs: timestampMs ?? 0, id: id ?? 0 };
}

function pageOf(tape: RfqTape, currency: string, before: TapePosition | null, count: number) {
  const page = tape.page(currency, before, count);
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
        const { exchange, tape } = openTape(seed);
        const whole = pageOf(tape, currency, null, 1000).prints.map((print) => print.id);
        const seen: number[] = [];
        let before: TapePosition | null = null;
        let nowMs = START_MS;
        for (let turn = 0; ; turn += 1) {
          const { count, waitMs } = steps[turn % steps.length] ?? { count: 1, waitMs: 0 };
          const page = pageOf(tape, currency, before, count);
          expect(page.prints.length).toBeLessThanOrEqual(count);
          seen.push(...page.prints.map((print) => print.id));
          if (page.continuation === null) break;
          before = positionOf(page.continuation);
          nowMs += waitMs;
          exchange.advance(nowMs);
        }
        expect(seen).toEqual(whole);
      },
    ),
    { seed: 3, numRuns: repetitions(60, 12) },
  );
});

test('the first page holds every new print, newest first, joined to the old ones', () => {
  const { exchange, tape } = openTape(4);
  const old = pageOf(tape, 'any', null, 1000).prints;
  exchange.advance(START_MS + 600 * MINUTE_MS);
  const all = pageOf(tape, 'any', null, 1000).prints;
  expect(all.length).toBeGreaterThan(old.length + 50);
  expect(all.slice(all.length - old.length)).toEqual(old);
  const stamps = all.map((print) => print.timestamp);
  expect(stamps).toEqual(stamps.toSorted((a, b) => b - a));
  expect(new Set(all.map((print) => print.id)).size).toBe(all.length);
});

test('prints are of every sort: named and not, hedged and not, and each is priced by its legs', () => {
  const { exchange, tape } = openTape(9);
  exchange.advance(START_MS + 48 * 60 * MINUTE_MS);
  const page = tape.page('any', null, 1000);
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

test('what is older than 30 days is no longer on the tape, and a longer silence costs no more than that', () => {
  const { exchange, tape } = openTape(2);
  const before = pageOf(tape, 'any', null, 1).prints[0]?.id ?? 0;
  const nowMs = START_MS + 50 * 86_400_000;
  exchange.advance(nowMs);
  const { prints } = pageOf(tape, 'any', null, 1_000_000);
  expect(prints.at(-1)?.timestamp).toBeGreaterThan(nowMs - 30 * 86_400_000);
  expect(prints.length).toBeGreaterThan(10_000);
  // Nothing was printed in between: the first that is kept bears the next number.
  expect(prints.at(-1)?.id).toBeLessThan(before + 10);
  exchange.advance(nowMs + 86_400_000);
  expect(pageOf(tape, 'any', null, 1_000_000).prints.at(-1)?.timestamp).toBeGreaterThan(nowMs - 29 * 86_400_000);
});

/** What one of a structure is worth by the marks of its legs: one leg alone is priced as its instrument. */
function worthOf({ legs }: Print, markOf: (name: string) => number): number {
  const [first] = legs;
  if (legs.length === 1 && first !== undefined) return markOf(first.instrument_name);
  const signed = legs.map((leg) => (leg.direction === 'buy' ? 1 : -1) * leg.ratio * markOf(leg.instrument_name));
  return signed.reduce((total, part) => total + part, 0);
}

test.each([
  ['minute by minute', MINUTE_MS],
  ['over a day at once', 24 * 60 * MINUTE_MS],
])('%s: a print has the mark and index prices of its own moment', (_name, strideMs) => {
  const { exchange, tape } = openTape(6);
  const byName = (name: string): Instrument => {
    const venue = exchange.venue(name);
    if (venue === undefined) throw new Error(`no ${name}`);
    return venue.instrument;
  };
  const indices = new Set<number>();
  let latest = pageOf(tape, 'any', null, 1).prints[0]?.id;
  exchange.follow({
    nextStopMs: () => Infinity,
    run: (nowMs) => {
      const [print] = pageOf(tape, 'any', null, 1).prints;
      if (print === undefined || print.id === latest) return;
      latest = print.id;
      expect(print.timestamp).toBe(nowMs);
      expect(print.mark_price).toBeCloseTo(
        worthOf(print, (name) => exchange.mark(byName(name)).exactPrice),
        8,
      );
      const { indexName } = byName(print.legs[0]?.instrument_name ?? '');
      expect(print.index_prices).toEqual({ [indexName]: exchange.model.indexPrice(indexName) });
      indices.add(exchange.model.indexPrice(indexName));
    },
  });
  for (let nowMs = START_MS; nowMs <= START_MS + 24 * 60 * MINUTE_MS; nowMs += strideMs) exchange.advance(nowMs);
  expect(indices.size).toBeGreaterThan(400);
});

test('prints of before the opening follow an index that ends where the market opens', () => {
  for (let seed = 0; seed < 5; seed += 1) {
    const { exchange, tape } = openTape(seed);
    const { prints } = pageOf(tape, 'any', null, 1000);
    let moved = 0;
    for (const name of INDEX_NAMES) {
      const own = prints.filter((print) => print.index_prices[name] !== undefined);
      let later = { price: exchange.model.indexPrice(name), atMs: START_MS };
      for (const { timestamp, index_prices: prices } of own) {
        const price = prices[name] ?? Number.NaN;
        const deviation = Math.sqrt((later.atMs - timestamp) / (365 * 24 * 60 * MINUTE_MS));
        // Six deviations at a volatility of one, and a jump.
        expect(Math.abs(Math.log(price / later.price)), `${seed} ${name}`).toBeLessThan(6 * deviation + 0.03);
        if (price !== later.price) moved += 1;
        later = { price, atMs: timestamp };
      }
    }
    expect(moved).toBeGreaterThan(0.95 * prints.length);
    // The legs are priced by the market of that time: near their mark where that is many ticks.
    const alone = prints.filter((print) => print.legs.length === 1 && print.mark_price > 0.02 && print.mark_price < 1);
    for (const { legs, mark_price: mark } of alone)
      expect(Math.abs((legs[0]?.price ?? 0) / mark - 1)).toBeLessThan(0.1);
  }
});

/** Every id of the tape, one print a page, newest first. */
function paged(tape: RfqTape): number[] {
  const seen: number[] = [];
  let before: TapePosition | null = null;
  do {
    const page = pageOf(tape, 'any', before, 1);
    seen.push(...page.prints.map((print) => print.id));
    before = page.continuation === null ? null : positionOf(page.continuation);
  } while (before !== null);
  return seen;
}

describe('prints that others make at will', () => {
  const bitcoin = (exchange: Exchange) => {
    const instrument = exchange.venue('BTC-PERPETUAL')?.instrument;
    if (instrument === undefined) throw new Error('no perpetual');
    return [{ instrument, ratio: 1 }];
  };

  test('of one instant are paged through one by one, each once', () => {
    const { exchange, tape } = openTape(5);
    const before = pageOf(tape, 'any', null, 1000).prints.length;
    for (let turn = 0; turn < 5; turn += 1) tape.add(bitcoin(exchange), START_MS);
    const whole = pageOf(tape, 'any', null, 1000).prints;
    expect(whole).toHaveLength(before + 5);
    expect(new Set(whole.slice(0, 5).map((print) => print.timestamp))).toEqual(new Set([START_MS]));
    expect(paged(tape)).toEqual(whole.map((print) => print.id));
  });

  test('with the clock moved back come after what is there, and are paged through once', () => {
    const { exchange, tape } = openTape(5);
    exchange.advance(START_MS + 60 * MINUTE_MS);
    tape.add(bitcoin(exchange), START_MS + 60 * MINUTE_MS + 200);
    tape.add(bitcoin(exchange), START_MS);
    exchange.advance(START_MS + 120 * MINUTE_MS);
    const whole = pageOf(tape, 'any', null, 1000).prints;
    const stamps = whole.map((print) => print.timestamp);
    expect(stamps).toEqual(stamps.toSorted((a, b) => b - a));
    expect(paged(tape)).toEqual(whole.map((print) => print.id));
  });
});
