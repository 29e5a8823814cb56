import { compare, type DecimalString, parseDecimal } from '../../decimal.ts';
import type { ChildDraft } from '../draft.ts';
import { touchOf } from '../facts.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { readTriggerLevel } from '../rules/trigger.ts';
import { nameOwnOrders } from './met-own-buys.ts';
import { marketAsPlaced } from './placed.ts';
import type { Sell } from './sell.ts';

/**
 * Own orders that each linked order may meet as it goes to work (docs/design/orders.md, "own buys"). Null for none, and
 * for a partner.
 */
export function foreseeLinkedAmongOwn(sell: Sell, alone: Forecast): readonly (ForecastStep | null)[] {
  const { draft, facts } = sell;
  if (draft.children.length === 0 || facts.ownBuys.length + facts.ownSells.length === 0) return [];
  const placed = marketAsPlaced(sell, alone);
  if (placed === undefined) return [];
  const isPartner = draft.linked_order_type === 'one_cancels_other';
  return draft.children.map((child, index) => {
    const isAtWork = isPartner && ORDER_TYPE_TRAITS[child.type].triggeredBy === null;
    return isAtWork ? null : foresee(sell, child, String(index + 1), placed);
  });
}

function foresee(sell: Sell, child: ChildDraft, place: string, placed: DecimalString | null): ForecastStep | null {
  const { triggeredBy, hasPrice } = ORDER_TYPE_TRAITS[child.type];
  const limit = hasPrice ? parseDecimal(child.price) : null;
  // Post only never takes.
  if (child.post_only || (hasPrice && limit === null)) return null;
  const isSell = child.direction === 'sell';
  const fires = triggeredBy === null ? null : { at: readTriggerLevel(child, sell.instrument) };
  const market = fires === null ? (placed ?? touchOf(child.direction, sell.ticker)?.price ?? null) : fires.at;
  const last = limit ?? readEdge(sell, isSell, market);
  // Towards the market: below for a sell, above for a buy.
  const towards = isSell ? -1 : 1;
  const isOnItsWay = (price: DecimalString): boolean => {
    if (fires !== null) return market === null || compare(price, market) !== -towards;
    // What is placed goes for the first in line: how the book goes on behind that is not shown.
    return market !== null && compare(price, market) === 0;
  };
  const reached = (isSell ? sell.facts.ownBuys : sell.facts.ownSells).filter(
    ({ price }) => isOnItsWay(price) && (last === null || compare(price, last) !== towards),
  );
  if (reached.length === 0) return null;
  const side = isSell ? 'buy' : 'sell';
  return step('attention', 'linked_into_own', { place, side, ...nameOwnOrders(sell, reached) });
}

/** The end of the band that an order at market goes to; null where the market has left the band of now by then. */
function readEdge({ ticker }: Sell, isSell: boolean, market: DecimalString | null): DecimalString | null {
  const edge = (isSell ? ticker.min_price : ticker.max_price) ?? null;
  const isLeft = edge !== null && market !== null && compare(market, edge) === (isSell ? -1 : 1);
  return isLeft ? null : edge;
}
