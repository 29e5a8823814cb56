import { compare, type DecimalString, parseDecimal } from '../../decimal.ts';
import type { ChildDraft } from '../draft.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { canRest, canRestUnfilled, ORDER_TYPE_TRAITS } from '../order-types.ts';
import { bandEdgeOf, betterOf, compareFor, moveAway, reaches, touchOf } from '../side.ts';
import { foreseePartnerAmongOwn } from './own-orders.ts';
import type { ReadOrder } from './read-order.ts';

/** What the order that cancels the other, and is cancelled by it, does to the order it was sent with. */
export interface PartnerEffect {
  readonly step: ForecastStep;
  /** The order's end; null when unaffected. */
  readonly behaviour: 'refused' | 'cancelled' | 'unclear' | null;
}

/** What a partner does as it goes to work, by the visible touch. */
type Course =
  | { readonly does: 'nothing' }
  | { readonly does: 'rejects'; readonly price: DecimalString; readonly touch: DecimalString }
  | { readonly does: 'moves'; readonly from: DecimalString; readonly to: DecimalString }
  /** It trades up to the order itself, which rests in its way: where others fill it before, that ends the order as well. */
  | { readonly does: 'meets'; readonly price: DecimalString }
  | { readonly does: 'trades'; readonly touch: DecimalString; readonly mayStay: boolean }
  /** It can't rest, and the touch doesn't fill it. */
  | { readonly does: 'ends' };

/**
 * What a linked partner does to the order, which is booked first: fill or end of one ends or cuts the other. Null:
 * nothing.
 */
export function foreseePartner(order: ReadOrder, alone: Forecast): PartnerEffect | null {
  const { draft } = order;
  const [child] = draft.children;
  if (draft.linked_order_type !== 'one_cancels_other' || child === undefined) return null;
  const own = foreseePartnerAmongOwn(order, child);
  // Both are checked before either is booked; an own order gives way only as the partner goes to work.
  const isSeen = own?.behaviour === 'refused' || order.facts.selfTradeMode !== 'cancel_maker' || !hasEnded(alone);
  if (own !== null && isSeen) return alone.behaviour === 'refused' ? null : own;
  const course = foresee(child, order, restsAt(order, alone));
  if (course.does === 'rejects') {
    const { price, touch } = course;
    return alone.behaviour === 'refused'
      ? null
      : { step: step('bad', 'partner_rejects', { price, touch }), behaviour: 'refused' };
  }
  const condition = draft.trigger_fill_condition ?? 'first_hit';
  if (alone.behaviour === 'rests' || alone.behaviour === 'waits') return meetWaiting(order, course, condition);
  // An order that trades whole, or at all for first fill, ended its partner.
  const isLeft = alone.steps.some(({ code }) => REMAINDERS.includes(code));
  return isLeft && condition !== 'first_hit' ? meetRemainder(order, course, condition) : null;
}

function hasEnded({ behaviour, steps }: Forecast): boolean {
  if (behaviour === 'cancelled') return true;
  return behaviour === 'trades' && !steps.some(({ code }) => REMAINDERS.includes(code));
}

const REMAINDERS: readonly string[] = ['remainder_rests', 'remainder_rests_at_fill'];

/** Where the order or its rest is; null when nothing rests. */
function restsAt({ touch }: ReadOrder, { behaviour, price }: Forecast): DecimalString | null {
  if (behaviour === 'rests') return price;
  return behaviour === 'trades' ? (price ?? touch?.price ?? null) : null;
}

function meetWaiting({ side }: ReadOrder, course: Course, condition: string): PartnerEffect | null {
  switch (course.does) {
    case 'moves':
      return { step: step('attention', 'partner_moved', { from: course.from, to: course.to }), behaviour: null };
    case 'meets':
      return { step: step('bad', 'partner_meets_order', { side, price: course.price }), behaviour: 'cancelled' };
    case 'ends':
      return { step: step('bad', 'partner_ends', { side }), behaviour: 'cancelled' };
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
function meetRemainder({ side }: ReadOrder, course: Course, condition: string): PartnerEffect | null {
  if (course.does !== 'trades' && course.does !== 'meets' && course.does !== 'ends') return null;
  if (course.does === 'ends') return { step: step('bad', 'partner_ends', { side }), behaviour: null };
  const touch = course.does === 'trades' ? course.touch : course.price;
  return { step: step('attention', 'partner_may_trade', { touch, condition }), behaviour: null };
}

const NOTHING: Course = { does: 'nothing' };

function foresee(
  child: ChildDraft,
  { side: own, ticker, instrument }: ReadOrder,
  restsAtPrice: DecimalString | null,
): Course {
  const { triggeredBy, hasPrice } = ORDER_TYPE_TRAITS[child.type];
  const limit = hasPrice ? parseDecimal(child.price) : null;
  if (triggeredBy !== null || (hasPrice && limit === null)) return NOTHING;
  const { direction: side } = child;
  const touch = touchOf(side, ticker);
  const edge = bandEdgeOf(side, ticker);
  // The band holds it back.
  const booked = limit === null || edge === null ? (limit ?? edge) : betterOf(side, limit, edge);
  const isWithin = (price: DecimalString) => booked === null || reaches(side, booked, price);
  const crosses = touch !== null && isWithin(touch.price);
  // The order is booked before its partner, which may meet it first or last.
  const reached = side !== own && restsAtPrice !== null && isWithin(restsAtPrice) ? restsAtPrice : null;
  const isFirst = reached !== null && (touch === null || compareFor(side, reached, touch.price) > 0);
  if (child.post_only && booked !== null) {
    const met = isFirst ? reached : crosses ? touch.price : null;
    if (met === null) return NOTHING;
    const to = moveAway(side, instrument, met);
    // At the lowest price, a buy can't move below an offer.
    if (!child.reject_post_only && to !== met) return { does: 'moves', from: booked, to };
    // Both are looked at before the order is on the book.
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
