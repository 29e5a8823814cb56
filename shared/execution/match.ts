import { compareFor } from '../orders/side.ts';
import type { Order } from '../service/order.ts';
import type { Command } from './command.ts';
import { isSame, listChanges, readTerms } from './terms.ts';

/**
 * What a record of an order says of an amend. `asked`: it shows the asked terms. `before`: those of the revision that
 * was amended. `other`: neither, so somebody else changed it too. `foreign`: another order's record.
 */
export type Match = 'asked' | 'before' | 'other' | 'foreign';

/** Compares the terms that the amend changes; the others may differ by fills and by the engine. */
export function matchEdit(command: Command, record: Order): Match {
  const { target, before, asked } = command;
  if (record.order_id !== target.order_id || record.direction !== target.direction) return 'foreign';
  const terms = readTerms(record);
  if (terms === null) return 'other';
  const changed = listChanges(before, asked);
  const shows = (wanted: typeof asked) => changed.every((term) => isSame(terms[term], wanted[term]));
  if (shows(asked)) return 'asked';
  const isMoved = changed.every(
    (term) => isSame(terms[term], asked[term]) || (term === 'price' && mayBeMoved(command, record)),
  );
  // Moved back to where it was, the stamp alone tells.
  if (shows(before)) return isMoved && isRevised(command, record) ? 'asked' : 'before';
  return isMoved ? 'asked' : 'other';
}

/** Whether the engine may have made the asked price the one that the record shows: less aggressive, never more. */
function mayBeMoved({ may_move_price, asked, target }: Command, record: Order): boolean {
  const price = readTerms(record)?.price ?? null;
  if (!may_move_price || price === null || asked.price === null) return false;
  return compareFor(target.direction, price, asked.price) > 0;
}

/** Whether the order was changed since the command left, by no fill. */
function isRevised({ target: { seen }, submitted_at }: Command, record: Order): boolean {
  const isLater =
    record.last_update_timestamp >= submitted_at && record.last_update_timestamp > seen.last_update_timestamp;
  return isLater && record.replaced === true && isSame(record.filled_amount ?? null, seen.filled_amount ?? null);
}
