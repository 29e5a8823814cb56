import { useMemo, useState } from 'react';
import { AgGridReact } from 'ag-grid-react';
import { checkHistoryQuery, type HistoryIssue, type HistoryQuery } from '../../../shared/history/query.ts';
import type { TradeRow } from '../../../shared/history/view.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { readNonce } from '../../api/nonce.ts';
import { COLUMN_TYPES, DEFAULT_COLUMN } from '../../grid/columns.ts';
import { GRID_THEME, SCROLLBAR_WIDTH_PX } from '../../grid/theme.ts';
import '../../grid/grid.css';
import { sessionStore } from '../../stores/session-store.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { CoverageBar } from './coverage-bar.tsx';
import { buildTradeColumns } from './trade-columns.ts';
import { TradeTotals } from './trade-totals.tsx';
import { emptyForm, formOf, quickRange, readForm, type TradesForm } from './trades-form.ts';
import { TradesQuery } from './trades-query.tsx';
import { useTrades } from './use-trades.ts';
import './trades.css';

/** The service's time: a window may not end after it, and this machine's clock may be ahead. */
function serviceNowMs(): number {
  return Math.floor(Date.now() + (sessionStore.getState().status?.clock_offset_ms ?? 0));
}

/** The account's trades: what to fetch, how far it is known, the trades, and what they add up to. */
export function Trades() {
  const [asked, setAsked] = useState<HistoryQuery | null>(null);
  const [edited, setEdited] = useState<TradesForm | null>(null);
  const [issues, setIssues] = useState<readonly HistoryIssue[]>([]);
  const [areAllColumns, setAllColumns] = useState(false);
  const trades = useTrades(asked);
  const { walk, query, summary } = trades;
  const fresh = useMemo(() => emptyForm(serviceNowMs()), []);
  const form = edited ?? (query === null ? fresh : formOf(query));
  const isRunning = walk?.state === 'running';

  /** What the form asks for by now. */
  function readNow(): unknown {
    const now = form.range === null ? form : { ...form, ...quickRange(form.range, serviceNowMs()) };
    setEdited(now);
    return readForm(now);
  }

  /** Both the window's rules and the back end's: it has the service's own time. */
  async function submit(raw: unknown, willFetch: boolean): Promise<void> {
    const checked = checkHistoryQuery(raw, serviceNowMs());
    if (!checked.ok) return setIssues(checked.error);
    setIssues([]);
    setAsked(checked.value);
    if (willFetch) setIssues(await trades.fetch(checked.value));
  }

  return (
    <Panel
      label="Trades"
      className="trades"
      title={`Trades ${summary === null ? '' : summary.all.trades.toLocaleString('en-US')}`.trim()}
      tools={
        <label className="trades-kind">
          <input type="checkbox" checked={areAllColumns} onChange={({ target }) => setAllColumns(target.checked)} />
          all columns
        </label>
      }
    >
      <TradesQuery
        form={form}
        issues={issues}
        nowMs={serviceNowMs}
        onChange={(changes) => {
          setIssues([]);
          setEdited({ ...form, ...changes });
        }}
        onSubmit={() => void submit(readNow(), true)}
      >
        <button type="submit" className="button button-accent" disabled={isRunning || !trades.isConnected}>
          Fetch
        </button>
        <button type="button" className="button" onClick={() => void submit(readNow(), false)}>
          Show stored
        </button>
        {isRunning ? (
          <button type="button" className="button" onClick={trades.cancel}>
            Cancel
          </button>
        ) : null}
        {walk !== null && RESUMABLE.has(walk.state) ? (
          <button
            type="button"
            className="button"
            onClick={() => {
              setEdited(null);
              void submit(walk.query, true);
            }}
          >
            Resume
          </button>
        ) : null}
      </TradesQuery>
      <CoverageBar summary={summary} walk={walk} />
      <div className="panel-body panel-body-flush trades-body">
        <Content trades={trades} areAllColumns={areAllColumns} />
      </div>
    </Panel>
  );
}

const RESUMABLE: ReadonlySet<string> = new Set(['cancelled', 'interrupted', 'failed']);

function Content({
  trades,
  areAllColumns,
}: {
  readonly trades: ReturnType<typeof useTrades>;
  readonly areAllColumns: boolean;
}) {
  const { failure, rows, summary, isLoading, isConnected, query } = trades;
  const columns = useMemo(() => buildTradeColumns(areAllColumns), [areAllColumns]);
  if (failure !== null && rows.length === 0) {
    return (
      <Note title="The trades could not be read" tone="bad">
        {describeFailure(failure)}
      </Note>
    );
  }
  if (rows.length === 0) {
    if (isLoading) return <Note title="Reading the stored trades…" />;
    return query === null ? (
      <Note title="No trades fetched yet">
        Choose a window and press Fetch. What is fetched is kept on this machine.
      </Note>
    ) : (
      <Note title="No trades in this window">The bar above says how far that is known.</Note>
    );
  }
  return (
    <>
      <div className="trades-main">
        {isConnected ? null : (
          <Note title="The back end is not answering: these trades may be out of date" tone="attention" />
        )}
        {failure === null ? null : (
          <Note title={`Reading them anew failed: ${describeFailure(failure)}`} tone="attention" />
        )}
        <div className="grid">
          <AgGridReact<TradeRow>
            theme={GRID_THEME}
            styleNonce={readNonce(document) ?? ''}
            rowData={rows}
            columnDefs={columns}
            defaultColDef={DEFAULT_COLUMN}
            columnTypes={COLUMN_TYPES}
            getRowId={({ data }) => data.key}
            animateRows={false}
            scrollbarWidth={SCROLLBAR_WIDTH_PX}
            alwaysShowVerticalScroll
            tooltipShowDelay={400}
          />
        </div>
      </div>
      {summary === null ? null : <TradeTotals summary={summary} />}
    </>
  );
}
