import { parseDecimal } from '../../../../shared/decimal.ts';
import type { OrderTerms, OrderDraft } from '../../../../shared/orders/draft.ts';
import type { AdvancedType, TimeInForce } from '../../../../shared/service/order.ts';
import { describeType, nameTrigger } from '../../../ui/order-words/order-text.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { nameTime } from '../../../ui/order-words/times-in-force.ts';
import { placesOfTrigger } from '../form/trigger-plan.ts';

type Terms = OrderTerms & { readonly advanced: AdvancedType | null };

/** A number as typed with at least so many digits after the point; what can't be read as it is. */
export function showTyped(text: string, least: number): string {
  const value = parseDecimal(text);
  return value === null ? text : formatDecimal(value, { min: least });
}

/** What an order is besides its size and price, each in a few words; prices get `places` digits after the point. */
export function listTerms(terms: Terms, places: number, tellTime: (time: TimeInForce) => string = nameTime): string[] {
  const { trigger, trigger_price, trigger_offset, advanced } = terms;
  const watched = nameTrigger(trigger ?? undefined);
  const parts = [
    describeType({ type: terms.type, advanced, price: parseDecimal(terms.price) }),
    trigger_price === ''
      ? null
      : `when ${watched} reaches ${showTyped(trigger_price, placesOfTrigger(trigger ?? undefined, places))}`,
    trigger_offset === '' ? null : `when ${watched} turns by ${showTyped(trigger_offset, 0)}`,
    tellTime(terms.time_in_force),
    terms.post_only ? (terms.reject_post_only ? 'post only, reject if crossing' : 'post only') : null,
    terms.reduce_only ? 'reduce only' : null,
  ];
  return parts.filter((part) => part !== null);
}

/** What becomes of what finds no bid, of the times that leave nothing on the book. */
const TOLD_TIMES: Readonly<Partial<Record<TimeInForce, string>>> = {
  immediate_or_cancel: 'IOC, unfilled remainder cancelled',
  fill_or_kill: 'FOK, all at once or nothing',
};

/** An order's own terms in a line: `Limit · GTC · post only · shows 1,000 USD · valid for 5 s`. `unit`: of amounts. */
export function describeOrderTerms(draft: OrderDraft, unit: string, places: number): string {
  const [type = '', ...others] = listTerms(draft, places, (time) => TOLD_TIMES[time] ?? nameTime(time));
  const parts = [
    `${type.charAt(0).toUpperCase()}${type.slice(1)}`,
    ...others,
    draft.display_amount === '' ? null : `shows ${showTyped(draft.display_amount, 0)} ${unit}`,
    draft.mmp ? 'market maker protection' : null,
    `valid for ${draft.valid_for_ms / 1000} s`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
