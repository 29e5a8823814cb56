import type { ApiKey } from './account/keyring.ts';
import type { LimitSettings } from './account/limits.ts';
import { orderRecord } from './engine/order-record.ts';
import type { InstrumentState, Venue } from './engine/venue.ts';
import type { CallLog, CallRecord } from './http/call-log.ts';
import type { Fault } from './http/faults.ts';
import type { SimulatorServer } from './http/server.ts';
import { tickerRecord } from './engine/ticker.ts';
import { toUnits } from './fixed.ts';
import type { World } from './world.ts';

/** Knobs and waiters for whoever started the simulator; none of it can be reached over its port. */
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
  /** How many calls of the method came in, and the latest of them. */
  calls(method: string): { readonly count: number; readonly records: readonly CallRecord[] };
  /** TCP connections accepted so far. */
  connections(): number;
  /** Orders created so far. */
  executions(): number;
  /** Orders of a label that are still known, as the service would send them. */
  ordersByLabel(label: string): readonly Readonly<Record<string, unknown>>[];
  setInstrumentState(name: string, state: InstrumentState): void;
  /** New rate limits; the buckets start full. */
  setLimits(limits: LimitSettings): void;
  /** From now on the ticker stays as it is, its timestamp too; until `frozen` is false. */
  freezeTicker(name: string, frozen?: boolean): void;
  /** Gives the account a position at a price, without fee or trade. Throws when the numbers don't fit the instrument. */
  givePosition(name: string, signedAmount: number, price: number): void;
  instrumentNames(): readonly string[];
  /** Ids of the accounts: the main one, then its subaccounts. */
  accountIds(): readonly number[];
  /** Another key with just these scopes, for the main account or one of its subaccounts. */
  addKey(
    scopes: readonly string[],
    options?: { readonly subaccountId?: number },
  ): Pick<ApiKey, 'clientId' | 'clientSecret'>;
}

/** The control of a running simulator. */
export function createControl(
  world: World,
  log: CallLog,
  server: SimulatorServer,
  now: () => number,
): SimulatorControl {
  const { exchange, account, keyring } = world;
  const venueOf = (name: string): Venue => {
    exchange.advance(now());
    const venue = exchange.venue(name);
    if (venue === undefined) throw new Error(`no instrument ${name}`);
    return venue;
  };
  return {
    failNext: (method, fault) => log.failNext(method, fault),
    failAll: (method, fault) => log.failAll(method, fault),
    goOffline: () => server.close(),
    goOnline: () => server.reopen(),
    waitForCall: (method) => log.waitFor(method),
    calls: (method) => log.calls(method),
    connections: () => server.connections,
    executions: () => exchange.ordersCreated,
    ordersByLabel: (label) =>
      [...account.recentOrders.values()].filter((order) => order.label === label).map((order) => orderRecord(order)),
    setInstrumentState: (name, state) => exchange.setState(venueOf(name), state, now()),
    setLimits: (limits) => account.limits.set(limits, now()),
    freezeTicker: (name, frozen = true) => {
      const venue = venueOf(name);
      venue.frozenTicker = frozen ? tickerRecord(exchange, venue, now()) : null;
    },
    givePosition: (name, signedAmount, price) => {
      const { instrument } = venueOf(name);
      const signedUnits = toUnits(signedAmount, instrument.amountPlaces);
      const priceUnits = toUnits(price, instrument.pricePlaces);
      if (signedUnits === null || priceUnits === null) throw new Error(`not on the grid of ${name}`);
      account.grant(instrument, signedUnits, priceUnits);
    },
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
