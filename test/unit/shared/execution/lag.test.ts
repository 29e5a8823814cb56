import { describe, expect, it } from 'vitest';
import {
  allowedLagMs,
  beginLag,
  isMeasured,
  type Lag,
  largestLagMs,
  noteLag,
  noteSent,
  setBackMs,
} from '../../../../shared/execution/lag.ts';

const OFFSET_MS = 1_000_000;
const at = (ms: number, offset_ms = OFFSET_MS) => ({ at: ms, offset_ms });
const madeMs = OFFSET_MS + 100;
const missed = (ms: number) => ({ kind: 'missed', service_ms: OFFSET_MS + ms, is_known: true }) as const;
const shown = (ms: number) => ({ kind: 'shown', service_ms: OFFSET_MS + ms, created_ms: madeMs }) as const;
const SENT: Lag = noteSent(beginLag([], 0), 'a', at(0));

/** The lag after queries at these times that miss the order, and one that shows it. */
function measure(missedMs: readonly number[], shownMs: number): Lag {
  const before = missedMs.reduce((lag, ms) => noteLag(lag, 'a', missed(ms), at(ms)), SENT);
  return noteLag(before, 'a', shown(shownMs), at(shownMs));
}

describe('the lag of queries', () => {
  it('is the age at which an order is shown that was missed shortly before', () => {
    expect(largestLagMs(measure([3000, 3100], 3200), 3200)).toBe(3100);
    expect(allowedLagMs(measure([3000, 3100], 3200), 'a', at(3200))).toBe(3100);
  });

  it('of an order that is shown at once is no more than its age; nothing was seen before', () => {
    expect(largestLagMs(SENT, 0)).toBeNull();
    expect(largestLagMs(measure([], 600), 600)).toBe(500);
    expect(allowedLagMs(measure([], 600), 'a', at(600))).toBe(1900);
    expect(largestLagMs(measure([], 9000), 9000)).toBeNull();
  });

  it('measured loosely counts only above what was measured finely', () => {
    const loose = measure([2000], 9000);
    expect(largestLagMs(loose, 9000)).toBe(1900 * 1.5 + 2000);
    const fine = noteLag(noteLag(loose, 'a', missed(9500), at(9500)), 'a', shown(9600), at(9600));
    expect(largestLagMs(fine, 9600)).toBe(9500);
    expect([isMeasured(loose, 9000), isMeasured(fine, 9600), isMeasured(fine, 60_000)]).toEqual([false, true, false]);
  });

  it('holds for half an hour, over restarts too', () => {
    const lag = measure([3000, 3100], 3200);
    expect(largestLagMs(lag, 31 * 60_000)).toBeNull();
    const kept = beginLag(
      [
        { lag_ms: 4000, ago_ms: 60_000 },
        { lag_ms: 9000, ago_ms: 31 * 60_000 },
      ],
      0,
    );
    expect(largestLagMs(kept, 0)).toBe(4000);
  });

  it('of a command of an earlier run is taken to be ten seconds until this run has seen one', () => {
    expect(allowedLagMs(beginLag([], 0), 'b', at(0))).toBe(10_000);
    expect(allowedLagMs(measure([], 600), 'b', at(600))).toBe(1500);
  });

  it('takes no time of the service’s clock that was set since', () => {
    const lag = noteLag(SENT, 'a', missed(3000), at(3000));
    const set = noteLag(lag, 'a', { ...shown(3100), service_ms: OFFSET_MS + 90_000 }, at(3100, OFFSET_MS + 86_900));
    expect(largestLagMs(set, 3100)).toBe(3100);
    expect(setBackMs(SENT, 'a', at(0, OFFSET_MS - 7000))).toBe(7000);
    expect(setBackMs(SENT, 'b', at(0))).toBe(600_000);
  });
});
