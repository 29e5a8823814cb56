import { useEffect, useRef, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HistoryIssue, HistoryQuery } from '../../../shared/history/query.ts';
import type { HistoryPage, HistorySummary, TradeRow } from '../../../shared/history/view.ts';
import type { IpcError } from '../../../shared/ipc/error.ts';
import type { IpcClient } from '../../../shared/ipc/client.ts';
import { useBackend } from '../../api/backend.ts';
import { readFailure } from '../../api/failure-text.ts';
import { receiveWalk, useWalk } from '../../stores/history-store.ts';
import { useSession } from '../../stores/session-store.ts';

const PAGE = 1000;
/** While a walk runs, what it brought is read again this often, and takes this part of the time at most. */
const REREAD_MS = 2500;
const REREAD_SHARE = 0.1;

/** Stored trades of a query, and what is known about them. */
interface StoredTrades {
  readonly query: HistoryQuery | null;
  readonly summary: HistorySummary | null;
  readonly rows: TradeRow[];
  readonly setAside: string | null;
  readonly tookMs: number;
}

async function readStored(client: IpcClient, asked: HistoryQuery | null): Promise<StoredTrades> {
  const startedAt = performance.now();
  const rows: TradeRow[] = [];
  const first: HistoryPage = await client.request('history.read', { query: asked, after: null, limit: PAGE });
  receiveWalk(first.walk);
  for (let page = first; ;) {
    rows.push(...page.rows);
    const { next, query } = page;
    if (next === null) break;
    page = await client.request('history.read', { query, after: next, limit: PAGE });
  }
  const { query, summary, set_aside: setAside } = first;
  return { query, summary, rows, setAside, tookMs: performance.now() - startedAt };
}

/**
 * The stored trades of a query; `asked` null means those of the latest walk. They are read again while a walk goes on
 * and when it ends.
 */
export function useTrades(asked: HistoryQuery | null) {
  const { client } = useBackend();
  const isConnected = useSession((state) => state.link === 'connected');
  const walk = useWalk();
  const [refusal, setRefusal] = useState<IpcError | null>(null);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['history', asked],
    queryFn: () => readStored(client, asked),
    enabled: isConnected,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });

  const lastRead = useRef(0);
  const running = walk?.state === 'running' ? walk : null;
  useEffect(() => {
    const pauseMs = Math.max(REREAD_MS, (data?.tookMs ?? 0) / REREAD_SHARE);
    if (running === null || isFetching || performance.now() - lastRead.current < pauseMs) return;
    lastRead.current = performance.now();
    void refetch();
  }, [running, isFetching, data, refetch]);

  const ended = walk?.ended_at ?? null;
  useEffect(() => {
    if (ended !== null) void refetch();
  }, [ended, refetch]);

  return {
    walk,
    isConnected,
    isLoading: data === undefined && error === null,
    failure: refusal ?? (error === null ? null : readFailure(error)),
    query: data?.query ?? null,
    summary: data?.summary ?? null,
    rows: data?.rows ?? [],
    setAside: data?.setAside ?? null,
    reread: () => void refetch(),
    /** Fetches what is missing. Gives what is wrong with the query. */
    fetch: async (query: HistoryQuery): Promise<HistoryIssue[]> => {
      setRefusal(null);
      try {
        const { issues, walk: begun } = await client.request('history.walk', { action: 'start', query });
        receiveWalk(begun);
        return issues;
      } catch (thrown) {
        setRefusal(readFailure(thrown));
        return [];
      }
    },
    cancel: () => {
      client.request('history.walk', { action: 'cancel' }).catch(() => undefined);
    },
  };
}
