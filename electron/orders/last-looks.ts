import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import { LOOK_UP_WINDOW_MS } from '../../shared/orders/look-up-window.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { MOST_SET_BACK_MS } from './lineage.ts';
import type { Found, LookUp, LookUpMethod } from './look-up.ts';

/** After absence is proven, or a time-out told, one more look: should the verdict ever be wrong, it is seen. */
export const LAST_LOOK_MS = 30_000;

/** Between last looks that are not answered, when by our clock look-ups tell nothing any more. */
const LATE_LOOK_MS = 60_000;

const AGAIN_MS = 5000;

interface LastLooksOptions {
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly lookUp: (method: LookUpMethod, row: OrderRow) => Promise<LookUp>;
  /** Takes what was found; true where it is the row's. */
  readonly settle: (row: OrderRow, found: Found) => boolean;
  /** What was found and is not the row's may be, by its label: takes the absence back then. */
  readonly doubt: (row: OrderRow, found: Found) => void;
  readonly current: (intentId: string) => OrderRow | null;
}

/** Looks that come after a verdict: found beats refused, absent, and what a person said. */
export interface LastLooks {
  /**
   * Looks for an order that should not exist. Looks after the pause and, when that was short and found nothing, for the last time later. What is not answered is
   * asked again until it is: often as long as look-ups tell something by our clock, then seldom, since a clock that was set
   * while the service was away can't be trusted until it answers. And once more for some minutes, whenever the deadline is
   * ahead again: a service whose clock is set back then takes a request that had been late already.
   */
  readonly verify: (row: OrderRow, pauseMs: number) => void;
  readonly close: () => void;
}

export function createLastLooks({ clock, serviceClock, lookUp, settle, doubt, current }: LastLooksOptions): LastLooks {
  const cancels = new Map<string, () => void>();
  let isClosed = false;

  function after(key: string, pauseMs: number, action: () => void): void {
    cancels.get(key)?.();
    const cancel = clock.after(pauseMs, () => {
      cancels.delete(key);
      action();
    });
    cancels.set(key, cancel);
  }

  async function look(row: OrderRow, pauseMs: number): Promise<void> {
    const found = await lookUp('private/get_order_state_by_label', row);
    if (isClosed) return;
    if (found.kind === 'orders') {
      if (settle(row, found)) return;
      doubt(row, found);
      if (pauseMs < LAST_LOOK_MS) lookAfter(row, LAST_LOOK_MS);
    } else lookAfter(row, serviceClock.now() < row.valid_until + LOOK_UP_WINDOW_MS ? AGAIN_MS : LATE_LOOK_MS);
  }

  function lookAfter(row: OrderRow, pauseMs: number): void {
    after(`verify ${row.intent_id}`, pauseMs, () => void look(row, pauseMs));
  }

  function watch(row: OrderRow, untilAt: number): void {
    after(`watch ${row.intent_id}`, AGAIN_MS, () => {
      const outcome = current(row.intent_id)?.outcome;
      if (clock.monotonic() > untilAt || (outcome !== 'absent' && outcome !== 'closed')) return;
      // Where the last of these finds nothing, another one follows when the deadline has passed anew.
      if (serviceClock.now() < row.valid_until) lookAfter(row, 0);
      watch(row, untilAt);
    });
  }

  return {
    verify: (row, pauseMs) => {
      lookAfter(row, pauseMs);
      watch(row, clock.monotonic() + MOST_SET_BACK_MS);
    },
    close: () => {
      isClosed = true;
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
}
