import { useEffect, useMemo, useState } from 'react';
import { AgGridReact } from 'ag-grid-react';
import type { CellClickedEvent, CellKeyDownEvent, FullWidthCellKeyDownEvent, GridApi } from 'ag-grid-community';
import { useBackend } from '../../api/backend.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { useInstrumentEntry } from '../../api/instrument-entry.ts';
import { readNonce } from '../../api/nonce.ts';
import { instrumentQuery } from '../../api/queries.ts';
import { COLUMN_TYPES, DEFAULT_COLUMN } from '../../grid/columns.ts';
import { GRID_THEME, SCROLLBAR_WIDTH_PX } from '../../grid/theme.ts';
import '../../grid/grid.css';
import { pickPrice, readSelection, selectInstrument, selectionStore } from '../../stores/selection-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { addToWatchlist, removeFromWatchlist, useWatchlist } from '../../stores/watchlist-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { type LinkColour, usePanelLink } from '../../ui/panel-frame.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { getWatchRowId, useWatchFeed } from './use-watch-feed.ts';
import { buildWatchColumns, PRICE_READERS } from './watch-columns.ts';
import type { WatchRow } from './watch-row.ts';
import '../../ui/age-dot.css';
import './watchlist.css';

/** The instruments the trader watches. A click or Enter selects; on a price it also fills the ticket. */
export function Watchlist() {
  const isEmpty = useWatchlist((state) => state.instruments.length === 0);
  const failure = useWatchlist((state) => state.failure);
  const isOpen = useSession((state) => state.session !== null);
  const link = usePanelLink();
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
          describedBy={entry.problem === null ? undefined : 'watchlist-problem'}
          onType={entry.type}
          onCommit={(name) => void entry.commit(name)}
        />
      }
    >
      {entry.problem === null ? null : (
        <p id="watchlist-problem" className="watchlist-problem" role="alert">
          {entry.problem}
        </p>
      )}
      {failure === null ? null : (
        <p className="watchlist-problem" role="alert">
          The watchlist could not be saved. {describeFailure(failure)}
        </p>
      )}
      <div className="panel-body panel-body-flush">
        {isEmpty ? (
          <Note title={isOpen ? 'Nothing is watched yet' : 'Opening the session…'}>
            {isOpen ? 'Type the name of an instrument above, such as BTC-PERPETUAL, and press Enter.' : null}
          </Note>
        ) : (
          <WatchGrid />
        )}
      </div>
    </Panel>
  );
}

/** Asks for the quotes of what is listed, and for its metadata. */
function useWatched(): void {
  const backend = useBackend();
  const names = useWatchlist((state) => state.instruments);
  const isConnected = useSession((state) => state.session !== null && state.link === 'connected');
  useLook(names, 'visible');
  useEffect(() => {
    if (!isConnected) return;
    for (const name of names) void backend.queries.prefetchQuery(instrumentQuery(backend, name));
  }, [backend, names, isConnected]);
}

function WatchGrid() {
  const link = usePanelLink();
  const [api, setApi] = useState<GridApi<WatchRow> | null>(null);
  const columns = useMemo(buildWatchColumns, []);
  useWatchFeed(api);
  useShownSelection(api, link);
  return (
    <div className="grid">
      <AgGridReact<WatchRow>
        theme={GRID_THEME}
        styleNonce={readNonce(document) ?? ''}
        columnDefs={columns}
        defaultColDef={DEFAULT_COLUMN}
        columnTypes={COLUMN_TYPES}
        getRowId={({ data }) => getWatchRowId(data)}
        rowSelection={{ mode: 'singleRow', checkboxes: false, enableClickSelection: false }}
        rowClassRules={{ 'row-not-fresh': ({ data }) => data !== undefined && data.freshness !== 'fresh' }}
        suppressCellFocus={false}
        animateRows={false}
        scrollbarWidth={SCROLLBAR_WIDTH_PX}
        tooltipShowDelay={400}
        onGridReady={(event) => setApi(event.api)}
        onRowDataUpdated={(event) => showSelection(event.api, link)}
        onCellClicked={(event) => take(event, link)}
        onCellKeyDown={(event) => handleKey(event, link)}
      />
    </div>
  );
}

/** Marks the selected instrument's row, whoever selected it. */
function showSelection(api: GridApi<WatchRow>, link: LinkColour): void {
  const node = api.getRowNode(readSelection(link).instrumentName ?? '');
  if (node === undefined) for (const selected of api.getSelectedNodes()) selected.setSelected(false);
  else if (node.isSelected() !== true) node.setSelected(true, true);
}

function useShownSelection(api: GridApi<WatchRow> | null, link: LinkColour): void {
  useEffect(() => {
    if (api === null) return undefined;
    showSelection(api, link);
    return selectionStore.subscribe(() => showSelection(api, link));
  }, [api, link]);
}

function take({ data, column }: Pick<CellClickedEvent<WatchRow>, 'data' | 'column'>, link: LinkColour): void {
  if (data === undefined) return;
  const price = PRICE_READERS[column.getColId()]?.(data) ?? null;
  if (price === null) selectInstrument(data.name, link);
  else pickPrice(data.name, price, link);
}

function handleKey(event: CellKeyDownEvent<WatchRow> | FullWidthCellKeyDownEvent<WatchRow>, link: LinkColour): void {
  if (!('column' in event) || !(event.event instanceof KeyboardEvent) || event.data === undefined) return;
  const { key } = event.event;
  if (key === 'Enter' || key === ' ') take(event, link);
  if (key === 'Delete') removeFromWatchlist(event.data.name);
}
