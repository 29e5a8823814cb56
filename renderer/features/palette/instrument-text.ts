import { bestAsk, bestBid } from '../../../shared/orders/facts.ts';
import { explainAge, type Freshness } from '../../stores/freshness.ts';
import type { ReceivedQuote } from '../../stores/market-store.ts';
import type { FieldText } from '../../ui/controls/field-groups.tsx';
import { formatPrice } from '../../ui/words/format.ts';
import type { Units } from '../../ui/words/units.ts';

/** Prices of an instrument; of a side that nobody quotes there is none. */
export function describePrices(received: ReceivedQuote | null, { price: unit, places }: Units): readonly FieldText[] {
  const ticker = received?.quote.ticker ?? null;
  const [bid, ask] = ticker === null ? [null, null] : [bestBid(ticker), bestAsk(ticker)];
  return [
    { name: 'Mark', text: formatPrice(ticker?.mark_price, places), unit },
    { name: 'Bid', text: formatPrice(bid?.price, places), unit },
    { name: 'Ask', text: formatPrice(ask?.price, places), unit },
  ];
}

/** What to say of prices that are none of now; null where there is nothing to say. `nowMs` by `performance.now()`. */
export function warnOfAge(received: ReceivedQuote | null, freshness: Freshness, nowMs: number): string | null {
  return freshness === 'stale' || freshness === 'failed' ? explainAge(received, freshness, nowMs) : null;
}
