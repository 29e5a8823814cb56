import { useCallback, useMemo, useRef, useState } from 'react';
import type { RowClassRules } from 'ag-grid-community';
import type { Followed } from '../../../shared/ipc/schemas/follow-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { createPlaces } from '../../api/known-places.ts';
import { readInstrument } from '../../api/queries.ts';
import { DataGrid, isOfButton } from '../../grid/data-grid.tsx';
import { describeProfile } from '../../grid/export/describe-profile.ts';
import { focusAgain } from '../../grid/keep-place.ts';
import { haveRowsMoved } from '../../grid/held-rows.ts';
import { useGridCommand } from '../../grid/grid-commands.ts';
import { GridTools } from '../../grid/grid-tools.tsx';
import { revealRows } from '../../grid/reveal-rows.ts';
import { type Grid, type GridDefinition, useGrid } from '../../grid/use-grid.ts';
import type { Provenance } from '../../grid/export/workbook.ts';
import { beginAmend } from '../../stores/orders/amends-store.ts';
import { cancelOrder, tellMoved } from '../../stores/orders/cancel-orders.ts';
import { useOrderRow, useOrders } from '../../stores/orders/orders-store.ts';
import { isRecheckable, recheckOrder } from '../../stores/orders/recheck-order.ts';
import { writeLeg } from '../../stores/rfq/leg-drop-store.ts';
import { sessionStore, useSession } from '../../stores/session-store.ts';
import { beginSettling } from '../../stores/orders/settle-store.ts';
import { whyNoAmend } from '../../ui/order-words/amend-text.ts';
import { mayPressCancel, whyNoCancel } from '../../ui/order-words/cancel-text.ts';
import { ANSWER_AFTER_MS } from '../../ui/controls/deliberate-press.ts';
import { needsPerson } from '../../ui/order-words/notice-text.ts';
import { countUnknown } from '../../ui/order-words/unknown-text.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { LabelsButton } from './labels-dialog.tsx';
import { buildOrderColumns, STATE_COLUMN } from './order-columns.ts';
import { OrderDialog } from './order-dialog.tsx';
import { ORDER_GROUPS } from './order-groups.ts';
import { OrderMenu, type OrderMenuState } from './order-menu.tsx';
import {
  getOrderViewId,
  type OrderView,
  readAmount,
  readInstrumentName,
  readSide,
  viewFollowed,
  viewPlaced,
} from './order-view.ts';
import { describeGaps, describeScope, sumOrders } from './scope.ts';
import { useFollowed } from './use-followed.ts';
import { useStateInSight } from './use-state-in-sight.ts';
import { isViewUndecided, readPlaced, useLatePlaces, useOrdersFeed } from './use-orders-feed.ts';
import './orders.css';

/** All orders that this terminal knows of and what became of them; undecided ones stay on top. */
export function Orders() {
  const backend = useBackend();
  const placed = useOrders((state) => state.entries.size);
  const isListed = useOrders((state) => state.isListed);
  const failure = useOrders((state) => state.failure);
  const followed = useFollowed();
  const definition = useMemo(
    (): GridDefinition<OrderView> => ({
      id: 'orders',
      title: 'Orders',
      version: 1,
      renames: {},
      columns: buildOrderColumns(createPlaces(backend)),
      groups: ORDER_GROUPS,
    }),
    [backend],
  );
  const grid = useGrid(definition);
  useGridCommand(grid, 'orders.undecided', () =>
    revealRows(grid, { isWanted: isViewUndecided, columnId: STATE_COLUMN }),
  );
  const count = placed + (followed?.orders.length ?? 0);
  const isEmpty = count === 0 && grid.api === null;
  return (
    <Panel
      label="Orders"
      className="orders"
      title={`Orders ${count}`}
      tools={
        <GridTools grid={grid} describeSource={() => describeProvenance(placed, followed)}>
          <ScopeLine placed={placed} followed={followed} />
          <LabelsButton followed={followed} />
        </GridTools>
      }
    >
      <div className="panel-body panel-body-flush">
        {failure === null ? null : (
          <Note title="The orders could not be read" tone="bad">
            {describeFailure(failure)}
          </Note>
        )}
        {isEmpty ? (
          failure === null && (
            <Note isBusy={!isListed} title={isListed ? 'No orders yet' : 'Reading the orders…'}>
              {isListed ? 'What you send from the ticket appears here.' : null}
            </Note>
          )
        ) : (
          <OrdersGrid grid={grid} followed={followed} />
        )}
      </div>
    </Panel>
  );
}

/** What the grid holds, and why no row of it can be cancelled. */
function ScopeLine({ placed, followed }: { readonly placed: number; readonly followed: Followed | null }) {
  const cancels = useSession((state) => state.status?.cancels ?? null);
  const why = cancels === null ? null : whyNoCancel(cancels);
  const isLost = useSession(({ link }) => link === 'lost');
  const gaps = describeGaps(followed, isLost);
  const text = [describeScope(placed, followed), gaps, why].filter((part) => part !== null).join(' · ');
  return (
    <span className={`order-scope ${gaps === null ? '' : 'order-scope-gaps'}`} title={text}>
      {text}
    </span>
  );
}

function describeProvenance(placed: number, followed: Followed | null): Provenance {
  return [
    ...describeProfile('orders'),
    ['Scope', describeScope(placed, followed)],
    ['Not covered', describeGaps(followed, sessionStore.getState().link === 'lost') ?? 'nothing that this scope names'],
    ['Undecided', countUnknown(sessionStore.getState().status?.unknown_orders ?? null)],
  ];
}

interface OrdersGridProps {
  readonly grid: Grid<OrderView>;
  readonly followed: Followed | null;
}

function OrdersGrid({ grid, followed }: OrdersGridProps) {
  const backend = useBackend();
  const { client } = backend;
  const [menu, setMenu] = useState<OrderMenuState | null>(null);
  const [shownId, setShownId] = useState<string | null>(null);
  const [firstRows] = useState(readPlaced);
  useOrdersFeed(grid.api, followed);
  useLatePlaces(grid.api, backend);
  useStateInSight(grid.api);
  const sumUp = useCallback(
    (views: readonly OrderView[], all: number) => sumOrders(views, (name) => readInstrument(backend, name), all),
    [backend],
  );

  const lastKey = useRef<{ readonly key: string; readonly intentId: string; readonly atMs: number } | null>(null);
  /** What needs somebody comes first: the details are in the row's menu too. */
  function handleEnter(pressed: KeyboardEvent, view: OrderView): void {
    if (isOfButton(pressed.target)) return;
    // Else the stroke goes on to what the dialog begins with.
    pressed.preventDefault();
    const { row } = view;
    if (row !== null && row.outcome === 'unknown' && needsPerson(row)) beginSettling(row.intent_id);
    else if (row !== null && isRecheckable(row)) void recheckOrder(client, row);
    else setShownId(getOrderViewId(view));
  }

  function handleKey(pressed: KeyboardEvent, view: OrderView): void {
    if (pressed.key === 'Enter') handleEnter(pressed, view);
    const { order } = view;
    const isAmend = pressed.key === 'F2' && whyNoAmend(order, sessionStore.getState().status) === null;
    if (isAmend && order !== null) beginAmend(order);
    const { row } = view;
    if (row === null) return;
    const { status } = sessionStore.getState();
    const { current: last } = lastKey;
    lastKey.current = { key: pressed.key, intentId: row.intent_id, atMs: performance.now() };
    if (pressed.key !== 'Delete' || pressed.repeat || !mayPressCancel(row, status?.cancels ?? null)) return;
    // The row before left the list, and this one has its place and its focus.
    const isOfAnother = last?.key === 'Delete' && last.intentId !== row.intent_id;
    if (isOfAnother && (performance.now() - last.atMs < ANSWER_AFTER_MS || haveRowsMoved(pressed.target))) tellMoved();
    else void cancelOrder(client, row);
  }

  /** The menu that opened the details is gone by then: the keys go back to the row. */
  function closeDetails(): void {
    setShownId(null);
    requestAnimationFrame(() => focusAgain(grid.api));
  }

  const shown = useShown(shownId, grid, followed);
  return (
    <>
      <DataGrid<OrderView>
        grid={grid}
        getRowId={getOrderViewId}
        rows={firstRows}
        isFirst={isViewUndecided}
        rowClassRules={ROW_CLASSES}
        sumUp={sumUp}
        dragText={writeOrder}
        onKey={handleKey}
        onOpen={(view) => setShownId(getOrderViewId(view))}
        onMenu={(view, at) => setMenu({ view, at })}
      />
      {menu === null ? null : (
        <OrderMenu
          {...menu}
          api={grid.api}
          onDetails={() => setShownId(getOrderViewId(menu.view))}
          onClose={() => setMenu(null)}
        />
      )}
      {shown === undefined ? null : <OrderDialog view={shown} onClose={closeDetails} />}
    </>
  );
}

/** The order whose details are open, as it stands now; one that is listed no longer, as the grid had it last. */
function useShown(id: string | null, { api }: Grid<OrderView>, followed: Followed | null): OrderView | undefined {
  const row = useOrderRow(id);
  if (id === null) return undefined;
  if (row !== null) return viewPlaced(row);
  return followed?.orders.map(viewFollowed).find((view) => getOrderViewId(view) === id) ?? api?.getRowNode(id)?.data;
}

const ROW_CLASSES: RowClassRules<OrderView> = {
  'row-undecided': ({ data }) => data !== undefined && isViewUndecided(data),
  'row-foreign': ({ data }) => data !== undefined && data.source !== 'placed',
};

function writeOrder(view: OrderView): string {
  return writeLeg(readInstrumentName(view), readSide(view), readAmount(view));
}
