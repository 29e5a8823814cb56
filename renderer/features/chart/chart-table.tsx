import { type Observation, OBSERVATION_THINNING } from '../../../shared/market/observation.ts';
import { readServiceNow } from '../../stores/session-store.ts';
import { formatDate, formatTimeOfDay } from '../../ui/words/format.ts';
import type { Units } from '../../ui/words/units.ts';
import type { ChartFill } from './chart-fills.ts';
import type { ChartLine } from './chart-lines.ts';
import { describeFill, formatValue } from './chart-text.ts';
import { zoneNames } from '../../ui/words/shown.ts';

/** What a person reads through. */
const MOST_ROWS = 60;

interface TableProps {
  readonly label: string;
  /** Whether times need their date. */
  readonly isLong: boolean;
  readonly points: readonly Observation[];
  readonly lines: readonly ChartLine[];
  readonly fills: readonly ChartFill[];
  readonly units: Units;
}

/** The chart as a table: what was observed, with the extremes of the range, newest first. */
export function ChartTable({ label, isLong, points, lines, fills, units }: TableProps) {
  const [first, last] = [points[0], points.at(-1)];
  const rows =
    first === undefined || last === undefined
      ? []
      : OBSERVATION_THINNING.forDrawing(points, first.at, last.at, MOST_ROWS).toReversed();
  return (
    <div className="chart-table" role="region" tabIndex={0} aria-label={label}>
      {fills.length === 0 ? null : (
        <ul className="chart-fill-list">
          {fills.toReversed().map((fill) => (
            <li key={fill.intentId}>{describeFill(fill, units, readServiceNow())}</li>
          ))}
        </ul>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Time {zoneNames()}</th>
            {lines.map(({ field, name, unit }) => (
              <th key={field} scope="col">
                {name} {unit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="number">
          {rows.map((row) => (
            <tr key={row.at} className={row.after_gap ? 'chart-after-gap' : undefined}>
              <th scope="row">
                {isLong ? `${formatDate(row.at).slice(5, 10)} ` : ''}
                {formatTimeOfDay(row.at, true)}
                {row.after_gap ? <span className="muted"> after a gap</span> : null}
              </th>
              {lines.map((line) => (
                <td key={line.field}>{formatValue(row[line.field], line)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
