import type { Evidence, QueryKind } from '../../shared/execution/evidence.ts';
import { isPlace, type PlaceState, type State } from '../../shared/execution/state.ts';
import { isNotOffered, ORDER_ENDED_CODES } from '../../shared/service/error-codes.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import { callByLabel, type LookUpMethod } from '../orders/looks/look-up.ts';
import { observeTimes, observing } from '../orders/observe-times.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { nameFailure } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { LagMeter } from './lag-meter.ts';
import { searchPlaced } from './placed-trades.ts';

export interface QueriesOptions {
  /** Of reconciliation priority. */
  readonly client: Pick<ServiceClient, 'call' | 'callExtension'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** The currency whose look-ups know the instrument's orders. */
  readonly currencyOf: (instrumentName: string) => string;
  /** How late queries by order id were seen to be, milliseconds. */
  readonly lagMs: () => number;
  readonly lag: LagMeter;
}

/** What the engine says with a query. */
export interface Round {
  /** Monotonic milliseconds: those asked together have the same. */
  readonly askedAt: number;
  /** Of these order ids, those that other commands know to be theirs. */
  readonly ofOthers: (orderIds: readonly string[]) => string[];
}

/** Asks the service what a command needs to know; resolves with evidence, never rejects. */
export type Ask = (state: State, query: QueryKind, round: Round) => Promise<Evidence>;

const BY_LABEL: Readonly<Record<'orders_by_label' | 'open_orders', LookUpMethod>> = {
  orders_by_label: 'private/get_order_state_by_label',
  open_orders: 'private/get_open_orders_by_label',
};

/** Turns queries into calls and their answers into evidence. A service without a query by id is asked by label. */
export function createQueries({ client, clock, serviceClock, currencyOf, lagMs, lag }: QueriesOptions): Ask {
  const timed = observing(client, serviceClock);
  let isByIdOffered = true;

  async function askById(orderId: string): Promise<Order[] | string | null> {
    const result = await client.callExtension('private/get_order_state', { order_id: orderId });
    observeTimes(serviceClock, result);
    if (result.ok) return [result.value.value];
    const { error } = result;
    if (error.kind === 'service_error' && isNotOffered(error.code)) {
      isByIdOffered = false;
      return null;
    }
    // It knows no such order.
    if (error.kind === 'service_error' && error.isOurs && ORDER_ENDED_CODES.includes(error.code)) return [];
    return nameFailure(error);
  }

  async function askLabel(method: LookUpMethod, target: { readonly instrument_name: string; readonly label: string }) {
    const { instrument_name, label } = target;
    const row = { currency: currencyOf(instrument_name), instrument_name, label };
    const result = await callByLabel(client, method, row);
    observeTimes(serviceClock, result);
    return result;
  }

  /** A working order, which has an id. */
  async function askOrder({ command }: Exclude<State, PlaceState>): Promise<Evidence> {
    const { target } = command;
    // Before the first byte: what is answered later than this by the service's clock was read later too.
    const askedMs = serviceClock.provenMs() === null ? null : serviceClock.earliestMs();
    const byId = isByIdOffered ? await askById(target.order_id) : null;
    const query = byId === null ? 'orders_by_label' : 'order_by_id';
    const found = byId ?? (await readLabel(target));
    const at = clock.now();
    if (typeof found === 'string') return { kind: 'query_failed', at, query, reason: found };
    return { kind: 'answer', at, query, orders: found, asked_ms: askedMs, lag_ms: lagMs() };
  }

  async function readLabel(target: { readonly instrument_name: string; readonly label: string }) {
    const result = await askLabel('private/get_order_state_by_label', target);
    return result.ok ? result.value.value : nameFailure(result.error);
  }

  /** What the service shows under the label of an order that is to be placed. */
  async function askShown(
    { command }: PlaceState,
    query: 'orders_by_label' | 'open_orders',
    { askedAt, ofOthers }: Round,
  ): Promise<Evidence> {
    const asked = lag.ask(askedAt);
    const result = await askLabel(BY_LABEL[query], command.target);
    const at = clock.now();
    const times = lag.read(command.command_id, asked, result.ok ? result.value.times : null);
    if (!result.ok) return { kind: 'query_failed', at, query, reason: nameFailure(result.error), times };
    const orders = result.value.value;
    return { kind: 'shown', at, query, orders, of_others: ofOthers(orders.map(({ order_id }) => order_id)), times };
  }

  async function askTrades(state: PlaceState, { askedAt, ofOthers }: Round): Promise<Evidence> {
    const { command } = state;
    const asked = lag.ask(askedAt);
    const search = await searchPlaced(timed, state, serviceClock.provenMs() ?? serviceClock.now());
    const at = clock.now();
    const times = lag.read(command.command_id, asked, null);
    if (search.kind === 'unanswered')
      return { kind: 'query_failed', at, query: 'user_trades', reason: search.why, times };
    const { trades, failed } = search;
    const of_others = ofOthers(trades.map(({ order_id }) => order_id));
    return { kind: 'trades', at, trades: [...trades], failed, of_others, times };
  }

  return async (state, query, round) => {
    if (!isPlace(state)) return askOrder(state);
    if (query === 'user_trades') return askTrades(state, round);
    return askShown(state, query === 'open_orders' ? 'open_orders' : 'orders_by_label', round);
  };
}
