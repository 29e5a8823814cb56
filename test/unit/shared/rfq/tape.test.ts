import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { findAlike, legsOfPrint, premiumOf, structureFamily, structureKey } from '../../../../shared/rfq/tape/print.ts';
import {
  comparePositions,
  joinPage,
  knownSince,
  nextContinuation,
  type TapePosition,
  type TapeSpan,
} from '../../../../shared/rfq/tape/spans.ts';
import { blockRfqTradesPageSchema, type BlockRfqTrade } from '../../../../shared/service/block-rfq.ts';
import { findRecords, readSamples } from '../../../support/records/recorded-samples.ts';
import { printOf } from '../../../support/records/rfq-records.ts';

/** A service's tape: pages of what is older than a token, newest first. */
function pageOf(tape: readonly TapePosition[], sent: string | null, count: number) {
  const [timestamp, id] = (sent ?? '').split(':').map(Number);
  const before = sent === null ? null : { timestamp: timestamp ?? 0, id: id ?? 0 };
  const found = tape
    .filter((print) => before === null || comparePositions(print, before) < 0)
    .toSorted((a, b) => comparePositions(b, a));
  const positions = found.slice(0, count);
  const last = positions.at(-1);
  return { positions, continuation: found.length > count && last ? `${last.timestamp}:${last.id}` : null };
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('arrive' as const), gaps: fc.array(fc.nat(2), { maxLength: 12 }) }),
    fc.record({ kind: fc.constant('head' as const), count: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('back' as const), at: fc.nat(5), count: fc.integer({ min: 1, max: 6 }) }),
  ),
  { maxLength: 40 },
);

describe('the stretches of a tape', () => {
  it('hold every print between their ends, whatever arrives between the pages', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const tape: TapePosition[] = [];
        const stored = new Set<number>();
        let spans: TapeSpan[] = [];
        let timestamp = 1000;
        for (const step of taken) {
          if (step.kind === 'arrive') {
            // Several may share a millisecond: their ids tell them apart.
            for (const gap of step.gaps) tape.push({ timestamp: (timestamp += gap), id: tape.length + 1 });
            continue;
          }
          const sent = step.kind === 'head' ? null : (spans[step.at % Math.max(1, spans.length)]?.continuation ?? null);
          const page = pageOf(tape, sent, step.count);
          for (const { id } of page.positions) stored.add(id);
          spans = joinPage(spans, page, sent);
        }
        for (const span of spans) {
          const within = tape.filter(
            (p) => comparePositions(p, span.newest) <= 0 && comparePositions(p, span.oldest) >= 0,
          );
          expect(within.filter(({ id }) => !stored.has(id))).toEqual([]);
          if (span.continuation === null) {
            expect(tape.filter((p) => comparePositions(p, span.oldest) < 0 && !stored.has(p.id))).toEqual([]);
          }
        }
        for (const [at, span] of spans.entries()) {
          const below = spans[at + 1];
          if (below !== undefined) expect(comparePositions(below.newest, span.oldest)).toBeLessThan(0);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('are one when a page reaches what was known, and go on below both', () => {
    const tape = Array.from({ length: 20 }, (_, at) => ({ timestamp: at * 10, id: at }));
    const old = joinPage([], pageOf(tape.slice(0, 8), null, 4), null);
    const gapped = joinPage(old, pageOf(tape, null, 4), null);
    expect(gapped.map(({ newest, oldest }) => [newest.id, oldest.id])).toEqual([
      [19, 16],
      [7, 4],
    ]);
    expect([nextContinuation(gapped, 40), knownSince(gapped)]).toEqual(['160:16', 160]);
    const joined = joinPage(gapped, pageOf(tape, '160:16', 20), '160:16');
    expect(joined).toEqual([
      { newest: { timestamp: 190, id: 19 }, oldest: { timestamp: 0, id: 0 }, continuation: null },
    ]);
    expect([nextContinuation(joined, 0), knownSince(joined)]).toEqual([null, 0]);
  });
});

const recorded = readSamples()
  .filter(({ method }) => method === 'public/get_block_rfq_trades')
  .flatMap(findRecords)
  .map(({ record }) => record as unknown as BlockRfqTrade);

describe('a print', () => {
  it('is so far over its mark in coin, USD and volatility', () => {
    const premium = premiumOf(printOf({}));
    expect(premium?.quote).toBe('0.000395906');
    expect(Number(premium?.usd)).toBeCloseTo(0.000395906 * 80_415.41, 6);
    // Net vega of the spread at the traded prices is some 20 USD a point (Black-76, the index as forward).
    expect(premium?.volatility).toBeGreaterThan(0.5);
    expect(premium?.volatility).toBeLessThan(5);
  });

  it.each([
    ['no mark', { mark_price: null }, null],
    ['no trades', { trades: [] }, null],
    ['no index', { index_prices: null }, { quote: '0.000395906', usd: null, volatility: null }],
  ])('says nothing that it can’t with %s', (_what, changes, premium) => {
    expect(premiumOf(printOf(changes))).toEqual(premium);
  });

  it('of futures is priced in USD', () => {
    const legs = [
      { price: 80_000, direction: 'sell', instrument_name: 'BTC-PERPETUAL', ratio: 1 },
      { price: 80_200, direction: 'buy', instrument_name: 'BTC-25DEC26', ratio: 1 },
    ];
    const trades = [
      { price: 200, amount: 10, direction: 'buy' },
      { price: 203, amount: 20, direction: 'buy' },
    ];
    expect(premiumOf(printOf({ legs, trades, mark_price: 201 }))).toEqual({ quote: '1', usd: '1', volatility: null });
  });

  it('of legs that are priced in coin and in USD comes to nothing that is known in USD', () => {
    const legs = [
      { price: 0.02, direction: 'buy', instrument_name: 'BTC-9OCT26-86000-C', ratio: 1 },
      { price: 80_000, direction: 'sell', instrument_name: 'BTC-PERPETUAL', ratio: 1 },
    ];
    const trades = [{ price: -79_999.98, amount: 25, direction: 'buy' }];
    expect(premiumOf(printOf({ legs, trades, mark_price: -79_989.98 }))).toEqual({
      quote: '-10',
      usd: null,
      volatility: null,
    });
  });

  it('of a spot pair is in what is paid: dollars, or another coin by its index', () => {
    const spot = (name: string, changes: Parameters<typeof printOf>[0] = {}) =>
      premiumOf(
        printOf({
          legs: [{ price: 0.03, direction: 'buy', instrument_name: name, ratio: 1 }],
          trades: [{ price: 0.03, amount: 1000, direction: 'buy' }],
          mark_price: 0.029,
          ...changes,
        }),
      )?.usd;
    expect(spot('ETH_USDC')).toBe('0.001');
    expect(spot('ETH_BTC', { index_prices: { btc_usd: 80_000 } })).toBe('80');
    expect(spot('ETH_BTC', { index_prices: { eth_btc: 0.03 } })).toBeNull();
  });

  it('finds its like on either side, with the premium as the asker’s legs stand', () => {
    const legs = legsOfPrint(printOf({}), 'sell').map(({ instrumentName, direction }) => ({
      instrument_name: instrumentName,
      direction,
      ratio: 1,
    }));
    expect(legs.map(({ direction }) => direction)).toEqual(['sell', 'buy']);
    const others = [
      printOf({}),
      printOf({ id: 1, mark_price: 0.006 }),
      printOf({ id: 2, timestamp: 1, mark_price: 0 }),
    ];
    const { count, lowest, highest } = findAlike(legs.toReversed(), others, 1_789_000_000_000);
    expect([count, lowest, highest]).toEqual([2, '-0.000395906', '0.0003']);
    const [first] = legs;
    expect(findAlike(first === undefined ? [] : [first], others, 0).count).toBe(0);
  });

  it('is known by legs and ratios, whatever their order and side', () => {
    const leg = fc.record({
      instrument_name: fc.constantFrom(
        'BTC-9OCT26-86000-C',
        'BTC-9OCT26-90000-C',
        'BTC-PERPETUAL',
        'ETH-9OCT26-3000-P',
      ),
      direction: fc.constantFrom('buy' as const, 'sell' as const),
      ratio: fc.integer({ min: 1, max: 5 }),
    });
    const legs = fc.uniqueArray(leg, {
      minLength: 1,
      maxLength: 4,
      selector: ({ instrument_name }) => instrument_name,
    });
    fc.assert(
      fc.property(legs, (given) => {
        const key = structureKey(given);
        expect(structureKey(given.toReversed())).toEqual(key);
        const flipped = given.map((l) => ({
          ...l,
          direction: l.direction === 'buy' ? ('sell' as const) : ('buy' as const),
        }));
        expect(structureKey(flipped)).toEqual({ text: key.text, sign: -key.sign });
        const [first, ...rest] = given;
        if (first === undefined) return;
        expect(structureKey([{ ...first, ratio: first.ratio + 1 }, ...rest]).text).not.toBe(key.text);
      }),
    );
  });

  it('belongs to the family that the service’s name tells', () => {
    expect(structureFamily('BTC-CS-28FEB25-100000_106000')).toBe('BTC-CS-28FEB25');
    expect([structureFamily(null), structureFamily('BTC-28FEB25-100000-C'), structureFamily('')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('of the recorded tapes can each be read and priced', () => {
    expect(recorded.length).toBeGreaterThan(5);
    for (const record of recorded) {
      const { block_rfqs: read } = blockRfqTradesPageSchema.parse({ block_rfqs: [record] });
      expect(read).toHaveLength(1);
      const [print] = read;
      if (print === undefined || print.mark_price == null) continue;
      expect(premiumOf(print)?.quote).toEqual(expect.any(String));
      expect(legsOfPrint(print, 'buy').map(({ amount }) => amount)).toEqual(
        print.legs.map(({ ratio }) => decimal(Number(print.amount) * Number(ratio))),
      );
    }
  });
});

it('a page keeps what can be read when a record of it can’t', () => {
  const page = blockRfqTradesPageSchema.parse({ continuation: null, block_rfqs: [{ id: 'x' }, null] });
  expect([page.block_rfqs.length, page.unreadable?.length]).toEqual([0, 2]);
});
