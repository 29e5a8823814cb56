import type { AdvancedType, LinkedOrderType, OrderType, TimeInForce } from '../service/order.ts';

/** What a type of order needs and how it behaves (contract "private/sell"; facts, section 8). */
export interface OrderTypeTraits {
  /** Carries a limit price. The contract gives one to limit and stop_limit; take_limit has one by practice. */
  readonly hasPrice: boolean;
  /** `price`: waits for a trigger price; `offset`: follows the peak; null: goes to the book at once. */
  readonly triggeredBy: 'price' | 'offset' | null;
  /** Fires when the watched price falls to the trigger (`loss`) or rises to it (`profit`), for a sell. */
  readonly fires: 'loss' | 'profit' | null;
}

export const ORDER_TYPE_TRAITS: Readonly<Record<OrderType, OrderTypeTraits>> = {
  limit: { hasPrice: true, triggeredBy: null, fires: null },
  market: { hasPrice: false, triggeredBy: null, fires: null },
  market_limit: { hasPrice: false, triggeredBy: null, fires: null },
  stop_limit: { hasPrice: true, triggeredBy: 'price', fires: 'loss' },
  stop_market: { hasPrice: false, triggeredBy: 'price', fires: 'loss' },
  take_limit: { hasPrice: true, triggeredBy: 'price', fires: 'profit' },
  take_market: { hasPrice: false, triggeredBy: 'price', fires: 'profit' },
  trailing_stop: { hasPrice: false, triggeredBy: 'offset', fires: 'loss' },
};

interface PostOnlyTerms {
  readonly type: OrderType;
  readonly time_in_force: TimeInForce;
  readonly advanced: AdvancedType | null;
}

/** Post only is for orders with a price that stay until cancelled, and not for those the engine reprices. */
export function isPostOnlyPossible({ type, time_in_force, advanced }: PostOnlyTerms): boolean {
  return ORDER_TYPE_TRAITS[type].hasPrice && time_in_force === 'good_til_cancelled' && advanced === null;
}

/** Whether it is post only unless somebody says otherwise: not what waits for a trigger, which is meant to trade then. */
export function isPostOnlyUsual(terms: PostOnlyTerms): boolean {
  return isPostOnlyPossible(terms) && ORDER_TYPE_TRAITS[terms.type].triggeredBy === null;
}

/** Whether what does not trade may stay on the book: a market order with a limit rests at its last fill. */
export function canRest({ type, time_in_force }: Pick<PostOnlyTerms, 'type' | 'time_in_force'>): boolean {
  const stays = time_in_force === 'good_til_cancelled' || time_in_force === 'good_til_day';
  return stays && (ORDER_TYPE_TRAITS[type].hasPrice || type === 'market_limit');
}

/** The same where nothing of it trades: without a fill, a market order with a limit has no price to rest at. */
export function canRestUnfilled(terms: Pick<PostOnlyTerms, 'type' | 'time_in_force'>): boolean {
  return canRest(terms) && ORDER_TYPE_TRAITS[terms.type].hasPrice;
}

/** An iceberg rests at a price (facts, section 8). */
export const isIcebergPossible = canRestUnfilled;

/** How many children each kind of linked order has (facts, section 8, "Linked orders"). */
export const LINKED_CHILDREN: Readonly<Record<LinkedOrderType, { readonly least: number; readonly most: number }>> = {
  one_triggers_other: { least: 1, most: 2 },
  one_cancels_other: { least: 1, most: 1 },
  one_triggers_one_cancels_other: { least: 2, most: 2 },
};
