import type { JournalEntry } from '../ipc/schemas/journal-schema.ts';
import { disarm, SEPARATORS } from '../spreadsheet.ts';
import { describeEntry, nameSubject } from './describe.ts';

const COLUMNS = ['sequence', 'time_utc', 'service_time_utc', 'kind', 'subject', 'what', 'fields', 'hash'];

/** The first line. */
export function writeCsvHeader(separator = SEPARATORS.comma): string {
  return `${COLUMNS.join(separator)}\r\n`;
}

/** An entry as a line of CSV (RFC 4180): every cell quoted, none that a spreadsheet would run or rewrite. */
export function writeCsvLine(entry: JournalEntry, separator = SEPARATORS.comma): string {
  const { sequence, at, service_at, kind, fields, hash } = entry;
  const serviceTime = service_at === null ? '' : new Date(service_at).toISOString();
  const cells = [
    String(sequence),
    new Date(at).toISOString(),
    serviceTime,
    kind,
    nameSubject(entry),
    describeEntry(entry),
    JSON.stringify(fields),
    hash,
  ];
  return `${cells.map(quote).join(separator)}\r\n`;
}

function quote(cell: string): string {
  return `"${disarm(cell).replaceAll('"', '""')}"`;
}
