import type { ColDef } from 'ag-grid-community';
import { textColumn } from './columns.ts';
import { GROUP_COLUMN, type GridGroup } from './use-grid.ts';

/** What a grid tells its columns. */
export interface GridContext<Row> {
  readonly group: GridGroup<Row> | null;
}

/** The column that says what rows are put together by: hidden until they are. It comes first. */
export function groupColumn<Row>(pixels: number): ColDef<Row> {
  return {
    ...textColumn<Row>('Group', () => null),
    flex: pixels,
    minWidth: pixels,
    colId: GROUP_COLUMN,
    hide: true,
    cellClass: 'group-key',
    valueGetter: ({ data, context }) => readGroupKey(data, context),
  };
}

function readGroupKey(row: unknown, context: unknown): string | null {
  if (row === undefined || typeof context !== 'object' || context === null) return null;
  return (context as GridContext<unknown>).group?.keyOf(row) ?? null;
}
