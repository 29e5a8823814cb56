import type { Exchange } from '../engine/exchange.ts';
import { fromUnits, roundPlaces } from '../fixed.ts';
import { gridDown, priceNumber, type Instrument } from '../market/instrument.ts';
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

/** The public tape of Block RFQs that other traders completed: seeded, growing as time passes. */
export class RfqTape {
  readonly #exchange: Exchange;
  readonly #random: Random;
  /** Oldest first. */
  readonly #prints: TapePrint[] = [];
  #nextMs: number;
  #nextId: number;

  constructor(exchange: Exchange, seed: number, nowMs: number) {
    this.#exchange = exchange;
    this.#random = new Random(seed, 4);
    this.#nextId = 30_000 + (seed % 1000) * 10;
    this.#nextMs = nowMs - PAST_PRINTS * MEAN_GAP_MS;
    this.#growTo(nowMs);
  }

  #growTo(nowMs: number): void {
    this.#nextMs = Math.max(this.#nextMs, nowMs - KEPT_MS);
    while (this.#nextMs <= nowMs) {
      this.#prints.push(this.#print(this.#nextMs));
      this.#nextMs += Math.ceil(-Math.log(1 - this.#random.next()) * MEAN_GAP_MS) + 1;
    }
    const firstKept = this.#prints.findIndex((print) => nowMs - print.timestampMs < KEPT_MS);
    if (firstKept > 0) this.#prints.splice(0, firstKept);
  }

  /**
   * A page, newest first, of what is older than `before`; `continuation` is null on the last page. Since a
   * page ends at a print and not at a count, new prints neither repeat nor hide one.
   */
  page(currency: string, before: TapePosition | null, count: number, nowMs: number) {
    this.#growTo(nowMs);
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
    this.#growTo(nowMs);
    this.#prints.push(this.#print(nowMs, legs));
  }

  #print(timestampMs: number, wanted: readonly StructureLeg[] | null = null): TapePrint {
    const random = this.#random;
    const legs = wanted ?? pickStructure(this.#exchange.instruments, timestampMs, random);
    const instruments = legs.map((leg) => leg.instrument);
    const places = Math.max(...instruments.map((instrument) => instrument.amountPlaces));
    const minimum = new Structure(this.#exchange, legs, Number.MAX_SAFE_INTEGER, places).minimumUnits;
    const structure = new Structure(this.#exchange, legs, minimum * random.integer(1, 8), places);
    const first = legs[0];
    if (first === undefined) throw new Error('a structure has at least one leg');
    const prices = instruments.map((instrument) => this.#legPrice(instrument));
    const price = legs.reduce((total, leg, index) => total + leg.ratio * (prices[index] ?? 0), 0);
    const direction = random.next() < 0.5 ? 'buy' : 'sell';
    const hedge = random.next() < HEDGED_SHARE ? this.#hedge(first.instrument, random) : null;
    const trade = { price: roundPlaces(price, 8), amount: structure.amount, direction };
    const indexName = first.instrument.indexName;
    this.#nextId += random.integer(1, 9);
    return {
      timestampMs,
      id: this.#nextId,
      currency: currencyOf(structure),
      record: {
        id: this.#nextId,
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
        mark_price: roundPlaces(structure.mark(), 9),
        trades: [hedge === null ? trade : { ...trade, hedge_amount: hedge.amount }],
        ...(hedge === null ? {} : { hedge }),
        index_prices: { [indexName]: this.#exchange.mark(first.instrument).indexPrice },
      },
    };
  }

  /** Options are hedged with the perpetual of their base and settlement; nothing else is. */
  #hedge(instrument: Instrument, random: Random) {
    if (instrument.option === null) return null;
    const perpetual = this.#exchange.instruments.find(
      (known) => known.perpetual && known.base === instrument.base && known.settlement === instrument.settlement,
    );
    if (perpetual === undefined) return null;
    return {
      price: this.#legPrice(perpetual),
      amount: fromUnits(perpetual.stepUnits * random.integer(100, 20_000), perpetual.amountPlaces),
      direction: random.next() < 0.5 ? 'buy' : 'sell',
      instrument_name: perpetual.name,
    };
  }

  /** Near the mark and on the grid. */
  #legPrice(instrument: Instrument): number {
    const marked = this.#exchange.markUnits(instrument);
    const spread = instrument.option === null ? 0.0002 : 0.01;
    const moved = gridDown(instrument, marked * (1 + spread * this.#random.normal()));
    return priceNumber(instrument, Math.max(instrument.tickUnits, moved));
  }
}

function isOlder(print: TapePosition, than: TapePosition): boolean {
  return print.timestampMs < than.timestampMs || (print.timestampMs === than.timestampMs && print.id < than.id);
}
