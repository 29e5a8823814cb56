import type { OrderDraft } from '../draft.ts';
import type { OrderFacts } from '../facts.ts';
import { forecastAlone } from '../forecast/alone.ts';
import { foreseePartner } from '../forecast/partner.ts';
import { readOrder, type ReadOrder } from '../forecast/read-order.ts';
import type { Forecast, ForecastStep } from '../forecast/forecast-schema.ts';
import { type Issue, issue } from '../issue.ts';
import { parseDecimal, ZERO } from '../../decimal.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { moveAway, ownOrdersAhead } from '../side.ts';
import { gradeOf } from './grade.ts';

/**
 * Warns of an order that meets one of its own account at the touch; the forecast covers those behind it
 * (docs/design/orders.md). Valid fields only.
 */
export function checkOwnOrders(draft: OrderDraft, facts: OrderFacts): Issue[] {
  const order = ownOrdersAhead(draft.direction, facts).length === 0 ? null : readOrder(draft, facts);
  if (order === null) return [];
  const alone = forecastAlone(order);
  const found = alone.steps.find(({ code }) => code === 'meets_own_order' || code === 'may_meet_own_order');
  if (found !== undefined) return [warn(found, draft, order, draft.advanced === null)];
  return [...checkFiring(order, alone), ...checkPartnerAmong(order, alone)];
}

/** Where the resting order gives way, what fires goes on. */
function checkFiring(order: ReadOrder, { steps }: Forecast): Issue[] {
  const found = steps.find(({ code }) => code === 'fires_into_own_order');
  if (found === undefined || found.params['mode'] === 'cancel_maker') return [];
  return [issue('warning', 'order', 'would_fire_into_own_order', readNames(found, order))];
}

/** The linked partner: the second of two that cancel each other. */
function checkPartnerAmong(order: ReadOrder, alone: Forecast): Issue[] {
  const [child] = order.draft.children;
  const found = foreseePartner(order, alone)?.step;
  if (child === undefined || found?.code !== 'partner_meets_own_order') return [];
  const { field, ...rest } = warn(found, child, order, true);
  return [{ ...rest, field: field === 'order' ? 'type' : field, child: 0 }];
}

/** `isInQuote`: a price of the instrument can be offered instead. */
function warn(found: ForecastStep, { type }: Pick<OrderDraft, 'type'>, order: ReadOrder, isInQuote: boolean): Issue {
  const names = readNames(found, order);
  const { hasPrice } = ORDER_TYPE_TRAITS[type];
  const price = parseDecimal(names.own_price);
  const isPriced = hasPrice && isInQuote && price !== null;
  const fixes = isPriced ? [{ field: 'price' as const, value: moveAway(order.side, order.instrument, price) }] : [];
  return issue('warning', hasPrice ? 'price' : 'order', 'would_meet_own_order', names, fixes);
}

/** What was accepted of them holds until they are about twice as large: fills make them smaller by themselves. */
function readNames({ params }: ForecastStep, { instrument }: ReadOrder) {
  const {
    own_side = '',
    own_price = '',
    own_last = '',
    own_amount = '',
    own_count = '',
    unit = '',
    mode = '',
  } = params;
  const extent = gradeOf(parseDecimal(own_amount) ?? ZERO, instrument.min_trade_amount);
  return { own_side, own_price, own_last, own_amount, own_count, unit, mode, extent };
}
