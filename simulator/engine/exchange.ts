import type { Account } from '../account/account.ts';
import { remember } from '../account/history.ts';
import { power } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';
import { Catalogue, type ListingScope } from '../market/listing.ts';
import { MarketModel, type ExactMark } from '../market/model.ts';
import { bookFill, type FillEvent } from './booking.ts';
import { Clearing } from './clearing.ts';
import { FundingMeters } from './funding.ts';
import { Lifecycle } from './lifecycle.ts';
import { repriceAdvanced } from './orders/advanced.ts';
import { orderId } from './identifier.ts';
import { attendLink, linkedEnd, linkedFill } from './orders/linked.ts';
import type { OtoLink } from './orders/links.ts';
import { isLive, remainingUnits, type CancelReason, type Order } from './orders/order.ts';
import { trimReduceOnly } from './orders/reduce.ts';
import { DEFAULT_ORDER_RULES, type OrderRules } from './rules.ts';
import { STEP_MS, stepFrom, strideOver, type Follower } from './steps.ts';
import { fireTriggers } from './orders/trigger.ts';
import { Venue, type InstrumentState, type MarketStep } from './venue.ts';

/**
 * The market and everything resting in it, without timers. Requests first call `advance`: equal inputs give equal
 * replies.
 */
export class Exchange {
  readonly model: MarketModel;
  readonly accounts: Account[] = [];
  readonly clearing: Clearing;
  readonly funding: FundingMeters;
  readonly #catalogue: Catalogue;
  #instruments: readonly Instrument[] = [];
  readonly #venues = new Map<string, Venue>();
  /** Where users' orders are: these follow every step, the others when somebody looks. */
  readonly #watched = new Set<Venue>();
  readonly #marks: { readonly step: number; readonly mark: ExactMark }[] = [];
  readonly #seed: number;
  #timeMs: number;
  #stepNumber = 0;
  readonly #lifecycle: Lifecycle;
  readonly #followers: Follower[] = [];
  #nextOrderId: number;
  #nextTradeId: number;
  /** Orders created since the start, refused ones not counted. */
  ordersCreated = 0;
  rules: OrderRules = DEFAULT_ORDER_RULES;
  /** While true the market stands where it is, whatever the clock says: nothing moves, settles or expires. */
  isStill = false;
  /** Links whose primary was filled or ended, until `settleConsequences`. */
  readonly dueLinks = new Set<OtoLink>();

  constructor(seed: number, nowMs: number, listing: ListingScope = 'all') {
    this.#catalogue = new Catalogue(listing);
    this.#seed = seed;
    this.#timeMs = nowMs;
    this.#lifecycle = new Lifecycle(nowMs);
    this.#nextOrderId = 80_000_000_000 + (seed % 1_000_000) * 1000;
    this.#nextTradeId = 400_000_000 + (seed % 1_000_000);
    this.model = new MarketModel(seed);
    this.funding = new FundingMeters(this.model);
    this.clearing = new Clearing(nowMs);
    this.listMissing(nowMs);
  }

  /** Every instrument that has not expired, oldest listing first. */
  get instruments(): readonly Instrument[] {
    return this.#instruments;
  }

  /** Lists what should be there at that time and is not; those that have expired leave the list. */
  listMissing(nowMs: number): void {
    const added = this.#catalogue.listMissing(nowMs, (coin) => this.model.index(coin));
    this.#instruments = [...this.#instruments.filter(({ expiryMs }) => expiryMs > nowMs), ...added];
    for (const instrument of added) {
      this.#venues.set(instrument.name, new Venue(instrument, this.mark(instrument), this.#step()));
    }
  }

  /** Whether an instrument of that name is listed, in whatever state. */
  isListed(name: string): boolean {
    return this.#venues.has(name);
  }

  /** Lets go of an instrument that ended long ago. */
  forget(venue: Venue): void {
    this.#venues.delete(venue.instrument.name);
    this.#catalogue.forget(venue.instrument.name);
  }

  #step(): MarketStep {
    return { seed: this.#seed, number: this.#stepNumber, timeMs: this.#timeMs };
  }

  /** The market's own time: the last step that was taken, ms. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** The model's view of an instrument at the market's time: the same one within a step. */
  mark(instrument: Instrument): ExactMark {
    const known = this.#marks[instrument.order];
    if (known?.step === this.#stepNumber) return known.mark;
    const mark = this.model.mark(instrument, this.#timeMs);
    this.#marks[instrument.order] = { step: this.#stepNumber, mark };
    return mark;
  }

  /** The mark price in the instrument's price units: what positions are valued at. */
  markUnits(instrument: Instrument): number {
    return Math.round(this.mark(instrument).price * power(instrument.pricePlaces));
  }

  /** Brings the market to `nowMs`. A clock that stands still or runs back leaves it as it is. */
  advance(nowMs: number): void {
    const gapMs = nowMs - this.#timeMs;
    if (gapMs < STEP_MS || this.isStill) return;
    const strideMs = strideOver(gapMs);
    while (nowMs - this.#timeMs >= STEP_MS) {
      const stops = this.#followers.map((follower) => follower.nextStopMs(this.#timeMs, nowMs));
      const stopMs = Math.min(this.#lifecycle.nextStopMs(this.#timeMs), ...stops);
      this.#take(stepFrom(this.#timeMs, nowMs, strideMs, stopMs));
      for (const follower of this.#followers) follower.run(this.#timeMs, nowMs);
    }
  }

  /** From now on the follower is told of every step. */
  follow(follower: Follower): void {
    this.#followers.push(follower);
  }

  #take(dtMs: number): void {
    this.#timeMs += dtMs;
    this.#stepNumber += 1;
    this.model.advance(dtMs, this.#timeMs);
    this.funding.advance(this.#timeMs);
    for (const venue of this.#watched) {
      if (venue.userOrders.size + venue.waitingOrders.size > 0) this.#refresh(venue);
      else this.#watched.delete(venue);
    }
    this.#lifecycle.run(this, this.#timeMs);
  }

  #refresh(venue: Venue): void {
    if (!venue.isAt(this.#stepNumber)) this.#requote(venue);
  }

  #requote(venue: Venue): void {
    const atMs = this.#timeMs;
    venue.moveTo(this.#step(), this.mark(venue.instrument), {
      withdrawn: () => repriceAdvanced(this, venue, atMs),
      filled: (fill) => void this.applyFill(venue, { ...fill, atMs }),
    });
    this.settleConsequences(venue, atMs);
  }

  /** The venue of a name, brought to the present; undefined when nothing of that name is listed. */
  venue(name: string): Venue | undefined {
    const venue = this.#venues.get(name);
    if (venue !== undefined) this.#refresh(venue);
    return venue;
  }

  /** The venue of an instrument, as last seen; undefined once it is forgotten. */
  venueAsSeen(instrument: Instrument): Venue | undefined {
    return this.#venues.get(instrument.name);
  }

  /** Every venue, as last seen. */
  venues(): Iterable<Venue> {
    return this.#venues.values();
  }

  /** The id for an accepted order, by its kind. */
  takeOrderId(order: Order): string {
    this.#nextOrderId += 1;
    this.ordersCreated += 1;
    return orderId(order, this.#nextOrderId);
  }

  /** The number of the next trade. */
  takeTradeNumber(): number {
    this.#nextTradeId += 1;
    return this.#nextTradeId;
  }

  /** What the two orders of a pair bear in common. */
  takeOcoReference(): string {
    this.#nextOrderId += 1;
    return `OCO-${this.#nextOrderId}`;
  }

  /** Books a fill with its account and gives the account's trade record. */
  applyFill(venue: Venue, event: FillEvent): Readonly<Record<string, unknown>> {
    const { order, priceUnits, amountUnits } = event;
    order.filledUnits += amountUnits;
    order.filledValue += BigInt(priceUnits) * BigInt(amountUnits);
    order.updatedMs = event.atMs;
    const filled = remainingUnits(order) === 0;
    if (filled) this.#close(venue, order, 'filled', event.atMs);
    const record = bookFill(this, event);
    if (order.oto !== null || order.oco !== null) linkedFill(this, venue, order, event.atMs);
    if (filled) linkedEnd(this, venue, order, event.atMs);
    trimReduceOnly(this, order.account, event.atMs);
    return record;
  }

  /** Lets an order rest in its book. */
  rest(venue: Venue, order: Order): void {
    const { priceUnits, displayUnits } = order;
    const left = remainingUnits(order);
    order.resting =
      displayUnits === null || displayUnits >= left
        ? { priceUnits, remainingUnits: left, order }
        : { priceUnits, remainingUnits: displayUnits, order, hiddenUnits: left - displayUnits, displayUnits };
    venue.book.rest(order.side, order.resting);
    venue.userOrders.add(order);
    this.#watched.add(venue);
    order.account.open(order);
  }

  /** Takes an order out of its book, as if it had never rested there. */
  withdraw(venue: Venue, order: Order): void {
    venue.book.remove(order);
    order.resting = null;
    venue.userOrders.delete(order);
    order.account.close(order);
  }

  /** Lets an order wait outside the book, for a price or for another order. */
  wait(venue: Venue, order: Order, atMs: number): void {
    remember(order.account, order, atMs);
    venue.waitingOrders.add(order);
    this.#watched.add(venue);
    order.account.waitingOrders.add(order);
  }

  /** Ends an order for a reason; what it filled stays filled. A reason is null when the order's own terms end it. */
  cancel(venue: Venue, order: Order, reason: CancelReason | null, atMs: number): void {
    order.cancelReason = reason;
    this.#end(venue, order, 'cancelled', atMs);
    linkedEnd(this, venue, order, atMs);
  }

  /** Ends an order that found no place when its turn came. */
  reject(venue: Venue, order: Order, atMs: number): void {
    this.#end(venue, order, 'rejected', atMs);
    linkedEnd(this, venue, order, atMs);
  }

  /** Ends an order that another has taken the place of; what is linked to it goes on. */
  finishTriggered(venue: Venue, order: Order, atMs: number): void {
    this.#end(venue, order, 'triggered', atMs);
  }

  #end(venue: Venue, order: Order, state: 'cancelled' | 'rejected' | 'triggered', atMs: number): void {
    venue.book.remove(order);
    order.updatedMs = atMs;
    this.#close(venue, order, state, atMs);
  }

  #close(venue: Venue, order: Order, state: Exclude<Order['state'], 'open' | 'untriggered'>, atMs: number): void {
    order.state = state;
    order.resting = null;
    venue.userOrders.delete(order);
    venue.waitingOrders.delete(order);
    order.account.close(order);
    order.account.waitingOrders.delete(order);
    remember(order.account, order, atMs);
  }

  /** Releases what fills have made due and fires triggers that they have reached, until neither is left. */
  settleConsequences(venue: Venue, atMs: number): void {
    do {
      for (const link of this.dueLinks) {
        this.dueLinks.delete(link);
        // Of another book, where a combo's fill ended a reduce-only order.
        attendLink(this, this.venueAsSeen(link.primary.instrument) ?? venue, link, atMs);
      }
    } while (fireTriggers(this, venue, atMs) > 0);
  }

  /** Puts an instrument into a state with what the contract says happens on entry. */
  setState(venue: Venue, state: InstrumentState, atMs: number): void {
    venue.state = state;
    const endsAll = state === 'delivered' || state === 'inactive' || state === 'archivized';
    for (const order of [...venue.userOrders, ...venue.waitingOrders]) {
      if (!isLive(order)) continue;
      if (endsAll || (state === 'settlement' && order.timeInForce === 'good_til_day')) {
        this.cancel(venue, order, state === 'inactive' ? null : 'settlement', atMs);
      }
    }
    this.settleConsequences(venue, atMs);
    if (state !== 'open') venue.book.clearQuotes();
    else venue.quoteAnew();
    this.#lifecycle.note(venue, atMs);
  }
}
