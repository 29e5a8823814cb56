import { fromUnits, power, roundPlaces, toUnits } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';
import type { MarkSource } from '../market/model.ts';
import type { StructureLeg } from './combo.ts';

/** Decimal places of a block trade tick: 0.0001 of options, 0.01 of futures. */
const TICK_PLACES = 8;
/** Decimal places of a structure's mark price. */
const MARK_PLACES = 9;

/**
 * A Block RFQ's structure: legs with whole ratios. `amountUnits` counts 10^-`places` of the leg unit; leg size is
 * amount times ratio.
 */
export class Structure {
  readonly legs: readonly StructureLeg[];
  readonly instruments: readonly Instrument[];
  readonly places: number;
  readonly amountUnits: number;
  readonly #marks: MarkSource;

  constructor(marks: MarkSource, legs: readonly StructureLeg[], amountUnits: number, places: number) {
    this.#marks = marks;
    this.legs = legs;
    this.instruments = legs.map((leg) => leg.instrument);
    this.amountUnits = amountUnits;
    this.places = places;
  }

  get amount(): number {
    return fromUnits(this.amountUnits, this.places);
  }

  /** The finest block trade tick among the legs. */
  get tick(): number {
    return Math.min(...this.instruments.map((instrument) => instrument.blockTick));
  }

  /**
   * Mark price of one unit: sum of sign, ratio and leg price (facts, "Block RFQ rules"). A single leg has its
   * instrument's price.
   */
  mark(): number {
    return roundPlaces(this.#exactMark(), MARK_PLACES);
  }

  #exactMark(): number {
    if (this.legs.length === 1) return this.#legMark(this.instruments[0]);
    return this.legs.reduce((total, leg) => total + leg.ratio * this.#legMark(leg.instrument), 0);
  }

  /** What the legs of one unit are worth together, whatever their direction. */
  size(): number {
    return this.legs.reduce((total, leg) => total + Math.abs(leg.ratio) * this.#legMark(leg.instrument), 0);
  }

  #legMark(instrument: Instrument | undefined): number {
    return instrument === undefined ? 0 : this.#marks.mark(instrument).exactPrice;
  }

  /** A price on the tick, as the wire's number. */
  onTick(price: number, direction: 'up' | 'down'): number {
    const ticks = price / this.tick;
    return roundPlaces((direction === 'up' ? Math.ceil(ticks) : Math.floor(ticks)) * this.tick, TICK_PLACES);
  }

  /** The smallest part that a maker may quote: every leg at its block minimum, but never more than the whole. */
  get minimumUnits(): number {
    const scaled = (units: number, instrument: Instrument) => units * power(this.places - instrument.amountPlaces);
    const needed = this.legs.map(
      ({ instrument, ratio }) => scaled(instrument.blockMinUnits, instrument) / Math.abs(ratio),
    );
    const step = Math.max(...this.instruments.map((instrument) => scaled(instrument.stepUnits, instrument)));
    return Math.min(this.amountUnits, Math.ceil(Math.max(...needed) / step) * step);
  }

  /** A share of the amount, in whole minimum parts. */
  partOf(share: number): number {
    const parts = Math.max(1, Math.floor((share * this.amountUnits) / this.minimumUnits));
    return fromUnits(Math.min(this.amountUnits, parts * this.minimumUnits), this.places);
  }

  /** Exact sum of amounts of this structure. */
  sum(amounts: readonly number[]): number {
    const units = amounts.map((amount) => toUnits(amount, this.places) ?? 0);
    return fromUnits(
      units.reduce((total, part) => total + part, 0),
      this.places,
    );
  }
}
