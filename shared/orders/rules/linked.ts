import type { Instrument } from '../../service/instrument.ts';
import { type DecimalString, parseDecimal } from '../../decimal.ts';
import type { ChildDraft, OrderDraft } from '../draft.ts';
import type { Ticker } from '../../service/ticker.ts';
import type { OrderFacts } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';
import { LINKED_CHILDREN, ORDER_TYPE_TRAITS } from '../order-types.ts';
import { checkFlags } from './flags.ts';
import { checkLabel } from './label.ts';
import { checkQuotePrice } from './price.ts';
import { checkAmount } from './size.ts';
import { betterOf } from '../side.ts';
import { watchesForeignPrice } from '../tick.ts';
import { checkTrigger, checkTriggerAtWork, checkTriggerPlaced, watchedPrice } from './trigger.ts';

/**
 * Checks linked orders: their number, and each by an order's rules (facts, section 4, 8). A linked partner needs the
 * market of now.
 */
export function checkLinked(
  draft: OrderDraft,
  instrument: Instrument,
  { ticker, isLabelInUse }: Pick<OrderFacts, 'ticker' | 'isLabelInUse'>,
): Issue[] {
  const { linked_order_type: kind, children } = draft;
  if (kind === null) {
    const issues: Issue[] = [];
    if (children.length > 0) issues.push(issue('error', 'linked_order_type', 'children_need_linked_type', {}));
    if (draft.trigger_fill_condition !== null) {
      issues.push(issue('error', 'trigger_fill_condition', 'fill_condition_needs_linked_type', {}));
    }
    return issues;
  }
  const { least, most } = LINKED_CHILDREN[kind];
  // An order is found by its label: those of one draft must differ, too.
  const isTaken = (index: number) => (label: string) =>
    label === draft.label || children.slice(0, index).some((other) => other.label === label) || isLabelInUse(label);
  const issues = children.flatMap((child, index) =>
    [
      ...checkAmount(child.amount, instrument),
      ...checkQuotePrice(child, instrument),
      ...checkTrigger(child, instrument),
      ...(kind === 'one_cancels_other'
        ? checkTriggerAtWork(child, instrument, ticker)
        : checkTriggerPlaced(
            child,
            draft.direction,
            priceWhenFilled(draft, child, instrument, ticker),
            instrument,
            ticker,
          )),
      ...checkFlags(child, instrument),
      ...checkLabel(child.label, isTaken(index)),
    ].map((found): Issue => ({ ...found, child: index })),
  );
  if (children.length < least || children.length > most) {
    const params = { linked_order_type: kind, least: String(least), most: String(most) };
    issues.unshift(issue('error', 'linked_order_type', 'linked_needs_children', params));
  }
  return issues;
}

/**
 * What a linked trigger watches as the order fills: the price now, or at the order's trigger or limit. Null when unknown.
 */
function priceWhenFilled(
  draft: OrderDraft,
  { trigger }: ChildDraft,
  instrument: Instrument,
  ticker: Ticker | null,
): DecimalString | null {
  const watched = ticker === null || trigger === null ? null : watchedPrice(ticker, trigger);
  const { hasPrice, triggeredBy } = ORDER_TYPE_TRAITS[draft.type];
  if (triggeredBy === 'offset' || watched === null) return null;
  const isOption = instrument.kind === 'option' || instrument.kind === 'option_combo';
  const isForeign = [draft.trigger, trigger].some((each) => watchesForeignPrice(instrument, each));
  if (isOption || isForeign || draft.advanced !== null) return triggeredBy === null && !hasPrice ? watched : null;
  const from = triggeredBy === 'price' ? parseDecimal(draft.trigger_price) : watched;
  const price = hasPrice ? parseDecimal(draft.price) : null;
  // Rejected where it would trade, else fills at its limit.
  if (price !== null && triggeredBy === 'price' && draft.reject_post_only) return price;
  return price === null || from === null ? from : betterOf(draft.direction, price, from);
}
