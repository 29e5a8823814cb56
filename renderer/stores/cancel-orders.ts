import type { IpcClient } from '../../shared/ipc/client.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import { describeFailure, readFailure } from '../api/failure-text.ts';
import { describeCancel, describeCounts, nameResting } from '../ui/cancel-text.ts';
import { showToast } from './toast-store.ts';

/** Asks for an order to be cancelled and tells what became of it. Asked again, it can do nothing twice. */
export async function cancelOrder(client: IpcClient, { intent_id }: OrderRow): Promise<void> {
  const subject = `cancel ${intent_id}`;
  try {
    const row = await client.request('orders.cancel', { intent_id });
    const isCancelled = row.order?.order_state === 'cancelled';
    const title = isCancelled ? `Cancelled: ${nameResting(row)}` : `Not cancelled: ${nameResting(row)}`;
    const tone = isCancelled ? 'good' : 'attention';
    showToast({ subject, tone, title, detail: describeCancel(row) ?? '', isSticky: false });
  } catch (error) {
    tellFailure(subject, error);
  }
}

/** Asks for every resting order of this terminal to be cancelled. */
export async function cancelResting(client: IpcClient): Promise<void> {
  try {
    const counts = await client.request('orders.cancel_resting', null);
    const isClean = Object.keys(counts).every((state) => state === 'cancelled' || state === 'ended');
    const tone = isClean ? 'good' : 'attention';
    showToast({ subject: 'cancel', tone, title: 'Resting orders', detail: describeCounts(counts), isSticky: !isClean });
  } catch (error) {
    tellFailure('cancel', error);
  }
}

/** Asks for every order of the account to be cancelled, wherever it came from. */
export async function cancelAccount(client: IpcClient): Promise<void> {
  try {
    const { cancelled } = await client.request('orders.cancel_account', null);
    const detail = `The service cancelled ${cancelled} on the account. Those of this terminal are being looked up.`;
    showToast({ subject: 'cancel', tone: 'good', title: 'Orders of the account', detail, isSticky: false });
  } catch (error) {
    tellFailure('cancel', error);
  }
}

function tellFailure(subject: string, error: unknown): void {
  const detail = describeFailure(readFailure(error));
  showToast({ subject, tone: 'bad', title: 'Could not be cancelled', detail, isSticky: true });
}
