import { compare, type DecimalString, subtract, sum, ZERO } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { hasFilledMore } from '../../shared/orders/outcome/filled.ts';
import type { Order } from '../../shared/service/order.ts';
import { createKeeper } from './keeper.ts';
import { STORE_TIMES } from './plan.ts';
import { createTradeReader, type TradeReaderOptions } from './trade-reader.ts';
import type { TradeStore } from './trade-store.ts';

/** Fetches the trades of this terminal's orders as they fill, into the store of trades. They prove no window complete. */
export interface FreshFills {
  /** Takes rows of the order grid as they change. */
  readonly noteRows: (rows: readonly OrderRow[]) => void;
  /** The store is open: what filled before is fetched too. */
  readonly open: (store: TradeStore) => void;
  readonly close: () => void;
}

export interface FreshFillsOptions extends Omit<TradeReaderOptions, 'times'> {
  /** Earlier fills are fetched with their window. */
  readonly rows: readonly OrderRow[];
  /** Trades were stored that were not there before. */
  readonly onStored: () => void;
}

/** A service shows a trade a moment after the order that it filled: asked again after each of these, milliseconds. */
const AGAIN_AFTER_MS: readonly number[] = [1000, 3000, 10_000, 30_000];
/** Orders that fill piece by piece are asked about no more often, milliseconds. */
const GATHER_MS = 200;
/** How much earlier than the order's change its trade may be stamped, milliseconds. */
const BEFORE_MS = 5000;
const PAGE = 1000;
/** Until trades are looked at; the oldest orders above this wait for a fetch. */
const MOST_WAITING = 200;

/** An order whose trades are due. */
interface Due {
  readonly order: Order;
  /** What it had filled by `fromMs`. */
  readonly filledBefore: DecimalString;
  /** When its first fill of those that are due may have been, the service's time. */
  readonly fromMs: number;
  readonly attempt: number;
}

export function createFreshFills({ rows: before, onStored, ...service }: FreshFillsOptions): FreshFills {
  const { clock, serviceClock } = service;
  const reader = createTradeReader({ ...service, times: STORE_TIMES });
  const due = new Map<string, Due>();
  const known = new Map(before.map((row) => [row.intent_id, row]));
  const beganAt = clock.now();
  let store: TradeStore | null = null;
  let cancelNext: (() => void) | null = null;
  let isFetching = false;

  function plan(delayMs: number): void {
    if (store === null || isFetching || cancelNext !== null || due.size === 0) return;
    cancelNext = clock.after(delayMs, () => {
      cancelNext = null;
      void fetchNext();
    });
  }

  function first(): Due | undefined {
    return [...due.values()].toSorted((a, b) => a.attempt - b.attempt)[0];
  }

  async function fetchNext(): Promise<void> {
    const next = first();
    if (store === null || next === undefined) return;
    isFetching = true;
    const left = await fetchOne(store, next).catch(() => null);
    isFetching = false;
    const { order_id: id } = next.order;
    // What filled meanwhile took its place, and is asked about by itself.
    if (due.get(id) === next) {
      due.delete(id);
      if (left !== null) due.set(id, left);
    }
    plan(AGAIN_AFTER_MS[(first()?.attempt ?? 0) - 1] ?? GATHER_MS);
  }

  /** Gives what is to be asked again; null when all of it is there, or won't be asked for any more. */
  async function fetchOne(into: TradeStore, next: Due): Promise<Due | null> {
    const { order, filledBefore, fromMs, attempt } = next;
    const source = { by: 'instrument', instrument_name: order.instrument_name } as const;
    const span = { from: fromMs, to: Math.floor(Math.max(serviceClock.now(), fromMs + BEFORE_MS)) };
    const reply = await reader.request({ source, store: 'recent', span, sorting: 'desc', count: PAGE });
    if (reply.ok) {
      const { page } = reply.value;
      const keeper = createKeeper(into);
      keeper.keep(source, 'recent', page, []);
      if (keeper.added() > 0) onStored();
      const own = page.trades.filter(({ order_id }) => order_id === order.order_id);
      const wanted = subtract(order.filled_amount ?? ZERO, filledBefore);
      if (compare(sum(own.map(({ amount }) => amount)), wanted) >= 0) return null;
    }
    return attempt < AGAIN_AFTER_MS.length ? { ...next, attempt: attempt + 1 } : null;
  }

  /** Gives whether it has filled more. */
  function noteRow(row: OrderRow): boolean {
    const { order } = row;
    const last = known.get(row.intent_id) ?? null;
    known.set(row.intent_id, row);
    // Not among those of the start: nothing tells what of it is new.
    const isOld = last === null && row.created_at < beganAt;
    if (order === null || isOld || !hasFilledMore(last, row)) return false;
    const { order_id: id, last_update_timestamp: changedMs } = order;
    const isSame = last?.order?.order_id === id;
    const { fromMs, filledBefore } = due.get(id) ?? {
      fromMs: Math.floor(changedMs) - BEFORE_MS,
      filledBefore: (isSame ? last.order?.filled_amount : null) ?? ZERO,
    };
    due.delete(id);
    due.set(id, { order, filledBefore, fromMs, attempt: 0 });
    const [oldest] = due.keys();
    if (due.size > MOST_WAITING && oldest !== undefined) due.delete(oldest);
    return true;
  }

  return {
    noteRows: (rows) => {
      const fresh = rows.filter(noteRow);
      if (fresh.length === 0) return;
      // What is asked again later waits for nothing new.
      cancelNext?.();
      cancelNext = null;
      plan(GATHER_MS);
    },
    open: (opened) => {
      store = opened;
      plan(0);
    },
    close: () => {
      cancelNext?.();
      store = null;
      reader.cancel();
    },
  };
}
