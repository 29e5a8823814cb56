import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import { ABSENCE_MARGIN_MS, type FirstEmpty, type VisibilityLag } from './visibility-lag.ts';

/** How far the estimate of the service's clock may be ahead of it. */
const CLOCK_DOUBT_MS = 1000;

const FIRST_PAUSE_MS = 250;
/** A look-up was due by our estimate but early by the service's clock. */
const NEAR_PAUSE_MS = 100;
/** So long; later, it is not that, but look-ups fail. */
const NEAR_MS = 250;
/** How long a new order is looked up often, to measure the look-up lag. */
const OFTEN_FOR_MS = 2500;
const OFTEN_PAUSE_MS = 350;
export const LONGEST_PAUSE_MS = 5000;

/** When an undecided intent is looked up, ms from now; `evidence`: the first empty look-up that counts, if there was one. */
export interface LookUpPace {
  readonly firstPause: (row: OrderRow, evidence: FirstEmpty | undefined) => number;
  /** Growing pauses, but never past when an empty look-up counts. */
  readonly nextPause: (row: OrderRow | null, evidence: FirstEmpty | undefined, lastMs: number) => number;
}

export function createLookUpPace(
  serviceClock: Pick<ServiceClock, 'now'>,
  lag: Pick<VisibilityLag, 'msUntilLast'>,
): LookUpPace {
  function msUntilItCounts(row: OrderRow, evidence: FirstEmpty | undefined): number {
    return evidence === undefined
      ? row.valid_until + ABSENCE_MARGIN_MS - serviceClock.now()
      : lag.msUntilLast(row, evidence, serviceClock.now());
  }

  return {
    firstPause: (row, evidence) => Math.min(FIRST_PAUSE_MS, Math.max(0, msUntilItCounts(row, evidence))),
    nextPause: (row, evidence, lastMs) => {
      const isNew = row !== null && Math.abs(serviceClock.now() - row.submitted_at) < OFTEN_FOR_MS;
      const doubled = isNew ? OFTEN_PAUSE_MS : Math.min(Math.max(lastMs, FIRST_PAUSE_MS) * 2, LONGEST_PAUSE_MS);
      if (row === null) return doubled;
      const untilMs = msUntilItCounts(row, evidence);
      // Timers may be early by a part of a millisecond.
      if (untilMs > 0) return Math.min(doubled, Math.ceil(untilMs) + 1);
      // Just passed by our estimate, not yet by the service's clock; later, look-ups fail, and there is no hurry.
      if (untilMs > -NEAR_MS) return NEAR_PAUSE_MS;
      return untilMs > -CLOCK_DOUBT_MS ? FIRST_PAUSE_MS : doubled;
    },
  };
}
