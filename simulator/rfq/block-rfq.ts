import { fail, ok, type Result } from '../../shared/result.ts';
import type { Exchange } from '../engine/exchange.ts';
import { fromUnits, greatestCommonDivisor, power } from '../fixed.ts';
import type { Refusal } from '../refusal.ts';
import { comboId } from './combo.ts';
import { MakerPanel, MAKERS, NO_QUOTES } from './makers.ts';
import { readAllocations, readHedge, readLegs, readMakers, type RequestedLeg } from './request.ts';
import { Structure } from './structure.ts';

/** A request lives for five minutes (facts, "Block RFQ"). */
export const LIFE_MS = 300_000;
/** How many of an account may be open at once is not documented. */
const MAX_OPEN = 100;
/** Expired requests can be asked for as long as trades are recent; never more of them than this. */
const KEPT_MS = 24 * 3_600_000;
const MAX_KEPT = 2000;

/** The parameters of `private/create_block_rfq`, their insides unchecked. */
export interface CreateParams {
  readonly legs: readonly unknown[];
  readonly trade_allocations: readonly unknown[] | undefined;
  readonly hedge: Readonly<Record<string, unknown>> | undefined;
  readonly label: string | undefined;
  readonly makers: readonly unknown[] | undefined;
  readonly disclosed: boolean | undefined;
}

/** Which requests are asked for, newest first; `before` is the id that the last page ended with. */
export interface RfqQuery {
  readonly id: number | undefined;
  readonly currency: string | undefined;
  readonly state: 'open' | 'expired' | 'none' | undefined;
  readonly before: number | undefined;
  readonly count: number;
}

/** A request of an account, its fixed part and its makers. */
interface BlockRfq {
  readonly id: number;
  readonly userId: number;
  readonly createdMs: number;
  readonly currency: string;
  readonly structure: Structure;
  readonly panel: MakerPanel;
  readonly record: Readonly<Record<string, unknown>>;
}

function structureOf(exchange: Exchange, legs: readonly RequestedLeg[]): Structure {
  const places = Math.max(...legs.map((leg) => leg.instrument.amountPlaces));
  const units = legs.map((leg) => leg.amountUnits * power(places - leg.instrument.amountPlaces));
  const amount = greatestCommonDivisor(units);
  const signed = legs.map((leg, index) => ({
    instrument: leg.instrument,
    ratio: ((units[index] ?? 0) / amount) * (leg.direction === 'buy' ? 1 : -1),
  }));
  return new Structure(exchange, signed, amount, places);
}

/** The currency that a structure is filed under: what it settles in, or for spot what is paid. */
export function currencyOf(structure: Structure): string {
  return structure.instruments[0]?.settlement ?? '';
}

/** Takes requests for quotes, keeps them, and shows what makers quote on the open ones. */
export class BlockRfqDesk {
  readonly #exchange: Exchange;
  readonly #seed: number;
  /** Oldest first. */
  readonly #kept: BlockRfq[] = [];
  #nextId: number;

  constructor(exchange: Exchange, seed: number) {
    this.#exchange = exchange;
    this.#seed = seed;
    this.#nextId = 60_000 + (seed % 1000);
  }

  /** Creates a Block RFQ or refuses it (contract "private/create_block_rfq"; facts, "Block RFQ rules"). */
  create(userId: number, params: CreateParams, nowMs: number): Result<unknown, Refusal> {
    const legs = readLegs(this.#exchange, params.legs);
    if (!legs.ok) return legs;
    const hedge = readHedge(this.#exchange, legs.value, params.hedge);
    if (!hedge.ok) return hedge;
    const disclosed = params.disclosed ?? true;
    const makers = readMakers(params.makers, disclosed);
    if (!makers.ok) return makers;
    const structure = structureOf(this.#exchange, legs.value);
    const isOwnUser = (id: number) => this.#exchange.accounts.some((account) => account.id === id);
    const amount = { units: structure.amountUnits, places: structure.places };
    const allocations = readAllocations(params.trade_allocations, amount, isOwnUser);
    if (!allocations.ok) return allocations;
    this.#forget(nowMs);
    const open = this.#kept.filter((rfq) => rfq.userId === userId && nowMs < rfq.createdMs + LIFE_MS);
    // The number stands for two messages; this is the one that fits.
    if (open.length >= MAX_OPEN) return fail({ code: 13_907, message: 'too_many_open_block_rfqs' });
    this.#nextId += 1;
    const id = this.#nextId;
    const record = {
      block_rfq_id: id,
      ...(params.label === undefined ? {} : { label: params.label }),
      state: 'created',
      role: 'taker',
      amount: structure.amount,
      min_trade_amount: fromUnits(structure.minimumUnits, structure.places),
      combo_id: comboId(structure.legs),
      legs: structure.legs.map((leg) => ({
        instrument_name: leg.instrument.name,
        direction: leg.ratio > 0 ? 'buy' : 'sell',
        ratio: Math.abs(leg.ratio),
      })),
      ...(hedge.value === null ? {} : { hedge: hedge.value }),
      makers: makers.value,
      disclosed,
      ...(disclosed ? { taker: `TAKER${userId}` } : {}),
      taker_rating: '1-2',
      ...(allocations.value === null ? {} : { trade_allocations: allocations.value }),
      mark_price: structure.mark(),
      bids: [],
      asks: [],
      creation_timestamp: nowMs,
      expiration_timestamp: nowMs + LIFE_MS,
    };
    const asked = makers.value.length === 0 ? MAKERS : makers.value;
    const panel = new MakerPanel(this.#seed, { id, createdMs: nowMs, structure, makers: asked, disclosed });
    this.#kept.push({ id, userId, createdMs: nowMs, currency: currencyOf(structure), structure, panel, record });
    return ok(record);
  }

  #forget(nowMs: number): void {
    let gone = Math.max(0, this.#kept.length - MAX_KEPT);
    for (; gone < this.#kept.length; gone += 1) {
      const oldest = this.#kept[gone];
      if (oldest === undefined || nowMs - oldest.createdMs < KEPT_MS) break;
    }
    this.#kept.splice(0, gone);
  }

  /** A page of the account's requests with the quotes of the moment, newest first. */
  list(userId: number, query: RfqQuery, nowMs: number) {
    const found: BlockRfq[] = [];
    for (let at = this.#kept.length - 1; at >= 0 && found.length <= query.count; at -= 1) {
      const rfq = this.#kept[at];
      if (rfq === undefined || rfq.userId !== userId) continue;
      if (query.id !== undefined && rfq.id !== query.id) continue;
      if (query.before !== undefined && rfq.id >= query.before) continue;
      if (query.currency !== undefined && rfq.currency !== query.currency) continue;
      if (query.state !== undefined && query.state !== stateOf(rfq, nowMs)) continue;
      found.push(rfq);
    }
    const shown = found.slice(0, query.count);
    const last = shown.at(-1);
    return {
      block_rfqs: shown.map((rfq) => this.#show(rfq, nowMs)),
      continuation: found.length > query.count && last !== undefined ? last.id : null,
    };
  }

  #show(rfq: BlockRfq, nowMs: number): Readonly<Record<string, unknown>> {
    const state = stateOf(rfq, nowMs);
    if (state === 'expired') return { ...rfq.record, ...NO_QUOTES, state, included_in_taker_rating: true };
    const board = rfq.panel.board(nowMs, () => rfq.structure.mark());
    return { ...rfq.record, ...board, state, mark_price: rfq.structure.mark() };
  }
}

/** The create reply says `created`; whoever looks later sees `open` until the five minutes are over. */
function stateOf(rfq: BlockRfq, nowMs: number): 'open' | 'expired' {
  return nowMs < rfq.createdMs + LIFE_MS ? 'open' : 'expired';
}
