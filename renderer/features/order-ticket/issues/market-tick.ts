import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { ReceivedQuote } from '../../../stores/market-store.ts';

/** How often the market asks about a draft without an amount, milliseconds. */
const UNFINISHED_MS = 1000;

/** What changes when the market asks again. Without an amount nothing is forecast: only what may be sold at all counts. */
export function tellTick(
  { amount, contracts }: Pick<OrderDraft, 'amount' | 'contracts'>,
  quote: ReceivedQuote | null,
): ReceivedQuote | string | null {
  if (quote === null || amount !== '' || contracts !== '') return quote;
  const { ticker, is_stale, failure } = quote.quote;
  const second = Math.floor(quote.receivedAtMs / UNFINISHED_MS);
  return [second, ticker?.state, is_stale, failure?.message].join(' ');
}
