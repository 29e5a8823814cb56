import { compare, type DecimalString, isZero, largest, parseDecimal, subtract, ZERO } from '../../decimal.ts';
import type { ChildDraft } from '../draft.ts';
import type { Touch } from '../facts.ts';
import { type Forecast, type ForecastStep, step } from './forecast-schema.ts';
import { canRest, canRestUnfilled, ORDER_TYPE_TRAITS } from '../order-types.ts';
import { readTriggerLevel } from '../rules/trigger.ts';
import { bandEdgeOf, betterOf, compareFor, oppositeTouchOf, type Side } from '../side.ts';
import type { ReadOrder } from './read-order.ts';
import { priceOnceFired } from './trigger.ts';

/** Where the market, and what is left of the order, stand as a fill places the linked orders. */
interface Placing {
  /** The market is that of now: a side without a price is empty, and the band holds. Else such a side is not known. */
  readonly isNow: boolean;
  /** What a linked order of that side trades with first. */
  readonly touchFor: Readonly<Record<Side, Reach | null>>;
  /** A partly filled order's rest is in the way of one of the other side. */
  readonly rest: DecimalString | null;
}

/** A price of the other side. `isThere`: some of it is left; else only what goes beyond it is sure to trade. */
interface Reach {
  readonly price: DecimalString;
  readonly isThere: boolean;
  /** How much of it is left; null where that is not known. */
  readonly amount: DecimalString | null;
}

/**
 * What placed orders do where hardly meant: trade at once, meet the order's rest, or end. Prices aren't checked (facts,
 * section 8). Null otherwise.
 */
export function foreseePlaced(order: ReadOrder, alone: Forecast): readonly (ForecastStep | null)[] {
  const { draft } = order;
  if (draft.linked_order_type === null || draft.linked_order_type === 'one_cancels_other') return [];
  const placing = readPlacing(order, alone);
  if (placing === null) return [];
  return draft.children.map((child, index) => foresee(child, String(index + 1), order, placing));
}

/** Null where the order is not filled, and nothing is placed. */
function readPlacing(order: ReadOrder, alone: Forecast): Placing | null {
  const { draft, side, ticker, touch, amount } = order;
  const isInParts = draft.trigger_fill_condition !== 'complete_fill' && canRest(draft);
  switch (alone.behaviour) {
    case 'trades':
    case 'unclear': {
      const isLeft = alone.steps.some(({ code }) => code === 'remainder_rests' || code === 'remainder_rests_at_fill');
      const far = oppositeTouchOf(side, ticker);
      return {
        isNow: true,
        touchFor: bySide(
          side,
          touch === null ? null : leftOf(touch, amount),
          far === null ? null : { ...far, isThere: true },
        ),
        rest: isInParts && isLeft ? (alone.price ?? touch?.price ?? null) : null,
      };
    }
    case 'rests':
    case 'waits': {
      const price = priceThen(order, alone);
      const there = price === null ? null : { price, isThere: false, amount: null };
      // What fires among better prices than its limit goes for these; only a book that they don't fill it from leaves a rest, far off.
      const isAtPrice = alone.price !== null && (draft.post_only || alone.price === price);
      return {
        isNow: false,
        touchFor: bySide(side, there === null ? null : { ...there, isThere: true }, there),
        rest: isInParts && isAtPrice ? price : null,
      };
    }
    default:
      return null;
  }
}

/** What linked orders of the same side trade with, and those of the other. */
function bySide(side: Side, same: Reach | null, other: Reach | null): Placing['touchFor'] {
  return { buy: other, sell: other, [side]: same };
}

/** What the order takes whole is gone. */
function leftOf(touch: Touch, taken: DecimalString): Reach {
  const left = touch.amount === null ? null : largest(subtract(touch.amount, taken), ZERO);
  return { price: touch.price, isThere: left === null || !isZero(left), amount: left };
}

/** The market as the fill places the others; null: unknown. Undefined: nothing is placed. */
export function marketAsPlaced(order: ReadOrder, alone: Forecast): DecimalString | null | undefined {
  switch (alone.behaviour) {
    case 'trades':
    case 'unclear':
      return null;
    case 'rests':
    case 'waits':
      return priceThen(order, alone);
    default:
      return undefined;
  }
}

/**
 * The market price as the order fills: where it rests or fires. With a foreign trigger, only a limit better than the
 * mark tells.
 */
function priceThen(order: ReadOrder, { behaviour, price }: Forecast): DecimalString | null {
  if (behaviour !== 'waits') return price;
  const { draft, side, instrument, ticker, price: limit } = order;
  const level = readTriggerLevel(draft, instrument);
  const then = priceOnceFired(order, level);
  if (level !== null || limit === null || draft.reject_post_only) return then;
  const { mark_price: mark } = ticker;
  return mark != null && compareFor(side, limit, mark) > 0 ? then : null;
}

function foresee(
  child: ChildDraft,
  place: string,
  { side: own, ticker }: ReadOrder,
  placing: Placing,
): ForecastStep | null {
  const { triggeredBy, hasPrice } = ORDER_TYPE_TRAITS[child.type];
  const limit = hasPrice ? parseDecimal(child.price) : null;
  if (triggeredBy !== null || (hasPrice && limit === null)) return null;
  const { direction: side } = child;
  // The band moves, so today's doesn't bind a later order. It holds one back.
  const edge = placing.isNow ? bandEdgeOf(side, ticker) : null;
  const booked = limit === null || edge === null ? (limit ?? edge) : betterOf(side, limit, edge);
  const isReached = ({ price, isThere }: Reach): boolean => {
    const by = booked === null ? -1 : compareFor(side, booked, price);
    return by < 0 || (isThere && by === 0);
  };
  const { rest } = placing;
  const meets = side !== own && rest !== null && isReached({ price: rest, isThere: true, amount: null }) ? rest : null;
  const touch = placing.touchFor[side];
  const crossed = meets ?? (touch !== null && isReached(touch) ? touch.price : null);
  const ends = step('bad', 'placed_ends', { place });
  // Where the market of then is not known, one at market finds somebody; one that has a limit and may not rest ends either way.
  if (crossed === null) return (hasPrice || placing.isNow) && !canRestUnfilled(child) ? ends : null;
  if (child.post_only) return child.reject_post_only ? step('bad', 'placed_rejected', { place, touch: crossed }) : null;
  if (meets !== null) return step('bad', 'placed_meets_order', { place, price: meets });
  if (child.time_in_force === 'fill_or_kill' && placing.isNow && !isHeldBy(touch, child)) return ends;
  return hasPrice ? step('attention', 'placed_trades', { place, touch: crossed }) : null;
}

/** Whether what is visible fills all of it. */
function isHeldBy(touch: Reach | null, child: ChildDraft): boolean {
  const amount = parseDecimal(child.amount);
  const visible = touch?.amount ?? null;
  return amount !== null && visible !== null && compare(amount, visible) <= 0;
}
