import type { HistoryQuery } from '../../../shared/history/query.ts';
import type { HistorySummary, Walk } from '../../../shared/history/view.ts';
import { describeCoverage, describeLatestWalk, drawCoverage } from './coverage-text.ts';

/** How far the window is known, drawn and in words, and how the walk through it is doing. */
export function CoverageBar({
  summary,
  walk,
  query,
}: {
  /** What is shown. */
  readonly query: HistoryQuery | null;
  readonly summary: HistorySummary | null;
  readonly walk: Walk | null;
}) {
  const text = summary === null ? 'nothing fetched yet' : describeCoverage(summary);
  return (
    <div className="coverage">
      <span className="coverage-track" role="img" aria-label={`Coverage of the window: ${text}`}>
        {(summary === null ? [] : drawCoverage(summary.coverage)).map((part) => (
          <span
            key={part.from}
            className={`coverage-part coverage-${part.state}`}
            style={{ left: part.left, width: part.width }}
            title={part.title}
          />
        ))}
      </span>
      <span className="coverage-text">{text}</span>
      {walk === null ? null : (
        <span className={`coverage-walk coverage-walk-${walk.state}`} role="status">
          {describeLatestWalk(walk, query)}
        </span>
      )}
    </div>
  );
}
