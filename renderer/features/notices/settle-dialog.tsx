import { type FormEvent, useState } from 'react';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { nameSent } from './find-notices.ts';

interface SettleDialogProps {
  readonly row: OrderRow;
  readonly onClose: () => void;
}

/** A person says what they found at the service of a sell that look-ups could not resolve. */
export function SettleDialog({ row, onClose }: SettleDialogProps) {
  const { client } = useBackend();
  const named = row.notices.find(({ code }) => code === 'needs_a_person')?.params['order_id'];
  const [found, setFound] = useState<'there' | 'not_there' | null>(null);
  const [orderId, setOrderId] = useState(named ?? '');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isThere = found === 'there';
  const isSaid = isThere ? orderId.trim() !== '' : found !== null;
  const isComplete = isSaid && typed.trim() === row.label;

  function settle(event: FormEvent): void {
    event.preventDefault();
    if (!isComplete) return;
    const order_id = isThere ? orderId.trim() : null;
    client
      .request('orders.confirm', { seen: 'statement', intent_id: row.intent_id, order_id, typed })
      .then(onClose, (error: unknown) => setProblem(describeFailure(readFailure(error))));
  }

  function lookAgain(): void {
    client
      .request('orders.recheck', { intent_id: row.intent_id })
      .then(onClose, (error: unknown) => setProblem(describeFailure(readFailure(error))));
  }

  return (
    <Dialog title="Settle an unknown order" onClose={onClose}>
      <form className="settle" onSubmit={settle}>
        <p>
          {nameSent(row)}, label “{showForeign(row.label)}”. Nothing proves what became of it. Look for it at the
          service first. Your answer settles it and is stored as yours. A later look-up overrules it.
        </p>
        <fieldset>
          <legend>I have looked at the service:</legend>
          <label>
            <input
              type="radio"
              name="found"
              data-first-focus
              checked={found === 'not_there'}
              onChange={() => setFound('not_there')}
            />
            it is not there
          </label>
          <label>
            <input type="radio" name="found" checked={isThere} onChange={() => setFound('there')} />
            it is there, as the order
          </label>
          <input
            type="text"
            className="settle-text"
            aria-label="Id of the order at the service"
            maxLength={64}
            disabled={!isThere}
            value={orderId}
            onChange={(event) => setOrderId(event.target.value)}
          />
        </fieldset>
        <label className="settle-typed">
          Type its label to say so
          <input
            type="text"
            className="settle-text"
            maxLength={256}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        {problem === null ? null : (
          <p className="dialog-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-end">
          <button type="button" className="button" onClick={lookAgain}>
            Look it up again
          </button>
          <button type="submit" className="button button-primary" disabled={!isComplete}>
            {isThere ? 'Close it: it is there' : 'Close it: not at the service'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
