import { parseDecimal } from '../../../../shared/decimal.ts';
import type { OrderCheck } from '../../../../shared/ipc/schemas/order-schema.ts';
import { ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';
import { firesBelow } from '../../../../shared/orders/side.ts';
import { sideWords } from '../../../ui/order-words/side-text.ts';
import { nameTrigger } from '../../../ui/order-words/order-text.ts';
import type { TicketSummary } from '../form/ticket-summary.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { placesOfTrigger } from '../form/trigger-plan.ts';

/** What the primary button says: exactly what a press will do, at the price the check expects. */
export function describePress(summary: TicketSummary, check: OrderCheck | null): string {
  const { amount, amountUnit: unit } = summary;
  const name = sideWords(summary.draft.direction).Name;
  if (amount === null || unit === null) return name;
  return `${name} ${formatDecimal(amount)} ${unit}${describePrice(summary, check)}${describeTrigger(summary)}`;
}

/** How much is traded, in the amount's unit and in contracts: `1,000 USD = 100 ct`. */
export function describeSize({ draft, amount, amountUnit: unit, otherSize }: TicketSummary): string {
  if (amount === null || unit === null) return '';
  if (draft.contracts !== '') return `${formatTyped(draft.contracts)} ct = ${formatDecimal(amount)} ${unit}`;
  return [`${formatDecimal(amount)} ${unit}`, otherSize ?? ''].join(' ').trim();
}

function formatTyped(text: string): string {
  const value = parseDecimal(text);
  return value === null ? text : formatDecimal(value);
}

function describePrice({ draft, places }: TicketSummary, check: OrderCheck | null): string {
  if (draft.type === 'market_limit') return ' at market, rest stays';
  if (!ORDER_TYPE_TRAITS[draft.type].hasPrice) return ' at market';
  const typed = parseDecimal(draft.price);
  if (draft.advanced !== null && typed !== null) {
    return draft.advanced === 'implv' ? ` at ${formatDecimal(typed)} % volatility` : ` at ${formatDecimal(typed)} USD`;
  }
  const price = check?.forecast?.price ?? typed;
  return price === null ? '' : ` at ${formatDecimal(price, { min: places ?? 0 })}`;
}

/** When it fires, for an order that waits. */
function describeTrigger({ draft, places }: TicketSummary): string {
  if (draft.trigger === null) return '';
  const watched = nameTrigger(draft.trigger);
  const offset = parseDecimal(draft.trigger_offset);
  if (offset !== null)
    return ` once ${watched} ${firesBelow(draft.direction, 'loss') ? `falls ${formatDecimal(offset)} from its peak` : `rises ${formatDecimal(offset)} from its low`}`;
  const price = parseDecimal(draft.trigger_price);
  if (price === null) return '';
  const sign = firesBelow(draft.direction, ORDER_TYPE_TRAITS[draft.type].fires) ? '≤' : '≥';
  return ` when ${watched} ${sign} ${formatDecimal(price, { min: placesOfTrigger(draft.trigger, places ?? 0) })}`;
}
