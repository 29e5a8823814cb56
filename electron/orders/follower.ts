import type { IpcError } from '../../shared/ipc/error.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { adoptedLabelsSchema, type Followed, type FollowedOrder } from '../../shared/ipc/schemas/follow-schema.ts';
import type { Offer } from '../../shared/ipc/schemas/session-schema.ts';
import { isNotOffered } from '../../shared/service/error-codes.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { Settings } from '../storage/settings.ts';

const KEY = 'adopted_labels';
/** Least pause between two turns. */
const PAUSE_MS = 250;
/** Most requests of a turn, and their share of the account's rate. */
const REQUESTS_OF_TURN = 2;
const SHARE = 0.15;
/** The account's open orders are not asked for more often than this. */
const OPEN_ORDERS_MS = 3000;
/** A service that does not list them is asked again this much later. */
const NOT_OFFERED_MS = 5 * 60 * 1000;
/** A list of longer ago says nothing of what is open: three polls failed. By label each order's turn comes more seldom. */
const LIST_FRESH_MS = 10_000;
const LABEL_FRESH_MS = 30_000;
/** Answers take their time too. */
const ROUNDS = 2;
/** States that an order never leaves. */
const OVER: ReadonlySet<string> = new Set(['filled', 'rejected', 'cancelled']);
/** Nothing is looked up for windows that have not asked for this long. */
const WATCHED_MS = 15_000;

export interface FollowerOptions {
  /** Of background priority. */
  readonly client: Pick<ServiceClient, 'call' | 'callExtension'>;
  readonly clock: Clock;
  /** Reads a second that the account may do. */
  readonly readRate: () => number;
  /** Null where nothing can be kept. */
  readonly settings: Settings | null;
  /** Ids of those that this terminal placed, or that a sell it knows no answer to may have become. */
  readonly findOwn: (orders: readonly Order[]) => ReadonlySet<string>;
  /** Hears of the account's open orders each time that they are listed. */
  readonly onOpenOrders: (orders: readonly Order[]) => void;
}

export interface Follower {
  /** What is known; keeps it being looked up. `labels` replaces those followed. Throws `IpcFailure` when they can't be kept. */
  readonly follow: (labels: readonly string[] | null) => Followed;
  /** Whether an order that was placed elsewhere bears the label, as far as is known. */
  readonly hasLabel: (label: string) => boolean;
  /** Those of the account, wherever they were placed, that a look-up has just shown as open; keeps them being looked up. */
  readonly openOrders: () => OpenOrders;
  readonly close: () => void;
}

/** The account's open orders as far as they are known. */
export interface OpenOrders {
  readonly orders: readonly Order[];
  /** The service's list of them was not read of late, and may have more; not so where it has none. */
  readonly isUnread: boolean;
}

interface Seen {
  readonly order: Order;
  /** Local time of the last look-up that held it, also by monotonic clock. */
  readonly at: number;
  readonly seenAt: number;
  /** Whether the latest look-up held it. */
  readonly isListed: boolean;
}

interface LabelState {
  /** By currency, what the look-ups gave. */
  readonly orders: Map<string, readonly Seen[]>;
  readonly failures: Map<string, IpcError>;
  roundAt: number | null;
}

type Currency = (typeof ORDER_CURRENCIES)[number];

/**
 * Follows orders placed elsewhere: under adopted labels in every currency, and the account's open orders where listed.
 * Rests while no window asks.
 */
export function createFollower(options: FollowerOptions): Follower {
  const { client, clock, settings, findOwn, onOpenOrders } = options;
  let labels: readonly string[] = settings?.read(KEY, adoptedLabelsSchema) ?? [];
  const states = new Map<string, LabelState>();
  let openOrders: readonly Order[] = [];
  let offer: Offer = 'unknown';
  let openOrdersAt = Number.NEGATIVE_INFINITY;
  let openOrdersFailure: IpcError | null = null;
  let openOrdersDueAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let turnAt = 0;
  let nextTurnAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  let isWaiting = false;
  let isClosed = false;
  let cancelTimer: () => void = () => undefined;

  function stateOf(label: string): LabelState {
    const known = states.get(label);
    if (known !== undefined) return known;
    const fresh: LabelState = { orders: new Map(), failures: new Map(), roundAt: null };
    states.set(label, fresh);
    return fresh;
  }

  /** Recent orders, which leave after half an hour, and open ones. */
  async function lookUp(label: string, currency: Currency): Promise<void> {
    const recent = await client.call('private/get_order_state_by_label', { currency, label });
    const open = await client.call('private/get_open_orders_by_label', { currency, label });
    if (isClosed || !labels.includes(label)) return;
    const state = stateOf(label);
    const failed = !recent.ok ? recent.error : !open.ok ? open.error : null;
    if (failed !== null) state.failures.set(currency, toIpcError(failed));
    else state.failures.delete(currency);
    if (!recent.ok || !open.ok) return;
    const found = new Map<string, Seen>();
    for (const seen of state.orders.get(currency) ?? []) found.set(seen.order.order_id, { ...seen, isListed: false });
    const at = clock.now();
    const seenAt = clock.monotonic();
    // A later answer about the same order replaces the earlier one unless it is older by the service's own stamp.
    for (const order of [...recent.value.value, ...open.value.value]) {
      const known = found.get(order.order_id)?.order ?? order;
      const isNewer = order.last_update_timestamp >= known.last_update_timestamp;
      found.set(order.order_id, { order: isNewer ? order : known, at, seenAt, isListed: true });
    }
    state.orders.set(currency, [...found.values()]);
    if (currency === ORDER_CURRENCIES.at(-1)) state.roundAt = clock.monotonic();
  }

  async function listOpenOrders(): Promise<void> {
    const answer = await client.callExtension('private/get_open_orders', {});
    if (isClosed) return;
    const isMissing = !answer.ok && answer.error.kind === 'service_error' && isNotOffered(answer.error.code);
    openOrdersDueAt = clock.monotonic() + (isMissing ? NOT_OFFERED_MS : OPEN_ORDERS_MS);
    if (answer.ok) {
      openOrders = answer.value.value;
      openOrdersAt = clock.monotonic();
      offer = 'offered';
      openOrdersFailure = null;
      onOpenOrders(openOrders);
      return;
    }
    const isForbidden = answer.error.kind === 'service_error' && answer.error.class === 'credentials';
    if (isMissing || isForbidden) {
      offer = isMissing ? 'not_offered' : 'not_permitted';
      // What was listed before says nothing of now.
      openOrders = [];
      openOrdersFailure = null;
    } else openOrdersFailure = toIpcError(answer.error);
  }

  async function turn(): Promise<void> {
    if (clock.monotonic() >= openOrdersDueAt) return listOpenOrders();
    const turns = labels.flatMap((label) => ORDER_CURRENCIES.map((currency) => ({ label, currency })));
    const next = turns[turnAt % Math.max(turns.length, 1)];
    turnAt += 1;
    return next === undefined ? undefined : lookUp(next.label, next.currency);
  }

  function pauseMs(): number {
    return Math.max(PAUSE_MS, (1000 * REQUESTS_OF_TURN) / (Math.max(1, options.readRate()) * SHARE));
  }

  /** Longer than a round, so that results last until the next. */
  function labelFreshMs(): number {
    return Math.max(LABEL_FRESH_MS, ROUNDS * labels.length * ORDER_CURRENCIES.length * pauseMs());
  }

  /** However often it is asked for, at its pace. */
  function goOn(): void {
    if (isRunning || isWaiting || isClosed) return;
    const waitMs = nextTurnAt - clock.monotonic();
    if (waitMs <= 0) {
      run();
      return;
    }
    isWaiting = true;
    cancelTimer = clock.after(waitMs, () => {
      isWaiting = false;
      run();
    });
  }

  function run(): void {
    isRunning = true;
    void turn().finally(() => {
      isRunning = false;
      nextTurnAt = clock.monotonic() + pauseMs();
      if (clock.monotonic() - askedAt <= WATCHED_MS) goOn();
    });
  }

  function adopt(next: readonly string[]): void {
    if (next.length === labels.length && next.every((label, at) => label === labels[at])) return;
    if (settings === null) {
      const message = 'another instance of the terminal holds this profile';
      throw new IpcFailure({ code: 'ReadOnly', message, params: {} });
    }
    settings.write(KEY, next);
    const first = next.findIndex((label) => !labels.includes(label));
    labels = [...next];
    for (const label of states.keys()) if (!labels.includes(label)) states.delete(label);
    // A label that was just adopted is looked up first.
    turnAt = Math.max(first, 0) * ORDER_CURRENCIES.length;
  }

  function listOrders(): FollowedOrder[] {
    const found = new Map<string, FollowedOrder>();
    for (const order of openOrders) found.set(order.order_id, { source: 'account', order, last_seen_at: null });
    for (const label of labels) {
      for (const orders of states.get(label)?.orders.values() ?? []) {
        for (const { order, at, seenAt, isListed } of orders) {
          const listed = found.get(order.order_id)?.order ?? null;
          // One that is over leaves the answers after a while; one that is open does not, nor a later list of all, which may lag.
          const isLast = isListed && seenAt + OPEN_ORDERS_MS >= openOrdersAt;
          const isLost = !isLast && !OVER.has(order.order_state) && listed === null;
          // The list comes every few seconds, the turn of a label more seldom.
          const isOlder = listed !== null && listed.last_update_timestamp > order.last_update_timestamp;
          found.set(order.order_id, {
            source: 'label',
            order: isOlder ? listed : order,
            last_seen_at: isLost ? at : null,
          });
        }
      }
    }
    const known = [...found.values()];
    const own = findOwn(known.map(({ order }) => order));
    return known.filter(({ order }) => !own.has(order.order_id));
  }

  return {
    follow: (next) => {
      if (next !== null) adopt(next);
      askedAt = clock.monotonic();
      goOn();
      return {
        labels: labels.map((label) => {
          const state = states.get(label);
          const at = state?.roundAt ?? null;
          const age_ms = at === null ? null : clock.monotonic() - at;
          return { label, age_ms, failure: state?.failures.values().next().value ?? null };
        }),
        open_orders: offer,
        open_orders_failure: openOrdersFailure,
        orders: listOrders(),
      };
    },
    hasLabel: (label) => labels.includes(label) || openOrders.some((order) => order.label === label),
    openOrders: () => {
      askedAt = clock.monotonic();
      goOn();
      const isFresh = askedAt - openOrdersAt <= LIST_FRESH_MS;
      const isListed = offer === 'offered' || offer === 'unknown';
      const looked = labels.flatMap((label) => [...(states.get(label)?.orders.values() ?? [])].flat());
      // What a later list of all does not hold is open no more.
      const since = isFresh ? openOrdersAt : askedAt - labelFreshMs();
      const seen = looked.filter((one) => one.isListed && one.seenAt >= since);
      const orders = [...(isFresh ? openOrders : []), ...seen.map(({ order }) => order)];
      return { orders, isUnread: isListed && !isFresh };
    },
    close: () => {
      isClosed = true;
      cancelTimer();
    },
  };
}
