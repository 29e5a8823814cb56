import type { GridApi } from 'ag-grid-community';
import { readCopyForm } from '../../stores/table-form.ts';
import { writeRows } from './delimited.ts';
import { listShownColumns, nameColumn, readCell } from './export-table.ts';
import { readKind, type ValueKind } from '../columns.ts';

/** What copying in the grid gives: the rows selected where there are several, else the cell with the focus. */
export function readCopyText<Row>(api: GridApi<Row>): string | null {
  const selected = api.getSelectedNodes();
  if (selected.length > 1) {
    const ids = new Set(selected.map(({ id }) => id));
    return copyRows(api, (id) => ids.has(id));
  }
  const cell = api.getFocusedCell() ?? null;
  const node = cell === null || cell.rowPinned ? undefined : api.getDisplayedRowAtIndex(cell.rowIndex);
  if (cell === null || node === undefined) return null;
  return writeValue(api.getCellValue({ rowNode: node, colKey: cell.column }), readKind(cell.column.getColDef()));
}

/** A single value as it is, with a decimal point: it goes into a field or a message, not into a spreadsheet. A time is one value: UTC. */
function writeValue(value: unknown, kind: ValueKind): string {
  if (value === null || value === undefined) return '';
  if (kind === 'time' && typeof value === 'number') return new Date(value).toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The rows of the ids, as they stand, columns in sight, in the form that the trader chose for copies. */
export function copyRows<Row>(api: GridApi<Row>, isWanted: (rowId: string | undefined) => boolean): string {
  const columns = listShownColumns(api);
  const rows: ReturnType<typeof readCell<Row>>[][] = [];
  api.forEachNodeAfterFilterAndSort((node) => {
    if (isWanted(node.id)) rows.push(columns.map((column) => readCell(api, node, column)));
  });
  const named = columns.map((column) => ({ name: nameColumn(column), kind: readKind(column.getColDef()) }));
  return writeRows({ columns: named, rows }, readCopyForm());
}
