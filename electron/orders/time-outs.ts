import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { isTimeOutOpen } from '../../shared/orders/outcome/look-up-owed.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { isPastWindow } from './forgotten.ts';
import type { StepKind } from './journal.ts';
import type { Found } from './looks/look-up.ts';
import { addNotice } from './outcome.ts';
import type { PersonCalls } from './person-calls.ts';
import { lastingNotices } from './statement.ts';

interface TimeOutOptions {
  readonly serviceClock: Pick<ServiceClock, 'now' | 'isKnown'>;
  readonly advance: (row: OrderRow, kind: StepKind, detail: unknown) => void;
  readonly current: (intentId: string) => OrderRow | null;
  readonly persons: Pick<PersonCalls, 'isLongAwaited' | 'reopen'>;
}

/**
 * Handles a look-up of a timed-out sell; null found: not answered. `too_late`: undecided. `not_yet`: look again.
 * `settled`: done (docs/design/look-ups.md, "Time-outs").
 */
export type ConfirmTimeOut = (
  row: OrderRow,
  found: Found | null,
  isLast: boolean,
) => 'settled' | 'not_yet' | 'too_late';

export function confirmsTimeOuts({ serviceClock, advance, current, persons }: TimeOutOptions): ConfirmTimeOut {
  function isTooLate(row: OrderRow, found: Found | null): boolean | null {
    if (found !== null && found.evidenceMs !== null) return isPastWindow(row, found.evidenceMs);
    // The wall clock, which may have been set, says nothing.
    if (!serviceClock.isKnown()) return null;
    return found === null ? persons.isLongAwaited(row) : isPastWindow(row, serviceClock.now());
  }

  return (row, found, isLast) => {
    const latest = current(row.intent_id);
    if (latest === null || !isTimeOutOpen(latest)) return 'settled';
    const isLate = isTooLate(latest, found);
    if (isLate === true) {
      persons.reopen(latest);
      return 'too_late';
    }
    if (isLate === null || found === null || !isLast) return 'not_yet';
    const notices = addNotice({ notices: lastingNotices(latest) }, 'looked_up_since', {});
    advance({ ...latest, notices }, 'look_up', { found: found.orders.map(({ order_id }) => order_id) });
    return 'settled';
  };
}
