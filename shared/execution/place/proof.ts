import type { Order } from '../../service/order.ts';
import type { UserTrade } from '../../service/trade.ts';

/** A query by label that was empty after the deadline: when its answer was read, and the service's time of it. */
export interface Empty {
  /** Monotonic milliseconds of this run. */
  readonly at: number;
  readonly service_ms: number;
}

/** What the queries that were asked at one moment told. */
export interface Part {
  /** Monotonic milliseconds of this run: the parts of one round were asked at the same. */
  readonly asked_at: number;
}

/** What is known so far of an absence. It begins anew with each run of the terminal. */
export interface Proof {
  /** Any of them may be the first of a proof, as long as the clock as it is known then shows it past the deadline. */
  readonly empties: readonly Empty[];
  /** The newest query by label that did not show the order; `service_ms` is the service's time of its answer. */
  readonly recent: (Part & Empty & { readonly orders: readonly Order[] }) | null;
  readonly open: (Part & { readonly orders: readonly Order[] }) | null;
  readonly trades:
    | (Part & {
        readonly trades: readonly UserTrade[];
        readonly failed: string | null;
        readonly of_others: readonly string[];
      })
    | null;
  /** Open orders that show what may be the command's: a query by label goes before they are believed. */
  readonly shown_open: readonly Order[] | null;
}

export const NO_PROOF: Proof = { empties: [], recent: null, open: null, trades: null, shown_open: null };

/** The part that was asked for later: the answer of an earlier round may come after it. */
export function newest<P extends Part>(known: P | null, part: P): P {
  return known !== null && known.asked_at > part.asked_at ? known : part;
}

/** So many are kept: the oldest, and the newest. */
const MOST_EMPTIES = 20;

/** The empty queries with one more. */
export function withEmpty(known: readonly Empty[], empty: Empty): readonly Empty[] {
  const [oldest, ...later] = [...known, empty];
  return oldest === undefined ? [] : [oldest, ...later.slice(1 - MOST_EMPTIES)];
}
