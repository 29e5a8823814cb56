import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { LOOK_UP_WINDOW_MS } from '../../../shared/orders/outcome/look-up-window.ts';
import type { Clock } from '../../clock.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import type { ServiceClock } from '../../service/service-clock.ts';
import type { StepKind } from '../journal.ts';
import { searchForgotten } from './forgotten-trades.ts';
import { LAST_LOOK_MS } from './last-looks.ts';
import { createLookUp, type Found } from './look-up.ts';
import { isDecidedLately } from './owed-look.ts';
import type { TradeSearch } from './trade-search.ts';
import type { VisibilityLag } from './visibility-lag.ts';

/** Between tries that are not answered: twice as long each time, up to the most. */
const FIRST_PAUSE_MS = 5000;
const MOST_PAUSE_MS = 60_000;

interface SecondLooksOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly lag: Pick<VisibilityLag, 'allowedMs'>;
  /** Handles a second look's orders and trades; true when they are the row's. */
  readonly settle: (row: OrderRow, found: Found, trades: TradeSearch) => boolean;
  readonly advance: (row: OrderRow, kind: StepKind, detail: unknown) => void;
  readonly current: (intentId: string) => OrderRow | null;
}

/** One of the tries to look a sell up. */
interface Try {
  readonly isLast: boolean;
  readonly pauseMs: number;
  /** By the monotonic clock. */
  readonly untilMs: number;
}

/** Looks at what was accepted, for a second order of the same request. */
export interface SecondLooks {
  /**
   * Looks a sell up again after the pause and the look-up lag; once more if its order isn't shown
   * (docs/design/orders.md, "A second order").
   */
  readonly owe: (row: OrderRow, leastMs?: number) => void;
  readonly close: () => void;
}

/** Whether nobody has looked yet for a second order of an accepted sell; those beside it are its own. */
export function isSecondLookOwed({ outcome, child_of, looked_again: isDone = false }: OrderRow): boolean {
  return outcome === 'accepted' && child_of === null && !isDone;
}

/** Whether a terminal that starts at that time, by the local wall clock or the service's, takes the second look of one before it. */
export function isSecondLookLeft(row: OrderRow, nowMs: number): boolean {
  return isSecondLookOwed(row) && isDecidedLately(row, nowMs);
}

export function createSecondLooks(options: SecondLooksOptions): SecondLooks {
  const { client, clock, serviceClock, lag, settle, advance, current } = options;
  // Nobody waits for it.
  const background: Pick<ServiceClient, 'call'> = {
    call: (method, params, call) => client.call(method, params, { priority: 'background', ...call }),
  };
  const lookUp = createLookUp(background, serviceClock);
  const cancels = new Map<string, () => void>();
  let isClosed = false;

  function after(pauseMs: number, { intent_id: id }: OrderRow, run: () => Promise<void>): void {
    if (isClosed) return;
    cancels.get(id)?.();
    const cancel = clock.after(pauseMs, () => {
      cancels.delete(id);
      void run();
    });
    cancels.set(id, cancel);
  }

  function msUntilDue({ intent_id: id, valid_until: untilMs }: OrderRow): number {
    return untilMs + lag.allowedMs(id) - serviceClock.now();
  }

  /** Lag and clock may have changed when the time has passed. */
  function awaitDue(row: OrderRow, leastMs: number): void {
    const pauseMs = Math.min(MOST_PAUSE_MS, Math.max(leastMs, Math.ceil(msUntilDue(row))));
    after(pauseMs, row, async () => {
      if (msUntilDue(row) > 0) return awaitDue(row, 0);
      await look(row, { isLast: false, pauseMs: FIRST_PAUSE_MS, untilMs: clock.monotonic() + LOOK_UP_WINDOW_MS });
    });
  }

  async function look(row: OrderRow, turn: Try): Promise<void> {
    const asked = current(row.intent_id);
    if (asked === null || !isSecondLookOwed(asked)) return;
    const found = await lookUp('private/get_order_state_by_label', asked);
    if (isClosed) return;
    const trades = found.kind === 'failed' ? null : await searchForgotten(background, serviceClock, asked);
    if (isClosed) return;
    if (found.kind === 'failed' || trades === null) {
      const pauseMs = Math.min(2 * turn.pauseMs, MOST_PAUSE_MS);
      if (clock.monotonic() < turn.untilMs) after(turn.pauseMs, row, () => look(row, { ...turn, pauseMs }));
      return;
    }
    // What can't be searched is no answer, either, and is not to be had by asking again: the next start tries once more.
    if (settle(asked, found, trades) || trades.kind === 'failed') return;
    if (!turn.isLast) return after(LAST_LOOK_MS, row, () => look(row, { ...turn, isLast: true }));
    const latest = current(row.intent_id);
    if (latest !== null && isSecondLookOwed(latest))
      advance({ ...latest, looked_again: true }, 'look_up', { found: [] });
  }

  return {
    owe: (row, leastMs = 0) => awaitDue(row, leastMs),
    close: () => {
      isClosed = true;
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
}
