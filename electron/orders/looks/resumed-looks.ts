import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { Clock } from '../../clock.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import { mayTurnUp } from './owed-look.ts';
import type { Reconciler } from '../reconciler.ts';
import { isSecondLookLeft } from './second-looks.ts';

/** Between the looks for what may have turned up while the terminal was away: fewer a second than the account's reads. */
const STEP_MS = 250;
/** So often it is asked whether the service's time is known. */
const TIME_KNOWN_MS = 1000;

interface ResumedLooksOptions {
  readonly clock: Clock;
  readonly serviceClock: Pick<ServiceClock, 'now' | 'isKnown'>;
  readonly reconciler: Pick<Reconciler, 'lookOnceMore' | 'verify'>;
  /** The row as it stands now. */
  readonly current: (intentId: string) => OrderRow | null;
}

/** The looks that an earlier run left. */
export interface ResumedLooks {
  /**
   * Schedules looks from `firstMs` on, one after another, so that unknown orders don't wait. Old ones are judged again
   * by the service's time.
   */
  readonly begin: (rows: readonly OrderRow[], firstMs: number) => void;
  readonly close: () => void;
}

export function createResumedLooks({ clock, serviceClock, reconciler, current }: ResumedLooksOptions): ResumedLooks {
  let cancel = (): void => undefined;

  /** Gives those that nothing is owed of. */
  function owe(rows: readonly OrderRow[], nowMs: number, firstMs: number): OrderRow[] {
    let afterMs = firstMs;
    return rows.filter((row) => {
      const isLeft = isSecondLookLeft(row, nowMs);
      if (isLeft) reconciler.lookOnceMore(row, afterMs);
      const isDue = row.child_of === null && mayTurnUp(row, nowMs);
      if (isDue) reconciler.verify(row, afterMs);
      if (isLeft || isDue) afterMs += STEP_MS;
      return !isLeft && !isDue;
    });
  }

  function oweByService(others: readonly OrderRow[], firstMs: number): void {
    if (!serviceClock.isKnown()) cancel = clock.after(TIME_KNOWN_MS, () => oweByService(others, firstMs));
    else
      owe(
        others.flatMap(({ intent_id: id }) => current(id) ?? []),
        serviceClock.now(),
        firstMs,
      );
  }

  return {
    begin: (rows, firstMs) => {
      const others = owe(rows, clock.now(), firstMs);
      if (others.length > 0) oweByService(others, firstMs);
    },
    close: () => cancel(),
  };
}
