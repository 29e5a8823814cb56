import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { readLostSight } from '../../../shared/orders/outcome/lost-sight.ts';
import type { Clock } from '../../clock.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import { readSight, type Sight } from '../lineage.ts';
import { callByLabel, type LookUpMethod } from './look-up.ts';
import { observeTimes } from '../observe-times.ts';
import { takeSight } from './take-sight.ts';

/**
 * Pauses before looks for an order that look-ups no longer know, ms. A lagging copy or a restarted service is over
 * within an hour.
 */
const LOOKS_AFTER_MS = [60_000, 10 * 60_000, 60 * 60_000];

/**
 * A start looks once for this many lost orders of earlier runs, the newest. The list of open orders finds older ones.
 */
export const MOST_LOST = 50;
const FIRST_AFTER_MS = 5000;
/** Pause between them: below the smallest rate of reads. */
const STEP_MS = 1000;

/** A look that is not answered is none. */
const AGAIN_MS = 60_000;

const METHODS: readonly LookUpMethod[] = ['private/get_order_state_by_label', 'private/get_open_orders_by_label'];

interface LostLooksOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** The row as it stands now. */
  readonly current: (intentId: string) => OrderRow | null;
  readonly update: (row: OrderRow, seen: Sight) => void;
}

/** Looks for orders reported lost: found beats over. */
export interface LostLooks {
  readonly begin: (row: OrderRow) => void;
  /** Looks for those among the rows, which earlier runs have told. */
  readonly resume: (rows: readonly OrderRow[]) => void;
  readonly hurry: (row: OrderRow) => void;
  readonly close: () => void;
}

export function createLostLooks({ client, clock, serviceClock, current, update }: LostLooksOptions): LostLooks {
  const cancels = new Map<string, () => void>();
  let isClosed = false;

  function lookAfter(intentId: string, [pauseMs, ...later]: readonly number[]): void {
    cancels.get(intentId)?.();
    cancels.delete(intentId);
    if (isClosed || pauseMs === undefined) return;
    const cancel = clock.after(pauseMs, () => void takeTurn());
    async function takeTurn(): Promise<void> {
      const isAnswered = await look(intentId).catch(() => false);
      // Another look was asked for meanwhile: that one goes on.
      if (cancels.get(intentId) !== cancel) return;
      lookAfter(intentId, isAnswered ? later : [AGAIN_MS, ...later]);
    }
    cancels.set(intentId, cancel);
  }

  /** The lost order; null when it isn't lost any more. */
  function findLost(intentId: string): OrderRow | null {
    const row = current(intentId);
    return row === null || readLostSight(row) === null ? null : row;
  }

  /** Looks among recent and open orders; false when unanswered. */
  async function look(intentId: string): Promise<boolean> {
    for (const method of METHODS) {
      const row = findLost(intentId);
      if (row === null) return true;
      const result = await callByLabel(client, method, row);
      observeTimes(serviceClock, result);
      if (isClosed) return true;
      if (!result.ok) return false;
      const lost = findLost(intentId);
      if (lost === null) return true;
      const seen = readSight(lost, result.value.value, serviceClock.now());
      const found = seen.way.length === 0 ? null : takeSight(lost, seen, clock.now());
      if (found !== null) update(found, seen);
    }
    return true;
  }

  return {
    begin: ({ intent_id: id }) => lookAfter(id, LOOKS_AFTER_MS),
    resume: (rows) => {
      const lost = rows.filter((row) => readLostSight(row) !== null).toSorted((a, b) => b.created_at - a.created_at);
      for (const [at, row] of lost.slice(0, MOST_LOST).entries())
        lookAfter(row.intent_id, [FIRST_AFTER_MS + at * STEP_MS]);
    },
    hurry: ({ intent_id: id }) => lookAfter(id, [0, ...LOOKS_AFTER_MS]),
    close: () => {
      isClosed = true;
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
}
