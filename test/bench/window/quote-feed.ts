import { decimal } from '../../../shared/decimal.ts';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import { perpetualTicker } from '../../support/records/records.ts';

/** Rows of the grid that is fed. */
export const ROWS = 500;
export const NAMES = Array.from({ length: ROWS }, (_, index) => `BTC-${String(index).padStart(3, '0')}-PERPETUAL`);
/** Second from above: on screen, and not the one that is selected. Its bid counts the batches. */
export const MARKER = NAMES[1] ?? '';

const TEMPLATE = perpetualTicker({ mark_price: 97_411.2 });

/** Batches of quotes as the poller sends them, the same ones for the same seed; the marker leads each. */
export function createQuoteFeed(
  seed: number,
): (count: number) => { readonly sequence: number; readonly quotes: Quote[] } {
  let state = seed;
  let sequence = 0;
  let next = 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  function quoteOf(name: string, bid: number): Quote {
    const ticker = {
      ...TEMPLATE,
      instrument_name: name,
      timestamp: Date.now(),
      best_bid_price: decimal(String(bid)),
      best_ask_price: decimal(String(bid + 0.5)),
      mark_price: decimal((bid + 0.25).toFixed(2)),
    };
    return { instrument_name: name, ticker, age_ms: 20, is_stale: false, failure: null };
  }
  return (count) => {
    sequence += 1;
    const quotes = [quoteOf(MARKER, sequence)];
    while (quotes.length < count) {
      next = (next + 1) % ROWS;
      const name = NAMES[next] ?? '';
      if (name !== MARKER) quotes.push(quoteOf(name, 90_000 + Math.floor(random() * 20_000) / 2));
    }
    return { sequence, quotes };
  };
}
