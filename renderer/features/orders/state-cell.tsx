import type { CustomCellRendererProps } from 'ag-grid-react';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { isResting, isWorking } from '../../../shared/orders/outcome/resting.ts';
import { useBackend } from '../../api/backend.ts';
import { useAmends } from '../../stores/orders/amends-store.ts';
import { cancelOrder, tellMoved } from '../../stores/orders/cancel-orders.ts';
import { isRecheckable, recheckOrder } from '../../stores/orders/recheck-order.ts';
import { isUndecided } from '../../stores/orders/orders-store.ts';
import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { beginSettling } from '../../stores/orders/settle-store.ts';
import { ACTS_ON_ROW, haveRowsMoved } from '../../grid/held-rows.ts';
import { describeAmend } from '../../ui/order-words/amend-text.ts';
import { describeCancel, mayPressCancel } from '../../ui/order-words/cancel-text.ts';
import { describeLink, describeLinkedState } from '../../ui/order-words/linked-text.ts';
import { describeClosing, describeState, shortenState } from '../../ui/order-words/order-text.ts';
import { describeNotices, needsPerson } from '../../ui/order-words/notice-text.ts';
import { describeSeen, describeUntold } from '../../ui/order-words/seen-text.ts';
import { Pill, type PillTone } from '../../ui/controls/pill.tsx';
import { describeForeign, describeSource, type ForeignView, type OrderView } from './order-view.ts';

/** The order's state in words, what the trader should notice, and for an unknown one the way to look again. */
export function StateCell({ data }: CustomCellRendererProps<OrderView, string>) {
  if (data === undefined) return null;
  return data.source === 'placed' ? <PlacedState row={data.row} /> : <ForeignState view={data} />;
}

/** In a narrow column in fewer words, where there are such. */
function StatePill({ tone, text }: { readonly tone: PillTone; readonly text: string }) {
  const short = shortenState(text);
  if (short === text) return <Pill tone={tone}>{text}</Pill>;
  return (
    <Pill tone={tone}>
      <span className="order-state-whole">{text}</span>
      <span className="order-state-short">{short}</span>
    </Pill>
  );
}

function ForeignState({ view }: { readonly view: ForeignView }) {
  const isAlone = useSession(({ link }) => link === 'lost' && isWorking(view.order));
  const told = describeForeign(view);
  const { tone, text } = isAlone ? describeUntold(told, false) : told;
  return (
    <span className="order-state">
      <StatePill tone={tone} text={text} />
      <span className="order-foreign" title={describeSource(view)}>
        not placed here
      </span>
    </span>
  );
}

function PlacedState({ row: data }: { readonly row: OrderRow }) {
  const { client } = useBackend();
  const cancels = useSession((state) => state.status?.cancels ?? null);
  const amend = useAmends(({ newest }) => newest.get(data.order?.order_id ?? '') ?? null);
  const said = [describeClosing(data), describeCancel(data), describeAmend(amend), ...describeNotices(data)];
  const notes = said.filter((note) => note !== null);
  // Its state names the sell that it waits for.
  const linkedTo = describeLinkedState(data) === null ? describeLink(data) : null;
  const unreadMs = useSession((state) => (isResting(data) ? (state.status?.orders_unread_ms ?? null) : null));
  const isAlone = useSession(({ link }) => link === 'lost' && (isResting(data) || isUndecided(data)));
  const isLookedUp = data.outcome === 'unknown' && !needsPerson(data);
  const told = describeState(data, readServiceNow());
  const state = isAlone ? describeUntold(told, isUndecided(data)) : describeSeen(told, unreadMs);
  return (
    <span className={isLookedUp ? 'order-state order-state-looked-up' : 'order-state'}>
      <StatePill {...state} />
      {data.outcome === 'unknown' && needsPerson(data) ? (
        <button
          type="button"
          className="order-recheck"
          aria-label={`Settle ${data.label}`}
          title="Enter on the row does the same"
          tabIndex={-1}
          onClick={() => beginSettling(data.intent_id)}
        >
          Settle
        </button>
      ) : null}
      {isRecheckable(data) ? (
        <button
          type="button"
          className="order-recheck"
          aria-label="Check again"
          // Enter on the cell does the same.
          tabIndex={-1}
          onClick={() => void recheckOrder(client, data)}
        >
          Check
        </button>
      ) : null}
      {mayPressCancel(data, cancels) ? (
        <button
          type="button"
          className="order-recheck"
          aria-label={`Cancel ${data.label}`}
          title="Delete on the row does the same"
          tabIndex={-1}
          {...ACTS_ON_ROW}
          onClick={({ currentTarget }) => {
            if (haveRowsMoved(currentTarget)) tellMoved();
            else void cancelOrder(client, data);
          }}
        >
          Cancel
        </button>
      ) : null}
      {linkedTo === null ? null : <span className="order-link">{linkedTo}</span>}
      {notes.length === 0 ? null : <span className="order-notices">{notes.join(' ')}</span>}
    </span>
  );
}
