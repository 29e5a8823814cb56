import { useEffect, useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { History } from '../../../shared/ipc/schemas/history-schema.ts';
import { observe, type Observation } from '../../../shared/market/observation.ts';
import { useBackend } from '../../api/backend.ts';
import { useIsConnected } from '../../api/queries.ts';
import { marketStore } from '../../stores/market-store.ts';
import { fromTime, joinLive } from './chart-data.ts';
import type { ChartRange } from './chart-ranges.ts';

/** About two for each pixel of a wide panel. */
const MOST_POINTS = 1500;
/** The record is read anew this often for each span of a range, so that what came since stays little. */
const REREADS_PER_RANGE = 10;
const SOONEST_REREAD_MS = 30_000;
const LATEST_REREAD_MS = 300_000;
/** A ticker may be stamped a little ahead of this machine's idea of the service's clock. */
const AHEAD_MS = 10_000;
/** Until the record says what a gap is. */
const FIRST_GAP_MS = 10_000;

export interface InstrumentRecord {
  /** In order of time: what the back end recorded, and what this window has seen since. */
  readonly points: readonly Observation[];
  /** Null until it was read. */
  readonly history: History | null;
  readonly firstLiveMs: number | null;
  /** Why the record could not be read; null otherwise. */
  readonly error: Error | null;
}

/** The record of one instrument over a range, kept up to date by its quotes while it is shown. */
export function useInstrumentRecord(
  instrumentName: string,
  range: ChartRange,
  isShown: boolean,
  serviceNowMs: () => number,
): InstrumentRecord {
  const { client } = useBackend();
  const isConnected = useIsConnected();
  const { rangeMs } = range;
  const { data, error } = useQuery({
    queryKey: ['history', instrumentName, rangeMs],
    queryFn: async () => {
      const nowMs = Math.round(serviceNowMs());
      const span = { from_ms: Math.max(0, nowMs - rangeMs), to_ms: nowMs + AHEAD_MS };
      return client.request('market.history', { instrument_name: instrumentName, ...span, most_points: MOST_POINTS });
    },
    enabled: isShown && isConnected,
    placeholderData: keepPreviousData,
    refetchInterval: Math.min(LATEST_REREAD_MS, Math.max(SOONEST_REREAD_MS, rangeMs / REREADS_PER_RANGE)),
    refetchOnWindowFocus: false,
    gcTime: 60_000,
  });
  const history = data ?? null;
  const recordedToMs = history?.points.at(-1)?.at ?? 0;
  const gapMs = history?.gap_ms ?? FIRST_GAP_MS;
  const [live, setLive] = useState<readonly Observation[]>([]);

  // The quote that is there already is in the record.
  useEffect(() => {
    if (!isShown) return undefined;
    return marketStore.subscribe(({ quotes }, previous) => {
      const received = quotes.get(instrumentName);
      const ticker = received?.quote.ticker ?? null;
      if (ticker === null || received === previous.quotes.get(instrumentName)) return;
      setLive((known) => {
        const last = known.at(-1);
        if (last !== undefined && ticker.timestamp <= last.at) return known;
        const next = observe(ticker, last === undefined || ticker.timestamp - last.at > gapMs);
        return [...known.filter(({ at }) => at > recordedToMs), next];
      });
    });
  }, [instrumentName, isShown, gapMs, recordedToMs]);

  const points = useMemo(() => joinLive(history?.points ?? [], live, gapMs), [history, live, gapMs]);
  return { points, history, firstLiveMs: live[0]?.at ?? null, error };
}

/** What of a record lies in the range that ends at a time. */
export function useVisible(points: readonly Observation[], fromMs: number): readonly Observation[] {
  return useMemo(() => fromTime(points, fromMs), [points, fromMs]);
}
