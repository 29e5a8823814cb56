import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { SellDraft } from '../../shared/orders/draft.ts';
import type { SellFacts } from '../../shared/orders/facts.ts';
import { countTakable } from '../service/bucket.ts';
import type { DeskOptions } from './desk.ts';
import { findEqualSells, findLastEqual } from './equal-sells.ts';
import { findLock } from './instrument-lock.ts';
import { isUndecided } from './reconciler.ts';

/** Gives the function that gathers what the rules need to know for a sell, the desk's own rows among it. */
export function createFactGatherer(
  { factsFor, serviceClock, budget, journal, instrumentOf }: DeskOptions,
  rows: ReadonlyMap<string, OrderRow>,
): (draft: SellDraft) => Promise<SellFacts> {
  const equalSells = (draft: SellDraft): readonly OrderRow[] =>
    findEqualSells(rows.values(), draft, instrumentOf(draft.instrument_name));

  return async (draft) => {
    const known = await factsFor(draft);
    return {
      ...known,
      serviceNowMs: serviceClock.now(),
      orderCredits: budget.isConfigured() ? countTakable(budget.ordersOf(draft.instrument_name)) : null,
      isLabelInUse: journal.isLabelUsed,
      lastEqualSell: (other) => findLastEqual(equalSells(other), serviceClock.now()),
      undecidedEqualLabel: (other) => equalSells(other).find(isUndecided)?.label ?? null,
      lockedByLabel: findLock(rows.values(), draft.instrument_name),
    };
  };
}
