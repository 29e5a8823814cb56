import type { ChildDraft } from '../../../../shared/orders/draft.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import { listTerms, showTyped } from '../forecast/order-terms.ts';
import type { ChildTicket } from './child-ticket.ts';

/** On which side of its trigger a linked order fires: a stop against its own side, a take with it. */
export function describeChildSide({ direction, kind }: Pick<ChildTicket, 'direction' | 'kind'>): string {
  return (direction === 'buy') === (kind === 'stop') ? 'or above' : 'or below';
}

/** A linked order in a line, with all that it would be sent with: `Buy 1,000 USD at 97,468.0 · limit · GTC`. */
export function describeChild(child: ChildDraft, unit: string, places: number): string {
  const side = child.direction === 'buy' ? 'Buy' : 'Sell';
  const price = child.price === '' ? 'at market' : `at ${showTyped(child.price, places)}`;
  const terms = [
    `${side} ${showTyped(child.amount, 0)} ${unit} ${price}`,
    ...listTerms({ ...child, advanced: null }, places),
    ...(child.label === '' ? [] : [`label ${showForeign(child.label)}`]),
  ];
  return terms.join(' · ');
}
