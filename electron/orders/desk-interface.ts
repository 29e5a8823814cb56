import type { OrderCheck, OrderRow, OrderStatement } from '../../shared/ipc/schemas/order-schema.ts';
import type { Acknowledgement } from '../../shared/orders/acknowledgement.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import type { OrderFacts } from '../../shared/orders/facts.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { LagMemory } from '../storage/lag-memory.ts';
import type { OpenOrders } from './follower.ts';
import type { Journal } from './journal.ts';
import type { Sight } from './lineage.ts';

export interface DeskOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  readonly journal: Journal;
  /** False: another instance writes the journal; this one only shows its orders. */
  readonly isWritable: boolean;
  readonly randomBytes: (size: number) => Uint8Array;
  /** What is known about the instrument, its ticker and the account, for the rules. */
  readonly factsFor: (draft: OrderDraft) => Promise<Omit<OrderFacts, DeskFacts>>;
  /** What is known of an instrument, without asking; null when nothing is. */
  readonly instrumentOf: (instrumentName: string) => Instrument | null;
  /** Whether selling as a whole has stopped, as by the trader: what waits to be written when that comes is not written. */
  readonly isStopped: () => boolean;
  /** Whether an order that was not placed here bears the label, as far as is known. */
  readonly isLabelElsewhere: (label: string) => boolean;
  /** The account's open orders, wherever they were placed, as far as they are known. */
  readonly ordersElsewhere: () => OpenOrders;
  /** The currency whose look-ups know the instrument's orders. */
  readonly currencyOf: (instrumentName: string) => string;
  /** Look-up lag of earlier runs; absent where nothing is kept. */
  readonly lagMemory?: LagMemory;
  readonly onRows: (rows: OrderRow[]) => void;
  /** What `onRows` threw: a fault of ours, which stops nothing. */
  readonly onTellFailure: (error: unknown) => void;
  /** The journal could not be written: selling stops. */
  readonly onJournalFailure: (error: unknown) => void;
}

/** Facts of a sell that the desk itself knows. */
export type DeskFacts =
  | 'isLabelInUse'
  | 'lastEqualOrder'
  | 'undecidedEqualLabel'
  | 'lockedByLabel'
  | 'ownBuys'
  | 'ownSells'
  | 'areOwnOrdersUnread'
  | 'serviceNowMs'
  | 'roundTripMs'
  | 'orderCredits'
  | 'orderLimit';

export interface Desk {
  /** `assuming` takes the place of facts: a plan's order is judged as the account will be by then. */
  readonly check: (draft: OrderDraft, assuming?: Partial<OrderFacts>) => Promise<OrderCheck>;
  /** What the rules know for a draft, the desk's own orders among it. */
  readonly factsFor: (draft: OrderDraft) => Promise<OrderFacts>;
  /**
   * Places at most one order an intent id. `row` is null when a rule or unaccepted warning stops it. Throws
   * `IpcFailure` when unjournaled.
   */
  readonly place: (
    intentId: string,
    draft: OrderDraft,
    acknowledged: readonly Acknowledgement[],
  ) => Promise<{ row: OrderRow | null; check: OrderCheck }>;
  readonly rows: () => OrderRow[];
  /** The rows, after all earlier requests are journaled or stopped. */
  readonly settledRows: () => Promise<OrderRow[]>;
  /** Looks an unknown or closed sell, or an order that is not known any more, up now. Throws `IpcFailure` where another instance writes the journal. */
  readonly recheck: (intentId: string) => void;
  /**
   * A person has looked at the orders under the intent's label: its instrument may be sold again. Throws
   * `IpcFailure` where another instance writes the journal.
   */
  readonly confirmTwoOrders: (intentId: string) => void;
  /** Closes a sell that waits for a person by what they found. Throws `IpcFailure` as above, and as `closeByStatement`. */
  readonly state: (statement: OrderStatement) => void;
  /** Orders of this terminal that the service last showed as live, for the tracker. */
  readonly liveRows: () => OrderRow[];
  /** Takes the account's open orders: one may be of a sell without an answer, or that was called absent. */
  readonly sighted: (orders: readonly Order[]) => void;
  /** Takes a newer state of an order, however it was learned, and what else a look-up shows under its label. */
  readonly update: (row: OrderRow, seen?: Pick<Sight, 'way' | 'distinct'>) => void;
  /** Shows rows as another instance has written them. */
  readonly follow: (rows: readonly OrderRow[]) => void;
  /** Stores a cancel's result and the order that shows it. */
  readonly noteCancel: (row: OrderRow) => void;
  /** Runs it with one flush for all that it stores. */
  readonly together: (run: () => void) => void;
  /** How long look-ups may lack an order that was just placed, ms, as far as this terminal has seen. */
  readonly lookUpLagMs: (intentId: string) => number;
  /** Sells being checked: neither journaled nor stopped yet. */
  readonly preparingCount: () => number;
  readonly unknownCount: () => number;
  /** Orders of this run whose reply did not do what was forecast. */
  readonly missedForecastCount: () => number;
  /** Resumes what an earlier run left undecided; nothing is ever sent again. */
  readonly resume: () => void;
  readonly close: () => void;
}
