import { useEffect, useMemo, useState } from 'react';
import { isPositive, ZERO } from '../../../shared/decimal.ts';
import { checkHistoryQuery, type HistoryIssue, type HistoryQuery } from '../../../shared/history/query.ts';
import type { TradeRow } from '../../../shared/history/view.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { DataGrid } from '../../grid/data-grid.tsx';
import { describeProfile } from '../../grid/export/describe-profile.ts';
import { GridTools } from '../../grid/grid-tools.tsx';
import { type Grid, type GridDefinition, useGrid } from '../../grid/use-grid.ts';
import type { Provenance } from '../../grid/export/workbook.ts';
import { historyStore } from '../../stores/history-store.ts';
import { ordersStore } from '../../stores/orders/orders-store.ts';
import { readServiceNow } from '../../stores/session-store.ts';
import { writeLeg } from '../../stores/rfq/leg-drop-store.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { CoverageBar } from './coverage-bar.tsx';
import { describeCoverage, describeLatestWalk, listSpans, nameScope } from './coverage-text.ts';
import { buildTradeColumns, TRADE_GROUPS } from './trade-columns.ts';
import { sumTrades } from './trade-sums.ts';
import { TradeTotals } from './trade-totals.tsx';
import { emptyForm, formOf, quickRange, readForm, type TradesForm } from './trades-form.ts';
import { TradesQuery } from './trades-query.tsx';
import { useTrades } from './use-trades.ts';
import { formatCount } from '../../ui/words/shown.ts';
import './trades.css';

/** The service's time: a window may not end after it, and this machine's clock may be ahead. */
function serviceNowMs(): number {
  return Math.floor(readServiceNow());
}

/** The account's trades: what to fetch, how far it is known, the trades, and what they add up to. */
export function Trades() {
  const [asked, setAsked] = useState<HistoryQuery | null>(null);
  const [edited, setEdited] = useState<TradesForm | null>(null);
  const [issues, setIssues] = useState<readonly HistoryIssue[]>([]);
  const trades = useTrades(asked);
  const grid = useGrid(DEFINITION);
  const { walk, query, summary } = trades;
  const fresh = useMemo(() => emptyForm(serviceNowMs()), []);
  const form = edited ?? (query === null ? fresh : formOf(query));
  const isRunning = walk?.state === 'running';

  const { reread } = trades;
  useEffect(
    () =>
      historyStore.subscribe(({ arrivals }, before) => {
        if (arrivals === before.arrivals) return;
        // A window that was typed stays as it was typed; any other goes on until now.
        const isOpenEnded = edited === null || edited.range !== null;
        const next = isOpenEnded ? goOn(query, form) : null;
        if (next === null) reread();
        else setAsked(next);
      }),
    [edited, query, form, reread],
  );

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
      title={`Trades ${summary === null ? '' : formatCount(summary.all.trades)}`.trim()}
      tools={<GridTools grid={grid} describeSource={() => describeProvenance(trades)} />}
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
      {trades.setAside === null ? null : (
        <Note title="The file of stored trades was damaged and replaced" tone="bad">
          Fetch earlier trades again to see them. The damaged file is now “{trades.setAside}”.
        </Note>
      )}
      <CoverageBar query={query} summary={summary} walk={walk} />
      <div className="panel-body panel-body-flush trades-body">
        <Content trades={trades} grid={grid} />
      </div>
    </Panel>
  );
}

/** The window that is shown, until now; before there is one, that of the form. */
function goOn(query: HistoryQuery | null, form: TradesForm): HistoryQuery | null {
  const nowMs = serviceNowMs();
  if (query !== null) return { ...query, to_ms: Math.max(query.to_ms, nowMs) };
  const window = {
    ...form,
    ...quickRange(form.range ?? '24 h', nowMs),
    currency: lastFilledCurrency() ?? form.currency,
  };
  const checked = checkHistoryQuery(readForm(window), nowMs);
  return checked.ok ? checked.value : null;
}

/** The currency traded last: chosen before the trader chooses one. */
function lastFilledCurrency(): string | null {
  const rows = [...ordersStore.getState().entries.values()].map(({ row }) => row);
  const filled = rows.filter(({ order }) => isPositive(order?.filled_amount ?? ZERO));
  const last = filled.toSorted((a, b) => changedAt(a) - changedAt(b)).at(-1);
  return last?.currency ?? null;
}

function changedAt({ order }: OrderRow): number {
  return order?.last_update_timestamp ?? 0;
}

const RESUMABLE: ReadonlySet<string> = new Set(['cancelled', 'interrupted', 'failed']);

const DEFINITION: GridDefinition<TradeRow> = {
  id: 'trades',
  title: 'Trades',
  version: 1,
  renames: {},
  columns: buildTradeColumns(),
  groups: TRADE_GROUPS,
};

/** Where exported trades come from, and how complete they are. */
function describeProvenance({ query, summary, walk }: ReturnType<typeof useTrades>): Provenance {
  if (query === null || summary === null) return describeProfile('trades');
  const { from_ms: from, to_ms: to } = query;
  return [
    ...describeProfile('trades'),
    ['Scope', nameScope(query)],
    ['Window (UTC)', `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`],
    ['Completeness', describeCoverage(summary)],
    ...listSpans(summary.coverage).map((text, index) => [`Span ${index + 1}`, text] as const),
    ['Stored trades in the window', String(summary.all.trades)],
    ['Records that could not be read', String(summary.unreadable)],
    ['Latest walk', walk === null ? 'none' : describeLatestWalk(walk, query)],
  ];
}

interface ContentProps {
  readonly trades: ReturnType<typeof useTrades>;
  readonly grid: Grid<TradeRow>;
}

function Content({ trades, grid }: ContentProps) {
  const { failure, rows, summary, isLoading, isConnected, query } = trades;
  if (failure !== null && rows.length === 0) {
    return (
      <Note title="The trades could not be read" tone="bad">
        {describeFailure(failure)}
      </Note>
    );
  }
  if (rows.length === 0) {
    if (isLoading) return <Note isBusy title="Reading the stored trades…" />;
    return query === null ? (
      <Note title="No trades fetched yet">
        Choose a window and press Fetch. Fetched trades are stored on this machine.
      </Note>
    ) : (
      <Note title="No trades in this window">The bar above shows which times are known.</Note>
    );
  }
  return (
    <div className="trades-split">
      <div className="trades-main">
        {isConnected ? null : (
          <Note title="The back end does not answer. These trades may be out of date" tone="attention" />
        )}
        {failure === null ? null : (
          <Note title={`Reading them anew failed: ${describeFailure(failure)}`} tone="attention" />
        )}
        <DataGrid<TradeRow> grid={grid} getRowId={getTradeId} rows={rows} sumUp={sumTrades} dragText={writeTrade} />
      </div>
      {summary === null ? null : <TradeTotals summary={summary} />}
    </div>
  );
}

function getTradeId({ key }: TradeRow): string {
  return key;
}

function writeTrade({ trade }: TradeRow): string {
  return writeLeg(trade.instrument_name, trade.direction, trade.amount);
}
