import type { ObservedField } from '../../../shared/market/observation.ts';
import { formatDate, formatTimeOfDay } from '../../ui/words/format.ts';
import type { ChartLine } from './chart-lines.ts';
import { describeValue } from './chart-text.ts';
import type { PlotCursor } from './plot.ts';
import { zoneName } from '../../ui/words/shown.ts';

const SWATCH_PX = 18;

interface LegendProps {
  readonly lines: readonly ChartLine[];
  readonly hidden: ReadonlySet<ObservedField>;
  /** What is read out: at the cursor, else the newest. */
  readonly reading: PlotCursor;
  readonly isAtCursor: boolean;
  readonly isLong: boolean;
  readonly onToggle: (field: ObservedField) => void;
}

/** Names, strokes and values of the lines; each switches its line. */
export function ChartLegend({ lines, hidden, reading, isAtCursor, isLong, onToggle }: LegendProps) {
  return (
    <div className="chart-legend" role="group" aria-label="Lines">
      {lines.map((line) => (
        <button
          key={line.field}
          type="button"
          className="chart-line"
          aria-pressed={!hidden.has(line.field)}
          title={hidden.has(line.field) ? `Show ${line.name}` : `Hide ${line.name}`}
          onClick={() => onToggle(line.field)}
        >
          <svg className={`chart-swatch chart-swatch-${line.field}`} width={SWATCH_PX} height="6" aria-hidden="true">
            <line
              x1="0"
              x2={SWATCH_PX}
              y1="3"
              y2="3"
              strokeWidth={line.width + 0.5}
              strokeDasharray={line.dash.join(' ')}
            />
          </svg>
          {line.name}
          <span className="number chart-value">{describeValue(reading?.observation ?? null, line)}</span>
        </button>
      ))}
      <ReadingTime reading={reading} isAtCursor={isAtCursor} isLong={isLong} />
    </div>
  );
}

function ReadingTime({ reading, isAtCursor, isLong }: Pick<LegendProps, 'reading' | 'isAtCursor' | 'isLong'>) {
  if (reading === null) return null;
  const time = formatTimeOfDay(reading.at);
  const text = isLong ? `${formatDate(reading.at).slice(5, 10)} ${time}` : time;
  return (
    <span className="number chart-time">
      {reading.observation === null ? 'nothing observed · ' : ''}
      {isAtCursor ? 'at' : 'latest'} {text} {zoneName(reading.at)}
    </span>
  );
}
