import { readCsv, writeCsv } from '../../../shared/csv.ts';
import type { TableCell, TableForm } from '../../../shared/spreadsheet.ts';
import { MOST_LISTED } from '../../../shared/ipc/schemas/watchlist-schema.ts';
import { readAsk, readAskSize, readBid, readBidSize, readChange, readMark, type WatchRow } from './watch-row.ts';

const NAME_COLUMN = 'instrument';
/** No instrument's name is longer. */
const NAME_MAX_CHARACTERS = 128;

/** A number, or none. */
function numberOf(read: (row: WatchRow) => string | null): (row: WatchRow) => TableCell | null {
  return (row) => {
    const number = read(row);
    return number === null ? null : { number };
  };
}

const COLUMNS: readonly (readonly [string, (row: WatchRow) => TableCell | null])[] = [
  [NAME_COLUMN, ({ name }) => name],
  ['bid_size', numberOf(readBidSize)],
  ['bid', numberOf(readBid)],
  ['ask', numberOf(readAsk)],
  ['ask_size', numberOf(readAskSize)],
  ['mark', numberOf(readMark)],
  ['change_24h_percent', numberOf(readChange)],
  ['price_state', ({ freshness }) => freshness],
  ['price_time_utc', ({ received }) => describeTime(received?.quote.ticker?.timestamp ?? null)],
];

function describeTime(epochMs: number | null): string | null {
  const date = epochMs === null ? null : new Date(epochMs);
  return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A list as it stands, as text of a CSV file that `planImport` reads. What is missing is empty. */
export function writeList(rows: readonly WatchRow[], form?: TableForm): string {
  const cells = rows.map((row) => COLUMNS.map(([, read]) => read(row) ?? ''));
  return writeCsv([COLUMNS.map(([name]) => name), ...cells], form);
}

/** The name of a list's file. */
export function nameFile(listName: string): string {
  const plain = listName
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `watchlist-${plain === '' ? 'list' : plain}.csv`;
}

/** A line of a file that was left out, `text` as it stood there. */
export interface LeftOut {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

export interface ImportPlan {
  /** To be checked with the service, in the order of the file. */
  readonly names: readonly { readonly line: number; readonly name: string }[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * What a file would add to a list: the column headed “instrument”, or the first column of a file without that heading.
 * Nothing is guessed: a name is taken as it is written.
 */
export function planImport(text: string, listed: readonly string[]): ImportPlan {
  const lines = readCsv(text);
  const heading = lines[0]?.fields.findIndex((field) => field.toLowerCase() === NAME_COLUMN) ?? -1;
  const column = Math.max(0, heading);
  const names: { line: number; name: string }[] = [];
  const leftOut: LeftOut[] = [];
  const firstLines = new Map<string, number>();
  for (const { line, fields } of heading < 0 ? lines : lines.slice(1)) {
    const name = fields[column] ?? '';
    const first = firstLines.get(name);
    const reason = findReason(name, first, listed, names.length);
    if (reason === null) names.push({ line, name });
    else leftOut.push({ line, text: fields.join(', '), reason });
    if (first === undefined) firstLines.set(name, line);
  }
  return { names, leftOut };
}

function findReason(name: string, firstLine: number | undefined, listed: readonly string[], taken: number) {
  if (name === '') return 'No instrument is named.';
  if (name.length > NAME_MAX_CHARACTERS) return `A name has ${NAME_MAX_CHARACTERS} characters at most.`;
  if (listed.includes(name)) return 'It is in the list already.';
  if (firstLine !== undefined) return `It is in line ${firstLine} too.`;
  return listed.length + taken < MOST_LISTED ? null : `A list holds ${MOST_LISTED} instruments at most.`;
}
