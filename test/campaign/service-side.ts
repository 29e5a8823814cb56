import { oppositeOf, type Side, SIDES, traitsOf } from '../../shared/orders/side.ts';
import { createCore, type SimulatorCore } from '../../simulator/core.ts';
import { errorReply, envelopeText, resultReply } from '../../simulator/http/reply.ts';
import type { Order, OrderState } from '../../simulator/engine/orders/order.ts';
import { fromUnits } from '../../simulator/fixed.ts';
import { refusal } from '../../simulator/refusal.ts';
import { readEnvelope, readQuery, splitTarget } from '../../simulator/http/request.ts';
import { assertDefined } from '../../shared/result.ts';
import { instrumentSchema } from '../../shared/service/instrument.ts';
import { tickerSchema } from '../../shared/service/ticker.ts';
import type { HttpRequest } from '../../electron/service/wire/connection.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import type { Stranger, WireReply } from './faults.ts';
import { AMOUNTS, onTick, type Quote } from './draft-order.ts';
import { type Plan, type PlannedInstrument, startOf } from './plan.ts';

/** An order that the simulator made, as it was made: the truth that every verdict is held against. */
export interface MadeOrder {
  readonly orderId: string;
  readonly label: string;
  readonly instrument: string;
  readonly by: 'terminal' | 'stranger';
  /** It was executed as it came, at least in part: trades tell of that at once. */
  readonly hasTraded: boolean;
  /** By the clock that nobody sets. */
  readonly atMs: number;
}

/** An order as the service has it in the end. */
export interface StandingOrder {
  readonly orderId: string;
  readonly label: string;
  /** The order that ended as triggered when this one took its place; null: none. */
  readonly cameOf: string | null;
  readonly state: OrderState;
  readonly filled: number;
}

interface Placed {
  readonly order: { readonly order_id: string; readonly label: string; readonly instrument_name: string };
  readonly trades: readonly unknown[];
}

const UNAVAILABLE = 13_028;
/**
 * Rejections that may keep another program from its order, not the terminal's matter: own orders, funds, rate, end of
 * day (facts, section 6).
 */
const HINDRANCES: readonly number[] = [10_003, 10_009, 10_028, 10_040, 10_041, 10_047];
const ADDRESS = '127.0.0.1';
/** Orders are noted this often: far more often than the service forgets one that is over. */
const NOTED_EVERY_MS = 60_000;
/** Found by the same look-ups, since it settles in the same currency. */
const OTHER_OF_CURRENCY: Partial<Record<PlannedInstrument, PlannedInstrument>> = {
  'BTC_USDC-PERPETUAL': 'SOL_USDC-PERPETUAL',
  'SOL_USDC-PERPETUAL': 'BTC_USDC-PERPETUAL',
};

/** What places an order. */
const PLACING: ReadonlySet<string> = new Set(SIDES.map((side) => traitsOf(side).method));

/** The real simulator without its port: requests come as they would be written, replies go as they would be read. */
export class ServiceSide {
  readonly core: SimulatorCore;
  readonly made: MadeOrder[] = [];
  readonly #quotes = new Map<string, Quote>();
  /** Every order there was: the service itself forgets those that are long over. */
  readonly #known = new Map<string, Order>();
  readonly #monotonic: () => number;
  #notedMs = 0;

  constructor(plan: Plan, clock: VirtualClock) {
    this.#monotonic = clock.monotonic;
    const startMs = startOf(plan);
    const rate = 1 + plan.driftPpm / 1_000_000;
    this.core = createCore({
      seed: plan.seed,
      clock: { now: () => startMs + plan.serviceOffsetMs + clock.monotonic() * rate },
      listing: 'perpetuals',
      portfolio: 'empty',
      replies: { lookupLagMs: plan.lookUpLagMs },
    });
    if (!plan.isMoving) this.holdMarket();
  }

  /** Carries a request out, as the server does with what it has read. */
  carryOut({ verb, path, headers, body }: HttpRequest, connection: number): WireReply {
    const { service, now } = this.core;
    const inMs = now();
    const target = assertDefined(splitTarget(path), 'the client writes paths of the service');
    const bytes = Buffer.from(body ?? '');
    const call = body === null ? readQuery(target.query, target.method) : readEnvelope(bytes, target.method);
    if (!call.ok) return { status: 400, body: envelopeText(errorReply(undefined, call.error.refusal, inMs, inMs)) };
    const origin = { authorization: headerOf(headers, 'authorization'), connection, address: ADDRESS };
    const outcome = service.call(call.value, origin, { httpMethod: verb, target: path, body: bytes }, inMs);
    const isPlacing = PLACING.has(target.method);
    if (isPlacing || this.#monotonic() - this.#notedMs >= NOTED_EVERY_MS) this.#remember();
    if (outcome.ok && isPlacing) this.#note(outcome.value, 'terminal');
    const reply = outcome.ok
      ? resultReply(call.value.id, outcome.value, inMs, inMs)
      : errorReply(call.value.id, outcome.error, inMs, inMs);
    return { status: reply.status, body: envelopeText(reply) };
  }

  /** What a gateway knows of a request that never reached the service: its id and the time. */
  turnAway({ body }: HttpRequest): WireReply {
    const { id } = (body === null ? {} : JSON.parse(body)) as { id?: number };
    const nowMs = this.core.now();
    return { status: 503, body: envelopeText(errorReply(id, refusal(UNAVAILABLE), nowMs, nowMs)) };
  }

  /** Another program of the same account uses a label: for the same order, or for one that can't be taken for it. */
  actAsStranger(label: string, instrument: PlannedInstrument, kind: Stranger, side: Side): void {
    const other = OTHER_OF_CURRENCY[instrument];
    const name = kind === 'other' ? (other ?? instrument) : instrument;
    const own = kind === 'other' && other === undefined ? oppositeOf(side) : side;
    const { instrument: terms, ticker } = this.quote(name);
    const price = onTick(Number(ticker.mark_price) * (own === 'buy' ? 0.996 : 1.004), terms);
    const asked = { instrument_name: name, amount: AMOUNTS[name], label, post_only: false };
    const params = { ...asked, ...strangersTerms(kind, asked.amount, Number(price)) };
    const outcome = this.#call(traitsOf(own).method, params);
    if (!outcome.ok && HINDRANCES.includes(outcome.error.code)) return;
    this.#remember();
    this.#note(read(outcome), 'stranger');
  }

  /** Instrument and ticker by the service; fixed for a seed once its book is open. */
  quote(name: string): Quote {
    let quote = this.#quotes.get(name);
    if (quote === undefined) {
      const params = { instrument_name: name };
      quote = {
        instrument: instrumentSchema.parse(this.#ask('public/get_instrument', params)),
        ticker: tickerSchema.parse(this.#ask('public/ticker', params)),
      };
      if (quote.ticker.state === 'open') this.#quotes.set(name, quote);
    }
    return quote;
  }

  /** From now on prices stay as they are. */
  holdMarket(): void {
    this.core.world.exchange.isStill = true;
  }

  /** Every order of the account as it stands, the earliest first. */
  standing(): StandingOrder[] {
    this.#remember();
    return [...this.#known.values()].map((order) => ({
      orderId: order.id,
      label: order.label,
      cameOf: order.triggerOrderId,
      state: order.state,
      filled: fromUnits(order.filledUnits, order.instrument.amountPlaces),
    }));
  }

  #remember(): void {
    this.#notedMs = this.#monotonic();
    for (const order of this.core.world.account.recentOrders.values()) this.#known.set(order.id, order);
  }

  #ask(method: string, values: Readonly<Record<string, unknown>>): unknown {
    return read(this.#call(method, values));
  }

  #call(method: string, values: Readonly<Record<string, unknown>>) {
    const { service, key, now } = this.core;
    const authorization = `Basic ${Buffer.from(`${key.clientId}:${key.clientSecret}`).toString('base64')}`;
    return service.call(
      { id: 1, method, params: { values, fromQuery: false } },
      { authorization, connection: 0, address: ADDRESS },
      { httpMethod: 'POST', target: '', body: Buffer.alloc(0) },
      now(),
    );
  }

  #note(result: unknown, by: MadeOrder['by']): void {
    const { order, trades } = result as Placed;
    const hasTraded = trades.length > 0;
    this.made.push({
      orderId: order.order_id,
      label: order.label,
      instrument: order.instrument_name,
      by,
      hasTraded,
      atMs: this.#monotonic(),
    });
  }
}

/** How a stranger asks, by its kind: for so much, at that price where it is to rest. */
function strangersTerms(kind: Stranger, amount: number, price: number): Readonly<Record<string, unknown>> {
  switch (kind) {
    case 'market':
      return { type: 'market' };
    case 'at_once':
      return { price, time_in_force: 'immediate_or_cancel' };
    case 'larger':
      return { price, amount: 3 * amount };
    case 'same':
    case 'other':
      return { price };
  }
}

/** The result as the wire has it. Throws where the service refused. */
function read(outcome: ReturnType<SimulatorCore['service']['call']>): unknown {
  if (!outcome.ok) throw new Error(`the service refused: ${JSON.stringify(outcome.error)}`);
  return JSON.parse(resultReply(1, outcome.value, 0, 0).content);
}

/** Value of a header in a list of names and values. */
export function headerOf(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text === name);
  return at < 0 ? undefined : headers[at + 1];
}
