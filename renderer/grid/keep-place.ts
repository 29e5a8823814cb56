import type { GridApi } from 'ag-grid-community';

/** Where the trader is in a grid: the row with the focus, and the first row in sight. */
export interface Place {
  readonly focused: { readonly rowId: string; readonly rowIndex: number; readonly column: string } | null;
  readonly top: { readonly rowId: string; readonly offsetPx: number } | null;
}

function viewportOf<Row>(api: GridApi<Row>): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[grid-id="${api.getGridId()}"] .ag-grid-viewport`);
}

/** Read before rows change. Null parts: nothing has the focus, or the grid shows its beginning. */
export function readPlace<Row>(api: GridApi<Row>): Place {
  // The library gives undefined before anything had the focus, whatever its types say.
  const cell = api.getFocusedCell() ?? null;
  const node = cell === null || cell.rowPinned ? undefined : api.getDisplayedRowAtIndex(cell.rowIndex);
  const focused =
    cell === null || node?.id === undefined
      ? null
      : { rowId: node.id, rowIndex: cell.rowIndex, column: cell.column.getColId() };
  const topPx = viewportOf(api)?.scrollTop ?? 0;
  if (topPx === 0) return { focused, top: null };
  const first = api.getDisplayedRowAtIndex(api.getFirstDisplayedRowIndex());
  let anchor = first;
  while (anchor !== undefined && (anchor.rowTop ?? 0) + (anchor.rowHeight ?? 0) <= topPx) {
    anchor = api.getDisplayedRowAtIndex((anchor.rowIndex ?? 0) + 1);
  }
  const offsetPx = topPx - (anchor?.rowTop ?? 0);
  return { focused, top: anchor?.id === undefined ? null : { rowId: anchor.id, offsetPx } };
}

/**
 * After rows came, went or moved: the focus stays on its order and the rows in sight stay where they are. The library
 * keeps both by position, where a key pressed in that moment would meet another row.
 */
export function restorePlace<Row>(api: GridApi<Row>, { focused, top }: Place): void {
  const viewport = viewportOf(api);
  const anchor = top === null ? undefined : api.getRowNode(top.rowId);
  if (viewport !== null && top !== null && typeof anchor?.rowTop === 'number') {
    const wanted = anchor.rowTop + top.offsetPx;
    if (viewport.scrollTop !== wanted) viewport.scrollTop = wanted;
  }
  if (focused === null) return;
  const rowIndex = api.getRowNode(focused.rowId)?.rowIndex ?? null;
  if (rowIndex === focused.rowIndex) return;
  const hasFocus = document.querySelector(`[grid-id="${api.getGridId()}"]`)?.contains(document.activeElement) === true;
  if (rowIndex === null || !hasFocus) api.clearFocusedCell();
  else api.setFocusedCell(rowIndex, focused.column);
}

/** Gives the keys back to the cell that had them before something stood above the grid. */
export function focusAgain<Row>(api: GridApi<Row> | null): void {
  const cell = api?.getFocusedCell() ?? null;
  if (cell !== null) api?.setFocusedCell(cell.rowIndex, cell.column);
}
