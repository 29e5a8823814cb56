import { PRIORITIES, type Priority, type SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import type { Limits } from '../../../shared/service/account.ts';
import type { Clock } from '../../clock.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { lookUpCurrency } from '../../orders/currency.ts';
import { DOCUMENTED_LIMITS, readLimits } from './limits.ts';

/** What the account may do before its limits are known: less than the service's smallest default. */
const CAUTIOUS_READS = { rate: 10, burst: 20 };
const CAUTIOUS_ORDERS = { rate: 2, burst: 5 };

/** Share of the reads' burst that nobody's single read leaves alone: prices go before it, those of alerts too. */
const BULK_SHARE = 0.5;
/** Share of the reads' burst that polling never touches: it is kept for orders and their look-ups. */
const RESERVED_SHARE = 0.3;

/** What decides which bucket an order spends from. */
export interface OrderGroup {
  /** The currency that the order's instrument settles in, such as `BTC`. */
  readonly currency: string;
  readonly isSpot: boolean;
}

/** A bucket of orders under the name that the limits object gives its group. */
export interface NamedBucket {
  /** `trading`, `spot`, or a currency in lower case. */
  readonly name: string;
  readonly bucket: Bucket;
}

/** The account's rate limits as the terminal meters them: one bucket for reads, and those that orders spend from. */
export interface RateBudget {
  readonly reads: Bucket;
  readonly ordersOf: (instrumentName: string) => Bucket;
  /** Every bucket that orders spend from, the common one first. */
  readonly orderBuckets: () => readonly NamedBucket[];
  /** What a read of that priority leaves in the bucket, in requests. */
  readonly reserveFor: (priority: Priority) => number;
  /** Whether a read that nobody waits for may be made: only where polling leaves enough. */
  readonly mayProbe: () => boolean;
  /** The account's limits object, in any of its forms. */
  readonly configure: (limits: Limits) => void;
  /** Uses documented limits until the service gives its own. */
  readonly assume: () => void;
  /** Whether a limit was told or assumed; the others are cautious guesses. */
  readonly isConfigured: () => boolean;
  /** Where the limits of orders are from. */
  readonly basis: () => LimitsBasis;
  readonly areReadsTold: () => boolean;
  /** Whether the common limit was told. */
  readonly isCommonTold: () => boolean;
  /** Whether the limit is told that the instrument's orders spend from. */
  readonly isToldFor: (instrumentName: string) => boolean;
  /** Runs at every `configure`; one listener. */
  readonly onConfigure: (listener: () => void) => void;
}

/** `assumed`: the documented ones, which the trader chose for want of others. */
export type LimitsBasis = SessionStatus['limits'];

/** Buckets that start with cautious guesses and take the account's limits whenever they are read. */
export function createRateBudget(
  clock: Clock,
  groupOf: (instrumentName: string) => OrderGroup = guessGroup,
): RateBudget {
  const reads = createBucket(CAUTIOUS_READS, clock.monotonic, true);
  const trading = createBucket(CAUTIOUS_ORDERS, clock.monotonic, true);
  const own = new Map<string, Bucket>();
  /** Limits missing in a reading keep what was spent of them. */
  const untold = new Map<string, Bucket>();
  let areReadsTold = false;
  let isAnyTold = false;
  let isCommonTold = false;
  let isAssumed = false;
  let listener: () => void = () => undefined;

  function configureOwn(name: string, limit: { rate: number; burst: number }): void {
    const known = own.get(name) ?? untold.get(name);
    own.set(name, known ?? createBucket(limit, clock.monotonic));
    known?.configure(limit);
    untold.delete(name);
  }

  /** Orders that lost their own limit use the common one, if told. */
  function setAside(name: string, bucket: Bucket, hasCommon: boolean): void {
    if (!hasCommon) return;
    own.delete(name);
    untold.set(name, bucket);
  }

  function findOwn(instrumentName: string): Bucket | undefined {
    const { currency, isSpot } = groupOf(instrumentName);
    return isSpot ? own.get('spot') : own.get(currency.toLowerCase());
  }

  return {
    reads,
    ordersOf: (instrumentName) => findOwn(instrumentName) ?? trading,
    orderBuckets: () => [{ name: 'trading', bucket: trading }, ...[...own].map(([name, bucket]) => ({ name, bucket }))],
    reserveFor: (priority) => {
      if (!isPolling(priority)) return 0;
      const share = priority === 'bulk' ? BULK_SHARE : RESERVED_SHARE;
      return Math.max(0, Math.min(reads.burst() * share, reads.burst() - 1));
    },
    mayProbe: () => reads.available() - 1 >= reads.burst() * BULK_SHARE,
    configure: (limits) => {
      const known = readLimits(limits);
      if (known.reads !== null) reads.configure(known.reads);
      const common = known.trading.get('');
      if (common !== undefined) trading.configure(common);
      const told = new Set([...known.trading.keys(), ...(known.spot === null ? [] : ['spot'])]);
      for (const [name, bucket] of own) if (!told.has(name)) setAside(name, bucket, common !== undefined);
      for (const [name, limit] of known.trading) if (name !== '') configureOwn(name, limit);
      if (known.spot !== null) configureOwn('spot', known.spot);
      // An object without a limit tells none.
      areReadsTold ||= known.reads !== null;
      if (common !== undefined) isCommonTold = true;
      // The account has limits per currency now, and none of all.
      else if (limits.limits_per_currency === true && known.trading.size > 0) isCommonTold = false;
      isAnyTold ||= areReadsTold || known.trading.size > 0 || known.spot !== null;
      listener();
    },
    assume: () => {
      isAssumed = true;
      if (!areReadsTold) reads.configure(DOCUMENTED_LIMITS.reads);
      if (!isCommonTold) trading.configure(DOCUMENTED_LIMITS.orders);
      listener();
    },
    isConfigured: () => isAnyTold || isAssumed,
    basis: () => (isCommonTold || own.size > 0 ? 'told' : isAssumed ? 'assumed' : 'untold'),
    areReadsTold: () => areReadsTold,
    isCommonTold: () => isCommonTold,
    isToldFor: (instrumentName) => isCommonTold || findOwn(instrumentName) !== undefined,
    onConfigure: (next) => {
      listener = next;
    },
  };
}

/** Without metadata the name has to tell. */
function guessGroup(instrumentName: string): OrderGroup {
  return { currency: lookUpCurrency(null, instrumentName), isSpot: false };
}

/** Orders and what resolves them may use the whole bucket; what is only looked at may not. */
function isPolling(priority: Priority): boolean {
  return PRIORITIES.indexOf(priority) > PRIORITIES.indexOf('reconciliation');
}
