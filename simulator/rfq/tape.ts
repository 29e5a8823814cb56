import type { Exchange } from '../engine/exchange.ts';
import { STEP_MS, type Follower } from '../engine/steps.ts';
import { fromUnits, power, roundPlaces } from '../fixed.ts';
import { gridDown, priceNumber, type Instrument } from '../market/instrument.ts';
import type { MarkSource } from '../market/model.ts';
import { PastMarket } from '../market/past-market.ts';
import { Random } from '../random.ts';
import { currencyOf } from './block-rfq.ts';
import { comboId, type StructureLeg } from './combo.ts';
import { pickStructure } from './pick-structure.ts';
import { Structure } from './structure.ts';

/** Where a page ended: the next one holds what is older. */
export interface TapePosition {
  readonly timestampMs: number;
  readonly id: number;
}

interface TapePrint extends TapePosition {
  readonly currency: string;
  readonly record: Readonly<Record<string, unknown>>;
}

const PAST_PRINTS = 120;
const MEAN_GAP_MS = 180_000;
/** The tape is of recent trades: what is older than this is no longer on it. */
const KEPT_MS = 30 * 24 * 3_600_000;
const HEDGED_SHARE = 0.25;

/**
 * Others' completed Block RFQs: seeded, priced by the market at each print's time, as it follows the exchange's steps.
 */
export class RfqTape implements Follower {
  readonly #exchange: Exchange;
  readonly #random: Random;
  /** Oldest first. */
  readonly #prints: TapePrint[];
  #nextMs: number;
  #nextId: number;

  /** Without a past it begins empty: where only perpetuals are listed, nobody has traded structures. */
  constructor(exchange: Exchange, seed: number, nowMs: number, hasPast = true) {
    this.#exchange = exchange;
    this.#random = new Random(seed, 4);
    this.#nextId = 30_000 + (seed % 1000) * 10;
    this.#nextMs = hasPast ? nowMs - PAST_PRINTS * MEAN_GAP_MS : Number.POSITIVE_INFINITY;
    this.#prints = hasPast ? this.#printPast(new PastMarket(seed, nowMs), nowMs) : [];
    exchange.follow(this);
  }

  /** What was traded before the market opened, oldest first. */
  #printPast(past: PastMarket, nowMs: number): TapePrint[] {
    const due: TapePosition[] = [];
    for (; this.#nextMs <= nowMs; this.#wait()) due.push({ timestampMs: this.#nextMs, id: this.#takeId() });
    const newestFirst = due.toReversed().map((position) => {
      past.goBackTo(position.timestampMs);
      return this.#print(position, past);
    });
    return newestFirst.toReversed();
  }

  /** Lets the time pass until somebody next trades: whole steps, so that the market need not stop for it. */
  #wait(): void {
    const gapMs = -Math.log(1 - this.#random.next()) * MEAN_GAP_MS;
    this.#nextMs += (Math.floor(gapMs / STEP_MS) + 1) * STEP_MS;
  }

  #takeId(): number {
    this.#nextId += this.#random.integer(1, 9);
    return this.#nextId;
  }

  /** What would not be kept until then is never printed: a long silence costs no more than the time that is kept. */
  nextStopMs(_nowMs: number, untilMs: number): number {
    return Math.max(this.#nextMs, untilMs - KEPT_MS);
  }

  run(nowMs: number, untilMs: number): void {
    for (; this.#nextMs <= nowMs; this.#wait()) {
      if (untilMs - this.#nextMs < KEPT_MS) this.#append(this.#nextMs);
    }
    const oldest = this.#prints[0];
    if (oldest === undefined || nowMs - oldest.timestampMs < KEPT_MS) return;
    const firstKept = this.#prints.findIndex((print) => nowMs - print.timestampMs < KEPT_MS);
    this.#prints.splice(0, firstKept < 0 ? this.#prints.length : firstKept);
  }

  /** Prints at the market of now; never before the last print, even when the clock was moved back since. */
  #append(atMs: number, legs?: readonly StructureLeg[]): void {
    const timestampMs = Math.max(atMs, this.#prints.at(-1)?.timestampMs ?? atMs);
    this.#prints.push(this.#print({ timestampMs, id: this.#takeId() }, this.#exchange, legs));
  }

  /**
   * A page older than `before`, newest first; `continuation` is null on the last. Pages end at prints, so new ones
   * don't shift them.
   */
  page(currency: string, before: TapePosition | null, count: number) {
    const found: TapePrint[] = [];
    for (let at = this.#prints.length - 1; at >= 0 && found.length <= count; at -= 1) {
      const print = this.#prints[at];
      if (print === undefined || (currency !== 'any' && print.currency !== currency)) continue;
      if (before === null || isOlder(print, before)) found.push(print);
    }
    const shown = found.slice(0, count);
    const last = shown.at(-1);
    const continuation = found.length > count && last !== undefined ? `${last.timestampMs}:${last.id}` : null;
    return { continuation, block_rfqs: shown.map((print) => print.record) };
  }

  /** Others trade this structure now. */
  add(legs: readonly StructureLeg[], nowMs: number): void {
    this.#append(nowMs, legs);
  }

  #print({ timestampMs, id }: TapePosition, marks: MarkSource, wanted?: readonly StructureLeg[]): TapePrint {
    const random = this.#random;
    const legs = wanted ?? pickStructure(this.#exchange.instruments, timestampMs, random);
    const instruments = legs.map((leg) => leg.instrument);
    const places = Math.max(...instruments.map((instrument) => instrument.amountPlaces));
    const minimum = new Structure(marks, legs, Number.MAX_SAFE_INTEGER, places).minimumUnits;
    const structure = new Structure(marks, legs, minimum * random.integer(1, 8), places);
    const first = legs[0];
    if (first === undefined) throw new Error('a structure has at least one leg');
    const prices = instruments.map((instrument) => this.#legPrice(instrument, marks));
    const price = legs.reduce((total, leg, index) => total + leg.ratio * (prices[index] ?? 0), 0);
    const direction = random.next() < 0.5 ? 'buy' : 'sell';
    const hedge = random.next() < HEDGED_SHARE ? this.#hedge(first.instrument, marks) : null;
    const trade = { price: roundPlaces(price, 8), amount: structure.amount, direction };
    const indexName = first.instrument.indexName;
    return {
      timestampMs,
      id,
      currency: currencyOf(structure),
      record: {
        id,
        timestamp: timestampMs,
        combo_id: comboId(legs),
        legs: legs.map((leg, index) => ({
          price: prices[index] ?? 0,
          direction: leg.ratio > 0 ? 'buy' : 'sell',
          instrument_name: leg.instrument.name,
          ratio: Math.abs(leg.ratio),
        })),
        amount: structure.amount,
        direction,
        mark_price: structure.mark(),
        trades: [hedge === null ? trade : { ...trade, hedge_amount: hedge.amount }],
        ...(hedge === null ? {} : { hedge }),
        index_prices: { [indexName]: marks.mark(first.instrument).indexPrice },
      },
    };
  }

  /** Options are hedged with the perpetual of their base and settlement; nothing else is. */
  #hedge(instrument: Instrument, marks: MarkSource) {
    const random = this.#random;
    if (instrument.option === null) return null;
    const perpetual = this.#exchange.instruments.find(
      (known) => known.perpetual && known.base === instrument.base && known.settlement === instrument.settlement,
    );
    if (perpetual === undefined) return null;
    return {
      price: this.#legPrice(perpetual, marks),
      amount: fromUnits(perpetual.stepUnits * random.integer(100, 20_000), perpetual.amountPlaces),
      direction: random.next() < 0.5 ? 'buy' : 'sell',
      instrument_name: perpetual.name,
    };
  }

  /** Near the mark and on the grid. */
  #legPrice(instrument: Instrument, marks: MarkSource): number {
    const marked = Math.round(marks.mark(instrument).price * power(instrument.pricePlaces));
    const spread = instrument.option === null ? 0.0002 : 0.01;
    const moved = gridDown(instrument, marked * (1 + spread * this.#random.normal()));
    return priceNumber(instrument, Math.max(instrument.tickUnits, moved));
  }
}

function isOlder(print: TapePosition, than: TapePosition): boolean {
  return print.timestampMs < than.timestampMs || (print.timestampMs === than.timestampMs && print.id < than.id);
}
