import type { GridApi } from 'ag-grid-community';

/** A sort on a ticking column is made anew this often at most: on every tick it would never rest, nor leave time for anything else. */
const RESORT_MS = 1000;

/**
 * Sorts the grid once a second while `isSorted`, but not while the pointer moves over it. The focused cell stays on its
 * row. The grid needs `suppressModelUpdateAfterUpdateTransaction`. Returns the function that stops it.
 */
export function sortSteadily<Row>(api: GridApi<Row>, element: HTMLElement, isSorted: () => boolean): () => void {
  let pointerMovedAtMs = Number.NEGATIVE_INFINITY;
  const watchPointer = (): void => {
    pointerMovedAtMs = performance.now();
  };
  element.addEventListener('pointermove', watchPointer, { passive: true });
  const timer = setInterval(() => {
    if (isSorted() && performance.now() - pointerMovedAtMs >= RESORT_MS) {
      keepFocus(api, element, () => api.refreshClientSideRowModel('sort'));
    }
  }, RESORT_MS);
  return () => {
    clearInterval(timer);
    element.removeEventListener('pointermove', watchPointer);
  };
}

/** Lets rows change places, and then puts the focus back on the row that had it: the grid keeps it on a place. */
export function keepFocus<Row>(api: GridApi<Row>, element: HTMLElement, reorder: () => void): void {
  // Its type has null; before the first focus it gives undefined.
  const cell = element.contains(document.activeElement) ? (api.getFocusedCell() ?? null) : null;
  const node = cell === null ? undefined : api.getDisplayedRowAtIndex(cell.rowIndex);
  reorder();
  if (cell === null || node?.rowIndex == null || node.rowIndex === cell.rowIndex) return;
  if (api.getRowNode(node.id ?? '') === node) api.setFocusedCell(node.rowIndex, cell.column);
}
