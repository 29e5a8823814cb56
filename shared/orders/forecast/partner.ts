import { compare, parseDecimal } from '../../decimal.ts';
import type { ChildDraft } from '../draft.ts';
import { bestAsk } from '../facts.ts';
import { type ForecastStep, step } from '../forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import type { Sell } from './sell.ts';

/**
 * What becomes of both orders when the one that cancels the other may not trade but would: the engine takes
 * both or none. Null where the other does not stand in the way.
 */
export function forecastPartnerReject(sell: Sell): ForecastStep | null {
  if (sell.draft.linked_order_type !== 'one_cancels_other') return null;
  for (const child of sell.draft.children) {
    const found = rejects(child, sell);
    if (found !== null) return found;
  }
  return null;
}

function rejects(child: ChildDraft, { ticker, bid }: Sell): ForecastStep | null {
  const { triggeredBy, hasPrice } = ORDER_TYPE_TRAITS[child.type];
  const price = parseDecimal(child.price);
  if (!child.post_only || !child.reject_post_only || triggeredBy !== null || !hasPrice || price === null) return null;
  const isSell = child.direction === 'sell';
  const touch = isSell ? bid : bestAsk(ticker);
  if (touch === null) return null;
  const edge = (isSell ? ticker.min_price : ticker.max_price) ?? price;
  // Towards the market: below for a sell, above for a buy. The band holds both back.
  const towards = isSell ? -1 : 1;
  const booked = compare(price, edge) === towards ? edge : price;
  const order = compare(booked, touch.price);
  return order === 0 || order === towards
    ? step('bad', 'partner_rejects', { price: booked, touch: touch.price })
    : null;
}
