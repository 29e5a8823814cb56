import { useDeferredValue, useState } from 'react';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal-schema.ts';
import { SEPARATORS } from '../../../shared/spreadsheet.ts';
import { readCsvForm } from '../../stores/table-form.ts';
import { writeCsvHeader, writeCsvLine } from '../../../shared/journal/csv.ts';
import { JOURNAL_GROUPS } from '../../../shared/journal/describe.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { DataGrid } from '../../grid/data-grid.tsx';
import { describeProfile } from '../../grid/export/describe-profile.ts';
import { GridTools } from '../../grid/grid-tools.tsx';
import { readShownRows, useShownCount } from '../../grid/shown-rows.ts';
import { type Grid, type GridDefinition, useGrid } from '../../grid/use-grid.ts';
import type { Provenance } from '../../grid/export/workbook.ts';
import { useSession } from '../../stores/session-store.ts';
import { copyText } from '../../ui/words/copy-text.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { JOURNAL_COLUMNS, JOURNAL_GRID_GROUPS } from './journal-columns.tsx';
import { JournalTools } from './journal-tools.tsx';
import { describeVerification } from './journal-text.ts';
import { type JournalView, useJournal, useVerification, type VerifyView } from './use-journal.ts';
import { formatCount } from '../../ui/words/shown.ts';
import './journal.css';

const DEFINITION: GridDefinition<JournalEntry> = {
  id: 'journal',
  title: 'Journal',
  version: 1,
  renames: {},
  columns: JOURNAL_COLUMNS,
  groups: JOURNAL_GRID_GROUPS,
  // It looks through the whole journal, not through what is shown of it.
  isSearchedBySource: true,
};

/** Everything the terminal did, newest first: searched, filtered, verified. */
export function Journal() {
  const grid = useGrid(DEFINITION);
  const text = grid.search.trim();
  const verify = useVerification();
  const [groups, setGroups] = useState<readonly string[]>([]);
  const [kinds, setKinds] = useState(() => kindsOf([]));
  const journal = useJournal(useDeferredValue(text), kinds);
  const isFiltered = text !== '' || groups.length > 0;

  function chooseGroups(next: readonly string[]): void {
    setGroups(next);
    setKinds(kindsOf(next));
  }

  return (
    <Panel
      label="Journal"
      title="Journal"
      className="journal"
      tools={
        <GridTools grid={grid} describeSource={() => describeProvenance(journal, groups, verify)}>
          <JournalTools verify={verify} groups={groups} onGroups={chooseGroups} />
        </GridTools>
      }
    >
      <WriteNote />
      <JournalBody grid={grid} journal={journal} isFiltered={isFiltered} />
      <JournalFoot grid={grid} journal={journal} isFiltered={isFiltered} />
    </Panel>
  );
}

/** How much of the journal exported entries are, and whether it proved itself. */
function describeProvenance(
  { entries, total, nextBefore }: JournalView,
  groups: readonly string[],
  { verification }: VerifyView,
): Provenance {
  const read = `${entries.length} read of ${total}`;
  return [
    ...describeProfile('journal'),
    ['Kinds', groups.length === 0 ? 'all' : groups.join(', ')],
    ['Entries', nextBefore === null ? `${read}: every one that fits` : `${read}: older matches were not read`],
    ['Chain', verification === null ? 'not verified' : describeVerification(verification).long],
  ];
}

function kindsOf(groups: readonly string[]) {
  return JOURNAL_GROUPS.filter(({ name }) => groups.includes(name)).flatMap((group) => group.kinds);
}

/** Says when nothing is written any more, or not by this terminal. */
function WriteNote() {
  const journal = useSession((state) => state.status?.journal ?? 'ok');
  if (journal === 'failed') {
    return (
      <Note title="The journal can’t be written" tone="bad">
        Trading is off: every order must be on record. What was written before is shown.
      </Note>
    );
  }
  if (journal === 'full') {
    return (
      <Note title="The disk is full: the journal can’t be written" tone="bad">
        Entries wait in memory until there is room. Trading is off. Make room on the data folder’s disk.
      </Note>
    );
  }
  if (journal === 'unreadable') {
    return (
      <Note title="The journal can’t be read" tone="bad">
        Some undecided orders may be hidden. Make the data folder readable and writable, then restart.
      </Note>
    );
  }
  if (journal === 'cut') {
    return (
      <Note title="The journal is cut, replaced or unreadable" tone="bad">
        Lost or unreadable entries are not shown. Trading is off. Check the service, then confirm above the panels.
      </Note>
    );
  }
  if (journal === 'read_only') {
    return <Note title="Another terminal writes this journal. This one only reads it" />;
  }
  return null;
}

interface BodyProps {
  readonly grid: Grid<JournalEntry>;
  readonly journal: JournalView;
  readonly isFiltered: boolean;
}

function getEntryId({ sequence }: JournalEntry): string {
  return String(sequence);
}

function JournalBody({ grid, journal, isFiltered }: BodyProps) {
  const { entries, failure, isLoading } = journal;
  return (
    <div className="panel-body panel-body-flush">
      {failure === null ? null : (
        <Note title="The journal could not be read" tone="bad">
          {describeFailure(failure)}
        </Note>
      )}
      {entries.length > 0 ? (
        <DataGrid<JournalEntry> grid={grid} getRowId={getEntryId} rows={entries} />
      ) : (
        failure === null && <EmptyNote isLoading={isLoading} isFiltered={isFiltered} />
      )}
    </div>
  );
}

function EmptyNote({ isLoading, isFiltered }: { readonly isLoading: boolean; readonly isFiltered: boolean }) {
  if (isLoading) return <Note isBusy title="Reading the journal…" />;
  return isFiltered ? (
    <Note title="No entry says that">Finds entries with every word, in text, label or instrument.</Note>
  ) : (
    <Note title="Nothing on record yet">Everything the terminal does appears here.</Note>
  );
}

function JournalFoot({ grid, journal, isFiltered }: BodyProps) {
  const { entries, nextBefore, readOlder, isReadingOlder } = journal;
  const [copied, setCopied] = useState<{ readonly of: JournalView['entries']; readonly says: string } | null>(null);
  const shown = useShownCount(grid.api) ?? entries.length;
  if (entries.length === 0) return null;

  function copy(): void {
    const rows = grid.api === null ? entries : readShownRows(grid.api);
    // A message takes it as well as a spreadsheet does: as CSV, whatever rows of a grid are copied with.
    const mark = SEPARATORS[readCsvForm().separator];
    const isCopied = copyText(writeCsvHeader(mark) + rows.map((row) => writeCsvLine(row, mark)).join(''));
    const says = isCopied ? `${formatCount(rows.length)} entries copied as CSV` : 'The clipboard took nothing';
    setCopied({ of: entries, says });
  }

  return (
    <div className="journal-foot">
      <span>{countShown(shown, journal, isFiltered)}</span>
      {nextBefore === null ? null : (
        <button type="button" className="journal-button" onClick={readOlder} disabled={isReadingOlder}>
          {isReadingOlder ? 'Reading…' : 'Read older ones'}
        </button>
      )}
      <button type="button" className="journal-button" onClick={copy}>
        Copy as CSV
      </button>
      <span role="status">{copied !== null && copied.of === entries ? copied.says : ''}</span>
      <span className="journal-export">whole export: npm run journal -- export --csv</span>
    </div>
  );
}

/** How many entries are shown, and of how many: columns' filters look at no more than was read. */
function countShown(shown: number, { entries, total, nextBefore }: JournalView, isFiltered: boolean): string {
  const all = formatCount(total);
  if (shown === entries.length) return `${formatCount(shown)} ${isFiltered ? 'that fit ' : ''}shown of ${all}`;
  const read = `${formatCount(entries.length)} read${nextBefore === null ? '' : ' so far'}`;
  return `${formatCount(shown)} of the ${read} pass the columns’ filters · ${all} in all`;
}
