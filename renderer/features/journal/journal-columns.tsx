import type { ColDef } from 'ag-grid-community';
import type { CustomCellRendererProps } from 'ag-grid-react';
import { type JournalEntry, JOURNAL_FIELDS, type JournalField } from '../../../shared/ipc/schemas/journal-schema.ts';
import { describeEntry, nameKind, nameSubject } from '../../../shared/journal/describe.ts';
import { textColumn, timeColumn } from '../../grid/columns.ts';
import { groupColumn } from '../../grid/group-column.ts';
import type { GridGroup } from '../../grid/use-grid.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatInstant, MISSING } from '../../ui/words/format.ts';
import { Pill } from '../../ui/controls/pill.tsx';
import { toneOf } from './journal-text.ts';
import { zoneName } from '../../ui/words/shown.ts';

function KindCell({ data }: CustomCellRendererProps<JournalEntry, string>) {
  if (data === undefined) return null;
  return <Pill tone={toneOf(data)}>{nameKind(data.kind)}</Pill>;
}

function showTime(value: unknown): string {
  return typeof value === 'number' ? formatInstant(value) : MISSING;
}

function describeTimes({ at, service_at }: JournalEntry): string {
  const service =
    service_at === null
      ? 'The service’s time was not known.'
      : `${formatInstant(service_at)} ${zoneName(service_at)}, service clock`;
  return `${formatInstant(at)} ${zoneName(at)}, local clock\n${service}`;
}

/** A field of the entry as it was written; its name says which. */
function fieldColumn(field: JournalField): ColDef<JournalEntry> {
  const words = field.replaceAll('_', ' ');
  return {
    ...textColumn<JournalEntry>(`${words[0]?.toUpperCase()}${words.slice(1)}`, ({ fields }) =>
      writeField(fields[field]),
    ),
    colId: `field_${field}`,
    cellClass: 'number',
    width: 120,
    hide: true,
  };
}

function writeField(value: JournalEntry['fields'][JournalField]): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
}

/** The columns of the journal, newest first; every field of an entry is there, hidden until it is asked for. */
export const JOURNAL_COLUMNS: ColDef<JournalEntry>[] = [
  groupColumn(120),
  {
    colId: 'sequence',
    headerName: 'No.',
    type: 'number',
    context: { kind: 'decimal' },
    width: 62,
    sort: 'desc',
    valueGetter: ({ data }) => (data === undefined ? null : String(data.sequence)),
    comparator: (a: string, b: string) => Number(a) - Number(b),
  },
  {
    ...timeColumn<JournalEntry>('Machine time', ({ at }) => at, true),
    colId: 'time',
    width: 168,
    valueFormatter: ({ value }) => showTime(value),
    tooltipValueGetter: ({ data }) => (data === undefined ? '' : describeTimes(data)),
  },
  {
    ...textColumn<JournalEntry>('Kind', ({ kind }) => nameKind(kind)),
    colId: 'kind',
    width: 104,
    cellRenderer: KindCell,
  },
  {
    ...textColumn<JournalEntry>('What happened', describeEntry),
    colId: 'what',
    flex: 5,
    minWidth: 220,
    tooltipValueGetter: ({ data }) => (data === undefined ? '' : showForeign(describeEntry(data))),
  },
  {
    ...textColumn<JournalEntry>('Subject', nameSubject),
    colId: 'subject',
    cellClass: 'number',
    flex: 2,
    minWidth: 200,
    tooltipValueGetter: ({ data }) => (data === undefined ? '' : showForeign(nameSubject(data))),
  },
  {
    ...timeColumn<JournalEntry>('Service time', (entry) => entry.service_at, true),
    colId: 'service_time',
    width: 168,
    hide: true,
    valueFormatter: ({ value }) => showTime(value),
  },
  ...JOURNAL_FIELDS.map(fieldColumn),
  {
    ...textColumn<JournalEntry>('SHA-256', ({ hash }) => hash),
    colId: 'hash',
    cellClass: 'number',
    width: 180,
    hide: true,
  },
];

/** Ways to put entries together. */
export const JOURNAL_GRID_GROUPS: readonly GridGroup<JournalEntry>[] = [
  { id: 'kind', name: 'Kind', keyOf: ({ kind }) => nameKind(kind) },
  { id: 'day', name: 'Day (UTC)', keyOf: ({ at }) => new Date(at).toISOString().slice(0, 10) },
  { id: 'subject', name: 'Subject', keyOf: (entry) => showForeign(nameSubject(entry)) || MISSING },
];
