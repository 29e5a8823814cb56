import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import { describeOutcome } from '../ui/order-text.ts';
import { ordersStore } from './orders-store.ts';
import { showToast } from './toast-store.ts';

/** Tells what became of an order when its outcome changes. A list read at the start or after a pause is no news. */
export function tellOrderNews(rows: readonly OrderRow[]): void {
  const { entries } = ordersStore.getState();
  for (const row of rows) {
    if (entries.get(row.intent_id)?.row.outcome === row.outcome) continue;
    const text = describeOutcome(row);
    if (text !== null) showToast({ ...text, subject: row.intent_id, isSticky: row.outcome === 'unknown' });
  }
}
