import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import { mayTurnUp } from './owed-look.ts';
import type { Reconciler } from '../reconciler.ts';
import { isSecondLookLeft } from './second-looks.ts';

/** Between the looks for what may have turned up while the terminal was away: fewer a second than the account's reads. */
const STEP_MS = 250;

/**
 * Owes every look that an earlier run left, from `firstMs` on. One after another: hundreds at once would keep what is unknown
 * waiting behind them.
 */
export function resumeLooks(
  rows: Iterable<OrderRow>,
  { lookOnceMore, verify }: Pick<Reconciler, 'lookOnceMore' | 'verify'>,
  nowMs: number,
  firstMs: number,
): void {
  let afterMs = firstMs;
  for (const row of rows) {
    const isLeft = isSecondLookLeft(row, nowMs);
    if (isLeft) lookOnceMore(row, afterMs);
    const isDue = row.child_of === null && mayTurnUp(row, nowMs);
    if (isDue) verify(row, afterMs);
    if (isLeft || isDue) afterMs += STEP_MS;
  }
}
