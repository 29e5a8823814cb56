import { amountNumber, priceNumber } from '../market/instrument.ts';
import type { Book } from './book.ts';
import type { Exchange } from './exchange.ts';
import type { Side } from './order.ts';
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

/** `public/get_order_book`: the ticker's fields with `depth` levels a side, best first (facts, section 9). */
export function orderBookRecord(exchange: Exchange, venue: Venue, depth: number, nowMs: number) {
  const { instrument, book } = venue;
  const shown = (side: Side) =>
    levels(book, side, depth).map((level) => [
      priceNumber(instrument, level.priceUnits),
      amountNumber(instrument, level.amountUnits),
    ]);
  return {
    ...tickerRecord(exchange, venue, nowMs),
    change_id: FIRST_CHANGE_ID + book.changes,
    bids: shown('buy'),
    asks: shown('sell'),
  };
}
