import { useEffect, useId, useRef, useState } from 'react';
import { usePanelCommand } from '../../actions/panel-commands.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { useInstrumentEntry } from '../../api/instrument-entry.ts';
import { prefetchInstruments } from '../../api/queries.ts';
import { readCsvForm } from '../../stores/table-form.ts';
import { selectInstrument } from '../../stores/workspace/selection-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { addToWatchlist, deleteList, shownList, useWatchlist, watchlistStore } from '../../stores/watchlist-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { Combobox } from '../../ui/controls/combobox.tsx';
import { usePanelLink } from '../../ui/panel-frame.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { saveText } from '../../ui/save-file.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ListBar, type Naming, RemovalBar } from './list-bar.tsx';
import { nameFile, writeList } from './list-csv.ts';
import { ListMenu } from './list-menu.tsx';
import { useListImport } from './use-list-import.ts';
import { buildRow, isLong } from './use-watch-feed.ts';
import { WatchGrid } from './watch-grid.tsx';
import '../../ui/age-dot.css';
import './watchlist.css';

/** The instruments the trader watches, in lists. */
export function Watchlist() {
  const isEmpty = useWatchlist((state) => shownList(state).instruments.length === 0);
  const failure = useWatchlist((state) => state.failure);
  const isOpen = useSession((state) => state.session !== null);
  const link = usePanelLink();
  const [naming, setNaming] = useState<Naming | null>(null);
  const problemId = useId();
  useWatched();
  const entry = useInstrumentEntry((name) => {
    addToWatchlist(name);
    selectInstrument(name, link);
  });
  return (
    <Panel
      label="Watchlist"
      title="Watchlist"
      className="watchlist"
      tools={
        <Combobox
          className="watchlist-add"
          label="Add an instrument"
          placeholder="Add an instrument"
          text={entry.text}
          options={entry.options}
          isInvalid={entry.problem !== null}
          describedBy={entry.problem === null ? undefined : problemId}
          onType={entry.type}
          onCommit={(name) => void entry.commit(name)}
        />
      }
    >
      <ListBar naming={naming} onName={setNaming}>
        <Files onName={setNaming} />
      </ListBar>
      {entry.problem === null ? null : (
        <p id={problemId} className="watchlist-problem" role="alert">
          {entry.problem}
        </p>
      )}
      {failure === null ? null : (
        <p className="watchlist-problem" role="alert">
          The watchlists could not be saved. {describeFailure(failure)}
        </p>
      )}
      <RemovalBar />
      <div className="panel-body panel-body-flush">
        {isEmpty ? (
          <Note isBusy={!isOpen} title={isOpen ? 'Nothing is watched yet' : 'Opening the session…'}>
            {isOpen ? 'Type an instrument above, such as BTC-PERPETUAL, and press Enter.' : null}
          </Note>
        ) : (
          <WatchGrid />
        )}
      </div>
    </Panel>
  );
}

/** The menu of the list in front, and its way from and to files. */
function Files({ onName }: { readonly onName: (naming: Naming) => void }) {
  const backend = useBackend();
  const chooser = useRef<HTMLInputElement>(null);
  const listImport = useListImport();

  function exportList(): void {
    const { name, instruments } = shownList(watchlistStore.getState());
    saveText(
      nameFile(name),
      'csv',
      writeList(
        instruments.map((instrumentName) => buildRow(backend, instrumentName)),
        readCsvForm(),
      ),
    );
  }

  usePanelCommand('watchlist.new', () => onName({ of: null }));
  usePanelCommand('watchlist.rename', () => onName({ of: shownList(watchlistStore.getState()).name }));
  usePanelCommand('watchlist.delete', () => deleteList(shownList(watchlistStore.getState()).name));
  usePanelCommand('watchlist.export', exportList);
  usePanelCommand('watchlist.import', () => chooser.current?.click());

  return (
    <>
      <ListMenu onName={onName} onImport={() => chooser.current?.click()} onExport={exportList} />
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="CSV file to import"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file chosen twice is a change too.
          target.value = '';
          if (file !== undefined) void listImport.start(file);
        }}
      />
      {listImport.state === null ? null : <ImportDialog state={listImport.state} onClose={listImport.close} />}
    </>
  );
}

/** Asks for the quotes of what is listed, and for its metadata. */
function useWatched(): void {
  const backend = useBackend();
  const names = useWatchlist((state) => shownList(state).instruments);
  const isConnected = useSession((state) => state.session !== null && state.link === 'connected');
  useLook(names, isLong(names) ? 'background' : 'visible');
  useEffect(() => {
    // Without it prices are written as they come: a row's own panel tells why there is none.
    if (isConnected) void prefetchInstruments(backend, names).catch(() => undefined);
  }, [backend, names, isConnected]);
}
