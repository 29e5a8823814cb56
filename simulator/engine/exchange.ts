import type { Account } from '../account/account.ts';
import type { Liquidity } from '../account/fees.ts';
import { remember } from '../account/history.ts';
import { power } from '../fixed.ts';
import { nextSettlement } from '../market/calendar.ts';
import { listInstruments, type Instrument } from '../market/instrument.ts';
import { MarketModel, type Mark } from '../market/model.ts';
import { remainingUnits, type CancelReason, type Order } from './order.ts';
import { settleAccounts } from './settlement.ts';
import { tradeRecord } from './trade.ts';
import { Venue, type InstrumentState, type MarketStep, type Print } from './venue.ts';

/** The market moves in steps of this length; after a long silence in longer ones, so that it costs little. */
const STEP_MS = 250;
const FINE_SPAN_MS = 60_000;
const COARSE_STEPS = 60;

/** One side of a trade that an account took part in. */
export interface FillEvent {
  readonly order: Order;
  readonly priceUnits: number;
  readonly amountUnits: number;
  readonly liquidity: Liquidity;
  readonly print: Print;
  readonly atMs: number;
}

/**
 * The market and everything resting in it. It has no timers: each request first calls `advance`, so the
 * same seed, clock readings and requests give the same replies.
 */
export class Exchange {
  readonly model: MarketModel;
  readonly accounts: Account[] = [];
  readonly instruments: readonly Instrument[];
  readonly #venues = new Map<string, Venue>();
  readonly #marks: { readonly step: number; readonly mark: Mark }[] = [];
  readonly #seed: number;
  #timeMs: number;
  #stepNumber = 0;
  #nextSettlementMs: number;
  #nextOrderId: number;
  #nextTradeId: number;
  /** Orders created since the start, refused ones not counted. */
  ordersCreated = 0;

  constructor(seed: number, nowMs: number) {
    this.#seed = seed;
    this.#timeMs = nowMs;
    this.#nextSettlementMs = nextSettlement(nowMs);
    this.#nextOrderId = 80_000_000_000 + (seed % 1_000_000) * 1000;
    this.#nextTradeId = 400_000_000 + (seed % 1_000_000);
    this.model = new MarketModel(seed);
    this.instruments = listInstruments(nowMs, (base) => this.model.index(base));
    for (const instrument of this.instruments) {
      this.#venues.set(instrument.name, new Venue(instrument, this.mark(instrument), this.#step()));
    }
  }

  #step(): MarketStep {
    return { seed: this.#seed, number: this.#stepNumber, timeMs: this.#timeMs };
  }

  /** The market's own time: the last step that was taken, ms. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** The model's view of an instrument at the market's time: the same one within a step. */
  mark(instrument: Instrument): Mark {
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
    if (gapMs < STEP_MS) return;
    const strideMs = gapMs <= FINE_SPAN_MS ? STEP_MS : Math.ceil(gapMs / COARSE_STEPS / STEP_MS) * STEP_MS;
    while (nowMs - this.#timeMs >= STEP_MS) {
      const leftMs = Math.floor((nowMs - this.#timeMs) / STEP_MS) * STEP_MS;
      this.#take(Math.min(strideMs, leftMs, this.#nextSettlementMs - this.#timeMs));
    }
  }

  #take(dtMs: number): void {
    this.#timeMs += dtMs;
    this.#stepNumber += 1;
    this.model.advance(dtMs);
    for (const venue of this.#venues.values()) if (venue.userOrders.size > 0) this.#refresh(venue);
    if (this.#timeMs >= this.#nextSettlementMs) {
      settleAccounts(this, this.#timeMs);
      this.#nextSettlementMs = nextSettlement(this.#timeMs);
    }
  }

  #refresh(venue: Venue): void {
    if (!venue.isAt(this.#stepNumber)) this.#requote(venue);
  }

  #requote(venue: Venue): void {
    const atMs = this.#timeMs;
    venue.moveTo(this.#step(), this.mark(venue.instrument), {
      withdrawn: () => undefined,
      filled: (fill) => void this.applyFill(venue, { ...fill, atMs }),
    });
  }

  /** The venue of a name, brought to the present; undefined when nothing of that name is listed. */
  venue(name: string): Venue | undefined {
    const venue = this.#venues.get(name);
    if (venue !== undefined) this.#refresh(venue);
    return venue;
  }

  /** Every venue, as last seen. */
  venues(): Iterable<Venue> {
    return this.#venues.values();
  }

  /** An order id in the service's form: digits for BTC, else with the currency in front. */
  takeOrderId(instrument: Instrument): string {
    this.#nextOrderId += 1;
    this.ordersCreated += 1;
    return instrument.base === 'BTC' ? String(this.#nextOrderId) : `${instrument.base}-${this.#nextOrderId}`;
  }

  /** Books a fill with its account and gives the account's trade record. */
  applyFill(venue: Venue, event: FillEvent): Readonly<Record<string, unknown>> {
    const { order, priceUnits, amountUnits } = event;
    const { instrument, account } = order;
    order.filledUnits += amountUnits;
    order.filledValue += BigInt(priceUnits) * BigInt(amountUnits);
    order.updatedMs = event.atMs;
    if (remainingUnits(order) === 0) this.#close(venue, order, 'filled', event.atMs);
    const booked = account.applyFill({
      instrument,
      signedUnits: order.side === 'buy' ? amountUnits : -amountUnits,
      priceUnits,
      liquidity: event.liquidity,
    });
    this.#nextTradeId += 1;
    const record = tradeRecord(event, booked, this.mark(instrument), this.#nextTradeId);
    account.trades.push({ timestampMs: event.atMs, instrument, record });
    this.#trimReduceOnly(venue, account, event.atMs);
    return record;
  }

  /** Lets an order rest in its book. */
  rest(venue: Venue, order: Order): void {
    venue.book.rest(order.side, { priceUnits: order.priceUnits, remainingUnits: remainingUnits(order), order });
    venue.userOrders.add(order);
    order.account.openOrders.add(order);
  }

  /** Ends an order for a reason; what it filled stays filled. A reason is null when the order's own terms end it. */
  cancel(venue: Venue, order: Order, reason: CancelReason | null, atMs: number): void {
    venue.book.remove(order);
    order.cancelReason = reason;
    order.updatedMs = atMs;
    this.#close(venue, order, 'cancelled', atMs);
  }

  #close(venue: Venue, order: Order, state: 'filled' | 'cancelled', atMs: number): void {
    order.state = state;
    venue.userOrders.delete(order);
    order.account.openOrders.delete(order);
    remember(order.account, order, atMs);
  }

  /** A reduce-only order never outgrows the position it reduces; with none left it is cancelled. */
  #trimReduceOnly(venue: Venue, account: Account, atMs: number): void {
    for (const order of venue.userOrders) {
      if (!order.reduceOnly || order.account !== account) continue;
      const size = account.positionIn(venue.instrument).sizeUnits;
      const reducible = order.side === 'sell' ? Math.max(0, size) : Math.max(0, -size);
      if (reducible === 0) this.cancel(venue, order, null, atMs);
      else if (reducible < remainingUnits(order)) this.#shrink(venue, order, reducible, atMs);
    }
  }

  #shrink(venue: Venue, order: Order, remaining: number, atMs: number): void {
    order.amountUnits = order.filledUnits + remaining;
    order.updatedMs = atMs;
    for (const entry of venue.book.side(order.side)) if (entry.order === order) entry.remainingUnits = remaining;
  }

  /** Puts an instrument into a state with what the contract says happens on entry. */
  setState(venue: Venue, state: InstrumentState, atMs: number): void {
    venue.state = state;
    const endsAll = state === 'delivered' || state === 'inactive' || state === 'archivized';
    for (const order of venue.userOrders) {
      if (endsAll || (state === 'settlement' && order.timeInForce === 'good_til_day')) {
        this.cancel(venue, order, state === 'inactive' ? null : 'settlement', atMs);
      }
    }
    if (state !== 'open') venue.book.clearQuotes();
    else this.#requote(venue);
  }
}
