import { useEffect } from 'react';
import type { GridApi, IRowNode } from 'ag-grid-community';
import { type Backend, useBackend } from '../../api/backend.ts';
import { readInstrument } from '../../api/queries.ts';
import { FrameFeed } from '../../grid/frame-feed.ts';
import type { LiveCells } from '../../grid/live-cells.ts';
import { marketStore } from '../../stores/market-store.ts';
import { listenToTicks } from '../../stores/now.ts';
import { sessionStore } from '../../stores/session-store.ts';
import { pricePlaces } from '../../ui/words/format.ts';
import { shownList, watchlistStore } from '../../stores/watchlist-store.ts';
import { tellFreshness } from '../../stores/freshness.ts';
import { buildWatchRow, type WatchRow } from './watch-row.ts';

/** The grid's row id. */
export function getWatchRowId(row: WatchRow): string {
  return row.name;
}

function isBackEndLost(): boolean {
  return sessionStore.getState().link === 'lost';
}

/** More than fit on a screen of 4K. */
const MOST_ROWS_IN_SIGHT = 90;

/** Whether a list scrolls in any case: told so beforehand, the grid lays its columns out once. */
export function isSurelyScrolling(rows: readonly unknown[]): boolean {
  return rows.length > MOST_ROWS_IN_SIGHT;
}

/** Of a list that is longer, those that can't be seen are asked for less often. */
const MOST_LOOKED_AT = 24;

/** Whether more is listed than is looked at. */
export function isLong(names: readonly string[]): boolean {
  return names.length > MOST_LOOKED_AT;
}

/** The row of an instrument as it stands now. */
export function buildRow(backend: Backend, name: string): WatchRow {
  return buildRowOf(name, pricePlaces(readInstrument(backend, name)));
}

/** The rows of the list in front, in its order. */
export function buildRows(backend: Backend): WatchRow[] {
  return shownList(watchlistStore.getState()).instruments.map((name) => buildRow(backend, name));
}

function buildRowOf(name: string, places: number | null): WatchRow {
  const received = marketStore.getState().quotes.get(name) ?? null;
  return buildWatchRow(name, received, places, isBackEndLost(), performance.now());
}

function isShowing(api: GridApi<WatchRow>, names: readonly string[]): boolean {
  const rows = api.getGridOption('rowData') ?? [];
  return rows.length === names.length && rows.every(({ name }, index) => name === names[index]);
}

/**
 * Carries the stores' changes into the grid, outside React: quotes once a frame, ages as time goes by, and all rows
 * at once when another list, or another order of the list, is to be shown.
 */
export function useWatchFeed(api: GridApi<WatchRow> | null, live: LiveCells<WatchRow>): void {
  const backend = useBackend();
  useEffect(() => {
    if (api === null) return undefined;
    /** A tick changes texts alone; a price that goes stale, or is written otherwise, changes the row. */
    const writeTexts = (node: IRowNode<WatchRow>, row: WatchRow): boolean => {
      if (node.data?.freshness !== row.freshness || node.data.places !== row.places) return false;
      node.data = row;
      live.write(row.name);
      return true;
    };
    const feed = new FrameFeed(api, getWatchRowId, writeTexts);
    // Looking metadata up costs more than all else that a tick needs.
    const knownPlaces = new Map<string, number>();
    const build = (name: string): WatchRow => {
      const places = knownPlaces.get(name) ?? pricePlaces(readInstrument(backend, name));
      if (places !== null) knownPlaces.set(name, places);
      return buildRowOf(name, places);
    };
    const listed = (): readonly string[] => shownList(watchlistStore.getState()).instruments;
    const setAll = (): void => {
      feed.stop();
      api.setGridOption('rowData', listed().map(build));
      api.setGridOption('alwaysShowVerticalScroll', isSurelyScrolling(listed()));
      // Another order alone is an update to the grid, and updates don't sort.
      api.refreshClientSideRowModel('everything');
    };
    const markAges = (): void => {
      const nowMs = performance.now();
      for (const name of listed()) {
        const row = api.getRowNode(name)?.data;
        if (row !== undefined && tellFreshness(row.received, isBackEndLost(), nowMs) !== row.freshness) {
          feed.put(build(name));
        }
      }
      live.writeAll();
    };
    // It came with the rows of its moment.
    if (!isShowing(api, listed())) setAll();
    const stops = [
      marketStore.subscribe(({ quotes }, previous) => {
        for (const name of listed()) {
          if (quotes.get(name) !== previous.quotes.get(name)) feed.put(build(name));
        }
      }),
      watchlistStore.subscribe((state, previous) => {
        if (shownList(state).instruments !== shownList(previous).instruments) setAll();
      }),
      sessionStore.subscribe(({ link }, previous) => {
        if (link !== previous.link) setAll();
      }),
      // Metadata changes how prices are written, not their values.
      backend.queries.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryKey[0] !== 'instrument' || query.state.data === undefined) return;
        knownPlaces.delete(String(query.queryKey[1]));
        const row = api.getRowNode(String(query.queryKey[1]))?.data;
        if (row === undefined) return;
        const next = build(row.name);
        if (next.places !== row.places) feed.put(next);
      }),
      listenToTicks(markAges),
    ];
    return () => {
      feed.stop();
      for (const stop of stops) stop();
    };
  }, [api, backend, live]);
}
