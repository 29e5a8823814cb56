import { compare, type DecimalString, parseDecimal } from '../../decimal.ts';
import type { ChildDraft } from '../draft.ts';
import { touchOf } from '../facts.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { canRest, canRestUnfilled, ORDER_TYPE_TRAITS } from '../order-types.ts';
import { movePrice } from '../tick.ts';
import { foreseePartnerAmongOwnBuys } from './own-buys.ts';
import type { Sell } from './sell.ts';

/** What the order that cancels the other, and is cancelled by it, does to the sell it was sent with. */
export interface PartnerEffect {
  readonly step: ForecastStep;
  /** The sell's end; null when unaffected. */
  readonly behaviour: 'refused' | 'cancelled' | 'unclear' | null;
}

/** What a partner does as it goes to work, by the visible touch. */
type Course =
  | { readonly does: 'nothing' }
  | { readonly does: 'rejects'; readonly price: DecimalString; readonly touch: DecimalString }
  | { readonly does: 'moves'; readonly from: DecimalString; readonly to: DecimalString }
  /** It buys up to the sell itself, which rests in its way: where others fill it before, that ends the sell as well. */
  | { readonly does: 'meets'; readonly price: DecimalString }
  | { readonly does: 'trades'; readonly touch: DecimalString; readonly mayStay: boolean }
  /** It can't rest, and the touch doesn't fill it. */
  | { readonly does: 'ends' };

/**
 * What a linked partner does to the sell, which is booked first: fill or end of one ends or cuts the other. Null:
 * nothing.
 */
export function foreseePartner(sell: Sell, alone: Forecast): PartnerEffect | null {
  const { draft } = sell;
  const [child] = draft.children;
  if (draft.linked_order_type !== 'one_cancels_other' || child === undefined) return null;
  const own = foreseePartnerAmongOwnBuys(sell, child);
  // Both are checked before either is booked; a buy gives way only as the partner goes to work.
  const isSeen = own?.behaviour === 'refused' || sell.facts.selfTradeMode !== 'cancel_maker' || !hasEnded(alone);
  if (own !== null && isSeen) return alone.behaviour === 'refused' ? null : own;
  const course = foresee(child, sell, restsAt(sell, alone));
  if (course.does === 'rejects') {
    const { price, touch } = course;
    return alone.behaviour === 'refused'
      ? null
      : { step: step('bad', 'partner_rejects', { price, touch }), behaviour: 'refused' };
  }
  const condition = draft.trigger_fill_condition ?? 'first_hit';
  if (alone.behaviour === 'rests' || alone.behaviour === 'waits') return meetWaiting(course, condition);
  // A sell that trades whole, or at all for first fill, ended its partner.
  const isLeft = alone.steps.some(({ code }) => REMAINDERS.includes(code));
  return isLeft && condition !== 'first_hit' ? meetRemainder(course, condition) : null;
}

function hasEnded({ behaviour, steps }: Forecast): boolean {
  if (behaviour === 'cancelled') return true;
  return behaviour === 'trades' && !steps.some(({ code }) => REMAINDERS.includes(code));
}

const REMAINDERS: readonly string[] = ['remainder_rests', 'remainder_rests_at_fill'];

/** Where the sell or its rest is; null when nothing rests. */
function restsAt({ bid }: Sell, { behaviour, price }: Forecast): DecimalString | null {
  if (behaviour === 'rests') return price;
  return behaviour === 'trades' ? (price ?? bid?.price ?? null) : null;
}

function meetWaiting(course: Course, condition: string): PartnerEffect | null {
  switch (course.does) {
    case 'moves':
      return { step: step('attention', 'partner_moved', { from: course.from, to: course.to }), behaviour: null };
    case 'meets':
      return { step: step('bad', 'partner_meets_sell', { price: course.price }), behaviour: 'cancelled' };
    case 'ends':
      return { step: step('bad', 'partner_ends', {}), behaviour: 'cancelled' };
    case 'trades': {
      const { touch, mayStay } = course;
      return mayStay && condition !== 'first_hit'
        ? { step: step('attention', 'partner_may_trade', { touch, condition }), behaviour: 'unclear' }
        : { step: step('bad', 'partner_trades', { touch }), behaviour: 'cancelled' };
    }
    default:
      return null;
  }
}

/** The book behind a taken touch is unknown, so the partner's course is possible. */
function meetRemainder(course: Course, condition: string): PartnerEffect | null {
  if (course.does !== 'trades' && course.does !== 'meets' && course.does !== 'ends') return null;
  if (course.does === 'ends') return { step: step('bad', 'partner_ends', {}), behaviour: null };
  const touch = course.does === 'trades' ? course.touch : course.price;
  return { step: step('attention', 'partner_may_trade', { touch, condition }), behaviour: null };
}

const NOTHING: Course = { does: 'nothing' };

function foresee(child: ChildDraft, { ticker, instrument }: Sell, sellPrice: DecimalString | null): Course {
  const { triggeredBy, hasPrice } = ORDER_TYPE_TRAITS[child.type];
  const limit = hasPrice ? parseDecimal(child.price) : null;
  if (triggeredBy !== null || (hasPrice && limit === null)) return NOTHING;
  const isSell = child.direction === 'sell';
  const touch = touchOf(child.direction, ticker);
  const edge = (isSell ? ticker.min_price : ticker.max_price) ?? null;
  // Towards the market: below for a sell, above for a buy. The band holds both back.
  const towards = isSell ? -1 : 1;
  const booked = limit === null || (edge !== null && compare(limit, edge) === towards) ? edge : limit;
  const reaches = (price: DecimalString) => booked === null || compare(booked, price) !== -towards;
  const crosses = touch !== null && reaches(touch.price);
  // The sell is booked before its partner, which may meet it first or last.
  const reached = !isSell && sellPrice !== null && reaches(sellPrice) ? sellPrice : null;
  const isFirst = reached !== null && (touch === null || compare(reached, touch.price) < 0);
  if (child.post_only && booked !== null) {
    const met = isFirst ? reached : crosses ? touch.price : null;
    if (met === null) return NOTHING;
    const to = movePrice(instrument, met, -towards);
    // At the lowest price, a buy can't move below an offer.
    if (!child.reject_post_only && to !== met) return { does: 'moves', from: booked, to };
    // Both are looked at before the sell is on the book.
    const isRefused = crosses && (child.reject_post_only || !isFirst);
    return isRefused ? { does: 'rejects', price: booked, touch: touch.price } : { does: 'meets', price: met };
  }
  if (isFirst) return { does: 'meets', price: reached };
  if (!crosses) return canRestUnfilled(child) ? NOTHING : { does: 'ends' };
  const amount = parseDecimal(child.amount);
  const isWhole = amount !== null && touch.amount !== null && compare(amount, touch.amount) <= 0;
  if (reached !== null && !isWhole) return { does: 'meets', price: reached };
  if (child.time_in_force === 'fill_or_kill' && !isWhole) return { does: 'ends' };
  return { does: 'trades', touch: touch.price, mayStay: !isWhole && canRest(child) };
}
