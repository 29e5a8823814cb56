import type { OrderFacts } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';

/** An order takes one credit of the account's limit for orders. */
export function checkCredits({ orderCredits, orderLimit }: Pick<OrderFacts, 'orderCredits' | 'orderLimit'>): Issue[] {
  return orderCredits === null || orderCredits >= 1 ? [] : [lackCredits(orderLimit)];
}

/** That no credit is left, under which limit: of some, none comes back. */
export function lackCredits(limit: OrderFacts['orderLimit']): Issue {
  const { rate = '', burst = '' } = limit ?? {};
  return issue('error', 'order', 'no_order_credits', { rate: String(rate), burst: String(burst) });
}
