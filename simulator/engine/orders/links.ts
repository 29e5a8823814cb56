import { divideRounded } from '../../fixed.ts';
import type { FillCondition, Order } from './order.ts';

/** Two orders of which one's fill ends the other, or its part (contract `one_cancels_other`). */
export interface OcoPair {
  readonly reference: string;
  readonly condition: FillCondition;
  /** The order at work for each side of the pair, and what the side asked for at first. */
  readonly members: { order: Order; baseUnits: number }[];
}

/** An order that waits for its primary, and what of it has been released. */
export interface Secondary {
  readonly order: Order;
  releasedUnits: number;
}

/** A primary order and those that its fills release (contract `one_triggers_other`). */
export interface OtoLink {
  readonly condition: FillCondition;
  /** What released secondaries share when only one may fill. */
  readonly ocoReference: string | null;
  /** The order whose fills count, also after the primary's trigger. */
  primary: Order;
  readonly secondaries: readonly Secondary[];
}

/** Links two orders as a pair. */
export function pairUp(reference: string, condition: FillCondition, orders: readonly Order[]): void {
  const members = orders.map((order) => ({ order, baseUnits: order.amountUnits }));
  const pair: OcoPair = { reference, condition, members };
  for (const order of orders) order.oco = pair;
}

/** Hands an order's links on to the order that takes its place. */
export function inheritLinks(from: Order, to: Order): void {
  to.oto = from.oto;
  if (from.oto !== null) from.oto.primary = to;
  to.oco = from.oco;
  for (const member of from.oco?.members ?? []) if (member.order === from) member.order = to;
  to.primaryOrderId = from.primaryOrderId;
}

/**
 * An edit gave an order of a pair another amount: that is what its partner's fills so far have left of it, and further
 * ones take their share of.
 */
export function resizeMember(order: Order): void {
  const { members = [] } = order.oco ?? {};
  const own = members.find((member) => member.order === order);
  const partner = members.find((member) => member.order !== order);
  if (own === undefined || partner === undefined) return;
  const left = partner.baseUnits - partner.order.filledUnits;
  if (left <= 0) return;
  own.baseUnits = Number(divideRounded(BigInt(order.amountUnits) * BigInt(partner.baseUnits), BigInt(left)));
}
