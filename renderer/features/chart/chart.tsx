import { useMemo, useState } from 'react';
import type { IpcError } from '../../../shared/ipc/error.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useInstrument } from '../../api/queries.ts';
import { quoteAgeMs, useQuote } from '../../stores/market-store.ts';
import { useNow } from '../../stores/now.ts';
import { useOrders } from '../../stores/orders/orders-store.ts';
import { usePanelSetting } from '../../stores/workspace/panel-settings.ts';
import { useSelection } from '../../stores/workspace/selection-store.ts';
import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { useThemeName } from '../../stores/preferences-store.ts';
import { Choices } from '../../ui/controls/choices.tsx';
import { formatAge } from '../../ui/words/format.ts';
import { usePanelFrame } from '../../ui/panel-frame.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { tellUnits } from '../../ui/words/units.ts';
import { listFills } from './chart-fills.ts';
import { ChartLegend } from './chart-legend.tsx';
import { linesOf } from './chart-lines.ts';
import { ChartPlot } from './chart-plot.tsx';
import { RANGES, readRange } from './chart-ranges.ts';
import { ChartTable } from './chart-table.tsx';
import { describeChart, describeRecording } from './chart-text.ts';
import type { PlotCursor } from './plot.ts';
import { useShownLines } from './use-shown-lines.ts';
import { type InstrumentRecord, useInstrumentRecord, useVisible } from './use-record.ts';
import './chart.css';

/** Least part of its width that a drawing moves: about a pixel. */
const STEPS_ACROSS = 800;
/** Until the instrument's own is known. */
const LEAST_TICK = 0.0001;
const LONG_RANGE_MS = 24 * 60 * 60 * 1000;

/** What this terminal has recorded of the selected instrument. */
export function ChartPanel() {
  const name = useSelection((state) => state.instrumentName);
  const instrument = useInstrument(name).data ?? null;
  const [view, keepView] = usePanelSetting('view');
  const isTable = view === 'table';
  useLook(name === null ? [] : [name], 'focused');
  const tools = (
    <button
      type="button"
      className="button chart-as-table"
      aria-pressed={isTable}
      onClick={() => keepView(isTable ? null : 'table')}
    >
      Table
    </button>
  );
  return (
    <Panel label="Chart" title="Chart" tools={tools} className="chart">
      {name === null ? (
        <Note title="No instrument is selected">Choose one in the watchlist.</Note>
      ) : (
        <ChartContent key={name} name={name} instrument={instrument} isTable={isTable} />
      )}
    </Panel>
  );
}

interface ContentProps {
  readonly name: string;
  readonly instrument: Instrument | null;
  readonly isTable: boolean;
}

function ChartContent({ name, instrument, isTable }: ContentProps) {
  const isShown = usePanelFrame()?.isShown ?? true;
  const now = useNow();
  const received = useQuote(name);
  const isLost = useSession((state) => state.link === 'lost');
  const theme = useThemeName();
  const [rangeText, keepRange] = usePanelSetting('range');
  const range = readRange(rangeText);
  const record = useInstrumentRecord(name, range, isShown, readServiceNow);
  const entries = useOrders((state) => state.entries);
  const lines = useMemo(() => linesOf(instrument), [instrument]);
  const { shownLines, hidden, toggle } = useShownLines(lines);
  const [cursor, setCursor] = useState<PlotCursor>(null);
  const units = tellUnits(instrument);

  const stepMs = Math.max(1, range.rangeMs / STEPS_ACROSS);
  const newestMs = record.points.at(-1)?.at ?? 0;
  const toMs = Math.ceil(Math.max(readServiceNow(), newestMs) / stepMs) * stepMs;
  const fromMs = toMs - range.rangeMs;
  const visible = useVisible(record.points, fromMs);
  const fills = useMemo(
    () =>
      listFills(
        [...entries.values()].map(({ row }) => row),
        name,
      ).filter(({ at }) => at >= fromMs),
    [entries, name, fromMs],
  );
  const newest = record.points.at(-1) ?? null;
  const reading = cursor ?? (newest === null ? null : { observation: newest, at: newest.at });
  const isStale = received === null || received.quote.is_stale || received.quote.failure !== null || isLost;
  const description = describeChart({
    instrumentName: name,
    rangeName: range.name,
    points: visible,
    lines: shownLines,
    fills,
    isStale,
  });
  return (
    <div className={`chart-body ${isStale ? 'chart-stale' : ''}`}>
      <div className="chart-bar">
        <Choices label="Range" items={RANGES} chosen={range} onChoose={({ text }) => keepRange(text)} />
        <span className="chart-recording muted">
          {describeRecording(record.history, record.firstLiveMs, readServiceNow())}
        </span>
        {isStale && received?.quote.ticker != null ? (
          <span className="number warn-text">stale, {formatAge(quoteAgeMs(received, now))} old</span>
        ) : null}
      </div>
      <ChartLegend
        lines={lines}
        hidden={hidden}
        reading={reading}
        isAtCursor={cursor !== null}
        isLong={range.rangeMs >= LONG_RANGE_MS}
        onToggle={toggle}
      />
      <RecordNotes
        record={record}
        rangeName={range.name}
        isEmpty={visible.length === 0}
        failure={received?.quote.failure ?? null}
      />
      {isTable ? (
        <ChartTable
          isLong={range.rangeMs >= LONG_RANGE_MS}
          label={`Table of the chart, ${name}`}
          points={visible}
          lines={lines}
          fills={fills}
          units={units}
        />
      ) : visible.length === 0 ? null : (
        <ChartPlot
          key={theme}
          name={name}
          tick={Number(instrument?.tick_size ?? 0) || LEAST_TICK}
          isShown={isShown}
          description={description}
          points={visible}
          lines={shownLines}
          fills={fills}
          units={units}
          fromMs={fromMs}
          toMs={toMs}
          onCursor={setCursor}
        />
      )}
    </div>
  );
}

interface NotesProps {
  readonly record: InstrumentRecord;
  readonly rangeName: string;
  readonly isEmpty: boolean;
  /** Why there is no newer price; null when the last poll worked. */
  readonly failure: IpcError | null;
}

/** What stands above the plot, or in its place: failed, loading, empty. */
function RecordNotes({ record: { history, error }, rangeName, isEmpty, failure }: NotesProps) {
  if (error !== null) {
    return (
      <Note title="The record could not be read" tone="attention">
        {describeFailure(readFailure(error))} The chart shows what this window has seen.
      </Note>
    );
  }
  if (history?.recording === 'failed') {
    return (
      <Note title="Recording has stopped" tone="attention">
        The terminal’s data folder can’t be used ({history.failure ?? 'unknown'}). It is tried again; orders are not
        affected. The chart shows earlier recordings and what this window has seen.
      </Note>
    );
  }
  if (!isEmpty) return null;
  if (history === null) return <Note isBusy title="Reading the record…" />;
  if (failure !== null && history.recorded_since === null) {
    return (
      <Note title="There is no price to draw" tone="attention">
        {describeFailure(failure)}
      </Note>
    );
  }
  return history.recorded_since === null ? (
    <Note title="Nothing recorded yet">The chart begins with the first price of this instrument.</Note>
  ) : (
    <Note title={`Nothing was observed in the last ${rangeName}`}>A longer range shows what was recorded before.</Note>
  );
}
