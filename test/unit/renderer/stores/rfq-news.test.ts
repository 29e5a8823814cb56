import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { DEFAULT_PREFERENCES, SOUNDS } from '../../../../shared/ipc/schemas/preferences-schema.ts';
import type { RfqBoard, RfqRow } from '../../../../shared/ipc/schemas/rfq-schema.ts';
import { DEFAULT_RFQ_GUARDS } from '../../../../shared/rfq/guards.ts';
import {
  settleRfqNews,
  tellEndedRfqs,
  tellExpiringRfqs,
  tellPrintedRfqs,
} from '../../../../renderer/stores/rfq/rfq-news.ts';
import { clearNews, showToast, soundFor, toastStore } from '../../../../renderer/stores/toast-store.ts';
import { adoptPreferences, keepPreferences } from '../../../../renderer/stores/preferences-store.ts';

const NOW_MS = 1_800_000_000_000;

/** The tones that were begun: how high, and when. */
const heard: { readonly hertz: number; readonly at: number }[] = [];
let startedMs = NOW_MS;
const clock = () => (Date.now() - NOW_MS) / 1000;
const NODE = { connect: (next: unknown) => next };
const RAMPS = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
class AudioDouble {
  readonly state = 'running';
  get currentTime() {
    return clock();
  }
  readonly destination = {};
  resume = () => Promise.resolve();
  createGain = () => ({ ...NODE, gain: RAMPS });
  createOscillator = () => {
    const frequency = { value: 0 };
    return {
      ...NODE,
      frequency,
      start: (at: number) => heard.push({ hertz: frequency.value, at }),
      stop: () => undefined,
    };
  };
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
      ...(leftMs === null ? {} : { expiration_timestamp: NOW_MS + leftMs }),
    },
    quoted_by: [],
    refusal: null,
    notices: [],
    created_at: 0,
    decided_at: 0,
    ended_by: null,
    submitted_at: 0,
    ...changes,
  };
}
const board = (...rows: RfqRow[]): RfqBoard => ({
  rows,
  listed_makers: null,
  blocked: null,
  guards: DEFAULT_RFQ_GUARDS,
  book: { makers: [], schemes: [], structures: [] },
});
const told = () => toastStore.getState().news.map(({ title, tone }) => [title, tone]);

beforeEach(() => {
  heard.length = 0;
  // Later each time: what was heard before is long over.
  startedMs += 1_000_000;
  vi.useFakeTimers({ now: startedMs });
  vi.stubGlobal('AudioContext', AudioDouble);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  adoptPreferences(DEFAULT_PREFERENCES);
  keepPreferences({ is_sounding: true, muted: [] });
  toastStore.setState({ toasts: [], news: [] });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('news of Block RFQs', () => {
  it('tell once, and with a sound, of an open request within its last minute by the service’s clock', () => {
    const soon = rfq(60_000);
    tellExpiringRfqs(board(soon, rfq(60_001)), NOW_MS);
    expect(told()).toEqual([['Runs out in 60 s: buy straddle', 'attention']]);
    expect(heard).toHaveLength(3);
    clearNews();
    tellExpiringRfqs(board(soon), NOW_MS + 30_000);
    expect(told()).toEqual([]);
  });

  it('tell of one that is created and not yet open', () => {
    const created = rfq(30_000);
    tellExpiringRfqs(board({ ...created, rfq: { ...created.rfq, state: 'created' } as RfqRow['rfq'] }), NOW_MS);
    expect(told()).toEqual([['Runs out in 30 s: buy straddle', 'attention']]);
  });

  it('tell together of those that end together, the first of them by name', () => {
    const ending = [40_000, 10_000, 20_000, 50_000].map((leftMs) => rfq(leftMs));
    tellExpiringRfqs(board(...ending), NOW_MS);
    expect(told()).toEqual([['4 Block RFQs run out within a minute', 'attention']]);
    const [latest, first, second] = ending.map(({ label }) => label);
    expect(toastStore.getState().news[0]?.detail).toBe(
      `${first} in 10 s (buy straddle), ${second} in 20 s (buy straddle), ${latest} in 40 s (buy straddle), and 1 more. Each ends without a trade unless you deal first.`,
    );
    expect(heard).toHaveLength(3);
  });

  it.each([
    ['that has run out', rfq(0)],
    ['whose end is not known', rfq(null)],
    ['that is traded', { ...rfq(1000), rfq: { ...rfq(1000).rfq, state: 'traded' } as RfqRow['rfq'] }],
    ['that has no record at the service', { ...rfq(1000), rfq: null }],
  ])('tell nothing of one %s', (_what, row) => {
    tellExpiringRfqs(board(row), NOW_MS);
    expect(told()).toEqual([]);
    expect(heard).toEqual([]);
  });

  const withState = (row: RfqRow, state: string) => ({ ...row, rfq: { ...row.rfq, state } }) as RfqRow;

  it.each([
    ['expired', 'Ran out: buy straddle 1', 'attention'],
    ['cancelled', 'Cancelled: buy straddle 1', 'attention'],
    ['filled', 'Filled: buy straddle 1', 'good'],
  ])('tell once, and with a sound, of one that was seen open and is %s', (state, title, tone) => {
    const row = rfq(300_000);
    tellEndedRfqs(board(row), NOW_MS);
    expect(told()).toEqual([]);
    tellEndedRfqs(board(withState(row, state)), NOW_MS + 300_100);
    expect(told()).toEqual([[title, tone]]);
    expect(toastStore.getState().news[0]?.detail).toContain(row.label);
    expect(heard).toHaveLength(3);
    clearNews();
    tellEndedRfqs(board(withState(row, state)), NOW_MS + 300_200);
    expect(told()).toEqual([]);
  });

  it('tell of one that ran out and whose end the service does not tell, and of that end once it does', () => {
    const row = rfq(0);
    tellEndedRfqs(board(row), NOW_MS - 1);
    tellEndedRfqs(board(row), NOW_MS + 14_999);
    expect(told()).toEqual([]);
    for (const laterMs of [15_000, 16_000]) tellEndedRfqs(board(row), NOW_MS + laterMs);
    expect(told()).toEqual([['Ran out: buy straddle 1', 'attention']]);
    // Where the service lists no requests, nothing is being asked.
    expect(toastStore.getState().news[0]?.detail).toMatch(
      /has not shown how it ended\. Check there: it may have no list/,
    );
    clearNews();
    tellEndedRfqs(board(withState(row, 'filled')), NOW_MS + 20_000);
    expect(told()).toEqual([['Filled: buy straddle 1', 'good']]);
  });

  it('tell together of those that end together unfilled, and of each that was filled', () => {
    const rows = [rfq(1), rfq(1), rfq(1)];
    tellEndedRfqs(board(...rows), NOW_MS);
    const states = ['expired', 'expired', 'filled'];
    tellEndedRfqs(board(...rows.map((row, at) => withState(row, states[at] ?? ''))), NOW_MS + 10);
    expect(told()).toEqual([
      ['2 Block RFQs ended', 'attention'],
      ['Filled: buy straddle 1', 'good'],
    ]);
    expect(heard).toHaveLength(3);
  });

  it('tell nothing of the end of one that was over when the window began', () => {
    tellEndedRfqs(board(withState(rfq(-1), 'expired'), rfq(-60_000)), NOW_MS);
    expect(told()).toEqual([]);
  });

  it('tell once of a print of the same structure, and of none that is old', () => {
    const print = (at: number) =>
      rfq(null, {
        notices: [{ code: 'structure_printed', params: { id: '7', at: String(at), amount: '25', price: '0.0105' } }],
      });
    const fresh = print(NOW_MS - 120_000);
    tellPrintedRfqs(board(fresh, print(NOW_MS - 120_001)), NOW_MS);
    expect(told()).toEqual([['Your structure printed: buy straddle', 'attention']]);
    expect(toastStore.getState().news[0]?.detail).toContain('25 at 0.0105, while your request');
    clearNews();
    tellPrintedRfqs(board(fresh), NOW_MS);
    expect(told()).toEqual([]);
  });
});

describe('the sound of news', () => {
  it('is another for each kind, heard once in two seconds, none hidden by another', () => {
    const sounds = SOUNDS.map((name) => {
      heard.length = 0;
      soundFor(name);
      soundFor(name);
      vi.advanceTimersByTime(1999);
      soundFor(name);
      const melody = heard.map(({ hertz }) => hertz).join();
      heard.length = 0;
      vi.advanceTimersByTime(1);
      soundFor(name);
      expect(heard.map(({ hertz }) => hertz).join()).toBe(melody);
      return melody;
    });
    expect(new Set(sounds).size).toBe(SOUNDS.length);
    expect(sounds).not.toContain('');
    vi.advanceTimersByTime(10_000);
    heard.length = 0;
    soundFor('fill');
    soundFor('refused');
    const begun = heard.map(({ at }) => at);
    expect(begun).toHaveLength(4);
    expect(begun).toEqual(begun.toSorted((a, b) => a - b));
    expect(new Set(begun).size).toBe(4);
  });

  it('is left out where so many are waiting that it would be heard long after', () => {
    for (const name of SOUNDS) soundFor(name);
    const all = heard.length;
    vi.advanceTimersByTime(2000);
    for (const name of SOUNDS) soundFor(name);
    expect(heard.length).toBeGreaterThan(all);
    expect(heard.length).toBeLessThan(2 * all);
    expect(Math.max(...heard.map(({ at }) => at)) - clock()).toBeLessThan(4);
  });

  it('is off where it was switched off, for all or for one kind', () => {
    keepPreferences({ muted: ['fill'] });
    soundFor('fill');
    expect(heard).toEqual([]);
    soundFor('refused');
    expect(heard).toHaveLength(2);
    vi.advanceTimersByTime(2000);
    keepPreferences({ is_sounding: false });
    soundFor('refused');
    expect(heard).toHaveLength(2);
  });
});

describe('news of a Block RFQ without an answer', () => {
  const shown = () => toastStore.getState().toasts.map(({ title, isSticky }) => [title, isSticky]);
  const tellLost = (subject: string): void =>
    showToast({ subject, tone: 'attention', title: 'No answer', detail: 'It may be at the service.', isSticky: true });

  it('stays while nothing is known, and gives way to what its list shows', () => {
    const lost = rfq(null, { outcome: 'unknown', rfq: null, decided_at: null });
    tellLost(lost.request_id);
    settleRfqNews(board(lost));
    expect(shown()).toEqual([['No answer', true]]);
    settleRfqNews(board({ ...lost, outcome: 'created' }));
    expect(shown()).toEqual([['Quotes requested: buy straddle 1', false]]);
    settleRfqNews(board({ ...lost, outcome: 'created' }));
    expect(told()).toHaveLength(2);
  });

  it.each([
    ['filled', 'Filled: buy straddle 1'],
    ['cancelled', 'Cancelled: buy straddle 1'],
  ])('gives way to how it ended where it is found %s', (state, title) => {
    const found = rfq(300_000);
    const lost = { ...found, outcome: 'unknown', rfq: null } as const;
    tellEndedRfqs(board(lost), NOW_MS);
    tellLost(lost.request_id);
    const ended = { ...found, rfq: { ...found.rfq, state } } as RfqRow;
    tellEndedRfqs(board(ended), NOW_MS + 60_000);
    settleRfqNews(board(ended));
    expect(shown()).toEqual([[title, false]]);
  });

  it('goes once a person has said that it is not there', () => {
    const lost = rfq(null, { outcome: 'absent', rfq: null });
    tellLost(lost.request_id);
    settleRfqNews(board(lost));
    expect(shown()).toEqual([]);
  });
});
