import { type TableCell, type TableForm, writeCells } from '../../../shared/spreadsheet.ts';
import type { ExportCell, ExportTable } from './export-table.ts';

/** ISO time of an instant by the clock of this machine, with its offset: `2026-11-21T14:03:07.118+01:00`. */
export function formatLocalTime(epochMs: number): string {
  const offset = -new Date(epochMs).getTimezoneOffset();
  const shifted = new Date(epochMs + offset * 60_000).toISOString().slice(0, 23);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  return `${shifted}${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

function listCells(cell: ExportCell, kind: ExportTable['columns'][number]['kind'] | undefined): TableCell[] {
  if (cell === null) return kind === 'time' ? ['', ''] : [''];
  if (cell.kind === 'time') return [new Date(cell.value).toISOString(), formatLocalTime(cell.value)];
  return [cell.kind === 'decimal' ? { number: cell.value } : cell.value];
}

function writeRow(cells: readonly ExportCell[], columns: ExportTable['columns'], form: TableForm): string {
  return writeCells(
    cells.flatMap((cell, index) => listCells(cell, columns[index]?.kind)),
    form,
  );
}

/** A table's header: an instant has two columns, UTC and by this machine's clock. */
export function listHeaders(columns: ExportTable['columns']): string[] {
  return columns.flatMap(({ name, kind }) => (kind === 'time' ? [`${name} (UTC)`, `${name} (local)`] : [name]));
}

/** The table as CSV: UTF-8 without a mark, lines ended by CRLF, decimals with exactly their digits. */
export function writeCsv({ columns, rows }: ExportTable, form: TableForm): string {
  const lines = [writeCells(listHeaders(columns), form), ...rows.map((row) => writeRow(row, columns, form))];
  return `${lines.join('\r\n')}\r\n`;
}

/** Rows for the clipboard, without headers. */
export function writeRows({ columns, rows }: ExportTable, form: TableForm): string {
  return rows.map((row) => writeRow(row, columns, form)).join('\n');
}
