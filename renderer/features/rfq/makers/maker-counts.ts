import type { RfqRow } from '../../../../shared/ipc/schemas/rfq-schema.ts';

/** What came of asking a maker, as far as this terminal's requests tell. */
export interface MakerCount {
  readonly asked: number;
  readonly quoted: number;
  readonly traded: number;
  /** Local milliseconds since the epoch. */
  readonly lastAskedAt: number | null;
}

/** By name. Requests to everyone name nobody: they count for no one as asked. */
export function countMakers(rows: readonly RfqRow[]): ReadonlyMap<string, MakerCount> {
  const counts = new Map<string, MakerCount>();
  const change = (name: string, by: (count: MakerCount) => Partial<MakerCount>): void => {
    const count = counts.get(name) ?? { asked: 0, quoted: 0, traded: 0, lastAskedAt: null };
    counts.set(name, { ...count, ...by(count) });
  };
  for (const { makers, rfq, quoted_by: quoters, submitted_at: askedAt, outcome } of rows) {
    if (outcome === 'refused' || outcome === 'not_sent' || outcome === 'absent') continue;
    for (const name of new Set(makers)) {
      change(name, ({ asked, lastAskedAt }) => ({
        asked: asked + 1,
        lastAskedAt: Math.max(lastAskedAt ?? 0, askedAt),
      }));
    }
    const quotes = [...(rfq?.bids ?? []), ...(rfq?.asks ?? [])].flatMap((quote) => quote.makers ?? []);
    for (const name of new Set([...quoters, ...quotes])) change(name, ({ quoted }) => ({ quoted: quoted + 1 }));
    const traders = (rfq?.trades ?? []).flatMap(({ maker }) => maker ?? []);
    for (const name of new Set(traders)) change(name, ({ traded }) => ({ traded: traded + 1 }));
  }
  return counts;
}
