import { amountNumber, priceNumber } from '../market/instrument.ts';
import type { Book } from './book.ts';
import type { Exchange } from './exchange.ts';
import type { Side } from './orders/order.ts';
import { tickerRecord } from './ticker.ts';
import type { Venue } from './venue.ts';

/** Change ids begin here, so that they have the length of real ones. */
const FIRST_CHANGE_ID = 60_000_000_000;

/** A side's shown sizes by price, the best `depth` prices, in units. */
function levels(book: Book, side: Side, depth: number): { priceUnits: number; amountUnits: number }[] {
  const found: { priceUnits: number; amountUnits: number }[] = [];
  for (const { priceUnits, remainingUnits } of book.side(side)) {
    const last = found.at(-1);
    if (last?.priceUnits === priceUnits) last.amountUnits += remainingUnits;
    else if (found.length === depth) break;
    else found.push({ priceUnits, amountUnits: remainingUnits });
  }
  return found;
}

/** A side's levels as the wire has them: price and amount, best first. */
type WireLevels = readonly (readonly [price: number, amount: number])[];

/** What a book shows beside its ticker. */
interface ShownLevels {
  readonly change_id: number;
  readonly bids: WireLevels;
  readonly asks: WireLevels;
}

/** Every field of a ticker, and the levels that were in the book then. */
export interface FrozenMarket {
  readonly ticker: Readonly<Record<string, unknown>>;
  readonly levels: ShownLevels;
}

function shownLevels({ instrument, book }: Venue, depth: number): ShownLevels {
  const shown = (side: Side): WireLevels =>
    levels(book, side, depth).map((level) => [
      priceNumber(instrument, level.priceUnits),
      amountNumber(instrument, level.amountUnits),
    ]);
  return { change_id: FIRST_CHANGE_ID + book.changes, bids: shown('buy'), asks: shown('sell') };
}

/** Ticker and book of this moment, for as long as they are to stay as they are. */
export function freezeMarket(exchange: Exchange, venue: Venue, nowMs: number): FrozenMarket {
  return { ticker: tickerRecord(exchange, venue, nowMs), levels: shownLevels(venue, Infinity) };
}

/** `public/get_order_book`: the ticker's fields with `depth` levels a side, best first (facts, section 9). */
export function orderBookRecord(exchange: Exchange, venue: Venue, depth: number, nowMs: number) {
  const { frozen } = venue;
  const ticker = frozen?.ticker ?? tickerRecord(exchange, venue, nowMs - venue.tickerRewoundMs);
  const { change_id, bids, asks } = frozen?.levels ?? shownLevels(venue, depth);
  return { ...ticker, change_id, bids: bids.slice(0, depth), asks: asks.slice(0, depth) };
}
