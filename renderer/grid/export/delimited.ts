import { disarm } from '../../../shared/spreadsheet.ts';
import type { ExportCell, ExportTable } from './export-table.ts';

/** ISO time of an instant by the clock of this machine, with its offset: `2026-11-21T14:03:07.118+01:00`. */
export function formatLocalTime(epochMs: number): string {
  const offset = -new Date(epochMs).getTimezoneOffset();
  const shifted = new Date(epochMs + offset * 60_000).toISOString().slice(0, 23);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  return `${shifted}${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** Fields as RFC 4180 has them: quoted where they hold a separator, a quote or a line break. */
function encodeField(text: string, separator: string): string {
  const mustQuote = text.includes(separator) || /["\r\n]/.test(text) || text !== text.trim();
  return mustQuote ? `"${text.replaceAll('"', '""')}"` : text;
}

function encodeCell(cell: ExportCell): string[] {
  if (cell === null) return [''];
  if (cell.kind === 'time') return [new Date(cell.value).toISOString(), formatLocalTime(cell.value)];
  return [cell.kind === 'decimal' ? cell.value : disarm(cell.value)];
}

function encodeRow(cells: readonly ExportCell[], columns: ExportTable['columns'], separator: string): string {
  return cells
    .flatMap((cell, index) => (cell === null && columns[index]?.kind === 'time' ? ['', ''] : encodeCell(cell)))
    .map((text) => encodeField(text, separator))
    .join(separator);
}

/** A table's header: an instant has two columns, UTC and by this machine's clock. */
export function listHeaders(columns: ExportTable['columns']): string[] {
  return columns.flatMap(({ name, kind }) => (kind === 'time' ? [`${name} (UTC)`, `${name} (local)`] : [disarm(name)]));
}

/** The table as CSV: UTF-8 without a mark, lines ended by CRLF, decimals with exactly their digits. */
export function writeCsv({ columns, rows }: ExportTable): string {
  const lines = [
    listHeaders(columns)
      .map((name) => encodeField(name, ','))
      .join(','),
  ];
  for (const row of rows) lines.push(encodeRow(row, columns, ','));
  return `${lines.join('\r\n')}\r\n`;
}

/** Rows for the clipboard, separated by tabs, without headers. */
export function writeTsv({ columns, rows }: ExportTable): string {
  return rows.map((row) => encodeRow(row, columns, '\t')).join('\n');
}
