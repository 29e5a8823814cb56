import type { Ticker } from '../../shared/service/ticker.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { ofAnother } from './of-another.ts';
import { isLast, type Watched } from './watched.ts';

interface TickerIntake {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly serviceClock: Pick<ServiceClock, 'isPlausible' | 'observeTimestamp'>;
  readonly intervalMs: (entry: Watched) => number;
  /** Told of every ticker that is news, with the poll interval in force. */
  readonly onTicker: ((ticker: Ticker, intervalMs: number) => void) | undefined;
}

/** Takes a ticker that came for an instrument, after so many milliseconds. */
export type TakeTicker = (name: string, entry: Watched, ticker: Ticker, roundTripMs: number) => void;

/**
 * Keeps the newest ticker; one whose timestamp doesn't advance is no news (docs/faults.json, F31). A clock set back
 * is accepted.
 */
export function createTakeTicker({ clock, serviceClock, intervalMs, onTicker }: TickerIntake): TakeTicker {
  return (name, entry, ticker, roundTripMs) => {
    if (ticker.instrument_name !== name) {
      entry.failure = ofAnother(ticker.instrument_name);
      return;
    }
    if (!serviceClock.isPlausible(ticker.timestamp)) {
      const message = `the service sent a ticker of ${new Date(ticker.timestamp).toISOString()}, which is not yet`;
      entry.failure = { code: 'InvalidResponse', message, params: {} };
      return;
    }
    serviceClock.observeTimestamp(ticker.timestamp, roundTripMs);
    entry.isOver = isLast(ticker);
    // What lives after all is not left waiting for its minute.
    if (!entry.isOver) entry.dueAt = Math.min(entry.dueAt, clock.monotonic() + intervalMs(entry));
    const held = entry.ticker;
    if (held !== null && ticker.timestamp <= held.timestamp && serviceClock.isPlausible(held.timestamp)) return;
    entry.ticker = ticker;
    entry.advancedAt = clock.monotonic();
    entry.wasStale = false;
    entry.wasAskedAgain = false;
    onTicker?.(ticker, intervalMs(entry));
  };
}
