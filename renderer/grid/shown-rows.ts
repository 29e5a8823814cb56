import { useCallback, useSyncExternalStore } from 'react';
import type { GridApi } from 'ag-grid-community';

/** The rows that pass the search and the columns' filters, as they stand. */
export function readShownRows<Row>(api: GridApi<Row>): Row[] {
  const rows: Row[] = [];
  api.forEachNodeAfterFilterAndSort(({ data }) => {
    if (data !== undefined) rows.push(data);
  });
  return rows;
}

/** How many rows pass the search and the columns' filters; null while there is no grid. */
export function useShownCount<Row>(api: GridApi<Row> | null): number | null {
  const listen = useCallback(
    (tell: () => void) => {
      api?.addEventListener('modelUpdated', tell);
      return () => {
        if (api !== null && !api.isDestroyed()) api.removeEventListener('modelUpdated', tell);
      };
    },
    [api],
  );
  return useSyncExternalStore(listen, () => {
    if (api === null || api.isDestroyed()) return null;
    let count = 0;
    api.forEachNodeAfterFilter(() => (count += 1));
    return count;
  });
}
