import type { ApiKey } from './account/api-key.ts';
import type { LimitSettings } from './account/limits.ts';
import { freezeMarket } from './engine/order-book.ts';
import { orderRecord } from './engine/orders/order-record.ts';
import type { OrderRules } from './engine/rules.ts';
import { liveOrders } from './engine/orders/find-order.ts';
import { changeTerms, type InstrumentTerms } from './engine/change-terms.ts';
import type { InstrumentState, Venue } from './engine/venue.ts';
import type { CallLog, CallRecord } from './http/call-log.ts';
import type { Fault } from './http/faults.ts';
import type { DoorRules } from './http/rules.ts';
import type { SimulatorServer } from './http/server.ts';
import type { Service } from './http/service.ts';
import { toUnits } from './fixed.ts';
import {
  changeAccount,
  changeTrading,
  makeTrades,
  type AccountSettings,
  type TradeBurst,
  type TradingSettings,
} from './account/account-control.ts';
import type { ReplySettings } from './account/reply-settings.ts';
import type { World } from './world.ts';

/** An order or a trade as the service sends it. */
type WireRecord = Readonly<Record<string, unknown>>;

/**
 * Knobs and waiters for whoever started the simulator; none is reachable over its port. Waiters resolve at the event
 * and never poll (docs/design/simulator.md).
 */
export interface SimulatorControl {
  /** The next call of the method meets the fault; several queue up. */
  failNext(method: string, fault: Fault): void;
  /** Every call of the method meets the fault, until null. */
  failAll(method: string, fault: Fault | null): void;
  /** Stops listening and ends every socket; the state stays. */
  goOffline(): Promise<void>;
  /** Listens again on the same port. */
  goOnline(): Promise<void>;
  /** Resolves when the next call of the method has been executed. */
  waitForCall(method: string): Promise<CallRecord>;
  /** Resolves with the first order of any account that fits, which may be there already. */
  waitForOrder(fits: (order: WireRecord) => boolean): Promise<WireRecord>;
  /** Resolves with the first trade of any account that fits, which may be there already. */
  waitForTrade(fits: (trade: WireRecord) => boolean): Promise<WireRecord>;
  /** Resolves with the count of connections when the next one is accepted. */
  waitForConnection(): Promise<number>;
  /** How many calls of the method came in, and the latest of them. */
  calls(method: string): { readonly count: number; readonly records: readonly CallRecord[] };
  /** TCP connections accepted so far. */
  connections(): number;
  /** Orders created so far. */
  executions(): number;
  /** A label's known orders, as the service would send them. */
  ordersByLabel(label: string): readonly Readonly<Record<string, unknown>>[];
  /** The service ends working orders under the label by itself. */
  cancelByService(label: string, reason: string): void;
  setInstrumentState(name: string, state: InstrumentState): void;
  /** Changes what an instrument is traded by; what is not given stays. Throws when a number is not on its grid. */
  setInstrumentTerms(name: string, terms: InstrumentTerms): void;
  /** New rate limits for every account, or for one of them; the buckets start full. */
  setLimits(limits: LimitSettings, accountId?: number): void;
  /** Changes rejections where sources disagree; unset ones stay. */
  setOrderRules(rules: Partial<OrderRules>): void;
  /** Settings of the main account, or another: what a self-trade does, whether `mmp` orders are taken. */
  setTrading(settings: TradingSettings, accountId?: number): void;
  /** Changes how the door behaves; what is not given stays. */
  setDoor(rules: Partial<DoorRules>): void;
  /** Moves the service's clock against the one it was started with; the market follows at once. */
  moveClock(byMs: number): void;
  /** The simulator's own faults so far; empty when sound. */
  crashes(): readonly unknown[];
  /** From now on the ticker stays as it is, its timestamp too, and so does the book; until `frozen` is false. */
  freezeTicker(name: string, frozen?: boolean): void;
  /** From now on the timestamp of ticker and book lies that far back, while the prices go on; 0 ends it. */
  rewindTicker(name: string, byMs: number): void;
  /** Others trade this structure now: it is on the public tape. A ratio is below zero for what is sold. */
  printBlockRfq(legs: readonly { readonly name: string; readonly ratio: number }[]): void;
  /** Settings of the main account, or another: its fees, its margin model, what summaries show of it. */
  setAccount(settings: AccountSettings, accountId?: number): void;
  /** Forms of replies where real servers and documents differ, and the lags of look-ups; what is not given stays. */
  setReplies(settings: Partial<ReplySettings>): void;
  /** Makes `count` trades of the smallest amount at one instant, from one market order. The market must be open. */
  makeTrades(name: string, count: number, options?: TradeBurst): void;
  /** Gives the account a position at a price, without fee or trade. Throws when the numbers don't fit the instrument. */
  givePosition(name: string, signedAmount: number, price: number): void;
  instrumentNames(): readonly string[];
  /** Every token that is good now, access and refresh, of all keys. */
  tokens(): readonly string[];
  /** Ids of the accounts: the main one, then its subaccounts. */
  accountIds(): readonly number[];
  /** Another key with just these scopes, for the main account or one of its subaccounts. */
  addKey(
    scopes: readonly string[],
    options?: { readonly subaccountId?: number },
  ): Pick<ApiKey, 'clientId' | 'clientSecret'>;
  /** Revokes a key, with its sessions; `isRevoked` false gives it back. */
  revokeKey(clientId: string, isRevoked?: boolean): void;
}

/** The parts of a simulator that its control works on. */
export interface ControlParts {
  readonly world: World;
  readonly log: CallLog;
  readonly server: SimulatorServer;
  readonly service: Service;
  readonly now: () => number;
  readonly moveClock: (byMs: number) => void;
}

/** The first order of any account that fits, as the service would send it. */
function findOrder(world: World, fits: (order: WireRecord) => boolean): WireRecord | undefined {
  for (const { openOrders, recentOrders } of world.exchange.accounts) {
    for (const order of new Set([...openOrders, ...recentOrders.values()])) {
      const record = orderRecord(order);
      if (fits(record)) return record;
    }
  }
  return undefined;
}

function findTrade(world: World, fits: (trade: WireRecord) => boolean): WireRecord | undefined {
  for (const { trades } of world.exchange.accounts) {
    for (const { record } of trades) if (fits(record)) return record;
  }
  return undefined;
}

/** The control of a running simulator. */
export function createControl({ world, log, server, service, now, moveClock }: ControlParts): SimulatorControl {
  const { exchange, account, keyring } = world;
  /** A knob that moves market or orders informs the waiters. */
  const telling =
    <Args extends readonly unknown[]>(turn: (...args: Args) => void) =>
    (...args: Args): void => {
      turn(...args);
      log.askConditions();
    };
  const venueOf = (name: string): Venue => {
    exchange.advance(now());
    const venue = exchange.venue(name);
    if (venue === undefined) throw new Error(`no instrument ${name}`);
    return venue;
  };
  const accountBy = (id: number) => {
    const found = exchange.accounts.find((known) => known.id === id);
    if (found === undefined) throw new Error(`no account ${id}`);
    return found;
  };
  return {
    failNext: (method, fault) => log.failNext(method, fault),
    failAll: (method, fault) => log.failAll(method, fault),
    goOffline: () => server.close(),
    goOnline: () => server.reopen(),
    waitForCall: (method) => log.waitFor(method),
    waitForOrder: (fits) => log.until(() => findOrder(world, fits)),
    waitForTrade: (fits) => log.until(() => findTrade(world, fits)),
    waitForConnection: () => server.waitForConnection(),
    calls: (method) => log.calls(method),
    crashes: () => log.crashes,
    tokens: () => keyring.sessions.tokens(),
    moveClock: telling((byMs) => {
      moveClock(byMs);
      exchange.advance(now());
    }),
    setDoor: (rules) => service.setRules({ ...service.rules, ...rules }),
    connections: () => server.connections,
    executions: () => exchange.ordersCreated,
    ordersByLabel: (label) =>
      [...account.recentOrders.values()].filter((order) => order.label === label).map((order) => orderRecord(order)),
    setInstrumentState: telling((name, state) => exchange.setState(venueOf(name), state, now())),
    cancelByService: telling((label, reason) => {
      for (const order of liveOrders(account)) {
        if (order.label !== label) continue;
        const venue = venueOf(order.instrument.name);
        exchange.cancel(venue, order, reason, now());
        exchange.settleConsequences(venue, now());
      }
    }),
    setInstrumentTerms: (name, terms) => changeTerms(venueOf(name), terms),
    setLimits: (limits, accountId) => {
      for (const known of exchange.accounts) {
        if (accountId !== undefined && known.id !== accountId) continue;
        known.limits.set(limits, now());
        known.noteChange();
      }
    },
    setOrderRules: (rules) => {
      exchange.rules = { ...exchange.rules, ...rules };
    },
    setTrading: (settings, accountId = account.id) => changeTrading(accountBy(accountId), settings),
    freezeTicker: telling((name, frozen = true) => {
      const venue = venueOf(name);
      venue.frozen = frozen ? freezeMarket(exchange, venue, now()) : null;
    }),
    rewindTicker: telling((name, byMs) => {
      venueOf(name).tickerRewoundMs = byMs;
    }),
    printBlockRfq: telling((legs) =>
      world.tape.add(
        legs.map(({ name, ratio }) => ({ instrument: venueOf(name).instrument, ratio })),
        now(),
      ),
    ),
    setAccount: (settings, accountId = account.id) => changeAccount(accountBy(accountId), settings),
    setReplies: (settings) => {
      world.replies.settings = { ...world.replies.settings, ...settings };
    },
    makeTrades: telling((name, count, options = {}) => {
      makeTrades(exchange, accountBy(options.accountId ?? account.id), venueOf(name), { ...options, count }, now());
    }),
    givePosition: telling((name, signedAmount, price) => {
      const { instrument } = venueOf(name);
      const signedUnits = toUnits(signedAmount, instrument.amountPlaces);
      const priceUnits = toUnits(price, instrument.pricePlaces);
      if (signedUnits === null || priceUnits === null) throw new Error(`not on the grid of ${name}`);
      exchange.clearing.grant(account, instrument, signedUnits, priceUnits, exchange.funding.standsAt(instrument));
    }),
    revokeKey: (clientId, isRevoked = true) => keyring.setRevoked(clientId, isRevoked),
    instrumentNames: () => exchange.instruments.map((instrument) => instrument.name),
    accountIds: () => exchange.accounts.map((known) => known.id),
    addKey: (scopes, { subaccountId } = {}) => {
      const own = subaccountId === undefined || subaccountId === account.id ? null : subaccountId;
      if (own !== null && !exchange.accounts.some((known) => known.id === own)) throw new Error(`no account ${own}`);
      const { clientId, clientSecret } = keyring.addKey(scopes, own);
      return { clientId, clientSecret };
    },
  };
}
