import type { OrderDraft } from '../draft.ts';
import type { OrderFacts } from '../facts.ts';
import { forecastAlone } from '../forecast/alone.ts';
import { foreseePartner } from '../forecast/partner.ts';
import { readOrder } from '../forecast/read-order.ts';
import type { ForecastStep } from '../forecast/forecast-schema.ts';
import { type Issue, issue } from '../issue.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';

/**
 * Asks when a linked partner would trade or end at once and take the order along: hardly meant (facts, section 8). Valid
 * fields only.
 */
export function checkPartner(draft: OrderDraft, facts: OrderFacts): Issue[] {
  const [child] = draft.children;
  const order = child === undefined ? null : readOrder(draft, facts);
  if (order === null || child === undefined) return [];
  const effect = foreseePartner(order, forecastAlone(order));
  const found = effect === null ? null : issueOf(effect.step, draft, ORDER_TYPE_TRAITS[child.type].hasPrice);
  return found === null ? [] : [{ ...found, child: 0 }];
}

function issueOf({ code, params }: ForecastStep, draft: OrderDraft, hasPrice: boolean): Issue | null {
  const field = hasPrice ? 'price' : 'type';
  const { touch = '', price = '' } = params;
  const { direction: parent_side } = draft;
  switch (code) {
    case 'partner_trades':
    case 'partner_may_trade': {
      const condition = draft.trigger_fill_condition ?? 'first_hit';
      return issue('warning', field, 'partner_trades_at_once', { parent_side, touch, condition });
    }
    case 'partner_meets_order':
      return issue('warning', field, 'partner_meets_order', { parent_side, order_price: price });
    case 'partner_ends':
      return issue('warning', 'time_in_force', 'partner_ends_at_once', { parent_side });
    default:
      return null;
  }
}
