import type { HistoryQuery } from '../../shared/history/query.ts';
import { intersectSpans, type Span, subtractSpans } from '../../shared/history/spans.ts';
import type { Coverage } from '../../shared/history/view.ts';
import { coveringKeys, listSources, sourceKey } from './source.ts';
import type { TradeStore } from './trade-store.ts';

type Kind = Pick<Coverage, 'state' | 'reason'>;

/** Worst first: where sources of a query differ, the worst holds. */
const UNPROVEN: readonly Kind[] = [
  { state: 'gap', reason: 'contradiction' },
  { state: 'gap', reason: 'same_millisecond' },
  { state: 'not_indexed', reason: null },
];

/** Coverage of a query's window, as spans in order without overlaps. */
export function readCoverage(store: TradeStore, query: HistoryQuery): Coverage[] {
  const window: Span = { from: query.from_ms, to: query.to_ms };
  const sources = listSources(query.scope);
  let complete: readonly Span[] = [window];
  for (const source of sources) complete = intersectSpans(complete, store.spans(coveringKeys(source), 'complete'));
  const found: Coverage[] = complete.map((span) => ({ ...span, state: 'complete', reason: null }));
  let left: readonly Span[] = subtractSpans([window], complete);
  for (const { state, reason } of UNPROVEN) {
    const noted = sources.flatMap((source) =>
      subtractSpans(
        store.spans([sourceKey(source)], reason ?? 'not_indexed'),
        store.spans(coveringKeys(source), 'complete'),
      ),
    );
    found.push(...intersectSpans(left, noted).map((span) => ({ ...span, state, reason })));
    left = subtractSpans(left, noted);
  }
  found.push(...left.map((span) => ({ ...span, state: 'gap' as const, reason: 'not_fetched' as const })));
  return found.toSorted((a, b) => a.from - b.from);
}
