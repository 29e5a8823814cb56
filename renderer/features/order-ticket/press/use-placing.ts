import { useCallback, useRef, useState } from 'react';
import type { IpcError } from '../../../../shared/ipc/error.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { PressKind } from '../../../../shared/orders/confirmation.ts';
import { type Acknowledgement, listUnaccepted } from '../../../../shared/orders/acknowledgement.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import { useBackend } from '../../../api/backend.ts';
import { readFailure } from '../../../api/failure-text.ts';
import { ordersStore } from '../../../stores/orders/orders-store.ts';
import { isSameDraft } from '../form/ticket-draft.ts';

/** Where the ticket's last press stands. Its order, once there is one, is in the orders store under the intent. */
export type Placing =
  | { readonly phase: 'idle' }
  | { readonly phase: 'in_flight'; readonly intentId: string; readonly draft: OrderDraft; readonly startedAtMs: number }
  | { readonly phase: 'placed'; readonly intentId: string; readonly draft: OrderDraft }
  /** Rules or ladder of the back end stopped it; nothing was sent. `because`: of this, where it was told. */
  | { readonly phase: 'stopped'; readonly draft: OrderDraft; readonly because: Issue | null }
  | { readonly phase: 'failed'; readonly intentId: string; readonly draft: OrderDraft; readonly failure: IpcError };

/** The back end's answer to a press. */
export interface Placed {
  /** It journaled the order: its label is used. */
  readonly isTaken: boolean;
  /** The confirmation that the ladder asks for, where that stopped it. */
  readonly lacking: Issue | null;
}

/** Sends one intent per call; a call while one is in flight does nothing. Never sends anything twice. */
export function usePlacing() {
  const { client } = useBackend();
  const [placing, setPlacing] = useState<Placing>({ phase: 'idle' });
  const isBusy = useRef(false);
  // A press whose answer got lost between window and back end keeps its intent: pressed again, it is the same order.
  const unanswered = useRef<{ readonly intentId: string; readonly draft: OrderDraft } | null>(null);

  const place = useCallback(
    async (draft: OrderDraft, acknowledged: readonly Acknowledgement[], press: PressKind): Promise<Placed | null> => {
      if (isBusy.current) return null;
      isBusy.current = true;
      // Once the back end has told of it, that order is decided or being looked up: this press is another one.
      const isTold = ordersStore.getState().entries.has(unanswered.current?.intentId ?? '');
      const last = isTold ? null : unanswered.current;
      const intentId = last !== null && isSameDraft(last.draft, draft) ? last.intentId : crypto.randomUUID();
      setPlacing({ phase: 'in_flight', intentId, draft, startedAtMs: performance.now() });
      try {
        const { row, check } = await client.request('orders.place', {
          intent_id: intentId,
          draft,
          acknowledged: [...acknowledged],
          press,
        });
        unanswered.current = null;
        const lacking = check.issues.find(({ code }) => code === 'confirmation_needed') ?? null;
        const error = check.issues.find(({ severity }) => severity === 'error');
        const because = lacking ?? error ?? listUnaccepted(check.issues, draft, acknowledged)[0] ?? null;
        setPlacing(row === null ? { phase: 'stopped', draft, because } : { phase: 'placed', intentId, draft });
        return { isTaken: row !== null, lacking };
      } catch (error) {
        unanswered.current = { intentId, draft };
        setPlacing({ phase: 'failed', intentId, draft, failure: readFailure(error) });
        return null;
      } finally {
        isBusy.current = false;
      }
    },
    [client],
  );

  /** What the last press came to is shown no more. */
  const putAway = useCallback(() => setPlacing({ phase: 'idle' }), []);

  return { placing, place, putAway };
}
