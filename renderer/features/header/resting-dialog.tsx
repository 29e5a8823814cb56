import { useRef, useState } from 'react';
import { useBackend } from '../../api/backend.ts';
import { mayGoOn } from '../../../shared/orders/outcome/may-go-on.ts';
import { isResting } from '../../../shared/orders/outcome/resting.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { cancelAccount, cancelOrder, cancelResting } from '../../stores/orders/cancel-orders.ts';
import { ordersStore, useOrders } from '../../stores/orders/orders-store.ts';
import {
  canCancelSingly,
  canOnlyCancelAccount,
  describeCancel,
  isCancellable,
  mayPressCancel,
  nameResting,
  whyNoCancel,
} from '../../ui/order-words/cancel-text.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { describeWaiting } from './stop-text.ts';
import { useMoreBelow } from '../../ui/more-below.ts';
import { WorkingBar } from '../../ui/working.tsx';

interface RestingDialogProps {
  readonly cancels: SessionStatus['cancels'];
  readonly onClose: () => void;
}

/** Every order of this terminal that rests, each with its cancel and what becomes of that. */
export function RestingDialog({ cancels, onClose }: RestingDialogProps) {
  const { client } = useBackend();
  const entries = useOrders((state) => state.entries);
  const [ended] = useState(listEnded);
  // One that is cancelled while they are shown stays, so that what became of it can be read.
  const rows = [...entries.values()]
    .map(({ row }) => row)
    .filter((row) => isResting(row) || (row.cancel !== null && !ended.has(row.intent_id)));
  const open = rows.filter((row) => isCancellable(row, cancels));
  const waiting = describeWaiting(
    open.filter(({ trigger, order }) => trigger !== null && order?.order_state === 'untriggered').length,
  );
  const list = useRef<HTMLUListElement>(null);
  useMoreBelow(list);
  // How many were asked to be cancelled: none of them can be asked again while they are.
  const [asked, setAsked] = useState<number | null>(null);

  async function cancelAll(): Promise<void> {
    setAsked(open.length);
    await cancelResting(client);
    setAsked(null);
  }

  return (
    <Dialog title="Orders that rest at the service" isWide onClose={onClose}>
      {rows.length === 0 ? <p className="muted">None of this terminal.</p> : null}
      <ul ref={list} className="resting-list" aria-label="Resting orders">
        {rows.map((row) => (
          <li key={row.intent_id}>
            <span className="number resting-name">
              {nameResting(row)} <span className="muted">{row.label}</span>
            </span>
            <span className="resting-said">
              {isResting(row) || mayGoOn(row) ? describeCancel(row) : describeEnd(row.order?.order_state)}
            </span>
            {isResting(row) && canCancelSingly(cancels) ? (
              <button
                type="button"
                className="button"
                aria-label={`Cancel ${row.label}`}
                disabled={!mayPressCancel(row, cancels)}
                onClick={() => void cancelOrder(client, row)}
              >
                Cancel
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {waiting === null ? null : <p className="resting-stops">{waiting}</p>}
      <div className="dialog-end">
        <span className="dialog-said muted">{explain(cancels)}</span>
        {canCancelSingly(cancels) ? (
          <button
            type="button"
            className="button button-primary"
            disabled={open.length === 0 || asked !== null}
            onClick={() => void cancelAll()}
          >
            {asked === null ? `Cancel all ${open.length}` : `Cancelling ${asked}…`}{' '}
            {asked === null ? null : <WorkingBar text="Orders are being cancelled" />}
          </button>
        ) : null}
        {canOnlyCancelAccount(cancels) ? (
          <button type="button" className="button button-primary" onClick={() => void cancelAccount(client)}>
            Cancel everything on the account
          </button>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Orders that no longer rest, by intent. */
function listEnded(): ReadonlySet<string> {
  const { entries } = ordersStore.getState();
  return new Set([...entries].filter(([, { row }]) => !isResting(row)).map(([id]) => id));
}

function describeEnd(state: string | undefined): string {
  return state === 'cancelled' ? 'Cancelled.' : `Already gone: ${(state ?? 'not known').replaceAll('_', ' ')}.`;
}

function explain(cancels: SessionStatus['cancels']): string {
  const why = whyNoCancel(cancels);
  if (why === null) return '';
  const sentence = `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
  return canOnlyCancelAccount(cancels)
    ? `${sentence} It may cancel all orders of the account, also those placed elsewhere. Only trying shows it.`
    : sentence;
}
