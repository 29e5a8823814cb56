import { type ClipboardEvent, type MouseEvent as ReactMouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { AgGridReact } from 'ag-grid-react';
import type {
  CellContextMenuEvent,
  CellDoubleClickedEvent,
  CellKeyDownEvent,
  FullWidthCellKeyDownEvent,
  GridOptions,
  PostSortRowsParams,
  RowClassRules,
} from 'ag-grid-community';
import { readNonce } from '../api/nonce.ts';
import { COLUMN_TYPES, DEFAULT_COLUMN } from './columns.ts';
import { readCopyText } from './export/copy.ts';
import { allowDrag } from './drag-cell.ts';
import { filterFor } from './filters.ts';
import { ONE_TAB_STOP } from './tab-key.ts';
import { GRID_THEME, SCROLLBAR_WIDTH_PX } from './theme.ts';
import { isTotals, withTotals } from './totals.ts';
import type { GridContext } from './group-column.ts';
import { useHeldRows } from './held-rows.ts';
import { useRows, useSteadyModel, useTotals } from './model.ts';
import { useSearch } from './search.ts';
import { type Grid, GROUP_COLUMN, type GridGroup } from './use-grid.ts';
import './grid.css';

interface DataGridProps<Row> {
  readonly grid: Grid<Row>;
  readonly getRowId: (row: Row) => string;
  /** Its rows, to be replaced as a whole; where a feed brings changes, those it begins with. */
  readonly rows: readonly Row[];
  /** Rows that stand above all others, whatever the trader sorts by. */
  readonly isFirst?: (row: Row) => boolean;
  readonly rowClassRules?: RowClassRules<Row>;
  /** Texts of the totals row, by column, from the rows that are shown; `all` counts those that are hidden too. */
  readonly sumUp?: (rows: readonly Row[], all: number) => Readonly<Record<string, string>>;
  readonly onKey?: (pressed: KeyboardEvent, row: Row) => void;
  /** A row was clicked twice, beside its buttons. */
  readonly onOpen?: (row: Row) => void;
  /** What a row is dragged as; null where it can't be. */
  readonly dragText?: (row: Row) => string | null;
  /** The menu of a row was asked for; the point is in pixels of the window. */
  readonly onMenu?: (row: Row, at: { readonly x: number; readonly y: number }) => void;
}

/** A grid with filters, quick search, several sorts, grouping, totals, copying, and a layout that is kept. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { grid, getRowId, rows, isFirst, rowClassRules, sumUp, dragText, onKey, onOpen, onMenu } = props;
  const { definition, group, keep } = grid;
  const columns = useMemo(() => finishColumns(definition.columns), [definition]);
  const classRules = useMemo(() => spareTotals(rowClassRules ?? {}), [rowClassRules]);
  const arrange = useRef<(params: PostSortRowsParams<Row>) => void>(() => undefined);
  arrange.current = ({ nodes }) => arrangeRows(nodes, isFirst ?? null, group);
  const [postSortRows] = useState(() => (params: PostSortRowsParams<Row>) => arrange.current(params));
  const context = useMemo((): GridContext<Row> => ({ group }), [group]);
  const { api } = grid;
  const [firstContext] = useState(context);
  const shownContext = useRef(context);
  useEffect(() => {
    if (api === null || shownContext.current === context) return;
    shownContext.current = context;
    api.setGridOption('context', context);
    api.refreshClientSideRowModel('sort');
    api.refreshCells({ columns: [GROUP_COLUMN], force: true });
  }, [api, context]);
  const [firstRows] = useState(() => [...rows]);
  const searchOptions = useSearch(api, definition.isSearchedBySource === true ? '' : grid.search);
  useRows(api, rows);
  useSteadyModel(api);
  const root = useRef<HTMLDivElement>(null);
  useHeldRows(api, root);
  useTotals(api, sumUp);

  function handleKey(event: CellKeyDownEvent<Row> | FullWidthCellKeyDownEvent<Row>): void {
    const { event: pressed, data, node } = event;
    if (!(pressed instanceof KeyboardEvent) || pressed.repeat || data === undefined || node.rowPinned) return;
    if (onMenu !== undefined && (pressed.key === 'ContextMenu' || (pressed.key === 'F10' && pressed.shiftKey))) {
      pressed.preventDefault();
      const box = pressed.target instanceof Element ? pressed.target.getBoundingClientRect() : new DOMRect();
      onMenu(data, { x: box.left + 8, y: box.bottom });
      return;
    }
    onKey?.(pressed, data);
  }

  function handlePress(event: ReactMouseEvent): void {
    if (dragText === undefined) return;
    allowDrag(event, (rowId) => {
      const row = api?.getRowNode(rowId)?.data;
      return row === undefined || isTotals(row) ? null : dragText(row);
    });
  }

  function handleMenu({ event, data, node }: CellContextMenuEvent<Row>): void {
    if (!(event instanceof MouseEvent) || data === undefined || node.rowPinned) return;
    onMenu?.(data, { x: event.clientX, y: event.clientY });
  }

  function handleOpen({ event, data, node }: CellDoubleClickedEvent<Row>): void {
    if (data === undefined || node.rowPinned || isOfButton(event?.target)) return;
    onOpen?.(data);
  }

  function handleCopy(event: ClipboardEvent): void {
    if (api === null || event.target instanceof HTMLInputElement) return;
    const text = readCopyText(api);
    if (text === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  }

  const options: GridOptions<Row> = {
    theme: GRID_THEME,
    styleNonce: readNonce(document) ?? '',
    defaultColDef: DEFAULT_COLUMN,
    columnTypes: COLUMN_TYPES,
    getRowId: ({ data }) => (isTotals(data) ? 'totals' : getRowId(data)),
    context: firstContext,
    postSortRows,
    rowClassRules: classRules,
    rowSelection: { mode: 'multiRow', checkboxes: false, headerCheckbox: false, enableClickSelection: true },
    ...ONE_TAB_STOP,
    animateRows: false,
    // Cells outside the view cost as much as those inside.
    rowBuffer: 4,
    // Read aloud in the order it is seen in.
    ensureDomOrder: true,
    // Updates show at once; what they move, the steady model moves, as often as the grid can bear.
    suppressModelUpdateAfterUpdateTransaction: true,
    ...searchOptions,
    scrollbarWidth: SCROLLBAR_WIDTH_PX,
    // Else the columns are sized for a width that the first full page of rows takes away.
    alwaysShowVerticalScroll: true,
    tooltipShowDelay: 400,
    preventDefaultOnContextMenu: true,
    onCellKeyDown: handleKey,
    onCellContextMenu: handleMenu,
    onCellDoubleClicked: handleOpen,
    onSortChanged: ({ source }) => (source === 'uiColumnSorted' ? keep() : undefined),
    onFilterChanged: ({ source }) => (source === 'columnFilter' ? keep() : undefined),
    onColumnResized: ({ finished, source }) => (finished && source === 'uiColumnResized' ? keep() : undefined),
    onColumnMoved: ({ finished, source }) => (finished && source === 'uiColumnMoved' ? keep() : undefined),
  };
  return (
    <div ref={root} className="grid" onCopy={handleCopy} onMouseDown={handlePress}>
      <AgGridReact<Row>
        {...options}
        columnDefs={columns}
        rowData={firstRows}
        onGridReady={(event) => grid.setApi(event.api)}
        onGridPreDestroyed={() => grid.setApi(null)}
      />
    </div>
  );
}

/** Whether what was pressed is a button of its own, such as a row's Cancel. */
export function isOfButton(target: EventTarget | null | undefined): boolean {
  return target instanceof Element && target.closest('button') !== null;
}

/** Rules that are never asked of the totals row. */
function spareTotals<Row>(rules: RowClassRules<Row>): RowClassRules<Row> {
  const spared = Object.entries(rules).map(([name, rule]) => [
    name,
    typeof rule === 'function' ? (params: Parameters<typeof rule>[0]) => !isTotals(params.data) && rule(params) : rule,
  ]);
  return Object.fromEntries(spared) as RowClassRules<Row>;
}

function finishColumns<Row>(columns: GridDefinitionColumns<Row>) {
  return columns.map((column) =>
    withTotals({ sortable: true, suppressMovable: false, ...filterFor(column), ...column }),
  );
}

type GridDefinitionColumns<Row> = Grid<Row>['definition']['columns'];

/** However sorted, groups stay together and alerts in sight. */
function arrangeRows<Row>(
  nodes: PostSortRowsParams<Row>['nodes'],
  isFirst: ((row: Row) => boolean) | null,
  group: GridGroup<Row> | null,
): void {
  if (isFirst === null && group === null) return;
  const first: typeof nodes = [];
  const groups = new Map<string, typeof nodes>();
  for (const node of nodes) {
    if (node.data === undefined) continue;
    if (isFirst?.(node.data) === true) first.push(node);
    else if (group !== null) {
      const key = group.keyOf(node.data);
      const members = groups.get(key);
      if (members === undefined) groups.set(key, [node]);
      else members.push(node);
    }
  }
  if (group === null && first.length === 0) return;
  const isAbove = new Set(first);
  const rest =
    group === null
      ? nodes.filter((node) => !isAbove.has(node))
      : [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, members]) => members);
  for (const [index, node] of [...first, ...rest].entries()) nodes[index] = node;
}
