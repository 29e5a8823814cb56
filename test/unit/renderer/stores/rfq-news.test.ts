import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { RfqBoard, RfqRow } from '../../../../shared/ipc/rfq-schema.ts';
import { tellExpiringRfqs, tellPrintedRfqs } from '../../../../renderer/stores/rfq-news.ts';
import { clearNews, soundFor, toastStore } from '../../../../renderer/stores/toast-store.ts';
import { adoptWorkspaces, keepPreferences } from '../../../../renderer/stores/workspace-store.ts';

const NOW_MS = 1_800_000_000_000;
/** The service is so far ahead of this machine. */
const OFFSET_MS = 5000;

/** Counts the tones that were begun. */
let beeps = 0;
const NODE = { connect: (next: unknown) => next };
const RAMPS = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
class AudioDouble {
  readonly currentTime = 0;
  readonly destination = {};
  resume = () => Promise.resolve();
  createGain = () => ({ ...NODE, gain: RAMPS });
  createOscillator = () => ({ ...NODE, frequency: {}, start: () => (beeps += 1), stop: () => undefined });
}

let lastId = 0;
/** A request that runs out so many milliseconds after `NOW_MS`, by the service's clock. */
function rfq(leftMs: number | null, changes: Partial<RfqRow> = {}): RfqRow {
  lastId += 1;
  return {
    request_id: `r${lastId}`,
    label: `label ${lastId}`,
    outcome: 'created',
    legs: [],
    makers: [],
    disclosed: false,
    hedge: null,
    expected: { amount: decimal(1), ratios: [1], combo_id: null, name: 'buy straddle' },
    rfq: {
      block_rfq_id: lastId,
      state: 'open',
      amount: decimal(1),
      legs: [],
      creation_timestamp: 0,
      ...(leftMs === null ? {} : { expiration_timestamp: NOW_MS + OFFSET_MS + leftMs }),
    },
    refusal: null,
    notices: [],
    created_at: 0,
    decided_at: 0,
    submitted_at: 0,
    ...changes,
  };
}
const board = (...rows: RfqRow[]): RfqBoard => ({
  rows,
  listed_makers: null,
  blocked: null,
  book: { makers: [], schemes: [], structures: [] },
  clock_offset_ms: OFFSET_MS,
});
const told = () => toastStore.getState().news.map(({ title, tone }) => [title, tone]);

beforeEach(() => {
  beeps = 0;
  vi.useFakeTimers({ now: NOW_MS });
  vi.stubGlobal('AudioContext', AudioDouble);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  adoptWorkspaces(null);
  keepPreferences({ is_sounding: true });
  toastStore.setState({ toasts: [], news: [] });
  return () => {
    // Past the quiet after the last sound.
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('news of Block RFQs', () => {
  it('tell once, and with a sound, of an open request within its last minute by the service’s clock', () => {
    const soon = rfq(60_000);
    tellExpiringRfqs(board(soon, rfq(60_001)), NOW_MS);
    expect(told()).toEqual([['Runs out in 60 s: buy straddle', 'attention']]);
    expect(beeps).toBe(1);
    clearNews();
    tellExpiringRfqs(board(soon), NOW_MS + 30_000);
    expect(told()).toEqual([]);
  });

  it.each([
    ['that has run out', rfq(0)],
    ['whose end is not known', rfq(null)],
    ['that is traded', { ...rfq(1000), rfq: { ...rfq(1000).rfq, state: 'traded' } as RfqRow['rfq'] }],
    ['that has no record at the service', { ...rfq(1000), rfq: null }],
  ])('tell nothing of one %s', (_what, row) => {
    tellExpiringRfqs(board(row), NOW_MS);
    expect(told()).toEqual([]);
    expect(beeps).toBe(0);
  });

  it('tell once of a print of the same structure, and of none that is old', () => {
    const print = (at: number) =>
      rfq(null, {
        notices: [{ code: 'structure_printed', params: { id: '7', at: String(at), amount: '25', price: '0.0105' } }],
      });
    const fresh = print(NOW_MS + OFFSET_MS - 120_000);
    tellPrintedRfqs(board(fresh, print(NOW_MS + OFFSET_MS - 120_001)), NOW_MS);
    expect(told()).toEqual([['Your structure printed: buy straddle', 'attention']]);
    expect(toastStore.getState().news[0]?.detail).toContain('25 at 0.0105, while your request');
    clearNews();
    tellPrintedRfqs(board(fresh), NOW_MS);
    expect(told()).toEqual([]);
  });
});

describe('the sound of news', () => {
  it('is a second tone longer for what is bad, heard once in two seconds, and off where it was switched off', () => {
    vi.advanceTimersByTime(10_000);
    soundFor('attention');
    expect(beeps).toBe(1);
    soundFor('bad');
    vi.advanceTimersByTime(1999);
    soundFor('bad');
    expect(beeps).toBe(1);
    vi.advanceTimersByTime(1);
    soundFor('bad');
    expect(beeps).toBe(3);
    vi.advanceTimersByTime(2000);
    keepPreferences({ is_sounding: false });
    soundFor('bad');
    expect(beeps).toBe(3);
  });
});
