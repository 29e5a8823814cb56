import { useEffect, useMemo, useState } from 'react';
import { AgGridReact } from 'ag-grid-react';
import type { CellKeyDownEvent, FullWidthCellKeyDownEvent, GridApi, PostSortRowsParams } from 'ag-grid-community';
import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { readNonce } from '../../api/nonce.ts';
import { readInstrument } from '../../api/queries.ts';
import { COLUMN_TYPES, DEFAULT_COLUMN } from '../../grid/columns.ts';
import { FrameFeed } from '../../grid/frame-feed.ts';
import { GRID_THEME, SCROLLBAR_WIDTH_PX } from '../../grid/theme.ts';
import '../../grid/grid.css';
import { cancelOrder } from '../../stores/cancel-orders.ts';
import { recheckOrder } from '../../stores/recheck-order.ts';
import { listenToTicks } from '../../stores/now.ts';
import { isUndecided, ordersStore, useOrders } from '../../stores/orders-store.ts';
import { sessionStore, useSession } from '../../stores/session-store.ts';
import { beginSettling } from '../../stores/settle-store.ts';
import { isCancellable, whyNoCancel } from '../../ui/cancel-text.ts';
import { pricePlaces } from '../../ui/format.ts';
import { needsPerson } from '../../ui/order-text.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { buildOrderColumns } from './order-columns.ts';
import './orders.css';

/** What this terminal sold and what became of it; undecided orders stay on top. */
export function Orders() {
  const count = useOrders((state) => state.entries.size);
  const isListed = useOrders((state) => state.isListed);
  const failure = useOrders((state) => state.failure);
  return (
    <Panel label="Orders" className="orders" title={`Orders ${count}`} tools={<OrdersHint />}>
      <div className="panel-body panel-body-flush">
        {failure === null ? null : (
          <Note title="The orders could not be read" tone="bad">
            {describeFailure(failure)}
          </Note>
        )}
        {count === 0 ? (
          failure === null && (
            <Note title={isListed ? 'No orders yet' : 'Reading the orders…'}>
              {isListed ? 'What you sell from the ticket appears here, found by its label.' : null}
            </Note>
          )
        ) : (
          <OrdersGrid />
        )}
      </div>
    </Panel>
  );
}

/** What can be done with a row, or why not. */
function OrdersHint() {
  const cancels = useSession((state) => state.status?.cancels ?? null);
  const why = cancels === null ? null : whyNoCancel(cancels);
  return <span>orders placed by this terminal · {why ?? 'Delete cancels the row'}</span>;
}

function getOrderRowId(row: OrderRow): string {
  return row.intent_id;
}

function OrdersGrid() {
  const backend = useBackend();
  const { client } = backend;
  const [api, setApi] = useState<GridApi<OrderRow> | null>(null);
  const columns = useMemo(() => buildOrderColumns((name) => pricePlaces(readInstrument(backend, name))), [backend]);
  useOrdersFeed(api);

  function handleKey(event: CellKeyDownEvent<OrderRow> | FullWidthCellKeyDownEvent<OrderRow>): void {
    const { event: pressed, data } = event;
    if (!(pressed instanceof KeyboardEvent) || pressed.repeat || data === undefined) return;
    if (pressed.key === 'Enter' && data.outcome === 'unknown' && needsPerson(data)) beginSettling(data.intent_id);
    else if (pressed.key === 'Enter' && (data.outcome === 'unknown' || data.outcome === 'closed')) {
      void recheckOrder(client, data);
    }
    const { status } = sessionStore.getState();
    if (pressed.key === 'Delete' && isCancellable(data, status?.cancels ?? null)) void cancelOrder(client, data);
  }

  return (
    <div className="grid">
      <AgGridReact<OrderRow>
        theme={GRID_THEME}
        styleNonce={readNonce(document) ?? ''}
        columnDefs={columns}
        defaultColDef={DEFAULT_COLUMN}
        columnTypes={COLUMN_TYPES}
        getRowId={({ data }) => getOrderRowId(data)}
        postSortRows={putUndecidedFirst}
        rowClassRules={{ 'row-undecided': ({ data }) => data !== undefined && isUndecided(data) }}
        animateRows={false}
        scrollbarWidth={SCROLLBAR_WIDTH_PX}
        // Else the columns are sized for a width that the first full page of rows takes away.
        alwaysShowVerticalScroll
        tooltipShowDelay={400}
        onGridReady={(event) => setApi(event.api)}
        onCellKeyDown={handleKey}
      />
    </div>
  );
}

/** Whatever the trader sorts by, what needs attention stays in sight. */
function putUndecidedFirst({ nodes }: PostSortRowsParams<OrderRow>): void {
  const isFirst = (node: (typeof nodes)[number]): boolean => node.data !== undefined && isUndecided(node.data);
  const ordered = [...nodes.filter(isFirst), ...nodes.filter((node) => !isFirst(node))];
  nodes.splice(0, nodes.length, ...ordered);
}

/** Carries the store's changes into the grid once a frame, and lets the time of undecided orders run. */
function useOrdersFeed(api: GridApi<OrderRow> | null): void {
  useEffect(() => {
    if (api === null) return undefined;
    const feed = new FrameFeed(api, getOrderRowId);
    for (const { row } of ordersStore.getState().entries.values()) feed.put(row);
    const stops = [
      ordersStore.subscribe(({ entries }, previous) => {
        if (entries === previous.entries) return;
        for (const [id, { row }] of entries) if (previous.entries.get(id)?.row !== row) feed.put(row);
        for (const id of previous.entries.keys()) if (!entries.has(id)) feed.remove(id);
      }),
      listenToTicks(() => {
        const rowNodes = api.getRenderedNodes().filter((node) => node.data !== undefined && isUndecided(node.data));
        if (rowNodes.length > 0) api.refreshCells({ columns: ['state'], rowNodes });
      }),
    ];
    return () => {
      feed.stop();
      for (const stop of stops) stop();
    };
  }, [api]);
}
