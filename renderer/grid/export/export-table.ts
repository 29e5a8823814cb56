import type { Column, GridApi, IRowNode } from 'ag-grid-community';
import { decimalFromWire, type DecimalString } from '../../../shared/decimal.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { readKind } from '../columns.ts';
import { ExportRefused } from './export-kinds.ts';

/** A cell as it leaves the terminal. `time`: milliseconds since the epoch. */
export type ExportCell =
  | { readonly kind: 'decimal'; readonly value: DecimalString }
  | { readonly kind: 'time'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | null;

/** What a grid shows: the rows it shows in their order, of each the columns in sight. */
export interface ExportTable {
  readonly columns: readonly { readonly name: string; readonly kind: 'decimal' | 'time' | 'text' }[];
  readonly rows: readonly (readonly ExportCell[])[];
}

/** A spreadsheet's cell holds so many. */
const MOST_CHARACTERS = 32_767;

/** Rows that are read before the window gets a turn. */
const ROWS_A_TURN = 4000;

/** Reads what the grid shows; the window stays alive meanwhile, and `onShare` hears how much, 0 to 1, is read. */
export async function readShownTable<Row>(
  api: GridApi<Row>,
  onShare: (share: number) => void = () => undefined,
): Promise<ExportTable> {
  const columns = listShownColumns(api);
  const nodes: IRowNode<Row>[] = [];
  api.forEachNodeAfterFilterAndSort((node) => nodes.push(node));
  const rows: ExportCell[][] = [];
  for (const node of nodes) {
    rows.push(columns.map((column) => readCell(api, node, column)));
    if (rows.length % ROWS_A_TURN !== 0) continue;
    onShare(rows.length / nodes.length);
    await nextTurn();
    // From then on its cells would all read as empty.
    if (api.isDestroyed()) throw new ExportRefused('The rows were closed while being read.');
  }
  return { columns: columns.map((column) => ({ name: nameColumn(column), kind: readKind(column.getColDef()) })), rows };
}

/** The columns in sight, from left to right. */
export function listShownColumns<Row>(api: GridApi<Row>): Column[] {
  return api.getAllDisplayedColumns();
}

/** The column's name in full where its header is short. */
export function nameColumn(column: Column): string {
  const { headerTooltip, headerName } = column.getColDef();
  return typeof headerTooltip === 'string' ? headerTooltip : (headerName ?? column.getColId());
}

/** A cell's value, not its look: a number with all its digits, an instant, or the words that stand there. */
export function readCell<Row>(api: GridApi<Row>, rowNode: IRowNode<Row>, column: Column): ExportCell {
  const value: unknown = api.getCellValue({ rowNode, colKey: column });
  if (value === null || value === undefined || value === '') return null;
  const kind = readKind(column.getColDef());
  if (kind === 'time' && typeof value === 'number') return { kind, value };
  const decimal = kind === 'decimal' || typeof value === 'number' ? decimalFromWire(value) : null;
  // Words that stand where a number was expected are words.
  if (decimal !== null) return { kind: 'decimal', value: decimal };
  if (typeof value !== 'string') return { kind: 'text', value: JSON.stringify(value) };
  return { kind: 'text', value: showForeign(value, MOST_CHARACTERS) };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
