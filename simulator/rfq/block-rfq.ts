import { ok, type Result } from '../../shared/result.ts';
import type { Exchange } from '../engine/exchange.ts';
import { fromUnits, greatestCommonDivisor } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { comboId } from './combo.ts';
import { readAllocations, readHedge, readLegs, readMakers, RFQ_PLACES } from './request.ts';

const LIFE_MS = 300_000;
/** How many may be open at once is not documented; reached, the answer is 13907 `too_many_open_block_rfqs`. */
const MAX_OPEN = 100;

/** The parameters of `private/create_block_rfq`, their insides unchecked. */
export interface CreateParams {
  readonly legs: readonly unknown[];
  readonly trade_allocations: readonly unknown[] | undefined;
  readonly hedge: Readonly<Record<string, unknown>> | undefined;
  readonly label: string | undefined;
  readonly makers: readonly unknown[] | undefined;
  readonly disclosed: boolean | undefined;
}

/** A Block RFQ of the account, as created. */
export interface BlockRfq {
  readonly id: number;
  readonly expiresMs: number;
  readonly instruments: readonly Instrument[];
  readonly record: Readonly<Record<string, unknown>>;
}

/** Takes requests for quotes and keeps the open ones. */
export class BlockRfqDesk {
  readonly #open: BlockRfq[] = [];
  #nextId: number;

  constructor(seed: number) {
    this.#nextId = 60_000 + (seed % 1000);
  }

  /** Creates a Block RFQ or refuses it (contract "private/create_block_rfq"; facts, "Block RFQ rules"). */
  create(exchange: Exchange, params: CreateParams, nowMs: number): Result<unknown, Refusal> {
    const legs = readLegs(exchange, params.legs);
    if (!legs.ok) return legs;
    const base = legs.value[0]?.instrument.base ?? 'BTC';
    const hedge = readHedge(exchange, base, params.hedge);
    if (!hedge.ok) return hedge;
    const makers = readMakers(params.makers, params.disclosed ?? true);
    if (!makers.ok) return makers;
    const amountUnits = greatestCommonDivisor(legs.value.map((leg) => leg.amountUnits));
    const allocations = readAllocations(params.trade_allocations, amountUnits);
    if (!allocations.ok) return allocations;
    this.#forgetExpired(nowMs);
    if (this.#open.length >= MAX_OPEN) {
      return refuse(13_907);
    }
    const signed = legs.value.map((leg) => ({
      instrument: leg.instrument,
      ratio: (leg.amountUnits / amountUnits) * (leg.direction === 'buy' ? 1 : -1),
    }));
    this.#nextId += 1;
    const record = {
      block_rfq_id: this.#nextId,
      ...(params.label === undefined ? {} : { label: params.label }),
      state: 'created',
      role: 'taker',
      amount: fromUnits(amountUnits, RFQ_PLACES),
      combo_id: comboId(signed),
      legs: legs.value.map((leg) => ({
        instrument_name: leg.instrument.name,
        direction: leg.direction,
        ratio: leg.amountUnits / amountUnits,
      })),
      ...(hedge.value === null ? {} : { hedge: hedge.value }),
      makers: makers.value,
      disclosed: params.disclosed ?? true,
      bids: [],
      asks: [],
      ...(allocations.value === null ? {} : { trade_allocations: allocations.value }),
      creation_timestamp: nowMs,
      expiration_timestamp: nowMs + LIFE_MS,
    };
    const instruments = legs.value.map((leg) => leg.instrument);
    this.#open.push({ id: this.#nextId, expiresMs: nowMs + LIFE_MS, instruments, record });
    return ok(record);
  }

  #forgetExpired(nowMs: number): void {
    while (this.#open[0] !== undefined && this.#open[0].expiresMs <= nowMs) this.#open.shift();
  }
}
