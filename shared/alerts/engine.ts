import {
  absolute,
  add,
  compare,
  type DecimalString,
  divide,
  isPositive,
  isZero,
  multiply,
  roundToPlaces,
  subtract,
} from '../decimal.ts';
import { touchVolatility } from '../options/touch-volatility.ts';
import { bestAsk, bestBid } from '../orders/facts.ts';
import type { Ticker } from '../service/ticker.ts';
import type { AlertCondition, AlertNews, AlertRule, AlertStatus } from './rule.ts';

/** How long an input must be bad before it is reported. */
export const INPUT_GRACE_MS = 10_000;

const HUNDRED = '100' as DecimalString;
/** Of a percentage: finer differences are noise of the division. */
const PERCENT_PLACES = 8;

/** A ticker figure that services send as 0 when missing. */
const TICKER_READERS: ReadonlyMap<string, (ticker: Ticker) => DecimalString | null> = new Map([
  ['best_bid_price', (ticker) => bestBid(ticker)?.price ?? null],
  ['bid_iv', (ticker) => readVolatility(ticker, 'bid')],
  ['best_ask_price', (ticker) => bestAsk(ticker)?.price ?? null],
  ['ask_iv', (ticker) => readVolatility(ticker, 'ask')],
]);

function readVolatility(ticker: Ticker, side: 'bid' | 'ask'): DecimalString | null {
  const volatility = touchVolatility(ticker, side);
  return volatility === 'below_intrinsic' ? null : volatility;
}

/** The record that a rule looks at as it is known now, parsed: a ticker, or a currency's summary. Null before the first. */
export interface AlertReading {
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly isStale: boolean;
}

/** The moment of a turn, ms. */
export interface Moment {
  /** Local, since the epoch: it may be set. */
  readonly wallMs: number;
  /** Only goes forward: what has lasted for some time is told by it. */
  readonly steadyMs: number;
}

/** A state, since when by wall clock, and how often it was reported. */
interface Track {
  readonly isOn: boolean;
  readonly since: number | null;
  /** Last report, by the steady clock; null while one is due. */
  readonly toldAt: number | null;
  readonly level: number;
}

/** All that the engine remembers of a rule between two turns. */
export interface AlertMemory {
  readonly condition: Track;
  readonly input: Track;
  readonly inputState: AlertStatus['input'];
  /** Start of bad input, by the steady clock; null while good. */
  readonly badSince: number | null;
  readonly value: DecimalString | null;
}

const OFF: Track = { isOn: false, since: null, toldAt: null, level: 0 };

/** What is remembered of a rule that was never judged. */
export const NEW_MEMORY: AlertMemory = {
  condition: OFF,
  input: OFF,
  inputState: 'waiting',
  badSince: null,
  value: null,
};

/** The used part of a balance below zero: a margin is above any percentage (`beyond`), a loss below any (`beneath`). */
type UsedUp = 'beyond' | 'beneath';

/** The figure of a rule in the unit of its limit; null where the record doesn't carry it. */
export function readFigure(
  condition: AlertCondition,
  record: Readonly<Record<string, unknown>>,
): DecimalString | UsedUp | null {
  const signed = readPart(condition, record, condition.field);
  if (signed === null) return null;
  const figure = condition.is_absolute ? absolute(signed) : signed;
  return condition.divided_by === null ? figure : percentOf(figure, readPart(condition, record, condition.divided_by));
}

function percentOf(part: DecimalString, whole: DecimalString | null): DecimalString | UsedUp | null {
  if (whole === null) return null;
  if (isPositive(whole)) return roundToPlaces(multiply(divide(part, whole), HUNDRED), PERCENT_PLACES);
  if (isZero(part)) return part;
  return isPositive(part) ? 'beyond' : 'beneath';
}

function isUsedUp(value: DecimalString | UsedUp | null): value is UsedUp {
  return value === 'beyond' || value === 'beneath';
}

/** A figure. An unquoted side has none, nor a quote below intrinsic value. */
function readPart(
  { source }: AlertCondition,
  record: Readonly<Record<string, unknown>>,
  path: string,
): DecimalString | null {
  const read = source.kind === 'ticker' ? TICKER_READERS.get(path) : undefined;
  return read === undefined ? readPath(record, path) : read(record as Ticker);
}

/** Records are parsed before they come here: a figure is a decimal text. */
function readPath(record: Readonly<Record<string, unknown>>, path: string): DecimalString | null {
  let at: unknown = record;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return null;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return typeof at === 'string' && /^-?\d+(\.\d+)?$/.test(at) ? (at as DecimalString) : null;
}

/** Whether the alert holds: past the limit raises it, behind the hysteresis ends it. */
function stands(rule: AlertRule, wasRaised: boolean, value: DecimalString | UsedUp): boolean {
  const { comparison, limit } = rule.condition;
  if (isUsedUp(value)) return comparison === (value === 'beyond' ? 'above' : 'below');
  const sign = comparison === 'above' ? 1 : -1;
  if (compare(value, limit) === sign) return true;
  if (!wasRaised) return false;
  const end = comparison === 'above' ? subtract(limit, rule.hysteresis) : add(limit, rule.hysteresis);
  return compare(value, end) === sign;
}

interface Turn {
  readonly track: Track;
  /** What to report: raised, over, or nothing. */
  readonly tells: 'on' | 'off' | null;
}

/** One step of a state. A snooze delays reports until it ends. */
function advance(track: Track, isOn: boolean, { wallMs, steadyMs }: Moment, rule: AlertRule): Turn {
  const isSnoozed = rule.snoozed_until !== null && wallMs < rule.snoozed_until;
  if (!isOn) {
    const since = track.isOn || track.since === null ? wallMs : track.since;
    const wasTold = track.isOn && track.level > 0 && !isSnoozed;
    return { track: { ...OFF, since }, tells: wasTold ? 'off' : null };
  }
  const on = track.isOn ? track : { isOn, since: wallMs, toldAt: null, level: 0 };
  if (isSnoozed) return { track: { ...on, toldAt: null }, tells: null };
  const repeatMs = rule.repeat_minutes === null ? Number.POSITIVE_INFINITY : rule.repeat_minutes * 60_000;
  const isDue = on.toldAt === null || steadyMs - on.toldAt >= repeatMs;
  if (!isDue) return { track: on, tells: null };
  return { track: { ...on, toldAt: steadyMs, level: on.level + 1 }, tells: 'on' };
}

/**
 * Judges a rule by what is known now. Stale or missing input keeps the state, and raises its own alert after
 * `INPUT_GRACE_MS`.
 */
export function judge(
  rule: AlertRule,
  memory: AlertMemory,
  reading: AlertReading,
  now: Moment,
): { readonly memory: AlertMemory; readonly news: readonly AlertNews[] } {
  const found = reading.record === null ? null : readFigure(rule.condition, reading.record);
  const inputState = stateOf(reading, found);
  const fresh = inputState === 'fresh' ? found : null;
  const badSince = inputState === 'fresh' ? null : (memory.badSince ?? now.steadyMs);
  const isLost = badSince !== null && now.steadyMs - badSince >= INPUT_GRACE_MS;
  const input = advance(memory.input, isLost, now, rule);
  const condition = judgeCondition(rule, memory.condition, fresh, now);
  const value = isUsedUp(fresh) ? null : (fresh ?? memory.value);
  const news: AlertNews[] = [];
  tell(news, rule.id, input, ['input_lost', 'input_back'], value);
  tell(news, rule.id, condition, ['raised', 'over'], value, fresh === null);
  return { memory: { condition: condition.track, input: input.track, inputState, badSince, value }, news };
}

/** Without a value the state stays; a new rule remains unjudged. */
function judgeCondition(rule: AlertRule, track: Track, value: DecimalString | UsedUp | null, now: Moment): Turn {
  if (value !== null) return advance(track, stands(rule, track.isOn, value), now, rule);
  return track.isOn ? advance(track, true, now, rule) : { track, tells: null };
}

function tell(
  news: AlertNews[],
  id: string,
  { track, tells }: Turn,
  [on, off]: readonly [on: AlertNews['kind'], off: AlertNews['kind']],
  value: DecimalString | null,
  isOld = false,
): void {
  if (tells === null) return;
  const kind = tells === 'on' ? on : off;
  news.push({ id, kind, level: Math.max(1, track.level), value, ...(isOld ? { is_old: true } : {}) });
}

function stateOf(reading: AlertReading, found: DecimalString | UsedUp | null): AlertStatus['input'] {
  if (reading.isStale) return 'stale';
  if (reading.record === null) return 'waiting';
  return found === null ? 'missing' : 'fresh';
}

/** How a rule stands, for windows. */
export function statusOf(id: string, memory: AlertMemory): AlertStatus {
  const { condition, input, inputState, value } = memory;
  const { isOn, since, level } = condition;
  return { id, is_raised: isOn, since, value, input: inputState, level, told_blind: input.level };
}
