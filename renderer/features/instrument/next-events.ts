import { nextSettlement } from '../../../shared/service/calendar.ts';
import { type Instrument, NO_EXPIRY_MS } from '../../../shared/service/instrument.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Something that will happen to the instrument by itself. */
export interface NextEvent {
  readonly name: string;
  /** Milliseconds since the epoch by the service's clock; null: all the time, or not known when. */
  readonly atMs: number | null;
  readonly text: string;
}

const ENDED: Readonly<Record<string, string>> = {
  delivered: 'Later the book becomes archivized: the instrument moves to the expired ones.',
  archivized: 'This is its final state.',
  inactive: 'It may be final. A combo may become active again.',
};

/** What comes next, soonest first (contract, "Instrument (order book) state"; facts, "Trading day", "Funding" and section 10). */
export function listNextEvents(instrument: Instrument, state: string, nowMs: number): NextEvent[] {
  const ended = ENDED[state];
  if (ended !== undefined) return [{ name: 'Afterwards', atMs: null, text: ended }];
  const expiry = instrument.expiration_timestamp ?? NO_EXPIRY_MS;
  const isDated = expiry < NO_EXPIRY_MS;
  const settlement = nextSettlement(nowMs);
  const events: NextEvent[] = [];
  if (instrument.settlement_period === 'perpetual') {
    events.push({
      name: 'Funding',
      atMs: null,
      text: 'Accrues every millisecond: rate × position × time ÷ 8 h. Longs pay while it is positive. It counts as session profit and moves to cash at 08:00 UTC.',
    });
  }
  if (state === 'halted') {
    events.push({ name: 'Settlement', atMs: null, text: 'Impossible while at least one book is halted.' });
  } else if (instrument.kind === 'spot') {
    events.push({ name: 'Day orders end', atMs: settlement, text: 'Good-til-day orders end at 08:00 UTC.' });
  } else if (!isDated || settlement < expiry) {
    events.push({
      name: 'Daily settlement',
      atMs: settlement,
      text: 'The book is in settlement for some seconds. It takes nothing and cancels day orders. Session profit and loss becomes cash.',
    });
  }
  if (!isDated) return events;
  if (instrument.kind === 'option') {
    events.push({
      name: 'Delta decays',
      atMs: expiry - 30 * MINUTE_MS,
      text: 'The delivery price averages the last 30 minutes. The option’s delta and mark decay to zero in the account’s totals.',
    });
  }
  events.push({
    name: 'Expiry and delivery',
    atMs: expiry,
    text: 'Delivered at the index averaged over the 30 minutes before. Settlement cancels day orders, delivery all open orders. Later the book is archivized.',
  });
  return events.filter(({ atMs }) => atMs === null || atMs > nowMs);
}

/** A time to go in two units: `126 d 18 h`, `18 h 3 min`, `3 min 20 s`; `passed` when there is none. */
export function describeCountdown(leftMs: number): string {
  if (leftMs <= 0) return 'passed';
  const units: readonly [number, string][] = [
    [DAY_MS, 'd'],
    [HOUR_MS, 'h'],
    [MINUTE_MS, 'min'],
    [SECOND_MS, 's'],
  ];
  const first = Math.min(
    units.findIndex(([size]) => leftMs >= size) === -1 ? 3 : units.findIndex(([size]) => leftMs >= size),
    3,
  );
  const [size, unit] = units[first] ?? [SECOND_MS, 's'];
  const whole = Math.floor(leftMs / size);
  const next = units[first + 1];
  return next === undefined
    ? `${whole} ${unit}`
    : `${whole} ${unit} ${Math.floor((leftMs - whole * size) / next[0])} ${next[1]}`;
}
