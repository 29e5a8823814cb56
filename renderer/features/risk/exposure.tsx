import { useMemo } from 'react';
import type UPlot from 'uplot';
import type { AccountHistory, HistoryField } from '../../../shared/ipc/schemas/account-schema.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useAccountHistory } from '../../api/queries.ts';
import { useAccountState, useStaleAccountMs } from '../../stores/account-state.ts';
import { usePanelSetting } from '../../stores/workspace/panel-settings.ts';
import { useRiskCurrency } from '../../stores/risk-store.ts';
import { useThemeName } from '../../stores/preferences-store.ts';
import { AccountAge, AccountNote } from '../../ui/account-notes.tsx';
import { Choices } from '../../ui/controls/choices.tsx';
import { formatHeld, formatWhen } from '../../ui/words/format.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { Plot } from '../../ui/plot.tsx';
import { FIGURES, unitOfFigure } from './exposure-figures.ts';
import { changeOver, figureOf, linesOf, marginPercent, markFills } from './exposure-series.ts';
import { type ExposureSpan, readSpan, SPANS } from './exposure-spans.ts';
import { exposureOptions, marginOptions } from './plot-options.ts';
import { zoneName } from '../../ui/words/shown.ts';
import './risk.css';

/** A greek and the margins of a currency over time, over restarts, with the fills that moved them. */
export function Exposure() {
  const { snapshot, isRead, failure } = useAccountState();
  const staleMs = useStaleAccountMs();
  const summaries = snapshot?.summaries ?? [];
  const chosen = useRiskCurrency();
  const summary = summaries.find((known) => known.currency === chosen) ?? summaries[0] ?? null;
  const currency = summary?.currency ?? null;
  const [spanText, keepSpan] = usePanelSetting('span');
  const span = readSpan(spanText);
  const { data, error } = useAccountHistory(currency, span.spanMs);
  const first = data?.points[0];
  return (
    <Panel
      label="Exposure over time"
      title={currency === null ? 'Exposure' : `Exposure ${currency}`}
      tools={
        <>
          <AccountAge staleMs={staleMs} />
          <Choices label="Span" items={SPANS} chosen={span} onChoose={({ text }) => keepSpan(text)} />
        </>
      }
    >
      <div className="exposure">
        <AccountNote
          isRead={isRead}
          hasSummaries={currency !== null}
          failure={failure === null ? null : describeFailure(failure)}
        />
        {error === null ? null : (
          <Note title="The history could not be read" tone="bad">
            {describeFailure(readFailure(error))}
          </Note>
        )}
        {data === undefined ? null : <Keeping history={data} />}
        {summary === null ? null : data !== undefined && first !== undefined ? (
          <Charts summary={summary} history={data} span={span} />
        ) : data !== undefined ? (
          <Note title="Nothing was read in this span">A longer span shows what was recorded before.</Note>
        ) : (
          error === null && <Note isBusy title="Reading the record…" />
        )}
      </div>
    </Panel>
  );
}

interface ChartsProps {
  /** As it was last read: the record may take no more. */
  readonly summary: CurrencySummary;
  readonly history: AccountHistory;
  readonly span: ExposureSpan;
}

function Charts({ summary, history, span }: ChartsProps) {
  const { currency } = summary;
  const [figure, keepFigure] = usePanelSetting('figure');
  const { field, name } = FIGURES.find((item) => item.field === figure) ?? FIGURES[0];
  const unit = unitOfFigure(field, currency);
  const { change: moved, isSinceStart } = changeOver(history, span.spanMs, field, summary[field]);
  const theme = useThemeName();
  const { options, margins } = useMemo(
    () => ({ theme, options: exposureOptions(), margins: marginOptions() }),
    [theme],
  );
  const exposure = useFigureOverTime(history, field);
  const margin = useMemo((): UPlot.AlignedData => {
    const { times, lines } = linesOf(history.points, [
      marginPercent('initial_margin'),
      marginPercent('maintenance_margin'),
    ]);
    return [times, lines[0] ?? [], lines[1] ?? []];
  }, [history]);
  const now = formatHeld(summary[field], { max: 6 }, 'signed');
  const first = history.points[0]?.at ?? 0;
  const newest = history.points.at(-1)?.at ?? first;
  return (
    <>
      <div className="exposure-bar">
        <select
          aria-label="Figure over time"
          className="exposure-figure"
          value={field}
          onChange={(event) => keepFigure(event.target.value)}
        >
          {FIGURES.map(({ field: key, name: text }) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
        <span className="number exposure-now">
          {now} {unit}
        </span>
        <span className="muted">
          {isSinceStart ? SPANS[0].over : span.over}{' '}
          <span className="number exposure-moved">
            {formatHeld(moved, { max: 6 }, 'signed')} {unit}
          </span>{' '}
          · <Fills count={history.fills.length} /> · drawn since {formatWhen(first, newest)} {zoneName(first)}
        </span>
      </div>
      <Plot
        className="exposure-plot"
        label={`${name} of ${currency} over time, now ${now} ${unit}`}
        options={options}
        data={exposure}
      />
      <div className="exposure-bar">
        <span className="exposure-key exposure-initial">Initial</span>
        <span className="exposure-key exposure-maintenance">Maintenance</span>
        <span className="muted">margin, % of the margin balance</span>
      </div>
      <Plot
        className="exposure-plot"
        label={`Margins of ${currency} over time, percent of the margin balance`}
        options={margins}
        data={margin}
      />
    </>
  );
}

/** One line, and its fills. */
function useFigureOverTime(history: AccountHistory, field: HistoryField): UPlot.AlignedData {
  return useMemo((): UPlot.AlignedData => {
    const lines = linesOf(history.points, [figureOf(field)]);
    return [
      lines.times,
      lines.lines[0] ?? [],
      markFills(lines, history.fills, 'sell'),
      markFills(lines, history.fills, 'buy'),
    ];
  }, [history, field]);
}

/** What is wrong with the record, where something is. */
function Keeping({ history: { recording, failure } }: { readonly history: AccountHistory }) {
  if (recording !== 'failed') return null;
  return (
    <Note title="The chart is not stored" tone="attention">
      The terminal’s data folder can’t be used ({failure ?? 'unknown'}). Orders are not affected.
    </Note>
  );
}

function Fills({ count }: { readonly count: number }) {
  if (count === 0) return <>no fills</>;
  return (
    <>
      {count} {count === 1 ? 'fill' : 'fills'} marked: <span className="ask">▼</span> sell{' '}
      <span className="bid">▲</span> buy
    </>
  );
}
