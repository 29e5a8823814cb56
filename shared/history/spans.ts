/** Milliseconds since the Unix epoch, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How many milliseconds the spans hold together. They must not overlap. */
export function lengthMs(spans: readonly Span[]): number {
  return spans.reduce((total, { from, to }) => total + (to - from + 1), 0);
}

/** The same time in as few spans as can be, in order. What is empty (`from` after `to`) is left out. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.filter(({ from, to }) => from <= to).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || span.from > last.to + 1) merged.push({ from: span.from, to: span.to });
    else if (span.to > last.to) merged[merged.length - 1] = { from: last.from, to: span.to };
  }
  return merged;
}

/** What of `whole` none of the others covers. */
export function subtractSpans(whole: readonly Span[], taken: readonly Span[]): Span[] {
  const gone = mergeSpans(taken);
  return mergeSpans(whole).flatMap(({ from, to }) => {
    const left: Span[] = [];
    let at = from;
    for (const span of gone) {
      if (span.to < at || span.from > to) continue;
      if (span.from > at) left.push({ from: at, to: span.from - 1 });
      at = span.to + 1;
    }
    if (at <= to) left.push({ from: at, to });
    return left;
  });
}

/** What both cover. */
export function intersectSpans(some: readonly Span[], others: readonly Span[]): Span[] {
  const first = mergeSpans(some);
  return subtractSpans(first, subtractSpans(first, others));
}
