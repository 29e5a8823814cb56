import type { Exchange } from '../engine/exchange.ts';
import { instrumentRecord, tickerRecord } from '../engine/ticker.ts';
import type { InstrumentState, Venue } from '../engine/venue.ts';
import { JsonText } from '../http/json-text.ts';

interface WrittenTicker {
  readonly timeMs: number;
  readonly changes: number;
  readonly state: InstrumentState;
  /** What stands before and after the timestamp. */
  readonly head: string;
  readonly tail: string;
}

const tickers = new WeakMap<Venue, WrittenTicker>();
const instruments = new WeakMap<Venue, { readonly state: InstrumentState; readonly written: JsonText }>();

const MARK = '"timestamp":0,';

/**
 * The ticker as JSON text. Between two steps of the market only orders change it, so it is written anew when
 * the step, the book or the state is another; the timestamp is each call's own.
 */
export function writeTicker(exchange: Exchange, venue: Venue, atMs: number): JsonText {
  let known = tickers.get(venue);
  const { timeMs } = exchange;
  if (known?.timeMs !== timeMs || known.changes !== venue.book.changes || known.state !== venue.state) {
    const text = JSON.stringify({ ...tickerRecord(exchange, venue, atMs), timestamp: 0 });
    const at = text.indexOf(MARK);
    if (at < 0) throw new Error('a ticker has a timestamp that is not its last member');
    known = {
      timeMs,
      changes: venue.book.changes,
      state: venue.state,
      head: text.slice(0, at),
      tail: text.slice(at + MARK.length),
    };
    tickers.set(venue, known);
  }
  return new JsonText(`${known.head}"timestamp":${atMs},${known.tail}`);
}

/** The instrument as JSON text: all of it but the state stays as it was listed. */
export function writeInstrument(venue: Venue): JsonText {
  const known = instruments.get(venue);
  if (known?.state === venue.state) return known.written;
  const written = new JsonText(JSON.stringify(instrumentRecord(venue)));
  instruments.set(venue, { state: venue.state, written });
  return written;
}
