import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Quote } from '../../../../shared/ipc/schemas/quote-schema.ts';
import { TICKER } from '../samples.ts';

const QUOTE: Quote = { instrument_name: 'BTC-PERPETUAL', ticker: TICKER, age_ms: 0, is_stale: false, failure: null };

/** The modules of a window that has just begun, and its frames, drawn one by one. */
async function open() {
  vi.resetModules();
  const sight = await import('../../../../renderer/workspace/first-sight.ts');
  const { receiveQuotes } = await import('../../../../renderer/stores/market-store.ts');
  return { ...sight, receive: (quotes: readonly Quote[]) => receiveQuotes(quotes, 0) };
}

let frames: (() => void)[] = [];
function drawFrame(): void {
  const due = frames;
  frames = [];
  for (const draw of due) draw();
  vi.advanceTimersByTime(1);
}

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a window’s first sight', () => {
  it('is over once the first prices are on screen', async () => {
    const { beginFirstSight, isPastFirstSight, receive } = await open();
    beginFirstSight();
    drawFrame();
    drawFrame();
    expect(isPastFirstSight()).toBe(false);
    receive([QUOTE]);
    drawFrame();
    expect(isPastFirstSight()).toBe(false);
    drawFrame();
    expect(isPastFirstSight()).toBe(true);
  });

  it('counts prices that were there before it began', async () => {
    const { beginFirstSight, isPastFirstSight, receive } = await open();
    receive([QUOTE]);
    beginFirstSight();
    drawFrame();
    drawFrame();
    expect(isPastFirstSight()).toBe(true);
  });

  it('does not wait long for prices that do not come', async () => {
    const { beginFirstSight, isPastFirstSight } = await open();
    beginFirstSight();
    vi.advanceTimersByTime(399);
    expect(isPastFirstSight()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isPastFirstSight()).toBe(true);
  });

  it('is over by itself where no session opens', async () => {
    const { limitFirstSight, isPastFirstSight } = await open();
    limitFirstSight();
    vi.advanceTimersByTime(1999);
    expect(isPastFirstSight()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isPastFirstSight()).toBe(true);
  });

  it('is over once: what begins later does not begin it again', async () => {
    const { beginFirstSight, endFirstSight, isPastFirstSight } = await open();
    endFirstSight();
    beginFirstSight();
    expect(isPastFirstSight()).toBe(true);
  });

  it('is told to all that wait for it, whichever of them fails', async () => {
    const { afterFirstSight, endFirstSight } = await open();
    const thrown: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (task: () => void) => thrown.push(task));
    const told: string[] = [];
    afterFirstSight(() => told.push('one'));
    afterFirstSight(() => {
      throw new Error('two');
    });
    afterFirstSight(() => told.push('three'));
    expect(told).toEqual([]);
    endFirstSight();
    expect(told).toEqual(['one', 'three']);
    // Not lost: it is thrown where the window's log hears of it.
    expect(thrown).toHaveLength(1);
    expect(thrown[0]).toThrow('two');
    afterFirstSight(() => told.push('at once'));
    endFirstSight();
    expect(told).toEqual(['one', 'three', 'at once']);
  });
});
