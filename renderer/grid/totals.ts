import type { ColDef, ValueFormatterParams, ValueGetterParams } from 'ag-grid-community';
import { formatCount } from '../ui/words/shown.ts';
import { add, type DecimalString, sum, ZERO } from '../../shared/decimal.ts';

/** The row below all others: a text for some columns. It is no row of the grid's own kind. */
export class TotalsRow {
  readonly texts: ReadonlyMap<string, string>;

  constructor(texts: Readonly<Record<string, string>>) {
    this.texts = new Map(Object.entries(texts));
  }
}

/** Whether a row's data is the totals row's. */
export function isTotals(data: unknown): data is TotalsRow {
  return data instanceof TotalsRow;
}

function isPinned({ node, data }: Pick<ValueGetterParams, 'node' | 'data'>): boolean {
  return node === null ? isTotals(data) : Boolean(node.rowPinned);
}

/** A cell of the totals row. */
function readTotal(data: unknown, columnId: string | undefined): string | null {
  return isTotals(data) ? (data.texts.get(columnId ?? '') ?? '') : null;
}

/** The column, able to stand in the totals row: what reads a row's data is kept from it. */
export function withTotals<Row>(column: ColDef<Row>): ColDef<Row> {
  const { valueGetter, valueFormatter, tooltipValueGetter, cellClass, cellRenderer, colId, ...rest } = column;
  const total = (data: unknown): string | null => readTotal(data, colId);
  const wrapped: ColDef<Row> = { ...rest };
  if (colId !== undefined) wrapped.colId = colId;
  if (typeof valueGetter === 'function') {
    const read = valueGetter;
    // Asked for twice at each comparison of a sort, of rows that are never the pinned one.
    wrapped.valueGetter = (params: ValueGetterParams<Row>): unknown => (isPinned(params) ? null : read(params));
  }
  const format = typeof valueFormatter === 'function' ? valueFormatter : null;
  wrapped.valueFormatter = (params: ValueFormatterParams<Row>): string => {
    const text = total(params.data);
    if (text !== null) return text;
    if (format !== null) return format(params);
    const value: unknown = params.value;
    return typeof value === 'string' ? value : '';
  };
  // A narrow column cuts its sum off: the tooltip has it whole, of columns too that have no other.
  wrapped.tooltipValueGetter = (params) => total(params.data) ?? tooltipValueGetter?.(params) ?? '';
  if (typeof cellClass === 'function') {
    wrapped.cellClass = (params) => (total(params.data) === null ? cellClass(params) : 'number');
  } else if (cellClass !== undefined) wrapped.cellClass = cellClass;
  if (cellRenderer !== undefined) {
    const renderer: unknown = cellRenderer;
    wrapped.cellRendererSelector = ({ data }) => (total(data) === null ? { component: renderer } : undefined);
  }
  return wrapped;
}

/** How many rows are summed; and of how many, where a search or a filter hides some. */
export function countShown(shown: number, all: number, noun: string): string {
  if (shown === all) return `${formatCount(shown)} ${shown === 1 ? noun : `${noun}s`}`;
  return `${formatCount(shown)} of ${formatCount(all)} ${noun}s`;
}

/** Most digits of an integer that a double adds exactly, with room for a million such. */
const SMALL_INTEGER = /^-?\d{1,9}$/;

/** The exact sum; whole small amounts, which most are, are added as what they are. */
export function sumAmounts(amounts: Iterable<DecimalString>): DecimalString {
  let whole = 0;
  const others: DecimalString[] = [];
  for (const amount of amounts) {
    if (SMALL_INTEGER.test(amount)) whole += Number(amount);
    else others.push(amount);
  }
  return add(String(whole) as DecimalString, others.length === 0 ? ZERO : sum(others));
}
