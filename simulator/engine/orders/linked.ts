import type { Exchange } from '../exchange.ts';
import { type OtoLink, pairUp, type Secondary } from './links.ts';
import { createOrder, isLive, type Order } from './order.ts';
import { shrinkOrder } from './reduce.ts';
import { admit } from './trigger.ts';
import type { Venue } from '../venue.ts';

function partnersOf(order: Order): { order: Order; readonly baseUnits: number }[] {
  return (order.oco?.members ?? []).filter((member) => member.order !== order && isLive(member.order));
}

/** After a fill: ends or shrinks the partner at once, notes that secondaries may be due. */
export function linkedFill(exchange: Exchange, venue: Venue, order: Order, atMs: number): void {
  if (order.oto !== null) exchange.dueLinks.add(order.oto);
  if (order.oco === null || order.oco.condition === 'complete_fill') return;
  const own = order.oco.members.find((member) => member.order === order);
  for (const partner of partnersOf(order)) {
    if (order.oco.condition === 'first_hit' || own === undefined) {
      exchange.cancel(venue, partner.order, 'oco_other_closed', atMs);
      continue;
    }
    const left = partner.baseUnits - share(venue, partner.baseUnits, order.filledUnits, own.baseUnits);
    if (left <= partner.order.filledUnits) exchange.cancel(venue, partner.order, 'oco_other_closed', atMs);
    else if (left < partner.order.amountUnits) shrinkOrder(venue, partner.order, left, atMs);
  }
}

/** After an order's end, whatever ended it: its partner ends, its secondaries are seen to. */
export function linkedEnd(exchange: Exchange, venue: Venue, order: Order, atMs: number): void {
  // A partner ended by the other's fill ends nothing.
  if (order.cancelReason !== 'oco_other_closed') {
    for (const partner of partnersOf(order)) exchange.cancel(venue, partner.order, 'oco_other_closed', atMs);
  }
  if (order.oto !== null) exchange.dueLinks.add(order.oto);
  if (order.waitsFor === null || order.waitsFor.ocoReference === null) return;
  // The primary's end ends each waiting one of a pair.
  if (order.cancelReason === 'oto_primary_closed') return;
  for (const other of order.waitsFor.secondaries) {
    if (other.order.state === 'untriggered') exchange.cancel(venue, other.order, 'oco_other_closed', atMs);
  }
}

/** The part of `baseUnits` that goes with a fill, rounded down to the contract (facts, section 8). */
function share(venue: Venue, baseUnits: number, filledUnits: number, ofUnits: number): number {
  const exact = (BigInt(baseUnits) * BigInt(filledUnits)) / BigInt(ofUnits);
  const units = Math.min(baseUnits, Number(exact));
  return units - (units % venue.instrument.stepUnits);
}

/** How much of a secondary should be out by now. A primary that only reduces is as large as it was cut to. */
function dueUnits(venue: Venue, link: OtoLink, secondary: Order): number {
  const { primary, condition } = link;
  if (primary.filledUnits === 0) return 0;
  if (condition === 'first_hit') return secondary.amountUnits;
  if (condition === 'complete_fill') return primary.state === 'filled' ? secondary.amountUnits : 0;
  const due = share(venue, secondary.amountUnits, primary.filledUnits, primary.amountUnits);
  return due < venue.instrument.minAmountUnits ? 0 : due;
}

/** Releases what fills made due; ends the rest with the primary. */
export function attendLink(exchange: Exchange, venue: Venue, link: OtoLink, atMs: number): void {
  const waiting = link.secondaries.filter((secondary) => secondary.order.state === 'untriggered');
  const released = waiting.flatMap((secondary) => release(venue, link, secondary, atMs));
  if (link.ocoReference !== null && released.length > 1) {
    pairUp(
      link.ocoReference,
      link.condition,
      released.map(({ order }) => order),
    );
  }
  // Each has its id before the first goes out: the end of that one may end the next, which is remembered by its id.
  for (const { order } of released) order.id = exchange.takeOrderId(order);
  for (const { order, secondary } of released) {
    if (secondary.releasedUnits === secondary.order.amountUnits) exchange.finishTriggered(venue, secondary.order, atMs);
    if (isLive(order) && !admit(exchange, venue, order, atMs)) exchange.reject(venue, order, atMs);
  }
  if (isLive(link.primary)) return;
  for (const { order, releasedUnits } of waiting) {
    if (order.state !== 'untriggered') continue;
    if (releasedUnits > 0) exchange.finishTriggered(venue, order, atMs);
    else exchange.cancel(venue, order, 'oto_primary_closed', atMs);
  }
}

function release(venue: Venue, link: OtoLink, secondary: Secondary, atMs: number) {
  const { order } = secondary;
  const units = dueUnits(venue, link, order) - secondary.releasedUnits;
  if (units < venue.instrument.minAmountUnits) return [];
  secondary.releasedUnits += units;
  const released = createOrder(order.account, order.instrument, { ...order, amountUnits: units }, atMs);
  released.triggerOrderId = order.id;
  released.primaryOrderId = link.primary.id;
  return [{ order: released, secondary }];
}
