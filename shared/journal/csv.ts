import type { JournalEntry } from '../ipc/journal-schema.ts';
import { disarm } from '../spreadsheet.ts';
import { describeEntry, nameSubject } from './describe.ts';

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
  return `"${disarm(cell).replaceAll('"', '""')}"`;
}
