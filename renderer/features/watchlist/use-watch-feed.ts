import { useEffect } from 'react';
import type { GridApi } from 'ag-grid-community';
import { type Backend, useBackend } from '../../api/backend.ts';
import { readInstrument } from '../../api/queries.ts';
import { FrameFeed } from '../../grid/frame-feed.ts';
import { marketStore } from '../../stores/market-store.ts';
import { listenToTicks } from '../../stores/now.ts';
import { sessionStore } from '../../stores/session-store.ts';
import { watchlistStore } from '../../stores/watchlist-store.ts';
import { buildWatchRow, type WatchRow } from './watch-row.ts';

/** The grid's row id. */
export function getWatchRowId(row: WatchRow): string {
  return row.name;
}

function buildRow(backend: Backend, name: string): WatchRow {
  const received = marketStore.getState().quotes.get(name) ?? null;
  return buildWatchRow(name, received, readInstrument(backend, name), sessionStore.getState().link === 'lost');
}

/** Carries the stores' changes into the grid, outside React: quotes once a frame, ages as time goes by. */
export function useWatchFeed(api: GridApi<WatchRow> | null): void {
  const backend = useBackend();
  useEffect(() => {
    if (api === null) return undefined;
    const feed = new FrameFeed(api, getWatchRowId);
    const putAll = (): void => {
      for (const name of watchlistStore.getState().instruments) feed.put(buildRow(backend, name));
    };
    putAll();
    const stops = [
      marketStore.subscribe(({ quotes }, previous) => {
        for (const name of watchlistStore.getState().instruments) {
          if (quotes.get(name) !== previous.quotes.get(name)) feed.put(buildRow(backend, name));
        }
      }),
      watchlistStore.subscribe(({ instruments }, previous) => {
        for (const name of previous.instruments) if (!instruments.includes(name)) feed.remove(name);
        for (const name of instruments) if (!previous.instruments.includes(name)) feed.put(buildRow(backend, name));
      }),
      sessionStore.subscribe(({ link }, previous) => {
        if (link !== previous.link) putAll();
      }),
      // Metadata changes how prices are written, not their values.
      backend.queries.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryKey[0] !== 'instrument' || query.state.data === undefined) return;
        const rowNode = api.getRowNode(String(query.queryKey[1]));
        if (rowNode?.data === undefined) return;
        const row = buildRow(backend, rowNode.data.name);
        if (row.places === rowNode.data.places) return;
        rowNode.setData(row);
        api.refreshCells({ rowNodes: [rowNode], force: true });
      }),
      listenToTicks(() => api.refreshCells({ columns: ['age'] })),
    ];
    return () => {
      feed.stop();
      for (const stop of stops) stop();
    };
  }, [api, backend]);
}
