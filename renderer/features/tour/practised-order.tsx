import { useEffect, useMemo, useRef, useState } from 'react';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { isUndecided, ordersStore, useOrders } from '../../stores/orders/orders-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { describeOutcome } from '../../ui/order-words/order-text.ts';
import { findPractised, practiceDraft } from './practice.ts';

/** The end of the tour: has the ticket filled in, and tells what becomes of the order that is then sold. */
export function PractisedOrder({ fill }: { readonly fill: (draft: OrderDraft) => void }) {
  const entries = useOrders((state) => state.entries);
  const isStopped = useSession((state) => state.status?.trading_stopped ?? false);
  const [known] = useState(() => new Set(ordersStore.getState().entries.keys()));
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const rows = useMemo(() => [...entries.values()].map(({ row }) => row), [entries]);
  const row = findPractised(rows, known);
  const outcome = row === null ? null : describeOutcome(row);
  return (
    <>
      <div className={`tour-outcome tour-${outcome?.tone ?? 'waiting'}`} role="status">
        {row === null ? (
          <strong>{isStopped ? 'Trading is stopped. Allow it again to practise.' : 'No order was placed yet.'}</strong>
        ) : outcome === null ? (
          <strong>The order is on its way…</strong>
        ) : (
          <>
            <strong>{outcome.title}</strong> {outcome.detail}
          </>
        )}
        {row !== null && !isUndecided(row) ? <> See it in Orders, with every step in its details.</> : null}
      </div>
      <button ref={first} type="button" className="button" onClick={() => fill(practiceDraft(rows))}>
        {row === null ? 'Fill in a practice order' : 'Fill in another one'}
      </button>
    </>
  );
}
