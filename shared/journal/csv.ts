import type { JournalEntry } from '../ipc/journal-schema.ts';
import { describeEntry, nameSubject } from './describe.ts';

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export const JOURNAL_CSV_HEADER = 'sequence,time_utc,service_time_utc,kind,subject,what,fields,hash\r\n';

/** An entry as a line of CSV (RFC 4180): every cell quoted, none that a spreadsheet would run. */
export function writeCsvLine(entry: JournalEntry): string {
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
  return `${cells.map(quote).join(',')}\r\n`;
}

function quote(cell: string): string {
  const plain = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${plain.replaceAll('"', '""')}"`;
}
