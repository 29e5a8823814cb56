import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDots, traceSteps } from '../../../../renderer/features/chart/trace-steps.ts';

type Stroke = readonly [fromX: number, fromY: number, toX: number, toY: number];

function trace(values: readonly (number | null)[]): Stroke[] {
  const strokes: Stroke[] = [];
  let at: readonly [number, number] = [Number.NaN, Number.NaN];
  const pen = {
    moveTo: (x: number, y: number) => {
      at = [x, y];
    },
    lineTo: (x: number, y: number) => {
      strokes.push([...at, x, y]);
      at = [x, y];
    },
  };
  const times = values.map((_, index) => index);
  traceSteps(pen, { times, values, from: 0, to: values.length - 1, x: (time) => time, y: (value) => value });
  return strokes;
}

describe('the line of a series', () => {
  it('holds each value until the next', () => {
    expect(trace([1, 3, 3])).toEqual([
      [0, 1, 1, 1],
      [1, 1, 1, 3],
      [1, 3, 2, 3],
    ]);
  });

  it('never touches a row without a value, nor joins its sides', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 5 }))), (values) => {
        for (const [fromX, fromY, toX, toY] of trace(values)) {
          expect(toX - fromX).toBeLessThanOrEqual(1);
          expect(values[fromX]).not.toBeNull();
          expect(values[toX]).not.toBeNull();
          // Level until the next observation, and at once to it.
          if (fromX === toX) expect([fromY, toY]).toEqual([values[toX - 1], values[toX]]);
          else expect([fromY, toY]).toEqual([values[fromX], values[fromX]]);
        }
      }),
    );
  });
});

describe('the dots of a series', () => {
  const wide = (row: number) => row * 10;

  it('stand for lines too short to be seen, and at the newest value', () => {
    expect(findDots([1, null, 2, 3, null, 4, 5], wide)).toEqual([0, 6]);
    expect(findDots([1, null, 2, 3, null, null], (row) => row / 10)).toEqual([0, 3]);
    expect(findDots([null, 7, undefined], wide)).toEqual([1]);
    expect(findDots([null, null], wide)).toEqual([]);
    expect(findDots([], wide)).toEqual([]);
  });
});
