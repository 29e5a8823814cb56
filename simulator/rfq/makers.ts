import type { Instrument } from '../market/instrument.ts';
import { Random } from '../random.ts';
import type { Structure } from './structure.ts';

/** The makers who take part in Block RFQs: what `private/get_block_rfq_makers` lists. */
export const MAKERS = ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4', 'MAKER5', 'MAKER6', 'MAKER7', 'MAKER8'] as const;

/** A taker sees no quotes for this long after creation (facts, "Block RFQ": grace). */
export const GRACE_MS = 5000;
/** A maker quotes anew this often. */
const REFRESH_MS = 15_000;
/** One in so many makers lets a request pass. */
const SILENT_SHARE = 0.2;

/** What one maker shows on one side; price and amount as the wire's numbers. */
interface MakerQuote {
  readonly maker: string;
  readonly price: number;
  readonly amount: number;
  readonly whole: boolean;
  readonly updatedMs: number;
  readonly expiresMs: number | null;
}

/** Both sides as the taker sees them: best price first, all-or-none before partial ones at the same price. */
export interface QuoteBoard {
  readonly bids: readonly Readonly<Record<string, unknown>>[];
  readonly asks: readonly Readonly<Record<string, unknown>>[];
}

export const NO_QUOTES: QuoteBoard = { bids: [], asks: [] };

/** What makers are asked about. */
export interface QuoteRequest {
  readonly id: number;
  readonly createdMs: number;
  readonly structure: Structure;
  /** Names of those who were asked. */
  readonly makers: readonly string[];
  readonly disclosed: boolean;
}

/** Half a maker's spread, a fraction of what the legs are worth; futures are easier to price than options. */
function width(instruments: readonly Instrument[]): number {
  return instruments.every((instrument) => instrument.option === null) ? 0.0002 : 0.02;
}

/**
 * Makers' quotes on a request. Each maker requotes every 15 s after its own delay, or never. All follows from seed,
 * request and marks.
 */
export class MakerPanel {
  readonly #seed: number;
  readonly #shown = new Map<string, { readonly round: number; readonly bid: MakerQuote; readonly ask: MakerQuote }>();
  readonly #request: QuoteRequest;

  constructor(seed: number, request: QuoteRequest) {
    this.#seed = seed;
    this.#request = request;
  }

  /** What the taker sees at that time; `mark` gives the structure's mark price when a maker needs it. */
  board(nowMs: number, mark: () => number): QuoteBoard {
    if (nowMs < this.#request.createdMs + GRACE_MS) return NO_QUOTES;
    const bids: MakerQuote[] = [];
    const asks: MakerQuote[] = [];
    for (const name of this.#request.makers) {
      const quoted = this.#quote(name, nowMs, mark);
      if (quoted === null) continue;
      bids.push(quoted.bid);
      asks.push(quoted.ask);
    }
    return { bids: this.#rows(bids, -1), asks: this.#rows(asks, 1) };
  }

  #quote(name: string, nowMs: number, mark: () => number) {
    const { id, createdMs, structure } = this.#request;
    const order = MAKERS.findIndex((known) => known === name);
    const character = new Random(this.#seed, 5, id, order);
    if (character.next() < SILENT_SHARE) return null;
    const startMs = createdMs + 1000 + Math.floor(character.next() * 9000);
    if (nowMs < startMs) return null;
    const round = Math.floor((nowMs - startMs) / REFRESH_MS);
    const known = this.#shown.get(name);
    if (known?.round === round) return known;
    const random = new Random(this.#seed, 6, id, order, round);
    const middle = mark();
    const half = Math.max(structure.tick, structure.size() * width(structure.instruments) * (0.5 + random.next()));
    const whole = random.next() < 0.4;
    const updatedMs = startMs + round * REFRESH_MS;
    const shared = {
      maker: random.next() < 0.3 ? 'ANONYMOUS' : name,
      whole,
      updatedMs,
      expiresMs: random.next() < 0.5 ? updatedMs + REFRESH_MS : null,
    };
    const amount = () => (whole ? structure.amount : structure.partOf(0.25 + 0.75 * random.next()));
    const made = {
      round,
      bid: { ...shared, price: structure.onTick(middle - half, 'down'), amount: amount() },
      ask: { ...shared, price: structure.onTick(middle + half, 'up'), amount: amount() },
    };
    this.#shown.set(name, made);
    return made;
  }

  /** Partial quotes of one price are one row that names them all; each all-or-none quote is its own. */
  #rows(quotes: readonly MakerQuote[], sign: 1 | -1): readonly Readonly<Record<string, unknown>>[] {
    const sorted = quotes.toSorted((a, b) => sign * (a.price - b.price) || Number(b.whole) - Number(a.whole));
    const rows: MakerQuote[][] = [];
    for (const quote of sorted) {
      const last = rows.at(-1);
      const same = last?.[0] !== undefined && last[0].price === quote.price && !last[0].whole && !quote.whole;
      if (same) last.push(quote);
      else rows.push([quote]);
    }
    return rows.map((row) => this.#row(row));
  }

  #row(quotes: readonly MakerQuote[]): Readonly<Record<string, unknown>> {
    const first = quotes[0];
    if (first === undefined) throw new Error('a row holds at least one quote');
    const { structure, disclosed } = this.#request;
    const ends = quotes.flatMap((quote) => (quote.expiresMs === null ? [] : [quote.expiresMs]));
    return {
      price: first.price,
      amount: structure.sum(quotes.map((quote) => quote.amount)),
      makers: quotes.map((quote) => (disclosed ? quote.maker : 'ANONYMOUS')),
      execution_instruction: first.whole ? 'all_or_none' : 'any_part_of',
      last_update_timestamp: Math.max(...quotes.map((quote) => quote.updatedMs)),
      ...(ends.length === quotes.length ? { expires_at: Math.min(...ends) } : {}),
    };
  }
}
