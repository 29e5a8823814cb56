import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromTime, joinLive, summarise, toColumns } from '../../../../renderer/features/chart/chart-data.ts';
import { observation } from '../../../support/records/observations.ts';

const GAP_MS = 10_000;

describe('the record and what came since', () => {
  const recorded = [observation(1000, 1, { after_gap: true }), observation(2000, 2)];

  it('are one line where they follow closely', () => {
    const live = [observation(2000, 2, { after_gap: true }), observation(3000, 3)];
    expect(joinLive(recorded, live, GAP_MS)).toEqual([...recorded, observation(3000, 3)]);
    expect(joinLive(recorded, [observation(3000, 3, { after_gap: true })], GAP_MS).at(-1)?.after_gap).toBe(false);
  });

  it('are parted where nothing was observed between them', () => {
    const live = [observation(2000 + GAP_MS + 1, 3)];
    expect(joinLive(recorded, live, GAP_MS).at(-1)).toEqual({ ...live[0], after_gap: true });
  });

  it('stand alone where the other is empty', () => {
    const live = [observation(5, 1)];
    expect(joinLive([], live, GAP_MS)).toBe(live);
    expect(joinLive(recorded, [], GAP_MS)).toBe(recorded);
  });

  it('keep the point from which the first line comes', () => {
    expect(fromTime(recorded, 1500)).toEqual(recorded);
    expect(fromTime(recorded, 1000)).toEqual(recorded);
    expect(fromTime(recorded, 2001)).toEqual([]);
  });
});

describe('the columns of the plot', () => {
  it('break every line at a gap, and only there', () => {
    const points = [
      observation(1000, 1, { after_gap: true }),
      observation(2000, 2),
      observation(60_000, 3, { after_gap: true, bid: null }),
    ];
    const { times, values, observations } = toColumns(points, ['mark', 'bid']);
    expect(times).toEqual([1000, 2000, 31_000, 60_000]);
    expect(values).toEqual([
      [1, 2, null, 3],
      [null, null, null, null],
    ]);
    expect(observations).toEqual([points[0], points[1], null, points[2]]);
  });

  it('hold each observed value and no other', () => {
    const step = fc.record({
      after: fc.integer({ min: 2, max: 1e6 }),
      mark: fc.option(fc.integer()),
      gap: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let at = 0;
        const points = steps.map(({ after, mark, gap }) => observation((at += after), mark, { after_gap: gap }));
        const { times, values, observations } = toColumns(points, ['mark']);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(observations.filter((item) => item !== null)).toEqual(points);
        for (const [row, item] of observations.entries()) {
          expect(values[0]?.[row]).toBe(item?.mark == null ? null : Number(item.mark));
        }
        const gaps = points.slice(1).filter(({ after_gap }) => after_gap).length;
        expect(observations.filter((item) => item === null)).toHaveLength(gaps);
      }),
    );
  });
});

describe('the summary of a line', () => {
  it('gives latest, lowest and highest by number, as they were observed', () => {
    const points = [observation(1, 99.5), observation(2, 1000), observation(3, 100), observation(4, null)];
    expect(summarise(points, 'mark')).toEqual({ latest: '100', low: '99.5', high: '1000' });
  });

  it('is none without a value', () => {
    expect(summarise([observation(1, 5)], 'bid')).toBeNull();
  });
});
