import { useState } from 'react';
import { isResting, mayRestUnseen } from '../../../shared/orders/outcome/resting.ts';
import { useBackend } from '../../api/backend.ts';
import { useOrders } from '../../stores/orders/orders-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { stopTrading, useJustStopped } from '../../stores/orders/stop-trading.ts';
import { isCancellable, whyNoCancel } from '../../ui/order-words/cancel-text.ts';
import { RestingDialog } from './resting-dialog.tsx';
import { refuseRepeat } from '../../ui/controls/deliberate-press.ts';
import { describeStopped, nameStop } from './stop-text.ts';
import './stopped.css';

/** Stops trading in every window at once; the same button allows it again. */
export function StopButton() {
  const { client } = useBackend();
  const isStopped = useSession((state) => state.status?.trading_stopped ?? null);
  const isJustStopped = useJustStopped();
  if (isStopped === null) return null;
  const isHeld = isStopped && isJustStopped;

  return (
    <button
      type="button"
      data-tour="stop"
      className={`stop-trading ${isStopped ? 'stop-trading-on' : ''}`}
      // Not disabled: that would lose the focus, and a press is answered.
      aria-disabled={isHeld}
      title={
        isStopped
          ? 'Orders are possible again in every window'
          : 'No window sends orders until you allow it again. Orders at the service stay.'
      }
      onKeyDown={refuseRepeat}
      onClick={() => stopTrading(client, !isStopped)}
    >
      <span aria-hidden="true">■ </span>
      <StopName name={nameStop(isStopped, isHeld)} />
    </button>
  );
}

/** The name, whose beginning gives way in a small window to what can be done about what rests. */
function StopName({ name }: { readonly name: string }) {
  const [whole, first, rest] = /^(Trading stopped — |Trading )(.*)$/.exec(name) ?? [name];
  return rest === undefined ? (
    whole
  ) : (
    <>
      <span className="stop-first">{first}</span>
      {rest}
    </>
  );
}

/** While trading is stopped, in the header, so that no panel moves: what the stop does not reach, and the way to cancel it where the service has one. It takes two presses: protective stops are among what rests. */
export function StoppedNotice() {
  const [isOpen, setOpen] = useState(false);
  const isStopped = useSession((state) => state.status?.trading_stopped ?? false);
  const cancels = useSession((state) => state.status?.cancels ?? null);
  const isSeen = useSession(
    ({ link, status }) => link === 'connected' && status?.connection === 'online' && status.orders_unread_ms === null,
  );
  const resting = useOrders((state) => [...state.entries.values()].filter(({ row }) => isResting(row)).length);
  const unseen = useOrders((state) => [...state.entries.values()].filter(({ row }) => mayRestUnseen(row)).length);
  const sending = useOrders(
    (state) => [...state.entries.values()].filter(({ row }) => row.outcome === 'sending').length,
  );
  const open = useOrders(
    (state) => [...state.entries.values()].filter(({ row }) => isCancellable(row, cancels)).length,
  );
  if (!isStopped || cancels === null) return null;

  const says = describeStopped(resting, { sending, undecided: unseen - sending }, whyNoCancel(cancels), isSeen);
  return (
    <div className="stopped">
      <span role="status" title={says}>
        <strong>Trading is stopped.</strong> {says}
      </span>
      {resting > 0 ? (
        <button
          type="button"
          className="button"
          aria-haspopup="dialog"
          title="Shows them, stops too, before anything is cancelled"
          onClick={() => setOpen(true)}
        >
          {open > 0 ? `Cancel all ${open}…` : 'Show them'}
        </button>
      ) : null}
      {isOpen ? <RestingDialog cancels={cancels} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
