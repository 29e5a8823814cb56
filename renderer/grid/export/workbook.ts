import { type CellValue, type ColumnDef, writeXlsx } from 'hucre/xlsx';
import { MAX_SIGNIFICANT_DIGITS, significantDigits, toNumber } from '../../../shared/decimal.ts';
import { listHeaders } from './delimited.ts';
import type { ExportCell, ExportTable } from './export-table.ts';

/** What the second sheet says of the first, line by line. */
export type Provenance = readonly (readonly [name: string, value: string])[];

const TIME_FORMAT = 'yyyy-mm-dd hh:mm:ss.000';
/** A workbook reads `_x0041_` as a character; this keeps what was written so. */
const ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

function literal(text: string): string {
  return text.replaceAll(ESCAPED, '_x005F_');
}

/** A cell of words is never a formula in a workbook: its type says so. More digits than a double holds stay words. */
function toCells(cell: ExportCell, kind: ExportTable['columns'][number]['kind']): CellValue[] {
  if (cell === null) return kind === 'time' ? [null, null] : [null];
  if (cell.kind === 'time') return [new Date(cell.value), shiftToLocal(cell.value)];
  if (cell.kind === 'text') return [literal(cell.value)];
  return [significantDigits(cell.value) > MAX_SIGNIFICANT_DIGITS ? cell.value : toNumber(cell.value)];
}

/** A workbook's times have no zone: the local one is written as what the clock on the wall says. */
function shiftToLocal(epochMs: number): Date {
  return new Date(epochMs - new Date(epochMs).getTimezoneOffset() * 60_000);
}

/** The table as an XLSX workbook, with a sheet of its source. */
export function writeWorkbook(table: ExportTable, name: string, provenance: Provenance): Promise<Uint8Array> {
  const formats = table.columns.flatMap(({ kind }): ColumnDef[] => {
    if (kind === 'time') return [timeColumn(), timeColumn()];
    return [{ width: kind === 'decimal' ? 14 : 22 }];
  });
  const rows = [
    listHeaders(table.columns).map(literal),
    ...table.rows.map((row) => row.flatMap((cell, index) => toCells(cell, table.columns[index]?.kind ?? 'text'))),
  ];
  return writeXlsx({
    sheets: [
      { name, columns: formats, rows, freezePane: { rows: 1 } },
      {
        name: 'About',
        columns: [{ width: 24 }, { width: 90 }],
        rows: provenance.map(([field, value]) => [literal(field), literal(value)]),
      },
    ],
  });
}

function timeColumn(): ColumnDef {
  return { width: 24, numFmt: TIME_FORMAT };
}
