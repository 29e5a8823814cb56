import { Account } from '../../../simulator/account/account.ts';
import type { FeeRate, FeeSchedule } from '../../../simulator/account/fees.ts';
import { Keyring, seededSecrets } from '../../../simulator/account/keyring.ts';
import { DEFAULT_REPLY_SETTINGS } from '../../../simulator/account/reply-settings.ts';
import { orderRecord } from '../../../simulator/engine/orders/order-record.ts';
import { Exchange } from '../../../simulator/engine/exchange.ts';
import type { InstrumentState, Venue } from '../../../simulator/engine/venue.ts';
import { JsonText } from '../../../simulator/http/json-text.ts';
import { readEnvelope } from '../../../simulator/http/request.ts';
import { DEFAULT_DOOR_RULES } from '../../../simulator/http/rules.ts';
import { Service } from '../../../simulator/http/service.ts';
import type { Refusal } from '../../../simulator/refusal.ts';
import { BlockRfqDesk } from '../../../simulator/rfq/block-rfq.ts';
import { RfqTape } from '../../../simulator/rfq/tape.ts';
import { fail, type Result } from '../../../shared/result.ts';
import { instrumentSchema, type Instrument } from '../../../shared/service/instrument.ts';
import type { SelfTradeMode } from '../../../shared/orders/facts.ts';
import { oppositeOf, type Side } from '../../../shared/orders/side.ts';
import { type Order, orderSchema } from '../../../shared/service/order.ts';
import { tickerSchema, type Ticker } from '../../../shared/service/ticker.ts';
import { basic } from '../simulator/caller.ts';

/** A market is its seed and the clock's two readings: when it opened, and when the orders come. */
export interface MarketTimes {
  readonly seed: number;
  readonly openedMs: number;
  readonly nowMs: number;
}

/** What stands in an instrument's book when an order comes. */
export interface Situation {
  /** The side of the order that comes. */
  readonly direction: Side;
  readonly instrumentName: string;
  readonly state: InstrumentState;
  /** The account's position in steps of the amount, above zero when long. */
  readonly positionSteps: number;
  readonly mmpEnabled: boolean;
  /** Whether the account may send another order now. */
  readonly hasCredits: boolean;
  /** The account's fee on the index; null for the instrument's commission. */
  readonly fees: FeeRate | null;
  /** Orders of the account itself, of the other side, that rest where anything may rest at their price; null for none. */
  readonly own: { readonly mode: SelfTradeMode; readonly orders: readonly RestingOwn[] } | null;
}

export interface RestingOwn {
  readonly price: string;
  readonly amount: string;
  /** What an iceberg shows; null where all of it is shown. */
  readonly display: string | null;
}

/** What the service tells of an instrument; null where it has none of that name. */
export interface Quoted {
  readonly instrument: Instrument;
  readonly ticker: Ticker;
  /** The account's own orders in its book. */
  readonly own: readonly Order[];
}

/** A reply, and the records of the account's orders after it. */
export interface Sold {
  readonly answer: Result<unknown, Refusal>;
  readonly after: readonly Readonly<Record<string, unknown>>[];
}

/** The fees object of the account, as its summaries have it. */
export function scheduleOf({ fees }: Situation, indexName: string): FeeSchedule {
  return fees === null ? {} : { [indexName]: { option: fees, perpetual: fees, future: fees } };
}

/** So much of everything that no order within the profile's hard limits lacks funds. Counted in 1e-8, it must stay exact. */
const BALANCES = { BTC: 5e7, ETH: 5e7, USDC: 5e7 };
const WIDE = { rate: 1_000_000, burst: 1_000_000 };
const SPENT = { rate: 0, burst: 0 };
const ORIGIN = { connection: 1, address: '127.0.0.1' };

function writeResult(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}

/**
 * The simulator's service in process, at one moment: bodies pass the same checks as over a socket. Each order leaves the
 * book unchanged.
 */
export class Market {
  readonly times: MarketTimes;
  readonly #exchange: Exchange;
  readonly #world;
  readonly #authorization: string;
  readonly #lastPrices = new Map<string, number | null>();
  readonly #quoted = new Map<string, Quoted | null>();

  constructor(times: MarketTimes) {
    this.times = times;
    this.#exchange = new Exchange(times.seed, times.openedMs);
    const keyring = new Keyring(seededSecrets(times.seed));
    this.#authorization = basic(keyring.addKey(['account:read', 'trade:read_write']));
    this.#world = {
      exchange: this.#exchange,
      keyring,
      replies: { settings: DEFAULT_REPLY_SETTINGS },
      rfqs: new BlockRfqDesk(this.#exchange, times.seed),
      tape: new RfqTape(this.#exchange, times.seed, times.openedMs),
    };
    this.#exchange.advance(times.nowMs);
  }

  /** Every instrument that is listed now, those that have just expired too. */
  names(): string[] {
    return [...this.#exchange.venues()].map((venue) => venue.instrument.name);
  }

  /** The venue as each case finds it: fresh quotes, untouched. */
  #venue(name: string): Venue | undefined {
    const venue = this.#exchange.venue(name);
    if (venue === undefined) return undefined;
    if (!this.#lastPrices.has(name)) {
      this.#lastPrices.set(name, venue.lastPriceUnits);
      venue.quoteAnew();
      this.#exchange.venue(name);
    }
    return venue;
  }

  /** What the service says of an instrument in that state. */
  quoted(name: string, state: InstrumentState): Quoted | null {
    const key = `${name} ${state}`;
    let known = this.#quoted.get(key);
    if (known === undefined) {
      const venue = this.#venue(name);
      if (state !== 'open') this.quoted(name, 'open');
      known = venue === undefined ? null : this.#inState(venue, state, () => this.readQuoted(name));
      this.#quoted.set(key, known);
    }
    return known;
  }

  /** The same, asked anew. Where the service has no ticker any more, the last one before is what a terminal has. */
  readQuoted(name: string): Quoted {
    const instrument = this.#ask(name, 'public/get_instrument');
    const ticker = this.#ask(name, 'public/ticker');
    if (instrument === null) throw new Error(`get_instrument ${name}: not found`);
    return {
      instrument: instrumentSchema.parse(instrument),
      ticker: ticker === null ? this.#lastTicker(name) : tickerSchema.parse(ticker),
      own: [],
    };
  }

  /** What it says where the account's own orders of the situation rest in the book, and the records of these. */
  quotedAmongOwn(situation: Situation): Quoted | null {
    const { instrumentName: name, state, own } = situation;
    const venue = own === null ? undefined : this.#venue(name);
    if (own === null || venue === undefined) return this.quoted(name, state);
    const records = this.#placeOwn(this.#openAccount(), situation);
    const quoted = this.readQuoted(name);
    this.#clear(venue);
    return { ...quoted, own: records.map((record) => orderSchema.parse(record)) };
  }

  /** Records of the own orders that rest. */
  #placeOwn(
    account: Account,
    { direction, own, instrumentName }: Situation,
  ): readonly Readonly<Record<string, unknown>>[] {
    if (own === null) return [];
    account.selfTrading = { mode: own.mode, extendedToSubaccounts: false };
    const flags = '"type":"limit","post_only":true,"reject_post_only":true';
    for (const { price, amount, display } of own.orders) {
      const terms = `"instrument_name":"${instrumentName}","amount":${amount},"price":${price}`;
      const iceberg = display === null ? '' : `,"display_amount":${display}`;
      this.#call(account, `private/${oppositeOf(direction)}`, `{${terms},${flags}${iceberg}}`);
    }
    return [...account.recentOrders.values()].map(orderRecord);
  }

  #lastTicker(name: string): Ticker {
    const before = this.quoted(name, 'open');
    if (before === null) throw new Error(`ticker ${name}: not found`);
    return before.ticker;
  }

  #ask(name: string, method: string): unknown {
    const answer = this.#call(this.#openAccount(), method, JSON.stringify({ instrument_name: name }));
    return answer.ok ? (JSON.parse(writeResult(answer.value)) as unknown) : null;
  }

  /** Sends the params of an order in that situation and leaves everything as it was. */
  sell(situation: Situation, params: string): Result<unknown, Refusal> {
    return this.sellAndLook(situation, params).answer;
  }

  /** As `sell`, with the final records of all it placed: a reply shows its order before linked ones work. */
  sellAndLook(situation: Situation, params: string): Sold {
    const account = this.#openAccount(situation.hasCredits ? WIDE : SPENT);
    account.mmpEnabled = situation.mmpEnabled;
    const venue = this.#venue(situation.instrumentName);
    account.feeSchedule = scheduleOf(situation, venue?.instrument.indexName ?? '');
    const send = (): Sold => {
      const answer = this.#call(account, `private/${situation.direction}`, params);
      return { answer, after: [...account.recentOrders.values()].map(orderRecord) };
    };
    if (venue === undefined) return send();
    if (situation.positionSteps !== 0) {
      const { instrument } = venue;
      const units = situation.positionSteps * instrument.stepUnits;
      const price = Math.max(instrument.tickUnits, this.#exchange.markUnits(instrument));
      account.grant(instrument, units, price, this.#exchange.funding.standsAt(instrument));
    }
    return this.#inState(venue, situation.state, () => {
      const { changes } = venue.book;
      const before = new Set(this.#placeOwn(account, situation).map((record) => record['order_id']));
      const { answer, after } = send();
      const sold = { answer, after: after.filter((record) => !before.has(record['order_id'])) };
      if (venue.book.changes !== changes || venue.waitingOrders.size > 0) this.#clear(venue);
      return sold;
    });
  }

  #openAccount(trading = WIDE): Account {
    const account = new Account(1, this.times.openedMs, BALANCES, this.times.openedMs);
    account.limits.set({ non_matching_engine: WIDE, matching_engine: trading }, this.times.nowMs);
    return account;
  }

  #call(account: Account, method: string, params: string): Result<unknown, Refusal> {
    const body = Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
    const call = readEnvelope(body, method);
    if (!call.ok) return fail(call.error.refusal);
    const service = new Service({ ...this.#world, account }, DEFAULT_DOOR_RULES);
    const signed = { httpMethod: 'GET', target: `/api/v2/${method}`, body };
    return service.call(call.value, { ...ORIGIN, authorization: this.#authorization }, signed, this.times.nowMs);
  }

  #inState<T>(venue: Venue, state: InstrumentState, run: () => T): T {
    const before = venue.state;
    if (state === before || before !== 'open') return run();
    this.#exchange.setState(venue, state, this.times.nowMs);
    try {
      return run();
    } finally {
      this.#exchange.setState(venue, before, this.times.nowMs);
      this.#exchange.venue(venue.instrument.name);
    }
  }

  #clear(venue: Venue): void {
    const { userOrders, waitingOrders } = venue;
    while (userOrders.size + waitingOrders.size > 0) {
      for (const order of [...userOrders, ...waitingOrders]) {
        this.#exchange.cancel(venue, order, 'user_request', this.times.nowMs);
      }
      this.#exchange.settleConsequences(venue, this.times.nowMs);
    }
    venue.lastPriceUnits = this.#lastPrices.get(venue.instrument.name) ?? null;
    venue.quoteAnew();
    this.#exchange.venue(venue.instrument.name);
  }
}
