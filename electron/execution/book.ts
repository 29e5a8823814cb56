import type { DecimalString } from '../../shared/decimal.ts';
import type { Levels } from '../../shared/execution/amend-rules.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/client-interface.ts';

/** Levels a side that are asked for: an amend goes seldom further. */
const DEPTH = 50;
/** A book is asked for again after this long, milliseconds. */
const FRESH_MS = 1000;

export interface Book {
  readonly bids: Levels;
  readonly asks: Levels;
  /** How many levels a side were asked for: fewer are all there are. */
  readonly depth: number;
}

/** The book of an instrument; null where the service gives none. */
export type ReadBook = (instrumentName: string) => Promise<Book | null>;

/** Reads books for previews; one answer serves what is asked within a second. */
export function createBookReader(client: Pick<ServiceClient, 'callExtension'>, clock: Clock): ReadBook {
  const read = new Map<string, { readonly at: number; readonly book: Promise<Book | null> }>();

  async function ask(instrumentName: string): Promise<Book | null> {
    const result = await client.callExtension('public/get_order_book', {
      instrument_name: instrumentName,
      depth: DEPTH,
    });
    if (!result.ok) return null;
    const { bids, asks } = result.value.value;
    return { bids: toLevels(bids), asks: toLevels(asks), depth: DEPTH };
  }

  return (instrumentName) => {
    const known = read.get(instrumentName);
    if (known !== undefined && clock.monotonic() - known.at < FRESH_MS) return known.book;
    const book = ask(instrumentName);
    read.set(instrumentName, { at: clock.monotonic(), book });
    return book;
  };
}

function toLevels(levels: readonly (readonly DecimalString[])[]): Levels {
  return levels.flatMap(([price, amount]) => (price === undefined || amount === undefined ? [] : [[price, amount]]));
}
