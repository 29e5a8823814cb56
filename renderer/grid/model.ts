import { useEffect, useRef } from 'react';
import type { GridApi } from 'ag-grid-community';
import { areRowsHeld } from './held-rows.ts';
import { readPlace, restorePlace } from './keep-place.ts';
import { TotalsRow } from './totals.ts';

/** Totals are summed once the rows have been still for this long, or this often while they change. */
const TOTALS_MS = 250;
/** While rows are held, whether they still are is asked this often. */
const HELD_MS = 100;
/** Work over all rows takes this part of the time at most: the more rows, the more seldom. */
const SHARE = 0.05;

/** How long to wait after work that took so long, milliseconds. */
function pauseAfter(tookMs: number): number {
  return tookMs / SHARE;
}

/** Replaces the rows when others are given; those that stay keep their selection, their focus and their place. */
export function useRows<Row>(api: GridApi<Row> | null, rows: readonly Row[]): void {
  const shown = useRef(rows);
  useEffect(() => {
    if (api === null || rows === shown.current) return;
    shown.current = rows;
    const place = readPlace(api);
    api.setGridOption('rowData', [...rows]);
    restorePlace(api, place);
  }, [api, rows]);
}

/** Filters, sorts and arranges anew after rows were updated: in the next frame, or later where that takes long. */
export function useSteadyModel<Row>(api: GridApi<Row> | null): void {
  useEffect(() => {
    if (api === null) return undefined;
    let isStale = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let dueAt = 0;
    function refresh(): void {
      timer = null;
      if (api === null || api.isDestroyed() || !isStale) return;
      if (areRowsHeld(api)) {
        timer = setTimeout(refresh, HELD_MS);
        return;
      }
      const startedAt = performance.now();
      const place = readPlace(api);
      api.refreshClientSideRowModel('filter');
      restorePlace(api, place);
      const endedAt = performance.now();
      dueAt = endedAt + pauseAfter(endedAt - startedAt);
    }
    const noteChange = (): void => {
      isStale = true;
      timer ??= setTimeout(refresh, Math.max(0, dueAt - performance.now()));
    };
    const noteModel = (): void => {
      isStale = false;
    };
    api.addEventListener('rowDataUpdated', noteChange);
    api.addEventListener('modelUpdated', noteModel);
    return () => {
      if (timer !== null) clearTimeout(timer);
      if (api.isDestroyed()) return;
      api.removeEventListener('rowDataUpdated', noteChange);
      api.removeEventListener('modelUpdated', noteModel);
    };
  }, [api]);
}

/** Keeps the totals row in step with the rows that are shown. */
export function useTotals<Row>(
  api: GridApi<Row> | null,
  sumUp: ((rows: readonly Row[], all: number) => Readonly<Record<string, string>>) | undefined,
): void {
  useEffect(() => {
    if (api === null || sumUp === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let shown = '';
    let pauseMs = TOTALS_MS;
    function tell(): void {
      timer = null;
      if (api === null || sumUp === undefined || api.isDestroyed()) return;
      const startedAt = performance.now();
      const rows: Row[] = [];
      api.forEachNodeAfterFilter(({ data }) => {
        if (data !== undefined) rows.push(data);
      });
      let all = 0;
      api.forEachNode(() => (all += 1));
      const texts = sumUp(rows, all);
      pauseMs = Math.max(TOTALS_MS, pauseAfter(performance.now() - startedAt));
      const text = JSON.stringify(texts);
      if (text === shown) return;
      shown = text;
      api.setGridOption('pinnedBottomRowData', [new TotalsRow(texts)]);
    }
    const tellSoon = (): void => {
      timer ??= setTimeout(tell, pauseMs);
    };
    tellSoon();
    api.addEventListener('modelUpdated', tellSoon);
    return () => {
      if (timer !== null) clearTimeout(timer);
      if (!api.isDestroyed()) api.removeEventListener('modelUpdated', tellSoon);
    };
  }, [api, sumUp]);
}
