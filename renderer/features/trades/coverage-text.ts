import { lengthMs } from '../../../shared/history/spans.ts';
import type { HistoryQuery } from '../../../shared/history/query.ts';
import type { Coverage, HistorySummary, Walk } from '../../../shared/history/view.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { formatCount, zoneName } from '../../ui/words/shown.ts';
import { formatInstant } from '../../ui/words/format.ts';

/** A part of the bar: where it begins, milliseconds, and where it is drawn and how wide, as lengths of CSS. */
export interface CoveragePart {
  readonly state: Coverage['state'];
  readonly from: number;
  readonly left: string;
  readonly width: string;
  readonly title: string;
}

const REASONS = {
  not_fetched: 'not fetched yet',
  same_millisecond: 'one millisecond has more trades than the service lists',
  contradiction: 'the service’s answers contradict each other',
} as const;

const STATES: Readonly<Record<Coverage['state'], string>> = {
  complete: 'complete',
  not_indexed: 'not yet listed by the service: fetch again in a few minutes',
  gap: 'gap',
};

/** The least that is drawn of a part, however short: the right edge must leave room for it. */
const LEAST_PIXELS = 2;

/** The parts that are drawn. */
export function drawCoverage(coverage: readonly Coverage[]): CoveragePart[] {
  const [first, last] = [coverage[0], coverage.at(-1)];
  if (first === undefined || last === undefined) return [];
  const whole = last.to - first.from + 1;
  return coverage.map(({ from, to, state, reason }) => ({
    state,
    from,
    left: `min(${((from - first.from) / whole) * 100}%, calc(100% - ${LEAST_PIXELS}px))`,
    width: `max(${((to - from + 1) / whole) * 100}%, ${LEAST_PIXELS}px)`,
    title: describePart({ from, to, state, reason }),
  }));
}

/** Each span of a window that is not complete, and why. */
export function listSpans(coverage: readonly Coverage[]): string[] {
  return coverage.filter(({ state }) => state !== 'complete').map(describePart);
}

function describePart({ from, to, state, reason }: Coverage): string {
  return `${describeSpan(from, to)}: ${reason === null ? STATES[state] : `gap, ${REASONS[reason]}`}`;
}

function describeSpan(from: number, to: number): string {
  const until = `${formatInstant(to)} ${zoneName(to)}`;
  if (from === to) return until;
  // The clock may have been changed between the two.
  const isSameZone = zoneName(from) === zoneName(to);
  return `${formatInstant(from)}${isSameZone ? '' : ` ${zoneName(from)}`} to ${until}`;
}

/** How far a window is known, in a sentence. */
export function describeCoverage({ coverage, unreadable }: HistorySummary): string {
  const of = (state: Coverage['state']) => coverage.filter((part) => part.state === state);
  const whole = lengthMs(coverage);
  const unfetched = of('gap').filter(({ reason }) => reason === 'not_fetched');
  const gaps = of('gap').filter(({ reason }) => reason !== 'not_fetched');
  const texts = [
    describeShare('complete', lengthMs(of('complete')), whole),
    gaps.length === 0 ? null : `${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'}: ${listReasons(gaps)}`,
    unfetched.length === 0 ? null : describeShare('not fetched', lengthMs(unfetched), whole),
    of('not_indexed').length === 0 ? null : describeShare('not yet indexed', lengthMs(of('not_indexed')), whole),
    unreadable === 0 ? null : `${unreadable} unreadable ${unreadable === 1 ? 'record' : 'records'} kept aside`,
  ];
  return texts.filter((text) => text !== null).join(' · ');
}

function describeShare(what: string, part: number, whole: number): string {
  if (part === whole) return what === 'complete' ? 'complete: every trade of the window' : `all ${what}`;
  return `${writePercent(part / whole)} % ${what}`;
}

/** A part of something that is not all of it: neither all nor nothing by rounding. */
function writePercent(share: number): string {
  const percent = share * 100;
  return share === 0 ? '0' : percent < 0.1 ? '< 0.1' : percent > 99.9 ? '> 99.9' : percent.toFixed(1);
}

function listReasons(gaps: readonly Coverage[]): string {
  return [...new Set(gaps.flatMap(({ reason }) => (reason === null ? [] : [REASONS[reason]])))].join('; ');
}

/** How the latest walk is doing or how it ended, and of what it is where that is not what is shown. */
export function describeLatestWalk(walk: Walk, shown: HistoryQuery | null): string {
  const text = describeWalk(walk);
  if (shown !== null && writeQuery(shown) === writeQuery(walk.query)) return text;
  const { from_ms: from, to_ms: to } = walk.query;
  return `latest walk, of ${nameScope(walk.query)}, ${describeSpan(from, to)}: ${text}`;
}

/** Whose trades, and of which kinds. */
export function nameScope({ scope }: HistoryQuery): string {
  if (scope.by === 'instrument') return scope.instrument_name;
  return [scope.currency, ...scope.kinds].join(', ');
}

/** Tells queries apart that are of other trades; how many come on a page changes none of them. */
function writeQuery({ scope, from_ms, to_ms }: HistoryQuery): string {
  return JSON.stringify([nameScope({ scope, from_ms, to_ms, count: 0 }), scope.by, from_ms, to_ms]);
}

function describeWalk(walk: Walk): string {
  const count = `${formatCount(walk.trades)} new trades in ${formatCount(walk.requests)} requests`;
  switch (walk.state) {
    case 'running': {
      const rate = `${formatCount(Math.round(walk.trades_per_second))} trades/s`;
      const left = walk.remaining_ms === null ? '' : ` · about ${describeSeconds(walk.remaining_ms)} left`;
      return `fetching · ${writePercent(walk.fraction)} % · ${count} · ${rate}${left}`;
    }
    case 'done':
      return `fetched · ${count}`;
    case 'cancelled':
      return `cancelled · ${count}; what came is kept`;
    case 'interrupted':
      return 'interrupted when the terminal ended; earlier pages are stored';
    case 'elsewhere':
      return 'begun by another terminal, not finished';
    case 'failed':
      return `stopped · ${walk.failure === null ? 'no reason known' : describeFailure(walk.failure)}`;
  }
}

function describeSeconds(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
