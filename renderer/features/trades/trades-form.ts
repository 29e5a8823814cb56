import type { HistoryIssue, HistoryQuery, TradeKind } from '../../../shared/history/query.ts';
import { MAX_PAGE } from '../../../shared/history/query.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** What the trader typed, exactly. Times in UTC. */
export interface TradesForm {
  readonly by: 'currency' | 'instrument';
  readonly currency: string;
  /** Empty: every kind. */
  readonly kinds: readonly TradeKind[];
  readonly instrument: string;
  readonly from: string;
  readonly to: string;
  /** The quick range that the two are of: it moves on with the time. Null once they were typed. */
  readonly range: QuickRange | null;
  /** Trades on a page of the service. */
  readonly count: string;
}

export const QUICK_RANGES = ['today', '24 h', '7 d', '30 d'] as const;
export type QuickRange = (typeof QUICK_RANGES)[number];

/** The window that a quick range means at a time: until then, from its start or from midnight UTC. */
export function quickRange(range: QuickRange, nowMs: number): Pick<TradesForm, 'from' | 'to' | 'range'> {
  const days: Readonly<Record<QuickRange, number>> = { today: 0, '24 h': 1, '7 d': 7, '30 d': 30 };
  const from = range === 'today' ? nowMs - (nowMs % DAY_MS) : nowMs - days[range] * DAY_MS;
  return { from: formatTime(from - (from % SECOND_MS)), to: formatTime(nowMs - (nowMs % SECOND_MS)), range };
}

export function emptyForm(nowMs: number): TradesForm {
  const window = quickRange('24 h', nowMs);
  return { by: 'currency', currency: 'BTC', kinds: [], instrument: '', count: String(MAX_PAGE), ...window };
}

/** The form that asks for just this. */
export function formOf({ scope, from_ms, to_ms, count }: HistoryQuery): TradesForm {
  const window = { from: formatTime(from_ms), to: formatTime(to_ms), count: String(count), range: null };
  return scope.by === 'currency'
    ? { ...window, by: 'currency', currency: scope.currency, kinds: scope.kinds, instrument: '' }
    : { ...window, by: 'instrument', currency: 'BTC', kinds: [], instrument: scope.instrument_name };
}

/** What the form asks for, to be judged by the rules of queries: what can't be read is there as it is. */
export function readForm(form: TradesForm): Readonly<Record<keyof HistoryQuery, unknown>> {
  const { by, currency, kinds, instrument } = form;
  return {
    scope: by === 'currency' ? { by, currency, kinds } : { by, instrument_name: instrument.trim() },
    from_ms: readTime(form.from),
    to_ms: readTime(form.to),
    count: /^\d{1,9}$/.test(form.count.trim()) ? Number(form.count) : form.count.trim() === '' ? null : form.count,
  };
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?)?Z?$/;

/** A UTC date and time in milliseconds, or milliseconds as such; null for nothing, the text where it is neither. */
function readTime(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (/^\d{1,16}$/.test(trimmed)) return Number(trimmed);
  const parts = TIME.exec(trimmed);
  if (parts === null) return trimmed;
  const [, date = '', minutes = '00:00', seconds = ':00'] = parts;
  const time = Date.parse(`${date}T${minutes}${seconds}Z`);
  // What no calendar has, such as 31 February, is not moved to another day.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(date) ? trimmed : time;
}

/** `2026-11-21 08:30:00`, with milliseconds where there are any: `readForm` reads the same time back. */
export function formatTime(epochMs: number): string {
  const characters = epochMs % SECOND_MS === 0 ? 19 : 23;
  return new Date(epochMs).toISOString().slice(0, characters).replace('T', ' ');
}

/** An issue of a query in words: what is wrong and allowed. */
export function describeHistoryIssue({ field, code, allowed }: HistoryIssue): string {
  const bound = /^\d+$/.test(allowed) ? formatTime(Number(allowed)) : allowed;
  const time = 'Enter a UTC time, such as 2026-11-21 08:30.';
  switch (code) {
    case 'missing':
      if (field === 'count') return `Say how many: ${allowed}.`;
      return field === 'scope' ? 'Say what to fetch.' : `A window needs both ends. ${time}`;
    case 'unknown':
      return `Not known: give ${allowed}.`;
    case 'not_whole':
      return field === 'count' ? `Give ${allowed}.` : `This is no time. ${time}`;
    case 'in_seconds':
      return `This is a time in seconds. ${time}`;
    case 'out_of_range':
      return `Give ${allowed}.`;
    case 'reversed':
      return `The start is after the end: at most ${bound}.`;
    case 'in_the_future':
      return `No trades in the future: at most ${bound}, the service’s time.`;
  }
}
