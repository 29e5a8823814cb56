import { type DecimalString, parseDecimal } from '../../decimal.ts';
import type { ChildDraft } from '../draft.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { readTriggerLevel } from '../rules/trigger.ts';
import { bandEdgeOf, compareFor, ownOrdersAhead, reaches, type Side, touchOf } from '../side.ts';
import { nameOwnOrders } from './met-own-orders.ts';
import { marketAsPlaced } from './placed.ts';
import type { ReadOrder } from './read-order.ts';

/**
 * Own orders that each linked order may meet as it goes to work (docs/design/orders.md, "Own orders"). Null for none, and
 * for a partner.
 */
export function foreseeLinkedAmongOwn(order: ReadOrder, alone: Forecast): readonly (ForecastStep | null)[] {
  const { draft, facts } = order;
  if (draft.children.length === 0 || facts.ownBuys.length + facts.ownSells.length === 0) return [];
  const placed = marketAsPlaced(order, alone);
  if (placed === undefined) return [];
  const isPartner = draft.linked_order_type === 'one_cancels_other';
  return draft.children.map((child, index) => {
    const isAtWork = isPartner && ORDER_TYPE_TRAITS[child.type].triggeredBy === null;
    return isAtWork ? null : foresee(order, child, String(index + 1), placed);
  });
}

function foresee(
  order: ReadOrder,
  child: ChildDraft,
  place: string,
  placed: DecimalString | null,
): ForecastStep | null {
  const { triggeredBy, hasPrice } = ORDER_TYPE_TRAITS[child.type];
  const limit = hasPrice ? parseDecimal(child.price) : null;
  // Post only never takes.
  if (child.post_only || (hasPrice && limit === null)) return null;
  const { direction: side } = child;
  const fires = triggeredBy === null ? null : { at: readTriggerLevel(child, order.instrument) };
  const market = fires === null ? (placed ?? touchOf(side, order.ticker)?.price ?? null) : fires.at;
  const last = limit ?? readEdge(order, side, market);
  const isOnItsWay = (price: DecimalString): boolean => {
    if (fires !== null) return market === null || compareFor(side, price, market) <= 0;
    // What is placed goes for the first in line: how the book goes on behind that is not shown.
    return market !== null && compareFor(side, price, market) === 0;
  };
  const reached = ownOrdersAhead(side, order.facts).filter(
    ({ price }) => isOnItsWay(price) && (last === null || reaches(side, last, price)),
  );
  if (reached.length === 0) return null;
  return step('attention', 'linked_into_own', { place, ...nameOwnOrders({ ...order, side }, reached) });
}

/** The end of the band that an order at market goes to; null where the market has left the band of now by then. */
function readEdge({ ticker }: ReadOrder, side: Side, market: DecimalString | null): DecimalString | null {
  const edge = bandEdgeOf(side, ticker);
  const isLeft = edge !== null && market !== null && compareFor(side, market, edge) < 0;
  return isLeft ? null : edge;
}
