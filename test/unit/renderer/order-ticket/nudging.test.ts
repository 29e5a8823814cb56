import { describe, expect, it } from 'vitest';
import { createWheelNudge, type WheelTurn } from '../../../../renderer/ui/controls/nudging.ts';

const STILL: WheelTurn = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  timeStamp: 0,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
};

/** What each turn of one wheel asks for, by default 16 ms apart. */
function turnAll(turns: readonly Partial<WheelTurn>[]): (number | null)[] {
  const read = createWheelNudge();
  return turns.map((turn, index) => read({ ...STILL, timeStamp: index * 16, ...turn }));
}

const sum = (steps: readonly (number | null)[]): number => steps.reduce<number>((all, step) => all + (step ?? 0), 0);

describe('the wheel', () => {
  it.each([
    ['100 px', { deltaY: -100 }, 1],
    ['120 px', { deltaY: -120 }, 1],
    ['three lines', { deltaY: 3, deltaMode: 1 }, -1],
    ['a line', { deltaY: 1, deltaMode: 1 }, -1],
    ['a page', { deltaY: -1, deltaMode: 2 }, 1],
    ['two at once', { deltaY: -240 }, 2],
    ['with Shift', { deltaY: -100, shiftKey: true }, 10],
    ['with Shift, turned sideways', { deltaX: 120, shiftKey: true }, -10],
    ['with Ctrl', { deltaY: -100, ctrlKey: true }, 100],
    ['with Cmd', { deltaY: -100, metaKey: true }, 100],
  ])('a notch of %s is a step', (_name, turn, steps) => {
    expect(turnAll([turn])).toEqual([steps]);
  });

  it('ten notches of 120 px are ten steps', () => {
    expect(sum(turnAll(Array.from({ length: 10 }, () => ({ deltaY: -120 }))))).toBe(10);
  });

  it.each([
    [40, 2, 0],
    [50, 2, -1],
    [40, 10, -4],
    [30, 100 / 3, -10],
  ])('a swipe of %i turns of %f px moves as far as its way', (count, deltaY, steps) => {
    expect(sum(turnAll(Array.from({ length: count }, () => ({ deltaY }))))).toBe(steps);
  });

  it('sideways is no step without Shift', () => {
    expect(turnAll([{ deltaX: 300 }, { deltaX: 0 }])).toEqual([null, null]);
  });

  it('forgets what was short of a notch after a rest, a turn back or another key', () => {
    const most = { deltaY: 90 };
    expect(turnAll([most, { deltaY: 10 }])).toEqual([0, -1]);
    expect(turnAll([most, { deltaY: 10, timeStamp: 300 }])).toEqual([0, 0]);
    expect(turnAll([most, { deltaY: -10 }, { deltaY: 90 }])).toEqual([0, 0, 0]);
    expect(turnAll([most, { deltaY: 10, ctrlKey: true }])).toEqual([0, 0]);
  });
});
