import type { IpcClient } from '../../../shared/ipc/client.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { readLostSight } from '../../../shared/orders/outcome/lost-sight.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { needsPerson } from '../../ui/order-words/notice-text.ts';
import { showToast } from '../toast-store.ts';

/** Whether a look-up may show more of it than is known: it has no outcome yet, is closed by words, or not known any more. */
export function isRecheckable(row: OrderRow): boolean {
  const isLookedUp = row.outcome === 'unknown' && !needsPerson(row);
  return isLookedUp || row.outcome === 'closed' || readLostSight(row) !== null;
}

/** Asks for a sell to be looked up now; what comes of it is in its row. */
export async function recheckOrder(client: IpcClient, { intent_id, label }: OrderRow): Promise<void> {
  try {
    await client.request('orders.recheck', { intent_id });
  } catch (error) {
    const detail = describeFailure(readFailure(error));
    showToast({
      subject: `recheck ${intent_id}`,
      tone: 'bad',
      title: `Not looked up: ${label}`,
      detail,
      isSticky: false,
    });
  }
}
