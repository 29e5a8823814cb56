import { parseDecimal } from '../../../shared/decimal.ts';
import type { ChildDraft } from '../../../shared/orders/draft.ts';
import { showForeign } from '../../ui/foreign-text.ts';
import { describeType, nameTrigger } from '../../ui/order-text.ts';
import { formatDecimal } from '../../ui/shown.ts';
import { nameTime } from '../../ui/times-in-force.ts';

/** A linked order in a line, with all that it would be sent with: `Buy 1,000 USD at 97,468.0 · limit · GTC`. */
export function describeChild(child: ChildDraft, unit: string, places: number): string {
  const show = (text: string, least: number): string => {
    const value = parseDecimal(text);
    return value === null ? text : formatDecimal(value, { min: least });
  };
  const side = child.direction === 'buy' ? 'Buy' : 'Sell';
  const price = child.price === '' ? 'at market' : `at ${show(child.price, places)}`;
  const trigger = child.trigger === null ? null : nameTrigger(child.trigger);
  const terms = [
    `${side} ${show(child.amount, 0)} ${unit} ${price}`,
    describeType({ type: child.type, advanced: null, price: null }),
    child.trigger_price === '' ? null : `when ${trigger} reaches ${show(child.trigger_price, places)}`,
    child.trigger_offset === '' ? null : `when ${trigger} turns by ${show(child.trigger_offset, 0)}`,
    nameTime(child.time_in_force),
    child.post_only ? (child.reject_post_only ? 'post only, reject if crossing' : 'post only') : null,
    child.reduce_only ? 'reduce only' : null,
    child.label === '' ? null : `label ${showForeign(child.label)}`,
  ];
  return terms.filter((term) => term !== null).join(' · ');
}
