import type { ColDef } from 'ag-grid-community';
import type { CustomCellRendererProps } from 'ag-grid-react';
import type { JournalEntry } from '../../../shared/ipc/journal-schema.ts';
import { describeEntry, nameKind, nameSubject } from '../../../shared/journal/describe.ts';
import { showForeign } from '../../ui/foreign-text.ts';
import { Pill } from '../../ui/pill.tsx';
import { toneOf } from './journal-text.ts';

function KindCell({ data }: CustomCellRendererProps<JournalEntry, string>) {
  if (data === undefined) return null;
  return <Pill tone={toneOf(data)}>{nameKind(data.kind)}</Pill>;
}

function writeUtc(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 23).replace('T', ' ');
}

function describeTimes({ at, service_at }: JournalEntry): string {
  const service =
    service_at === null ? 'The service’s time was not known.' : `${writeUtc(service_at)} UTC, service clock`;
  return `${writeUtc(at)} UTC, local clock\n${service}`;
}

/** The columns of the journal; it stands in its own order. */
export const JOURNAL_COLUMNS: ColDef<JournalEntry>[] = [
  {
    colId: 'sequence',
    headerName: 'No.',
    type: 'number',
    width: 62,
    valueGetter: ({ data }) => data?.sequence,
  },
  {
    colId: 'time',
    headerName: 'Time (UTC)',
    cellClass: 'number',
    width: 168,
    valueGetter: ({ data }) => (data === undefined ? '' : writeUtc(data.at)),
    tooltipValueGetter: ({ data }) => (data === undefined ? '' : describeTimes(data)),
  },
  {
    colId: 'kind',
    headerName: 'Kind',
    width: 104,
    cellRenderer: KindCell,
    valueGetter: ({ data }) => (data === undefined ? '' : nameKind(data.kind)),
  },
  {
    colId: 'what',
    headerName: 'What happened',
    flex: 5,
    minWidth: 220,
    valueGetter: ({ data }) => (data === undefined ? '' : showForeign(describeEntry(data))),
    tooltipValueGetter: ({ value }) => value as string,
  },
  {
    colId: 'subject',
    headerName: 'Subject',
    cellClass: 'number',
    flex: 2,
    minWidth: 200,
    valueGetter: ({ data }) => (data === undefined ? '' : showForeign(nameSubject(data))),
    tooltipValueGetter: ({ value }) => value as string,
  },
];
