import type { Quote } from '../market/makers.ts';
import type { Order, Side } from './orders/order.ts';

/**
 * A resting order, or a maker's quote when `order` is null. In instrument units. `remainingUnits` excludes an iceberg's
 * hidden part.
 */
export interface Resting {
  readonly priceUnits: number;
  remainingUnits: number;
  readonly order: Order | null;
  /** An iceberg's hidden amount, and how much shows at once. */
  hiddenUnits?: number;
  readonly displayUnits?: number;
}

/** One match, at the resting side's price. */
export interface Match {
  readonly resting: Resting;
  readonly priceUnits: number;
  readonly amountUnits: number;
  /** Whether the size came from the hidden part of an iceberg: nobody had seen it when the taker came. */
  readonly hidden: boolean;
}

/** Total size at a side's best price. */
export interface Best {
  readonly priceUnits: number;
  readonly amountUnits: number;
}

function isBefore(side: Side, a: number, b: number): boolean {
  return side === 'buy' ? a > b : a < b;
}

/** Whether a taker on `side` with that limit accepts a resting price. */
export function accepts(side: Side, limitUnits: number, restingUnits: number): boolean {
  return side === 'buy' ? restingUnits <= limitUnits : restingUnits >= limitUnits;
}

/** A two-sided book with price-time priority. It keeps prices and sizes; accounts are its caller's matter. */
export class Book {
  readonly #sides: Record<Side, Resting[]> = { buy: [], sell: [] };
  /** Grows with every change of what rests. */
  changes = 0;

  /** What rests on a side, best price first, oldest first within a price. */
  side(side: Side): readonly Resting[] {
    return this.#sides[side];
  }

  best(side: Side): Best | null {
    const entries = this.#sides[side];
    const first = entries[0];
    if (first === undefined) return null;
    let amountUnits = 0;
    for (const entry of entries) {
      if (entry.priceUnits !== first.priceUnits) break;
      amountUnits += entry.remainingUnits;
    }
    return { priceUnits: first.priceUnits, amountUnits };
  }

  /** Size that a taker on `side` could trade within its limit. */
  available(side: Side, limitUnits: number): number {
    let total = 0;
    for (const entry of this.#sides[side === 'buy' ? 'sell' : 'buy']) {
      if (!accepts(side, limitUnits, entry.priceUnits)) break;
      total += entry.remainingUnits + (entry.hiddenUnits ?? 0);
    }
    return total;
  }

  /** Rests behind everything of the same price. */
  rest(side: Side, entry: Resting): void {
    this.changes += 1;
    const entries = this.#sides[side];
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = entries[middle];
      if (other !== undefined && isBefore(side, entry.priceUnits, other.priceUnits)) high = middle;
      else low = middle + 1;
    }
    entries.splice(low, 0, entry);
  }

  /**
   * Trades up to `amountUnits` within the limit, best and oldest first. Callers may remove orders between matches. An
   * iceberg's next part requeues.
   */
  *sweep(side: Side, limitUnits: number, amountUnits: number): Generator<Match, void> {
    const other = side === 'buy' ? 'sell' : 'buy';
    const refilled = new Set<Resting>();
    let left = amountUnits;
    while (left > 0) {
      const entry = this.#sides[other][0];
      if (entry === undefined || !accepts(side, limitUnits, entry.priceUnits)) return;
      const size = Math.min(left, entry.remainingUnits);
      const hidden = refilled.has(entry);
      entry.remainingUnits -= size;
      left -= size;
      this.changes += 1;
      if (entry.remainingUnits === 0) {
        this.#sides[other].shift();
        if (this.#refill(other, entry)) refilled.add(entry);
      }
      yield { resting: entry, priceUnits: entry.priceUnits, amountUnits: size, hidden };
    }
  }

  #refill(side: Side, entry: Resting): boolean {
    const { hiddenUnits = 0, displayUnits = 0 } = entry;
    if (hiddenUnits === 0) return false;
    entry.remainingUnits = Math.min(displayUnits, hiddenUnits);
    entry.hiddenUnits = hiddenUnits - entry.remainingUnits;
    this.rest(side, entry);
    return true;
  }

  /** The entry of an order that rests here. */
  entryOf(order: Order): Resting | undefined {
    return this.#sides[order.side].find((entry) => entry.order === order);
  }

  /** Takes an order out; false when it does not rest here. */
  remove(order: Order): boolean {
    const entries = this.#sides[order.side];
    const at = entries.findIndex((entry) => entry.order === order);
    if (at < 0) return false;
    entries.splice(at, 1);
    this.changes += 1;
    return true;
  }

  /** Takes every maker's quote out, so that new ones may come. */
  clearQuotes(): void {
    this.changes += 1;
    this.#sides.buy = this.#sides.buy.filter((entry) => entry.order !== null);
    this.#sides.sell = this.#sides.sell.filter((entry) => entry.order !== null);
  }

  /** Rests a maker's quote. */
  quote(side: Side, quote: Quote): void {
    this.rest(side, { priceUnits: quote.priceUnits, remainingUnits: quote.amountUnits, order: null });
  }
}
