import { compare, parseDecimal, sum } from '../../decimal.ts';
import type { ChildDraft, SellDraft } from '../draft.ts';
import type { SellFacts } from '../facts.ts';
import { forecastAlone } from '../forecast/alone.ts';
import { foreseePlaced } from '../forecast/placed.ts';
import { readSell, type Sell } from '../forecast/sell.ts';
import type { ForecastStep } from '../forecast-schema.ts';
import { type Issue, issue } from '../issue.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';

/**
 * What the fill of a sell places: what of it trades, meets the rest of its own sell, is rejected or ends as it is placed, and
 * buys more than was sold,
 * alone or with the others, asks. For drafts whose fields are without errors.
 */
export function checkPlaced(draft: SellDraft, facts: SellFacts): Issue[] {
  if (draft.linked_order_type === null || draft.linked_order_type === 'one_cancels_other') return [];
  const sell = readSell(draft, facts);
  if (sell === null) return [];
  const foreseen = foreseePlaced(sell, forecastAlone(sell));
  const courses = draft.children.flatMap((child, index) =>
    checkCourse(foreseen[index] ?? null, child).map((found) => ({ ...found, child: index })),
  );
  return [...courses, ...checkLarger(sell)];
}

function checkCourse(foreseen: ForecastStep | null, child: ChildDraft): Issue[] {
  const field = ORDER_TYPE_TRAITS[child.type].hasPrice ? 'price' : 'type';
  const { touch = '', price = '' } = foreseen?.params ?? {};
  switch (foreseen?.code) {
    case 'placed_trades':
      return [issue('warning', field, 'linked_trades_at_once', { touch })];
    case 'placed_meets_sell':
      return [issue('warning', field, 'linked_meets_sell', { sell_price: price })];
    case 'placed_rejected':
      return [issue('warning', field, 'linked_rejected', { touch })];
    case 'placed_ends':
      return [issue('warning', 'time_in_force', 'linked_ends_at_once', {})];
    default:
      return [];
  }
}

/**
 * What is bought beyond the sale turns it into a purchase: by one order alone, or by all of them where the fill of one leaves
 * the others open. What reduces only can't by itself, yet before the others it takes away what they were to reduce.
 */
function checkLarger({ draft, amount, unit }: Sell): Issue[] {
  const buys = draft.children.flatMap(({ direction, amount: text, reduce_only }, child) => {
    const bought = direction === 'buy' ? parseDecimal(text) : null;
    return bought === null ? [] : [{ child, bought, reduces: reduce_only }];
  });
  const larger = buys.filter(({ bought, reduces }) => !reduces && compare(bought, amount) > 0);
  if (larger.length > 0) {
    return larger.map(({ child }) => ({
      ...issue('warning', 'amount', 'linked_larger_than_sell', { amount, unit }),
      child,
    }));
  }
  const last = buys.at(-1);
  const isLarger = compare(sum(buys.map(({ bought }) => bought)), amount) > 0;
  if (last === undefined || !isLarger || !mayAllFill(draft) || buys.every(({ reduces }) => reduces)) return [];
  const together = issue('warning', 'amount', 'linked_together_larger_than_sell', { amount, unit });
  return [{ ...together, child: last.child }];
}

/** Whether one may fill whole after another has filled: of two that cancel each other, where only all of one cancels. */
function mayAllFill({ linked_order_type, trigger_fill_condition }: SellDraft): boolean {
  return linked_order_type === 'one_triggers_other' || trigger_fill_condition === 'complete_fill';
}
