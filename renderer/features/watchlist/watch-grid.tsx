import { useEffect, useRef, useState } from 'react';
import {
  type CellClickedEvent,
  type CellKeyDownEvent,
  createGrid,
  type FullWidthCellKeyDownEvent,
  type GridApi,
  type GridOptions,
  type RowDragEndEvent,
  type RowDropZoneParams,
  type SortChangedEvent,
} from 'ag-grid-community';
import { useStore } from 'zustand';
import type { WatchedList } from '../../../shared/ipc/schemas/watchlist-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { readNonce } from '../../api/nonce.ts';
import { COLUMN_TYPES, DEFAULT_COLUMN } from '../../grid/columns.ts';
import { LiveCells } from '../../grid/live-cells.ts';
import { keepFocus, sortSteadily } from '../../grid/steady-sort.ts';
import { useNamesInView } from '../../grid/names-in-view.ts';
import { ONE_TAB_STOP } from '../../grid/tab-key.ts';
import { GRID_THEME, SCROLLBAR_WIDTH_PX } from '../../grid/theme.ts';
import '../../grid/grid.css';
import { legDropStore, writeLeg } from '../../stores/rfq/leg-drop-store.ts';
import { pickPrice, readSelection, selectInstrument, selectionStore } from '../../stores/workspace/selection-store.ts';
import {
  moveInWatchlist,
  removeFromWatchlist,
  setListSort,
  shownList,
  useWatchlist,
  watchlistStore,
} from '../../stores/watchlist-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { type LinkColour, usePanelLink } from '../../ui/panel-frame.ts';
import { buildRows, getWatchRowId, isLong, isSurelyScrolling, useWatchFeed } from './use-watch-feed.ts';
import { buildWatchColumns, PRICE_READERS } from './watch-columns.ts';
import type { WatchRow } from './watch-row.ts';

/**
 * The list in front. A click or Enter selects; on a price it also fills the ticket. The grid stands by itself in its
 * element: drawn by React, each cell that ticks would be a component that renders.
 */
export function WatchGrid() {
  const backend = useBackend();
  const link = usePanelLink();
  const latestLink = useRef(link);
  const element = useRef<HTMLDivElement>(null);
  const [live] = useState(() => new LiveCells<WatchRow>());
  const [api, setApi] = useState<GridApi<WatchRow> | null>(null);
  const [moved, setMoved] = useState('');
  const sort = useWatchlist((state) => shownList(state).sort);
  const hidden = useWatchlist((state) => state.watchlists.hidden_columns);
  /** What the columns were last built from. */
  const built = useRef<ColumnTerms>({ sort, hidden });
  useEffect(() => {
    latestLink.current = link;
  }, [link]);
  useEffect(() => {
    const container = element.current;
    if (container === null) return undefined;
    const rowData = buildRows(backend);
    const created = createGrid<WatchRow>(container, {
      ...OPTIONS,
      ...columnsOf(built.current),
      rowData,
      alwaysShowVerticalScroll: isSurelyScrolling(rowData),
      context: { live },
      styleNonce: readNonce(document) ?? '',
      onRowDataUpdated: (event) => showSelection(event.api, latestLink.current),
      onCellClicked: (event) => take(event, latestLink.current),
      onCellKeyDown: (event) => {
        const said = handleKey(event, container, latestLink.current);
        if (said !== null) setMoved(said);
      },
    });
    setApi(created);
    const stopSorting = sortSteadily(created, container, () => shownList(watchlistStore.getState()).sort !== null);
    return () => {
      stopSorting();
      setApi(null);
      created.destroy();
    };
  }, [backend, live]);
  useEffect(() => {
    if (api === null || (built.current.sort === sort && built.current.hidden === hidden)) return;
    built.current = { sort, hidden };
    api.updateGridOptions(columnsOf(built.current));
  }, [api, sort, hidden]);
  useWatchFeed(api, live);
  const isListLong = useWatchlist((state) => isLong(shownList(state).instruments));
  useLook(useNamesInView(isListLong ? api : null, namesOf), 'visible');
  useLegDrops(api);
  useShownSelection(api, link);
  return (
    <>
      <span className="visually-hidden" role="status">
        {moved}
      </span>
      <div className="grid" ref={element} />
    </>
  );
}

function namesOf({ name }: WatchRow): string[] {
  return [name];
}

/** What the columns of a list are built from. */
interface ColumnTerms {
  readonly sort: WatchedList['sort'];
  readonly hidden: readonly string[];
}

function columnsOf({ sort, hidden }: ColumnTerms): GridOptions<WatchRow> {
  return { columnDefs: buildWatchColumns(sort, hidden), suppressRowDrag: sort !== null };
}

const OPTIONS: GridOptions<WatchRow> = {
  theme: GRID_THEME,
  defaultColDef: DEFAULT_COLUMN,
  columnTypes: COLUMN_TYPES,
  getRowId: ({ data }) => getWatchRowId(data),
  rowSelection: { mode: 'singleRow', checkboxes: false, enableClickSelection: false },
  rowClassRules: { 'row-not-fresh': ({ data }) => data !== undefined && data.freshness !== 'fresh' },
  rowDragManaged: true,
  rowDragEntireRow: true,
  // What is dragged on to a composer keeps its place in the list.
  suppressMoveWhenRowDragging: true,
  // Ticks never sort: the steady sort does, once a second.
  suppressModelUpdateAfterUpdateTransaction: true,
  ...ONE_TAB_STOP,
  suppressMultiSort: true,
  animateRows: false,
  // Few columns: all are drawn at once, before the grid has measured how many fit, and so are rows that come into sight.
  suppressColumnVirtualisation: true,
  suppressAnimationFrame: true,
  // Cells outside the view cost as much as those inside.
  rowBuffer: 4,
  scrollbarWidth: SCROLLBAR_WIDTH_PX,
  tooltipShowDelay: 400,
  onSortChanged: keepSort,
  onRowDragEnd: keepOrder,
};

/** A row that is dragged to a composer becomes a leg. */
function useLegDrops(api: GridApi<WatchRow> | null): void {
  const places = useStore(legDropStore);
  useEffect(() => {
    if (api === null) return undefined;
    const zones = places.map(({ element, take: takeLeg }): RowDropZoneParams => ({
      getContainer: () => element,
      onDragStop: ({ node }) => {
        const row = node.data as WatchRow | undefined;
        if (row !== undefined) takeLeg(writeLeg(row.name));
      },
    }));
    for (const zone of zones) api.addRowDropZone(zone);
    return () => {
      if (!api.isDestroyed()) for (const zone of zones) api.removeRowDropZone(zone);
    };
  }, [api, places]);
}

/** Marks the selected instrument's row, whoever selected it. */
function showSelection(api: GridApi<WatchRow>, link: LinkColour): void {
  const node = api.getRowNode(readSelection(link).instrumentName ?? '');
  if (node === undefined) for (const selected of api.getSelectedNodes()) selected.setSelected(false);
  else if (node.isSelected() !== true) node.setSelected(true, true);
}

function useShownSelection(api: GridApi<WatchRow> | null, link: LinkColour): void {
  useEffect(() => {
    if (api === null) return undefined;
    showSelection(api, link);
    return selectionStore.subscribe(() => showSelection(api, link));
  }, [api, link]);
}

/** Keeps what a click on a header has sorted by; what the list itself brought is kept already. */
function keepSort({ api, source }: SortChangedEvent<WatchRow>): void {
  if (source !== 'uiColumnSorted') return;
  const column = api.getColumns()?.find((candidate) => candidate.isSorting());
  const direction = column?.getSort();
  setListSort(column === undefined || direction == null ? null : { column: column.getColId(), direction });
}

/** The grid has moved the row already; the list follows. */
function keepOrder({ node }: RowDragEndEvent<WatchRow>): void {
  if (node.data !== undefined && node.rowIndex !== null) moveInWatchlist(node.data.name, node.rowIndex);
}

function take({ data, column }: Pick<CellClickedEvent<WatchRow>, 'data' | 'column'>, link: LinkColour): void {
  if (data === undefined) return;
  const price = PRICE_READERS[column.getColId()]?.(data) ?? null;
  if (price === null) selectInstrument(data.name, link);
  else pickPrice(data.name, price, link);
}

/** Gives what is to be announced, or null. */
function handleKey(
  event: CellKeyDownEvent<WatchRow> | FullWidthCellKeyDownEvent<WatchRow>,
  element: HTMLElement,
  link: LinkColour,
): string | null {
  if (!('column' in event) || !(event.event instanceof KeyboardEvent) || event.data === undefined) return null;
  const { key, altKey } = event.event;
  if (key === 'Enter' || key === ' ') take(event, link);
  if (key === 'Delete') removeFromWatchlist(event.data.name);
  if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  event.event.preventDefault();
  return moveRow(event.api, event.data.name, key === 'ArrowUp' ? -1 : 1, element);
}

function moveRow(api: GridApi<WatchRow>, name: string, by: -1 | 1, element: HTMLElement): string {
  const { sort, instruments } = shownList(watchlistStore.getState());
  if (sort !== null) return 'The list is sorted by a column. Go back to your own order to move rows.';
  keepFocus(api, element, () => moveInWatchlist(name, instruments.indexOf(name) + by));
  api.ensureIndexVisible(api.getRowNode(name)?.rowIndex ?? 0);
  const place = shownList(watchlistStore.getState()).instruments.indexOf(name) + 1;
  return `${name} is at place ${place} of ${instruments.length}`;
}
