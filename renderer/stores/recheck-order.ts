import type { IpcClient } from '../../shared/ipc/client.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import { describeFailure, readFailure } from '../api/failure-text.ts';
import { showToast } from './toast-store.ts';

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
