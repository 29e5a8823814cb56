import type { ColDef } from 'ag-grid-community';
import { compare, type DecimalString } from '../../shared/decimal.ts';

/** What every column of our grids has in common. */
export const DEFAULT_COLUMN: ColDef = {
  sortable: false,
  resizable: true,
  suppressHeaderMenuButton: true,
  suppressMovable: true,
};

/** Sorts decimals by value; what is missing comes first. */
export function compareDecimals(a: DecimalString | null | undefined, b: DecimalString | null | undefined): number {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1;
  if (b === null || b === undefined) return 1;
  return compare(a, b);
}

/** A right-aligned column of decimals: sorts on the value, shows the text. */
export function decimalColumn<Row>(
  name: string,
  read: (row: Row) => DecimalString | null | undefined,
  format: (value: DecimalString | null | undefined, row: Row) => string,
): ColDef<Row, DecimalString | null | undefined> {
  return {
    headerName: name,
    type: 'number',
    valueGetter: ({ data }) => (data === undefined ? null : read(data)),
    valueFormatter: ({ value, data }) => (data === undefined ? '' : format(value, data)),
    comparator: compareDecimals,
  };
}

/** Column types: `number` is right-aligned with tabular figures. */
export const COLUMN_TYPES = {
  number: { cellClass: 'number', headerClass: 'ag-right-aligned-header', cellStyle: { textAlign: 'right' } },
};
