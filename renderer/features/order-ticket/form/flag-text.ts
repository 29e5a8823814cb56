import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';

/** Why an order can't be post only. */
export function whyNoPostOnly({ type, advanced }: Pick<OrderDraft, 'type' | 'advanced'>): string {
  if (!ORDER_TYPE_TRAITS[type].hasPrice) return 'A market order trades at once.';
  if (advanced !== null) return 'The engine moves such a price.';
  return 'Only with GTC: it must stay on the book.';
}

/** Why one can't be refused for crossing. */
export const WHY_NO_REJECT = 'Only together with Post only.';

/** The reason as it stands beside the flags: `Post only: a market order trades at once.` */
export function tellWhy(flag: string, why: string): string {
  return `${flag}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
}
