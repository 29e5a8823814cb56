import type { IpcClient } from '../../../shared/ipc/client.ts';
import type { IpcError } from '../../../shared/ipc/error.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { mayGoOn } from '../../../shared/orders/outcome/may-go-on.ts';
import { isResting } from '../../../shared/orders/outcome/resting.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import {
  describeCancel,
  describeCounts,
  isBeingLookedUp,
  nameOrders,
  nameResting,
} from '../../ui/order-words/cancel-text.ts';
import { isCancelOpen } from './cancel-news.ts';
import { ordersStore } from './orders-store.ts';
import { showToast } from '../toast-store.ts';

/** Failures that prove nothing: the command may have been done. */
const UNPROVEN: ReadonlySet<IpcError['code']> = new Set(['RequestTimeout', 'InvalidResponse', 'InternalError']);

/** Instruments whose orders the service could not cancel, so many by their names. */
const MOST_NAMED = 3;

/** Asks for an order to be cancelled and tells what became of it. Asked again, it can do nothing twice. */
export async function cancelOrder(client: IpcClient, { intent_id }: OrderRow): Promise<void> {
  const subject = `cancel ${intent_id}`;
  try {
    const row = await client.request('orders.cancel', { intent_id });
    const isCancelled = row.order?.order_state === 'cancelled' && !isResting(row) && !mayGoOn(row);
    const tone = isCancelled ? 'good' : 'attention';
    const title = `${nameCancel(row, isCancelled)}: ${nameResting(row)}`;
    showToast({ subject, tone, title, detail: describeCancel(row) ?? '', isSticky: false });
  } catch (error) {
    tellFailure(subject, error);
  }
}

/** Says that a press or a key may have been meant for another row than the one it met. */
export function tellMoved(): void {
  const detail = 'The rows had just moved. Check the row and cancel again.';
  showToast({ subject: 'cancel_moved', tone: 'attention', title: 'Nothing was cancelled', detail, isSticky: false });
}

function nameCancel(row: OrderRow, isCancelled: boolean): string {
  if (isCancelled) return 'Cancelled';
  return isBeingLookedUp(row) ? 'Cancel being looked up' : 'Not cancelled';
}

/** Asks for every resting order of this terminal to be cancelled. */
export async function cancelResting(client: IpcClient): Promise<void> {
  const asked = [...ordersStore.getState().entries.values()].map(({ row }) => row).filter(isResting);
  try {
    const counts = await client.request('orders.cancel_resting', null);
    const isClean = Object.keys(counts).every((state) => state === 'cancelled' || state === 'ended');
    const tone = isClean ? 'good' : 'attention';
    const which = asked.length === 0 ? '' : ` Asked for: ${nameOrders(asked)}.`;
    const detail = `${describeCounts(counts)}${which}`;
    showToast({ subject: 'cancel', tone, title: 'Resting orders', detail, isSticky: !isClean });
  } catch (error) {
    tellFailure('cancel', error);
  }
}

/** Asks for every order of the account to be cancelled, wherever it came from. What is looked up of it stays till it is told. */
export async function cancelAccount(client: IpcClient): Promise<void> {
  try {
    const { cancelled, undecided, failed = [] } = await client.request('orders.cancel_account', null);
    const isAnyOpen = [...ordersStore.getState().entries.values()].some(({ row }) => isCancelOpen(row));
    const told = [
      cancelled === null
        ? 'No answer: the outcome is unknown.'
        : cancelled === 0
          ? 'The service cancelled no order on the account.'
          : `The service cancelled ${cancelled} on the account.`,
      ...(failed.length === 0 ? [] : [`It could not cancel ${nameFew(failed)}.`]),
      ...(isAnyOpen ? ['This terminal’s orders are being looked up.'] : []),
      ...(undecided === 0 ? [] : [describeCounts({ undecided })]),
    ];
    const isClean = (cancelled ?? 0) > 0 && undecided === 0 && !isAnyOpen && failed.length === 0;
    const tone = isClean ? 'good' : 'attention';
    showToast({
      subject: 'cancel',
      tone,
      title: 'Orders of the account',
      detail: told.join(' '),
      isSticky: !isClean,
    });
  } catch (error) {
    tellFailure('cancel', error);
  }
}

/** As the service names them; of many the first. */
function nameFew(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMED).map((name) => showForeign(name));
  const rest = names.length - first.length;
  return rest === 0 ? first.join(', ') : `${first.join(', ')} and ${rest} more`;
}

function tellFailure(subject: string, error: unknown): void {
  const failure = readFailure(error);
  const title = UNPROVEN.has(failure.code) ? 'Cancel outcome unknown' : 'Not cancelled';
  showToast({ subject, tone: 'bad', title, detail: describeFailure(failure), isSticky: true });
}
