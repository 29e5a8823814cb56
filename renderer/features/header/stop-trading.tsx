import { useState } from 'react';
import { isResting } from '../../../shared/orders/resting.ts';
import { useBackend } from '../../api/backend.ts';
import { isUndecided, useOrders } from '../../stores/orders-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { stopTrading } from '../../stores/stop-trading.ts';
import { cancelResting } from '../../stores/cancel-orders.ts';
import { isCancellable, whyNoCancel } from '../../ui/cancel-text.ts';
import { RestingDialog } from './resting-dialog.tsx';
import { describeStopped } from './stop-text.ts';
import { WorkingBar } from '../../ui/working.tsx';

/** Stops selling in every window at once; the same button allows it again. */
export function StopButton() {
  const { client } = useBackend();
  const isStopped = useSession((state) => state.status?.trading_stopped ?? null);
  if (isStopped === null) return null;

  return (
    <button
      type="button"
      data-tour="stop"
      className={`stop-trading ${isStopped ? 'stop-trading-on' : ''}`}
      title={
        isStopped
          ? 'Sells are possible again in every window'
          : 'No window sells anything until you allow it again. Orders at the service stay.'
      }
      onClick={() => stopTrading(client, !isStopped)}
    >
      <span aria-hidden="true">■ </span>
      {isStopped ? 'Trading stopped — allow again' : 'Stop trading'}
    </button>
  );
}

/** While trading is stopped: what the stop does not reach, and the way to cancel it where the service has one. */
export function StoppedNotice() {
  const { client } = useBackend();
  const [isOpen, setOpen] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const isStopped = useSession((state) => state.status?.trading_stopped ?? false);
  const cancels = useSession((state) => state.status?.cancels ?? null);
  const isSeen = useSession(
    ({ link, status }) => link === 'connected' && status?.connection === 'online' && status.orders_unread_ms === null,
  );
  const resting = useOrders((state) => [...state.entries.values()].filter(({ row }) => isResting(row)).length);
  const undecided = useOrders((state) => [...state.entries.values()].filter(({ row }) => isUndecided(row)).length);
  const open = useOrders(
    (state) => [...state.entries.values()].filter(({ row }) => isCancellable(row, cancels)).length,
  );
  if (!isStopped || cancels === null) return null;

  async function cancelAll(): Promise<void> {
    setCancelling(true);
    await cancelResting(client);
    setCancelling(false);
  }

  return (
    <div className="stopped">
      <span role="status">
        <strong>Trading is stopped.</strong> {describeStopped(resting, undecided, whyNoCancel(cancels), isSeen)}
      </span>
      {open > 0 ? (
        <button type="button" className="button" disabled={isCancelling} onClick={() => void cancelAll()}>
          {isCancelling ? `Cancelling ${open}…` : `Cancel all ${open}`}{' '}
          {isCancelling ? <WorkingBar text="Orders are being cancelled" /> : null}
        </button>
      ) : null}
      {resting > 0 ? (
        <button type="button" className="button" onClick={() => setOpen(true)}>
          Show them
        </button>
      ) : null}
      {isOpen ? <RestingDialog cancels={cancels} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
