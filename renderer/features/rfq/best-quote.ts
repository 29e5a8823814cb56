import { compare } from '../../../shared/decimal.ts';
import type { BlockRfq } from '../../../shared/service/block-rfq.ts';

export type RfqQuote = NonNullable<BlockRfq['bids']>[number];

/**
 * The best of a side that holds at this moment of the service's time, at one price the largest; null where none does. In
 * what order the service lists quotes is not documented.
 */
export function bestQuote(
  quotes: readonly RfqQuote[] | undefined,
  side: 'bid' | 'ask',
  serviceNowMs: number,
): RfqQuote | null {
  let best: RfqQuote | null = null;
  for (const quote of quotes ?? []) {
    if (serviceNowMs >= (quote.expires_at ?? Number.POSITIVE_INFINITY)) continue;
    const over = best === null ? 1 : compare(quote.price, best.price) * (side === 'bid' ? 1 : -1);
    if (best === null || over > 0 || (over === 0 && compare(quote.amount, best.amount) > 0)) best = quote;
  }
  return best;
}
