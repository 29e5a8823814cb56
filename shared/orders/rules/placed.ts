import type { ChildDraft, OrderDraft } from '../draft.ts';
import type { OrderFacts } from '../facts.ts';
import { forecastAlone } from '../forecast/alone.ts';
import { foreseePlaced } from '../forecast/placed.ts';
import { readOrder } from '../forecast/read-order.ts';
import type { ForecastStep } from '../forecast/forecast-schema.ts';
import { type Issue, issue } from '../issue.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import type { Side } from '../side.ts';

/** Asks about orders placed by a fill that would trade, end or meet the order's rest at once. Valid fields only. */
export function checkPlaced(draft: OrderDraft, facts: OrderFacts): Issue[] {
  if (draft.linked_order_type === null || draft.linked_order_type === 'one_cancels_other') return [];
  const order = readOrder(draft, facts);
  if (order === null) return [];
  const foreseen = foreseePlaced(order, forecastAlone(order));
  return draft.children.flatMap((child, index) =>
    checkCourse(foreseen[index] ?? null, child, draft.direction).map((found) => ({ ...found, child: index })),
  );
}

function checkCourse(foreseen: ForecastStep | null, child: ChildDraft, parent_side: Side): Issue[] {
  const field = ORDER_TYPE_TRAITS[child.type].hasPrice ? 'price' : 'type';
  const { touch = '', price = '' } = foreseen?.params ?? {};
  switch (foreseen?.code) {
    case 'placed_trades':
      return [issue('warning', field, 'linked_trades_at_once', { parent_side, touch })];
    case 'placed_meets_order':
      return [issue('warning', field, 'linked_meets_order', { parent_side, order_price: price })];
    case 'placed_rejected':
      return [issue('warning', field, 'linked_rejected', { parent_side, touch })];
    case 'placed_ends':
      return [issue('warning', 'time_in_force', 'linked_ends_at_once', { parent_side })];
    default:
      return [];
  }
}
