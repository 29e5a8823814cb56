import type { Exchange } from '../engine/exchange.ts';
import { fromUnits, roundPlaces } from '../fixed.ts';
import { BASE_CURRENCIES, gridDown, priceNumber, type BaseCurrency, type Instrument } from '../market/instrument.ts';
import { Random } from '../random.ts';
import { comboId, type StructureLeg } from './combo.ts';

/** Where a page ended: the next one holds what is older. */
export interface TapePosition {
  readonly timestampMs: number;
  readonly id: number;
}

interface TapePrint extends TapePosition {
  readonly base: BaseCurrency;
  readonly record: Readonly<Record<string, unknown>>;
}

const PAST_PRINTS = 120;
const MEAN_GAP_MS = 180_000;
const MAX_PRINTS = 5000;

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
    while (this.#nextMs <= nowMs) {
      this.#prints.push(this.#print(this.#nextMs));
      this.#nextMs += Math.ceil(-Math.log(1 - this.#random.next()) * MEAN_GAP_MS) + 1;
    }
    if (this.#prints.length > MAX_PRINTS) this.#prints.splice(0, this.#prints.length - MAX_PRINTS);
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
      if (print === undefined || (currency !== 'any' && print.base !== currency)) continue;
      if (before === null || isOlder(print, before)) found.push(print);
    }
    const shown = found.slice(0, count);
    const last = shown.at(-1);
    const continuation = found.length > count && last !== undefined ? `${last.timestampMs}:${last.id}` : null;
    return { continuation, block_rfqs: shown.map((print) => print.record) };
  }

  #print(timestampMs: number): TapePrint {
    const random = this.#random;
    const base = random.pick(BASE_CURRENCIES);
    const legs = this.#structure(base);
    const first = legs[0]?.instrument;
    const amount = first === undefined ? 1 : fromUnits(first.blockMinUnits * random.integer(1, 8), first.amountPlaces);
    const priced = legs.map((leg) => ({ leg, price: this.#legPrice(leg.instrument) }));
    const price = roundPlaces(
      priced.reduce((total, { leg, price: legPrice }) => total + leg.ratio * legPrice, 0),
      4,
    );
    const direction = random.next() < 0.5 ? 'buy' : 'sell';
    const hedged = first?.kind === 'option' && random.next() < 0.25;
    const indexPrice = this.#exchange.model.index(base);
    this.#nextId += random.integer(1, 9);
    const hedge = {
      price: roundPlaces(indexPrice, 0),
      amount: 1000 * random.integer(5, 200),
      direction: direction === 'buy' ? 'sell' : 'buy',
      instrument_name: `${base}-PERPETUAL`,
    };
    const trade = { price, amount, direction };
    return {
      timestampMs,
      id: this.#nextId,
      base,
      record: {
        id: this.#nextId,
        timestamp: timestampMs,
        combo_id: comboId(legs),
        legs: priced.map(({ leg, price: legPrice }) => ({
          price: legPrice,
          direction: leg.ratio > 0 ? 'buy' : 'sell',
          instrument_name: leg.instrument.name,
          ratio: Math.abs(leg.ratio),
        })),
        amount,
        direction,
        mark_price: roundPlaces(price * (1 + 0.01 * random.normal()), 8),
        trades: [hedged ? { ...trade, hedge_amount: hedge.amount } : trade],
        ...(hedged ? { hedge } : {}),
        index_prices: { [`${base.toLowerCase()}_usd`]: indexPrice },
      },
    };
  }

  #legPrice(instrument: Instrument): number {
    const marked = this.#exchange.markUnits(instrument);
    const moved = gridDown(
      instrument,
      marked * (1 + (instrument.kind === 'option' ? 0.01 : 0.0002) * this.#random.normal()),
    );
    return priceNumber(instrument, Math.max(instrument.tickUnits, moved));
  }

  /** One option, two of an expiry, or the spread of two futures. */
  #structure(base: BaseCurrency): StructureLeg[] {
    const random = this.#random;
    const listed = this.#exchange.instruments.filter((instrument) => instrument.base === base);
    const first = random.pick(listed.filter((instrument) => instrument.kind === 'option'));
    const choice = random.next();
    if (choice < 0.3) return [{ instrument: first, ratio: 1 }];
    if (choice < 0.4) {
      const [near, far] = listed.filter((instrument) => instrument.kind === 'future' && !instrument.perpetual);
      if (near !== undefined && far !== undefined) {
        return [
          { instrument: near, ratio: 1 },
          { instrument: far, ratio: -1 },
        ];
      }
    }
    const second = random.pick(
      listed.filter(
        (instrument) => instrument.kind === 'option' && instrument !== first && instrument.expiryMs === first.expiryMs,
      ),
    );
    const sameType = first.option?.type === second.option?.type;
    return [
      { instrument: first, ratio: 1 },
      { instrument: second, ratio: sameType ? -1 : 1 },
    ];
  }
}

function isOlder(print: TapePosition, than: TapePosition): boolean {
  return print.timestampMs < than.timestampMs || (print.timestampMs === than.timestampMs && print.id < than.id);
}
