import { nextSettlement } from '../market/calendar.ts';
import { averagingStart } from '../market/delivery.ts';
import { settlementPrice } from '../market/model.ts';
import type { Exchange } from './exchange.ts';
import { settleAccounts } from './settlement.ts';
import type { InstrumentState, Venue } from './venue.ts';

/** How long books stay in settlement (facts, section 3: "a few seconds each day"). */
export const SETTLEMENT_MS = 4000;
/** How long a delivered book stays before it is archivized; the contract says "after some time". */
export const ARCHIVE_AFTER_MS = 10 * 60_000;
/** How long the store of expired instruments keeps one; not documented. */
const FORGET_AFTER_MS = 30 * 86_400_000;

interface Due {
  readonly venue: Venue;
  readonly atMs: number;
}

/**
 * The daily cycle: settlement at 08:00 UTC, delivery, listing, archive. `nextStopMs` is where a market step must end.
 */
export class Lifecycle {
  #settlementMs: number;
  /** The settlement under way: when it ends, and which books are in it with the state they came from. */
  #running: { readonly endsMs: number; readonly books: ReadonlyMap<Venue, InstrumentState> } | null = null;
  /** Oldest first. */
  #delivered: readonly Due[] = [];
  #archived: readonly Due[] = [];

  constructor(nowMs: number) {
    this.#settlementMs = nextSettlement(nowMs);
  }

  /** When something next happens by itself after `nowMs`; steps end there. */
  nextStopMs(nowMs: number): number {
    const stops = [this.#settlementMs, averagingStart(nowMs), this.#running?.endsMs ?? Infinity];
    stops.push((this.#delivered[0]?.atMs ?? Infinity) + ARCHIVE_AFTER_MS);
    return Math.min(...stops.filter((stop) => stop > nowMs));
  }

  /** A book has come into its state, by itself or by a knob: what is delivered is archivized in time, then forgotten. */
  note(venue: Venue, atMs: number): void {
    this.#delivered = changed(this.#delivered, venue, atMs, venue.state === 'delivered');
    const isPast = venue.state === 'archivized' && venue.instrument.expiryMs <= atMs;
    this.#archived = changed(this.#archived, venue, atMs, isPast);
  }

  /** Does what is due. Settlement waits while a book is halted. */
  run(exchange: Exchange, nowMs: number): void {
    if (this.#running !== null && nowMs >= this.#running.endsMs) this.#end(exchange, nowMs);
    if (this.#running === null && nowMs >= this.#settlementMs && !isAnyHalted(exchange)) this.#begin(exchange, nowMs);
    this.#archive(exchange, nowMs);
  }

  /** Books that trade, or are locked, enter settlement, and so does whatever has expired. Accounts are settled. */
  #begin(exchange: Exchange, nowMs: number): void {
    const books = new Map<Venue, InstrumentState>();
    for (const venue of exchange.venues()) {
      const { state, instrument } = venue;
      const isOver = state === 'delivered' || state === 'archivized';
      if (isOver || (state === 'inactive' && instrument.expiryMs > nowMs)) continue;
      books.set(venue, state);
      venue.settlementPrice = settlementPrice(exchange.mark(instrument));
      if (instrument.expiryMs <= nowMs && instrument.legs.length === 0) {
        venue.deliveryPrice = exchange.model.deliveryPrice(instrument.indexName);
      }
      exchange.setState(venue, 'settlement', nowMs);
    }
    settleAccounts(exchange, nowMs);
    this.#running = { endsMs: nowMs + SETTLEMENT_MS, books };
    this.#settlementMs = nextSettlement(nowMs);
  }

  /**
   * What expired is delivered, the others are open again. A lock is its administrator's to lift: a book that was
   * locked before is locked after.
   */
  #end(exchange: Exchange, nowMs: number): void {
    for (const [venue, before] of this.#running?.books ?? []) {
      if (venue.state !== 'settlement') continue;
      const after = before === 'locked' ? 'locked' : 'open';
      exchange.setState(venue, venue.instrument.expiryMs <= nowMs ? 'delivered' : after, nowMs);
    }
    this.#running = null;
    exchange.listMissing(nowMs);
  }

  #archive(exchange: Exchange, nowMs: number): void {
    for (const { venue, atMs } of this.#delivered) {
      if (atMs + ARCHIVE_AFTER_MS > nowMs) break;
      exchange.setState(venue, 'archivized', nowMs);
    }
    for (const { venue, atMs } of this.#archived) {
      if (atMs + FORGET_AFTER_MS > nowMs) break;
      this.#archived = changed(this.#archived, venue, nowMs, false);
      exchange.forget(venue);
    }
  }
}

/** The list without the venue, or with it as of now; the same list when that changes nothing. */
function changed(list: readonly Due[], venue: Venue, atMs: number, belongs: boolean): readonly Due[] {
  const others = list.some((due) => due.venue === venue) ? list.filter((due) => due.venue !== venue) : list;
  return belongs ? [...others, { venue, atMs }].toSorted((a, b) => a.atMs - b.atMs) : others;
}

function isAnyHalted(exchange: Exchange): boolean {
  for (const venue of exchange.venues()) if (venue.state === 'halted') return true;
  return false;
}
