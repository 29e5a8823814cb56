import type { CancelCounts, CancelState, OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { mayGoOn, readCancelOfResting } from '../../../shared/orders/outcome/may-go-on.ts';
import { isResting } from '../../../shared/orders/outcome/resting.ts';
import { describeCounts } from '../../ui/order-words/cancel-text.ts';
import { isUndecided, ordersStore } from './orders-store.ts';
import { dismissToast, showToast, type Toast, toastStore } from '../toast-store.ts';

/** News of orders that were asked to be cancelled together. */
const TOGETHER = 'cancel';
/** News of one has its intent behind this. */
const SINGLY = 'cancel ';

const OPEN: ReadonlySet<CancelState> = new Set(['requested', 'unknown', 'ended']);

/** Whether the outcome of its cancel is unknown. */
export function isCancelOpen(row: OrderRow): boolean {
  return mayGoOn(row) || (row.cancel !== null && isResting(row) && OPEN.has(row.cancel.state));
}

/** How a wish to cancel ended that was open; null where the order never came to rest. */
function readEnd(row: OrderRow): CancelState | null {
  if (row.order === null) return null;
  if (isResting(row)) return readCancelOfResting(row);
  return row.order.order_state === 'cancelled' ? 'cancelled' : 'ended';
}

/**
 * Keeps the news of cancels, which stays where something of it is open, in step with the orders: it is told anew once all
 * of that has ended. Gives back the function that stops it.
 */
export function followCancels(): () => void {
  /** Orders that were open while it was shown: those without an outcome when it was told, and each open cancel since. */
  let followed: { readonly toastId: number; readonly intents: ReadonlySet<string> } | null = null;

  function followTogether({ id }: Toast, rows: readonly OrderRow[]): void {
    const known = followed?.toastId === id ? followed.intents : null;
    const isOpen = (row: OrderRow): boolean =>
      isCancelOpen(row) || (isUndecided(row) && (known?.has(row.intent_id) ?? true));
    const open = rows.filter(isOpen).map(({ intent_id }) => intent_id);
    const intents = new Set([...(known ?? []), ...open]);
    followed = { toastId: id, intents };
    if (open.length === 0 && intents.size > 0) tellEnd(rows.filter(({ intent_id }) => intents.has(intent_id)));
  }

  function look(): void {
    const staying = toastStore
      .getState()
      .toasts.filter(({ subject, isSticky }) => isSticky && (subject === TOGETHER || subject.startsWith(SINGLY)));
    if (staying.length === 0) return;
    const { entries } = ordersStore.getState();
    for (const toast of staying) {
      if (toast.subject === TOGETHER) {
        followTogether(
          toast,
          [...entries.values()].map(({ row }) => row),
        );
        continue;
      }
      const row = entries.get(toast.subject.slice(SINGLY.length))?.row;
      if (row !== undefined && !isUndecided(row) && !isResting(row)) dismissToast(toast.id);
    }
  }

  const stops = [ordersStore.subscribe(look), toastStore.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}

function tellEnd(rows: readonly OrderRow[]): void {
  const counts: CancelCounts = {};
  for (const end of rows.map(readEnd)) if (end !== null) counts[end] = (counts[end] ?? 0) + 1;
  const isClean = Object.keys(counts).every((state) => state === 'cancelled' || state === 'ended');
  const detail = Object.keys(counts).length === 0 ? 'None of them rests.' : describeCounts(counts);
  const tone = isClean ? 'good' : 'attention';
  showToast({ subject: TOGETHER, tone, title: 'What was open is looked up', detail, isSticky: !isClean });
}
