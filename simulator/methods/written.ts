import type { Account } from '../account/account.ts';
import type { ReplySettings } from '../account/reply-settings.ts';
import type { Exchange } from '../engine/exchange.ts';
import { instrumentRecord, tickerRecord } from '../engine/ticker.ts';
import type { InstrumentState, Venue } from '../engine/venue.ts';
import { JsonText } from '../http/json-text.ts';
import type { World } from '../world.ts';

interface WrittenTicker {
  readonly timeMs: number;
  readonly changes: number;
  readonly state: InstrumentState;
  /** What stands before and after the timestamp. */
  readonly head: string;
  readonly tail: string;
}

const tickers = new WeakMap<Venue, WrittenTicker>();
interface WrittenInstrument {
  readonly state: InstrumentState;
  readonly isActive: boolean;
  readonly fields: unknown;
  readonly written: JsonText;
}

const instruments = new WeakMap<Venue, WrittenInstrument>();

interface WrittenAccount {
  readonly timeMs: number;
  readonly version: number;
  readonly settings: ReplySettings;
  readonly written: JsonText;
}
const accounts = new WeakMap<Account, Map<string, WrittenAccount>>();

const MARK = '"timestamp":0,';

/** The ticker as JSON, rewritten when step, book or state changed. The timestamp is each call's. */
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

/** The instrument as JSON text: all of it but the state stays as it was listed, but in rehearsals. */
export function writeInstrument(venue: Venue): JsonText {
  const known = instruments.get(venue);
  const { state, isActive } = venue;
  const { fields } = venue.instrument;
  if (known?.state === state && known.isActive === isActive && known.fields === fields) return known.written;
  const written = new JsonText(JSON.stringify(instrumentRecord(venue)));
  instruments.set(venue, { state, isActive, fields, written });
  return written;
}

/** An account's summary as JSON by form, rewritten when market, account or reply form changed. */
export function writeAccount(
  world: World,
  account: Account,
  form: string,
  record: (settings: ReplySettings) => unknown,
): JsonText {
  let forms = accounts.get(account);
  if (forms === undefined) accounts.set(account, (forms = new Map<string, WrittenAccount>()));
  const { timeMs } = world.exchange;
  const { settings } = world.replies;
  const { version } = account;
  const known = forms.get(form);
  if (known?.timeMs === timeMs && known.version === version && known.settings === settings) return known.written;
  const written = new JsonText(JSON.stringify(record(settings)));
  forms.set(form, { timeMs, version, settings, written });
  return written;
}
