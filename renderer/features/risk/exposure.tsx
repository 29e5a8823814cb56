import { useMemo, useState } from 'react';
import type UPlot from 'uplot';
import type { AccountHistory, HistoryField } from '../../../shared/ipc/account-schema.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useAccount, useAccountHistory } from '../../api/queries.ts';
import { useRiskCurrency } from '../../stores/risk-store.ts';
import { formatSigned, formatUtcTime, MISSING } from '../../ui/format.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { Plot } from '../../ui/plot.tsx';
import { changeOf, figureOf, linesOf, marginPercent, markFills } from './exposure-series.ts';
import { exposureOptions, marginOptions } from './plot-options.ts';
import './risk.css';

const FIGURES: readonly (readonly [field: HistoryField, name: string, unit: string])[] = [
  ['delta_total', 'Delta', ''],
  ['options_delta', 'Options delta', ''],
  ['options_gamma', 'Gamma', ''],
  ['options_vega', 'Vega', 'USD / pt'],
  ['options_theta', 'Theta', 'USD / day'],
  ['equity', 'Equity', ''],
];

/** A greek and the margins of a currency since the start, with the fills that moved them. */
export function Exposure() {
  const summaries = useAccount().data?.snapshot.summaries ?? [];
  const chosen = useRiskCurrency();
  const currency = summaries.find((summary) => summary.currency === chosen)?.currency ?? summaries[0]?.currency ?? null;
  const { data, error } = useAccountHistory(currency);
  const first = data?.points[0];
  return (
    <Panel
      label="Exposure over time"
      title={currency === null ? 'Exposure' : `Exposure ${currency}`}
      tools={first === undefined ? null : <span>since {formatUtcTime(first.at)} UTC</span>}
    >
      <div className="exposure">
        {error === null ? null : (
          <Note title="The history could not be read" tone="bad">
            {describeFailure(readFailure(error))}
          </Note>
        )}
        {currency === null || data === undefined || first === undefined ? (
          error === null && <Note title="Waiting for the first reading of the account…" />
        ) : (
          <Charts currency={currency} history={data} />
        )}
      </div>
    </Panel>
  );
}

function Charts({ currency, history }: { readonly currency: string; readonly history: AccountHistory }) {
  const [field, setField] = useState<HistoryField>('delta_total');
  const [, name = '', ownUnit = ''] = FIGURES.find(([key]) => key === field) ?? [];
  const unit = ownUnit === '' && field !== 'options_gamma' ? currency : ownUnit;
  const change = changeOf(history.points, field);
  const options = useMemo(() => exposureOptions(), []);
  const margins = useMemo(() => marginOptions(), []);
  const exposure = useMemo((): UPlot.AlignedData => {
    const lines = linesOf(history.points, [figureOf(field)]);
    return [
      lines.times,
      lines.lines[0] ?? [],
      markFills(lines, history.fills, 'sell'),
      markFills(lines, history.fills, 'buy'),
    ];
  }, [history, field]);
  const margin = useMemo((): UPlot.AlignedData => {
    const { times, lines } = linesOf(history.points, [
      marginPercent('initial_margin'),
      marginPercent('maintenance_margin'),
    ]);
    return [times, lines[0] ?? [], lines[1] ?? []];
  }, [history]);
  const now = change === null ? MISSING : formatSigned(change.now, { max: 6 });
  const moved = change === null ? MISSING : formatSigned(change.change, { max: 6 });
  return (
    <>
      <div className="exposure-bar">
        <select
          aria-label="Figure over time"
          className="exposure-figure"
          value={field}
          onChange={(event) => setField(FIGURES.find(([key]) => key === event.target.value)?.[0] ?? field)}
        >
          {FIGURES.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
        <span className="number">
          {now} {unit}
        </span>
        <span className="muted">
          since the start <span className="number">{moved}</span> · <Fills count={history.fills.length} />
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

function Fills({ count }: { readonly count: number }) {
  if (count === 0) return <>no fills</>;
  return (
    <>
      {count} {count === 1 ? 'fill' : 'fills'} marked: <span className="ask">●</span> sell{' '}
      <span className="bid">●</span> buy
    </>
  );
}
