import { describe, expect, it } from 'vitest';
import { formatElapsed, noteSent, readElapsedMs } from '../../../../renderer/ui/words/elapsed.ts';
import { describeState } from '../../../../renderer/ui/order-words/order-text.ts';
import { SENDING_ROW } from '../samples.ts';

const SENT_MS = 1_000_000;
const SENT_ROW = { ...SENDING_ROW, submitted_at: SENT_MS };
const TEN_MINUTES = 600_000;

/** What each clock shows after sending, where one was set or stood still. */
function after(ms: number, set: { readonly service?: number; readonly wall?: number; readonly monotonic?: number }) {
  return {
    serviceMs: SENT_MS + ms + (set.service ?? 0),
    wallMs: 5000 + ms + (set.wall ?? 0),
    monotonicMs: 70 + ms + (set.monotonic ?? 0),
  };
}

describe('the time since a sell was sent', () => {
  it.each([
    ['nothing was set', {}],
    ['the service’s clock was set back', { service: -TEN_MINUTES }],
    ['the service’s clock was set forward', { service: TEN_MINUTES }],
    ['the machine’s clock was set', { wall: -TEN_MINUTES }],
    ['the machine slept', { monotonic: -11_000 }],
  ])('goes on where %s', (_name, set) => {
    const row = { ...SENT_ROW, outcome: 'sending' as const };
    noteSent(row, undefined, after(0, {}));
    // The next step of the order is another row; the clock was set before it came.
    const next = { ...row, outcome: 'unknown' as const };
    noteSent(next, row, after(3000, set));
    const now = after(12_000, set);
    expect(readElapsedMs(next, now.serviceMs, now)).toBe(12_000);
  });

  it('is not known of a row whose stamp is yet to come, as after a start; a little ahead is the clocks’ own doubt', () => {
    const row = { ...SENT_ROW, outcome: 'unknown' as const };
    const now = after(0, { service: -TEN_MINUTES });
    noteSent(row, undefined, now);
    expect(readElapsedMs(row, now.serviceMs, now)).toBeNull();
    expect(formatElapsed(null)).toBe('since when is not known');
    expect(describeState(row, now.serviceMs).text).toBe('checking with the service · since when is not known');
    expect(readElapsedMs(row, SENT_MS - 300)).toBe(0);
  });
});
