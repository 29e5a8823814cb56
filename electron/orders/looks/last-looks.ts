import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { readLastLookAt } from '../../../shared/orders/outcome/look-up-owed.ts';
import { LOOK_UP_WINDOW_MS } from '../../../shared/orders/outcome/look-up-window.ts';
import type { Clock } from '../../clock.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import type { StepKind } from '../journal.ts';
import { MOST_SET_BACK_MS } from '../lineage.ts';
import { proveAbsent } from '../outcome.ts';
import { searchForgotten } from './forgotten-trades.ts';
import type { Found, LookUp, LookUpMethod } from './look-up.ts';
import { mayBeMadeYet } from './owed-look.ts';
import type { TradeSearch } from './trade-search.ts';
import type { ConfirmTimeOut } from '../time-outs.ts';

/** How long after a verdict one more look is made, to find an error. */
export const LAST_LOOK_MS = 30_000;

/** First pause after absence, ms. Close looks measure the look-up lag better. */
export const SOONEST_LOOK_MS = 1500;
/** Of the time since its deadline. */
const SOON_SHARE = 1 / 3;
const SOON_MS = 15_000;
const SOON_FOR_MS = 120_000;

/** Pause between looks for an order that may still be made, or without answers. */
const LATE_LOOK_MS = 60_000;

const AGAIN_MS = 5000;

interface LastLooksOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly lookUp: (method: LookUpMethod, row: OrderRow) => Promise<LookUp>;
  /** Takes what was found; true where it is the row's. */
  readonly settle: (row: OrderRow, found: Found) => boolean;
  /** Takes trades of forgotten orders; true when they are the row's. */
  readonly settleForgotten: (row: OrderRow, found: Found, trades: TradeSearch) => boolean;
  /** Takes back an absence for an order under its label that may be the row's. */
  readonly doubt: (row: OrderRow, found: Found) => void;
  readonly confirmTimeOut: ConfirmTimeOut;
  readonly advance: (row: OrderRow, kind: StepKind, detail: unknown) => void;
  readonly current: (intentId: string) => OrderRow | null;
}

/** Looks that come after a verdict: found beats refused, absent, and what a person said. */
export interface LastLooks {
  /**
   * Looks for an order called absent, after the pause and then at growing pauses until it can't turn up
   * (docs/design/look-ups.md, "After absence").
   */
  readonly verify: (row: OrderRow, pauseMs: number) => void;
  readonly close: () => void;
}

export function createLastLooks(options: LastLooksOptions): LastLooks {
  const { client, clock, serviceClock, lookUp, settle, settleForgotten, doubt, confirmTimeOut, advance, current } =
    options;
  const cancels = new Map<string, () => void>();
  let isClosed = false;

  async function look(row: OrderRow, pauseMs: number): Promise<void> {
    const found = await lookUp('private/get_order_state_by_label', row);
    if (isClosed) return;
    if (found.kind !== 'orders') {
      if (confirmTimeOut(row, null, false) === 'too_late') return;
      lookAfter(row, serviceClock.now() < row.valid_until + LOOK_UP_WINDOW_MS ? AGAIN_MS : LATE_LOOK_MS);
      return;
    }
    if (settle(row, found)) return;
    doubt(row, found);
    if (isByTimeAlone(row)) {
      const trades = await searchForgotten(client, serviceClock, row);
      if (isClosed) return;
      if (trades === null) return lookAfter(row, LATE_LOOK_MS);
      if (settleForgotten(row, found, trades)) return;
    }
    confirmAbsence(row, found);
    if (isYetToCome(row)) return lookAfter(row, nextSoonMs(row));
    const isLast = pauseMs >= LAST_LOOK_MS;
    const became = confirmTimeOut(row, found, isLast);
    if (became === 'too_late') return;
    if (!isLast) lookAfter(row, LAST_LOOK_MS);
    else if (became === 'not_yet' || lastLookAt(row) !== null) lookAfter(row, LATE_LOOK_MS);
  }

  /** What is not found yet is proven absent by a look-up that is answered late enough. */
  function confirmAbsence({ intent_id: id }: OrderRow, { evidenceMs }: Found): void {
    const latest = current(id);
    const lastAt = latest === null ? null : readLastLookAt(latest);
    if (latest === null || lastAt === null || evidenceMs === null || evidenceMs < lastAt) return;
    advance(proveAbsent(latest), 'look_up', { found: [], absent_at_service_time: evidenceMs });
  }

  /** When the last look-up is due of what is not found yet; null for anything else. */
  function lastLookAt({ intent_id }: OrderRow): number | null {
    const latest = current(intent_id);
    return latest === null ? null : readLastLookAt(latest);
  }

  /** Longer each time. A clock that was set back since tells no time that has passed. */
  function nextSoonMs(row: OrderRow): number {
    const sinceMs = Math.abs(serviceClock.now() - row.valid_until);
    if (sinceMs > SOON_FOR_MS) return LATE_LOOK_MS;
    const pauseMs = Math.min(SOON_MS, Math.max(SOONEST_LOOK_MS, Math.ceil(sinceMs * SOON_SHARE)));
    const lastAt = lastLookAt(row);
    if (lastAt === null) return pauseMs;
    const lastMs = lastAt - serviceClock.now();
    // Timers may be early by a part of a millisecond.
    return lastMs > 0 ? Math.min(pauseMs, Math.ceil(lastMs) + 1) : SOONEST_LOOK_MS;
  }

  function isByTimeAlone({ intent_id }: OrderRow): boolean {
    const latest = current(intent_id);
    return latest !== null && mayBeMadeYet(latest);
  }

  /** Whether the deadline would be ahead if the service's clock were set back. */
  function isYetToCome(row: OrderRow): boolean {
    return isByTimeAlone(row) && serviceClock.now() < row.valid_until + MOST_SET_BACK_MS;
  }

  function lookAfter(row: OrderRow, pauseMs: number): void {
    if (isClosed) return;
    cancels.get(row.intent_id)?.();
    const cancel = clock.after(pauseMs, () => {
      cancels.delete(row.intent_id);
      void look(row, pauseMs);
    });
    cancels.set(row.intent_id, cancel);
  }

  return {
    verify: lookAfter,
    close: () => {
      isClosed = true;
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
}
