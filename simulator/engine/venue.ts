import { Random } from '../random.ts';
import { amountNumber, priceNumber, type Instrument } from '../market/instrument.ts';
import { quoteLadder, takerAmount, takerChance, takerLimit } from '../market/makers.ts';
import type { Mark } from '../market/model.ts';
import { DayStatistics } from '../market/statistics.ts';
import { Book, type Match } from './book.ts';
import type { Order, Side } from './order.ts';

export type InstrumentState = 'open' | 'settlement' | 'delivered' | 'inactive' | 'locked' | 'halted' | 'archivized';

/** Where the market stands when a venue is brought up to date. */
export interface MarketStep {
  readonly seed: number;
  readonly number: number;
  readonly timeMs: number;
}

/** A fill of an order that was resting, found while the market moved. */
export interface RestingFill {
  readonly order: Order;
  readonly priceUnits: number;
  readonly amountUnits: number;
  readonly print: Print;
}

/** A trade as the venue counts it. */
export interface Print {
  readonly sequence: number;
  /** 0 up, 1 same after up, 2 down, 3 same after down (facts, section 4). */
  readonly tickDirection: number;
}

const TAKER_SPAN_MS = 250;

/** One instrument's place of trading: its book, its state and what was last seen in it. */
export class Venue {
  readonly instrument: Instrument;
  readonly book = new Book();
  readonly userOrders = new Set<Order>();
  readonly statistics = new DayStatistics();
  readonly openInterest: number;
  state: InstrumentState = 'open';
  settlementPrice: number;
  frozenTicker: Readonly<Record<string, unknown>> | null = null;
  lastPriceUnits: number | null = null;
  #sequence: number;
  #tickDirection = 0;
  #step = -1;
  #timeMs: number;

  constructor(instrument: Instrument, mark: Mark, step: MarketStep) {
    const random = new Random(step.seed, 2, instrument.order);
    this.instrument = instrument;
    this.#timeMs = step.timeMs;
    this.#sequence = random.integer(10_000, 400_000);
    this.settlementPrice = mark.price;
    const interest = instrument.kind === 'future' ? random.integer(2_000_000, 60_000_000) : random.integer(20, 4000);
    this.openInterest = amountNumber(instrument, interest * instrument.stepUnits);
    const hourlyVolume = instrument.kind === 'future' ? (instrument.perpetual ? 9_000_000 : 400_000) : 6;
    if (mark.price > 0) this.statistics.seed(mark.price, hourlyVolume, step.timeMs, random);
  }

  /** Notes a trade at a price. */
  print(priceUnits: number, amountUnits: number, atMs: number): Print {
    const last = this.lastPriceUnits;
    if (last !== null && priceUnits !== last) this.#tickDirection = priceUnits > last ? 0 : 2;
    else if (last !== null) this.#tickDirection = this.#tickDirection < 2 ? 1 : 3;
    this.lastPriceUnits = priceUnits;
    this.#sequence += 1;
    this.#count(priceUnits, amountUnits, atMs);
    return { sequence: this.#sequence, tickDirection: this.#tickDirection };
  }

  #count(priceUnits: number, amountUnits: number, atMs: number): void {
    const price = priceNumber(this.instrument, priceUnits);
    const amount = amountNumber(this.instrument, amountUnits);
    this.statistics.add(price, amount, this.instrument.kind === 'future' ? amount / price : amount * price, atMs);
  }

  /** Whether the venue already stands at that step. */
  isAt(stepNumber: number): boolean {
    return this.#step === stepNumber;
  }

  /**
   * Brings the venue to a step: makers withdraw and quote anew around the mark, trading with resting orders
   * that their new prices reach; a taker may come. Gives the fills of users' orders, in the order they happened.
   */
  moveTo(step: MarketStep, mark: Mark): RestingFill[] {
    const elapsedMs = Math.max(0, step.timeMs - this.#timeMs);
    this.#step = step.number;
    this.#timeMs = step.timeMs;
    this.book.clearQuotes();
    if (this.state !== 'open') return [];
    const random = new Random(step.seed, 3, this.instrument.order, step.number);
    const fills: RestingFill[] = [];
    const ladder = quoteLadder(this.instrument, mark, random);
    for (const side of ['buy', 'sell'] as const) {
      for (const quote of side === 'buy' ? ladder.bids : ladder.asks) {
        const matches = this.book.match(side, quote.priceUnits, quote.amountUnits);
        let left = quote.amountUnits;
        for (const match of matches) left -= match.amountUnits;
        this.#collect(matches, step.timeMs, fills);
        if (left > 0) this.book.quote(side, { priceUnits: quote.priceUnits, amountUnits: left });
      }
    }
    this.#takers(random, mark, elapsedMs, fills);
    return fills;
  }

  #takers(random: Random, mark: Mark, elapsedMs: number, fills: RestingFill[]): void {
    const expected = (takerChance(this.instrument) * elapsedMs) / TAKER_SPAN_MS;
    if (random.next() >= expected) return;
    const side: Side = random.next() < 0.5 ? 'buy' : 'sell';
    const amount = takerAmount(this.instrument, random);
    const limit = takerLimit(this.instrument, mark, side === 'buy');
    this.#collect(this.book.match(side, limit, amount), this.#timeMs, fills);
    // What others traded while nobody looked counts in the statistics alone.
    const unseen = Math.floor(expected - 1);
    if (unseen > 0 && this.lastPriceUnits !== null) {
      this.#sequence += unseen;
      this.#count(this.lastPriceUnits, unseen * amount, this.#timeMs);
    }
  }

  #collect(matches: readonly Match[], atMs: number, fills: RestingFill[]): void {
    for (const { resting, priceUnits, amountUnits } of matches) {
      const print = this.print(priceUnits, amountUnits, atMs);
      if (resting.order !== null) fills.push({ order: resting.order, priceUnits, amountUnits, print });
    }
  }
}
