import type { GridApi } from 'ag-grid-community';
import type { Grid } from './use-grid.ts';

/** A search that is lifted shows its rows within this time. */
const SHOWN_WITHIN_MS = 1000;

interface Revealed<Row> {
  readonly isWanted: (row: Row) => boolean;
  /** What the rows are looked at for: it is brought into sight, and gets the keys. */
  readonly columnId: string;
}

/** Shows rows of a kind, lifting the search and the filters where they hide one, and gives the keys to the first. */
export function revealRows<Row>(grid: Grid<Row>, { isWanted, columnId }: Revealed<Row>): void {
  const { api } = grid;
  if (api === null) return;
  if (hidesAny(api, isWanted)) {
    api.setFilterModel(null);
    grid.setSearch('');
  }
  if (api.getColumn(columnId)?.isVisible() === false) {
    api.setColumnsVisible([columnId], true);
    grid.keep();
  }
  const give = (): void => {
    if (api.isDestroyed() || hidesAny(api, isWanted)) return;
    stop();
    giveKeys(api, { isWanted, columnId });
  };
  const stop = (): void => {
    clearTimeout(timer);
    if (!api.isDestroyed()) api.removeEventListener('modelUpdated', give);
  };
  const timer = setTimeout(stop, SHOWN_WITHIN_MS);
  api.addEventListener('modelUpdated', give);
  // In the next frame: a panel that was behind a tab is on screen by then, and the pressed button has had its focus.
  requestAnimationFrame(give);
}

function hidesAny<Row>(api: GridApi<Row>, isWanted: (row: Row) => boolean): boolean {
  let hidden = 0;
  api.forEachNode(({ data }) => (hidden += data !== undefined && isWanted(data) ? 1 : 0));
  api.forEachNodeAfterFilter(({ data }) => (hidden -= data !== undefined && isWanted(data) ? 1 : 0));
  return hidden > 0;
}

function giveKeys<Row>(api: GridApi<Row>, { isWanted, columnId }: Revealed<Row>): void {
  let first: number | null = null;
  api.forEachNodeAfterFilterAndSort(({ data, rowIndex }) => {
    if (first === null && data !== undefined && isWanted(data)) first = rowIndex;
  });
  if (first === null) return;
  api.ensureIndexVisible(first);
  api.ensureColumnVisible(columnId);
  api.setFocusedCell(first, columnId);
}
