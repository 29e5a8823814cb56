import { useEffect, useRef } from 'react';
import type { GridApi } from 'ag-grid-community';
import type { Followed } from '../../../shared/ipc/schemas/follow-schema.ts';
import type { Backend } from '../../api/backend.ts';
import { INSTRUMENT_KEY } from '../../api/queries.ts';
import { FrameFeed } from '../../grid/frame-feed.ts';
import { listenToTicks } from '../../stores/now.ts';
import { isUndecided, ordersStore } from '../../stores/orders/orders-store.ts';
import { readServiceNow } from '../../stores/session-store.ts';
import { isSameDay } from '../../ui/words/format.ts';
import { getOrderViewId, type OrderView, viewFollowed, viewPlaced } from './order-view.ts';

/** Whether the trader can't know yet what became of the order. */
export function isViewUndecided({ row }: OrderView): boolean {
  return row !== null && isUndecided(row);
}

/** Metadata that comes within this time is taken together. */
const LATE_MS = 250;

interface OpenFeed {
  readonly feed: FrameFeed<OrderView>;
  /** By the grid's id, the order placed elsewhere as it was last put, as JSON text. */
  readonly foreign: Map<string, string>;
}

/** The orders that this terminal placed, as they are now. */
export function readPlaced(): OrderView[] {
  return [...ordersStore.getState().entries.values()].map(({ row }) => viewPlaced(row));
}

/** Carries the stores' changes into the grid once a frame, and lets the time of undecided orders run. */
export function useOrdersFeed(api: GridApi<OrderView> | null, followed: Followed | null): void {
  const open = useRef<OpenFeed | null>(null);
  useEffect(() => {
    if (api === null) return undefined;
    const feed = new FrameFeed(api, getOrderViewId);
    open.current = { feed, foreign: new Map() };
    // A time of today is one of yesterday after midnight.
    let drawnAt = readServiceNow();
    for (const [id, { row }] of ordersStore.getState().entries) {
      if (api.getRowNode(id)?.data?.row !== row) feed.put(viewPlaced(row));
    }
    const stops = [
      ordersStore.subscribe(({ entries }, previous) => {
        if (entries === previous.entries) return;
        for (const [id, { row }] of entries) if (previous.entries.get(id)?.row !== row) feed.put(viewPlaced(row));
        for (const id of previous.entries.keys()) if (!entries.has(id)) feed.remove(id);
      }),
      listenToTicks(() => {
        const rowNodes = api
          .getRenderedNodes()
          .filter(({ data, rowPinned }) => data !== undefined && !rowPinned && isViewUndecided(data));
        if (rowNodes.length > 0) api.refreshCells({ columns: ['state'], rowNodes });
        const now = readServiceNow();
        if (isSameDay(now, drawnAt)) return;
        drawnAt = now;
        api.refreshCells({ columns: ['time'], force: true });
      }),
    ];
    return () => {
      open.current = null;
      feed.stop();
      for (const stop of stops) stop();
    };
  }, [api]);

  useEffect(() => {
    if (open.current !== null && followed !== null) putFollowed(open.current, followed);
  }, [api, followed]);
}

/** Prices that were shown before the places of their instrument were known are written anew. */
export function useLatePlaces(api: GridApi<OrderView> | null, { queries }: Pick<Backend, 'queries'>): void {
  useEffect(() => {
    if (api === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = queries.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryKey[0] !== INSTRUMENT_KEY[0]) return;
      timer ??= setTimeout(() => {
        timer = null;
        api.refreshCells({ columns: ['price', 'average'], force: true });
      }, LATE_MS);
    });
    return () => {
      if (timer !== null) clearTimeout(timer);
      stop();
    };
  }, [api, queries]);
}

function putFollowed({ feed, foreign }: OpenFeed, { orders }: Followed): void {
  const gone = new Set(foreign.keys());
  for (const found of orders) {
    const view = viewFollowed(found);
    const id = getOrderViewId(view);
    const text = JSON.stringify(found);
    gone.delete(id);
    if (foreign.get(id) === text) continue;
    foreign.set(id, text);
    feed.put(view);
  }
  for (const id of gone) {
    foreign.delete(id);
    feed.remove(id);
  }
}
