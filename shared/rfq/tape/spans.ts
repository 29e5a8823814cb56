/** Where a print stands on the tape: by time, then by id. */
export interface TapePosition {
  readonly timestamp: number;
  readonly id: number;
}

/** A stretch of the tape with every print known, ends included. */
export interface TapeSpan {
  readonly newest: TapePosition;
  readonly oldest: TapePosition;
  /** The continuation below `oldest`; null at the end. */
  readonly continuation: string | null;
}

/** A page as it came: positions in any order, and what to go on with. */
export interface TapePage {
  readonly positions: readonly TapePosition[];
  readonly continuation: string | null;
}

/** Above zero where `a` is newer. */
export function comparePositions(a: TapePosition, b: TapePosition): number {
  return a.timestamp - b.timestamp || a.id - b.id;
}

/**
 * The spans, newest first, with one more page. `sent` is the continuation it answers; null asked for the newest.
 * Overlaps are joined.
 */
export function joinPage(spans: readonly TapeSpan[], page: TapePage, sent: string | null): TapeSpan[] {
  const own = sent === null ? undefined : spans.find((span) => span.continuation === sent);
  const others = spans.filter((span) => span !== own);
  const sorted = page.positions.toSorted(comparePositions);
  const [oldest, newest] = [sorted[0], sorted.at(-1)];
  if (oldest === undefined || newest === undefined) {
    return own === undefined
      ? [...spans]
      : [...others, { ...own, continuation: page.continuation }].toSorted(newestFirst);
  }
  const added: TapeSpan =
    own === undefined
      ? { newest, oldest, continuation: page.continuation }
      : { newest: later(own.newest, newest), oldest: earlier(own.oldest, oldest), continuation: page.continuation };
  return merge([...others, added].toSorted(newestFirst));
}

/** Spans that share a print, or the ends of which meet, are one; what it goes on with is the older one's. */
function merge(spans: readonly TapeSpan[]): TapeSpan[] {
  const merged: TapeSpan[] = [];
  for (const span of spans) {
    const above = merged.at(-1);
    if (above === undefined || comparePositions(span.newest, above.oldest) < 0) merged.push(span);
    else if (comparePositions(span.oldest, above.oldest) < 0)
      merged[merged.length - 1] = { ...span, newest: above.newest };
  }
  return merged;
}

/** The first span that has to be gone on with to know all prints down to `untilMs`; null where they are known. */
export function nextContinuation(spans: readonly TapeSpan[], untilMs: number): string | null {
  const [head] = spans;
  return head === undefined || head.oldest.timestamp < untilMs ? null : head.continuation;
}

/** How far back every print is known, service time in milliseconds: 0 where the service has nothing older. */
export function knownSince(spans: readonly TapeSpan[]): number | null {
  const [head] = spans;
  if (head === undefined) return null;
  return head.continuation === null ? 0 : head.oldest.timestamp;
}

function newestFirst(a: TapeSpan, b: TapeSpan): number {
  return comparePositions(b.newest, a.newest);
}

function later(a: TapePosition, b: TapePosition): TapePosition {
  return comparePositions(a, b) > 0 ? a : b;
}

function earlier(a: TapePosition, b: TapePosition): TapePosition {
  return comparePositions(a, b) < 0 ? a : b;
}
