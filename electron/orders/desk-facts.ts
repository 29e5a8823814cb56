import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import type { OrderFacts } from '../../shared/orders/facts.ts';
import { isLookUpOwed, readLastLookAt } from '../../shared/orders/outcome/look-up-owed.ts';
import { countTakable } from '../service/limits/bucket.ts';
import type { DeskOptions } from './desk-interface.ts';
import { findEqualOrders, findLastEqual } from './equal-orders.ts';
import { findLock } from './instrument-lock.ts';
import { isUndecided } from './outcome.ts';
import { listOwnOrders } from './resting-own.ts';

/** What is asked of the desk's surroundings for it. */
export interface FactSources extends Pick<
  DeskOptions,
  'factsFor' | 'instrumentOf' | 'isLabelElsewhere' | 'ordersElsewhere'
> {
  readonly serviceClock: Pick<DeskOptions['serviceClock'], 'now' | 'roundTripMs'>;
  readonly budget: Pick<DeskOptions['budget'], 'basis' | 'isToldFor' | 'ordersOf'>;
  readonly journal: Pick<DeskOptions['journal'], 'isLabelUsed'>;
}

/** Gives the function that gathers what the rules need to know for an order, the desk's own rows among it. */
export function createFactGatherer(
  { factsFor, serviceClock, budget, journal, instrumentOf, isLabelElsewhere, ordersElsewhere }: FactSources,
  rows: ReadonlyMap<string, OrderRow>,
): (draft: OrderDraft) => Promise<OrderFacts> {
  const equalOrders = (draft: OrderDraft): readonly OrderRow[] =>
    findEqualOrders(rows.values(), draft, instrumentOf(draft.instrument_name));

  return async (draft) => {
    const known = await factsFor(draft);
    const elsewhere = ordersElsewhere();
    const own = listOwnOrders(rows.values(), elsewhere.orders, draft.instrument_name);
    const bucket = budget.ordersOf(draft.instrument_name);
    const isTold = budget.isToldFor(draft.instrument_name);
    return {
      ...known,
      serviceNowMs: serviceClock.now(),
      roundTripMs: serviceClock.roundTripMs(),
      orderCredits: isTold || budget.basis() === 'assumed' ? countTakable(bucket) : null,
      orderLimit: { rate: bucket.rate(), burst: bucket.burst(), isTold },
      isLabelInUse: (label) => journal.isLabelUsed(label) || isLabelElsewhere(label),
      // A reverse closes and opens by like orders, of which one only reduces.
      lastEqualOrder: (other) =>
        findLastEqual(
          equalOrders(other).filter((row) => row.reduce_only === other.reduce_only || isLookUpOwed(row)),
          serviceClock.now(),
        ),
      undecidedEqualLabel: (other) =>
        equalOrders(other).find((row) => isUndecided(row) || readLastLookAt(row) !== null)?.label ?? null,
      ownBuys: own.buys,
      ownSells: own.sells,
      areOwnOrdersUnread: elsewhere.isUnread,
      lockedByLabel: findLock(rows.values(), draft.instrument_name),
    };
  };
}
