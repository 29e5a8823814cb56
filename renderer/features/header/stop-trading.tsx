import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { isUndecided, useOrders } from '../../stores/orders-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { describeStopped } from './stop-text.ts';

function isResting(row: OrderRow): boolean {
  return row.outcome === 'accepted' && (row.order?.order_state === 'open' || row.order?.order_state === 'untriggered');
}

/** Stops selling in every window at once; the same button allows it again. */
export function StopButton() {
  const { client } = useBackend();
  const isStopped = useSession((state) => state.status?.trading_stopped ?? null);
  if (isStopped === null) return null;

  function press(): void {
    client.request('trading.set_stopped', { stopped: isStopped !== true }).catch((error: unknown) =>
      showToast({
        subject: 'trading_stopped',
        tone: 'bad',
        title: isStopped === true ? 'Trading is still stopped' : 'Trading could not be stopped',
        detail: describeFailure(readFailure(error)),
        isSticky: true,
      }),
    );
  }

  return (
    <button
      type="button"
      className={`stop-trading ${isStopped ? 'stop-trading-on' : ''}`}
      title={
        isStopped
          ? 'Sells are possible again in every window'
          : 'No window sells anything until you allow it again. Orders at the service stay.'
      }
      onClick={press}
    >
      <span aria-hidden="true">■ </span>
      {isStopped ? 'Trading stopped — allow again' : 'Stop trading'}
    </button>
  );
}

/** While trading is stopped: what the stop does not reach. */
export function StoppedNotice() {
  const isStopped = useSession((state) => state.status?.trading_stopped ?? false);
  const resting = useOrders((state) => [...state.entries.values()].filter(({ row }) => isResting(row)).length);
  const undecided = useOrders((state) => [...state.entries.values()].filter(({ row }) => isUndecided(row)).length);
  if (!isStopped) return null;
  return (
    <div className="stopped" role="status">
      <strong>Trading is stopped.</strong> {describeStopped(resting, undecided)}
    </div>
  );
}
