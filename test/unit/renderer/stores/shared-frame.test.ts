import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenToTicks } from '../../../../renderer/stores/now.ts';
import { shareFrame, takeAlong } from '../../../../renderer/stores/shared-frame.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what waits for a frame that is painted anyway', () => {
  it('goes with it, once, in its order', () => {
    const done: string[] = [];
    shareFrame(() => done.push('first'), 250);
    shareFrame(() => done.push('second'), 100);
    takeAlong();
    takeAlong();
    vi.advanceTimersByTime(1000);
    expect(done).toEqual(['first', 'second']);
  });

  it('goes by itself when none comes in time', () => {
    const update = vi.fn<() => void>();
    shareFrame(update, 250);
    vi.advanceTimersByTime(249);
    expect(update).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    takeAlong();
    expect(update).toHaveBeenCalledOnce();
  });

  it('is done once however often it is asked for, and not at all when it is forgotten', () => {
    const [once, never] = [vi.fn<() => void>(), vi.fn<() => void>()];
    shareFrame(once, 250);
    shareFrame(once, 250);
    shareFrame(never, 250)();
    takeAlong();
    vi.advanceTimersByTime(1000);
    expect([once.mock.calls.length, never.mock.calls.length]).toEqual([1, 0]);
  });

  it('may ask again while it is done', () => {
    const update = vi.fn<() => void>(() => {
      if (update.mock.calls.length < 3) shareFrame(update, 250);
    });
    shareFrame(update, 250);
    takeAlong();
    expect(update).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1000);
    expect(update).toHaveBeenCalledTimes(3);
  });
});

describe('the ticks of ages', () => {
  it.each([
    ['without prices', null],
    ['with prices four times a second', 250],
    ['with prices ten times a second', 100],
    ['with prices that come too seldom', 900],
  ])('come about twice a second %s', (_name, pricesEveryMs) => {
    const prices = pricesEveryMs === null ? undefined : setInterval(takeAlong, pricesEveryMs);
    const at: number[] = [];
    const stop = listenToTicks(() => at.push(performance.now()));
    vi.advanceTimersByTime(10_000);
    stop();
    clearInterval(prices);
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(350);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(550);
    vi.advanceTimersByTime(2000);
    takeAlong();
    expect(at.length).toBe(gaps.length + 1);
  });
});
