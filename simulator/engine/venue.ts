import { Random } from '../random.ts';
import { fromUnits, power } from '../fixed.ts';
import { activityOf } from '../market/activity.ts';
import { amountNumber, gridDown, isCombo, priceNumber, type Instrument } from '../market/instrument.ts';
import { quoteLadder, takerAmount, takerLimit } from '../market/makers.ts';
import { type ExactMark, type Mark, settlementPrice } from '../market/model.ts';
import { DayStatistics } from '../market/statistics.ts';
import { Book } from './book.ts';
import type { Order, Side } from './orders/order.ts';
import type { FrozenMarket } from './order-book.ts';

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
  /** A hidden part of an iceberg takes, although it rested (facts, "Fees"). */
  readonly liquidity: 'M' | 'T';
  readonly print: Print;
}

/** Effects of market moves on users' orders, reported one by one. */
export interface MoveListener {
  /** The makers have withdrawn; users' orders alone are in the book. */
  withdrawn(): void;
  filled(fill: RestingFill): void;
}

/** A trade as the venue counts it. */
export interface Print {
  readonly sequence: number;
  /** 0 up, 1 same after up, 2 down, 3 same after down (facts, section 4). */
  readonly tickDirection: number;
}

const TAKER_SPAN_MS = 250;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Usual move of an underlying in an hour, a fraction. */
const UNDERLYING_HOUR = 0.004;

/** One instrument's place of trading: its book, its state and what was last seen in it. */
export class Venue {
  readonly instrument: Instrument;
  readonly book = new Book();
  readonly userOrders = new Set<Order>();
  /** Orders outside the book that wait for a price or for another order. */
  readonly waitingOrders = new Set<Order>();
  readonly statistics = new DayStatistics();
  /** What is open, in amount units: other traders' trades make and end it. */
  openInterestUnits = 0;
  state: InstrumentState = 'open';
  /** For rehearsals: a service may withdraw an instrument with an open book. */
  isActive = true;
  settlementPrice: number;
  /** What it was delivered at: the averaged index. Null before. */
  deliveryPrice: number | null = null;
  /** What tickers show while frozen, for rehearsals. */
  frozen: FrozenMarket | null = null;
  /** How far back the ticker's timestamp lies, ms; 0 but for rehearsals of a clock that runs back. */
  tickerRewoundMs = 0;
  lastPriceUnits: number | null = null;
  #sequence: number;
  #tickDirection = 0;
  #step = -1;
  #timeMs: number;

  constructor(instrument: Instrument, mark: ExactMark, step: MarketStep) {
    const random = new Random(step.seed, 2, instrument.order);
    this.instrument = instrument;
    this.#timeMs = step.timeMs;
    this.#sequence = random.integer(10_000, 400_000);
    this.settlementPrice = settlementPrice(mark);
    this.#seedPast(mark, step.timeMs, random);
  }

  /** What had been traded before: options far from the money, combos and what is just listed have no past. */
  #seedPast(mark: Mark, nowMs: number, random: Random): void {
    const { instrument } = this;
    const { openSteps } = activityOf(instrument);
    const isQuiet = isCombo(instrument) || mark.price <= 0 || Math.abs(mark.option?.greeks.delta ?? 0.5) > 0.85;
    if (isQuiet || Number(instrument.fields['creation_timestamp']) > nowMs - DAY_MS) return;
    const demand = 1 - Math.abs(2 * Math.abs(mark.option?.greeks.delta ?? 0.5) - 0.8);
    this.openInterestUnits = Math.floor(openSteps * (0.1 + 0.9 * random.next()) * demand) * instrument.stepUnits;
    if (demand < 0.3) return;
    this.#bridge(mark.price * (1 + this.#roughness(mark) * random.normal()), mark, nowMs - DAY_MS, nowMs, random);
  }

  /** Trading of the hours that nobody looked at, up to a price near the mark. */
  #bridge(from: number, mark: Mark, fromMs: number, toMs: number, random: Random): void {
    const { instrument } = this;
    const roughness = this.#roughness(mark);
    const to = Math.max(
      mark.price * (1 + 0.1 * roughness * random.normal()),
      fromUnits(instrument.tickUnits, instrument.pricePlaces),
    );
    const hourlyVolume = amountNumber(instrument, activityOf(instrument).hourlySteps * instrument.stepUnits);
    const gap = { from: Math.max(from, to / 4), to, fromMs, toMs, hourlyVolume, roughness, countsUsd: this.#countsUsd };
    this.statistics.bridge(gap, random);
    this.lastPriceUnits = Math.max(instrument.tickUnits, gridDown(instrument, to * power(instrument.pricePlaces)));
  }

  /** How far the price usually goes in an hour, a fraction: options magnify what their underlying does. */
  #roughness(mark: Mark): number {
    const { option } = mark;
    if (option === null || mark.price <= 0) return UNDERLYING_HOUR;
    const worth = this.instrument.linear ? mark.price / option.underlyingPrice : mark.price;
    return Math.min(0.1, (UNDERLYING_HOUR * Math.abs(option.greeks.delta)) / worth);
  }

  /** Amounts of inverse futures are USD; all others are coins. */
  get #countsUsd(): boolean {
    const { kind, linear } = this.instrument;
    return !linear && (kind === 'future' || kind === 'future_combo');
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
    this.statistics.add(price, amount, this.#countsUsd ? amount / price : amount * price, atMs);
  }

  /** Lets makers quote anew when the venue is next looked at, in this step too. */
  quoteAnew(): void {
    this.#step = -1;
  }

  /** Whether the venue already stands at that step. */
  isAt(stepNumber: number): boolean {
    return this.#step === stepNumber;
  }

  /** Moves the venue to a step: makers requote around the mark and trade with orders they reach; a taker may come. */
  moveTo(step: MarketStep, mark: Mark, listener: MoveListener): void {
    const elapsedMs = Math.max(0, step.timeMs - this.#timeMs);
    this.#step = step.number;
    this.#timeMs = step.timeMs;
    this.book.clearQuotes();
    if (this.state !== 'open') return;
    listener.withdrawn();
    const random = new Random(step.seed, 3, this.instrument.order, step.number);
    const ladder = quoteLadder(this.instrument, mark, random);
    for (const side of ['buy', 'sell'] as const) {
      for (const quote of side === 'buy' ? ladder.bids : ladder.asks) {
        const left = quote.amountUnits - this.#take(side, quote.priceUnits, quote.amountUnits, listener);
        if (left > 0) this.book.quote(side, { priceUnits: quote.priceUnits, amountUnits: left });
      }
    }
    if (elapsedMs > HOUR_MS && this.lastPriceUnits !== null && mark.price > 0 && !isCombo(this.instrument)) {
      const isRecent = elapsedMs < DAY_MS;
      const from = isRecent ? priceNumber(this.instrument, this.lastPriceUnits) : mark.price;
      this.#bridge(from, mark, step.timeMs - elapsedMs, step.timeMs, random);
    }
    this.#takers(random, mark, elapsedMs, listener);
  }

  #takers(random: Random, mark: Mark, elapsedMs: number, listener: MoveListener): void {
    const expected = (activityOf(this.instrument).takerChance * elapsedMs) / TAKER_SPAN_MS;
    if (random.next() >= expected) return;
    const side: Side = random.next() < 0.5 ? 'buy' : 'sell';
    const amount = takerAmount(this.instrument, random);
    const limit = takerLimit(this.instrument, mark, side === 'buy');
    const taken = this.#take(side, limit, amount, listener);
    if (!isCombo(this.instrument)) this.#moveInterest(taken, random);
    const unseen = Math.floor(expected - 1);
    if (unseen > 0) this.#sequence += unseen;
  }

  /** A trade opens positions, closes some, or passes them on. */
  #moveInterest(tradedUnits: number, random: Random): void {
    if (this.instrument.kind === 'spot') return;
    const steps = Math.round((tradedUnits / this.instrument.stepUnits) * (2 * random.next() - 0.95));
    this.openInterestUnits = Math.max(0, this.openInterestUnits + steps * this.instrument.stepUnits);
  }

  /** Somebody else trades against the book; gives how much. */
  #take(side: Side, limitUnits: number, most: number, listener: MoveListener): number {
    let taken = 0;
    for (const { resting, priceUnits, amountUnits, hidden } of this.book.sweep(side, limitUnits, most)) {
      taken += amountUnits;
      const print = this.print(priceUnits, amountUnits, this.#timeMs);
      if (resting.order === null) continue;
      listener.filled({ order: resting.order, priceUnits, amountUnits, liquidity: hidden ? 'T' : 'M', print });
    }
    return taken;
  }
}
