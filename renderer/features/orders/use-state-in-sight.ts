import { useEffect } from 'react';
import type { GridApi } from 'ag-grid-community';
import type { OrderView } from './order-view.ts';
import { STATE_COLUMN } from './order-columns.ts';

/** Out of sight by so little, the column of the state loses nothing. */
const SLACK_PX = 8;

/** What became of an order, and its cancel, stay in sight where there is no room for every column: others are scrolled beside them. */
export function useStateInSight(api: GridApi<OrderView> | null): void {
  useEffect(() => {
    if (api === null) return undefined;
    const place = (): void => {
      const { right, left } = api.getHorizontalPixelRange();
      const state = api.getColumn(STATE_COLUMN);
      if (state === null || right <= left) return;
      const columns = api.getAllDisplayedColumns();
      const isPinned = state.isPinned();
      const width = right - left + (isPinned ? state.getActualWidth() : 0);
      const needed = columns.reduce((sum, column) => sum + column.getMinWidth(), 0);
      if (needed > width + SLACK_PX === isPinned) return;
      api.applyColumnState({ state: [{ colId: STATE_COLUMN, pinned: isPinned ? null : 'right' }] });
    };
    place();
    const events = ['gridSizeChanged', 'displayedColumnsChanged'] as const;
    for (const event of events) api.addEventListener(event, place);
    return () => {
      if (!api.isDestroyed()) for (const event of events) api.removeEventListener(event, place);
    };
  }, [api]);
}
