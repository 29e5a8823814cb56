import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import {
  numberOf,
  type Observation,
  OBSERVATION_THINNING,
  OBSERVED_FIELDS,
} from '../../../shared/market/observation.ts';
import { observation } from '../../support/records/observations.ts';

const {
  createSpanThinner,
  mostPerBucket: MOST_PER_BUCKET,
  pickExtremes,
  forDrawing: thinForDrawing,
  forKeeping: thinForKeeping,
} = OBSERVATION_THINNING;

const price = fc.option(
  fc.integer({ min: -50, max: 50 }).map((value) => decimal(value / 10)),
  { nil: null },
);
/** Observations in order of time, at unequal distances. */
const series = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1, max: 30_000 }),
      after_gap: fc.boolean(),
      mark: price,
      index: price,
      bid: price,
      ask: price,
      mark_iv: price,
    }),
    { maxLength: 300 },
  )
  .map((items) => {
    let at = 1_000_000;
    return items.map(({ step, ...rest }): Observation => ({ ...rest, at: (at += step) }));
  });

function extremes(observations: readonly Observation[]) {
  return OBSERVED_FIELDS.map((field) => {
    const values = observations.map((item) => numberOf(item[field])).filter((value) => value !== null);
    return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
  });
}

const withoutFlag = (items: readonly Observation[]) =>
  items.map((item) => JSON.stringify({ ...item, after_gap: null }));

/** Whether a gap lies between two observations that are both there. */
function isParted(items: readonly Observation[], from: number, to: number): boolean {
  return items.some(({ at, after_gap }) => after_gap && at > from && at <= to);
}

describe('thinning for keeping', () => {
  it('keeps what was observed, unchanged, in order', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 120_000 }), (observations, bucketMs) => {
        const kept = thinForKeeping(observations, bucketMs);
        expect(kept).toEqual(observations.filter((item) => kept.includes(item)));
      }),
    );
  });

  it('keeps the extremes, first and last of every bucket, and no more than they take', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1000, max: 120_000 }), (observations, bucketMs) => {
        const calm = observations.map((item) => ({ ...item, after_gap: false }));
        const byBucket = Map.groupBy(calm, ({ at }) => Math.floor(at / bucketMs));
        const kept = Map.groupBy(thinForKeeping(calm, bucketMs), ({ at }) => Math.floor(at / bucketMs));
        expect([...kept.keys()]).toEqual([...byBucket.keys()]);
        for (const [bucket, all] of byBucket) {
          const left = kept.get(bucket) ?? [];
          expect(left.length).toBeLessThanOrEqual(MOST_PER_BUCKET);
          expect(extremes(left)).toEqual(extremes(all));
          expect([left.at(0), left.at(-1)]).toEqual([all.at(0), all.at(-1)]);
        }
      }),
    );
  });

  it('keeps both sides of every gap', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 120_000 }), (observations, bucketMs) => {
        const kept = new Set(thinForKeeping(observations, bucketMs));
        for (const [index, item] of observations.entries()) {
          if (!item.after_gap) continue;
          expect(kept.has(item)).toBe(true);
          const before = observations[index - 1];
          if (before !== undefined) expect(kept.has(before)).toBe(true);
        }
      }),
    );
  });

  it('changes nothing that it has thinned already', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 120_000 }), (observations, bucketMs) => {
        const once = thinForKeeping(observations, bucketMs);
        expect(thinForKeeping(once, bucketMs)).toEqual(once);
      }),
    );
  });
});

describe('thinning for drawing', () => {
  const drawn = fc.tuple(series, fc.integer({ min: MOST_PER_BUCKET, max: 200 }));
  const span = (items: readonly Observation[]) => [items[0]?.at ?? 0, items.at(-1)?.at ?? 0] as const;

  it('gives at most what was asked for, all of it observed, with the extremes of the whole', () => {
    fc.assert(
      fc.property(drawn, ([observations, most]) => {
        const thinned = thinForDrawing(observations, ...span(observations), most);
        expect(thinned.length).toBeLessThanOrEqual(most);
        const known = new Set(withoutFlag(observations));
        expect(withoutFlag(thinned).every((item) => known.has(item))).toBe(true);
        expect(extremes(thinned)).toEqual(extremes(observations));
        expect(thinned.map(({ at }) => at)).toEqual(thinned.map(({ at }) => at).toSorted((a, b) => a - b));
      }),
    );
  });

  it('never draws a line over a gap', () => {
    fc.assert(
      fc.property(drawn, ([observations, most]) => {
        const thinned = thinForDrawing(observations, ...span(observations), most);
        for (const [index, item] of thinned.entries()) {
          const before = thinned[index - 1];
          if (before === undefined) continue;
          expect(item.after_gap).toBe(isParted(observations, before.at, item.at));
        }
      }),
    );
  });

  it('leaves few as they are', () => {
    const few = [observation(1, 5), observation(2, 6)];
    expect(thinForDrawing(few, 0, 10, MOST_PER_BUCKET)).toEqual(few);
  });

  it('bounds what it holds while it reads', () => {
    const thinner = createSpanThinner(0, 99_999, 10);
    for (let at = 0; at < 100_000; at += 1) thinner.push(observation(at, Math.sin(at)));
    expect(thinner.read().length).toBeLessThanOrEqual(10 * MOST_PER_BUCKET);
  });
});

describe('the extremes of a run', () => {
  it('are first, last, lowest and highest, a missing value being none', () => {
    const run = [
      observation(1, 5),
      observation(2, null),
      observation(3, 9),
      observation(4, 5),
      observation(5, -1),
      observation(6, 5),
    ];
    expect(pickExtremes(run).map(({ at }) => at)).toEqual([1, 3, 5, 6]);
  });

  it('compare numbers, not text', () => {
    const run = [observation(1, 99), observation(2, 1000), observation(3, 100), observation(4, 99.5)];
    expect(pickExtremes(run).map(({ at }) => at)).toEqual([1, 2, 4]);
  });
});
