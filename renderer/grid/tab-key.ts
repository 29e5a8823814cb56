import type { GridOptions } from 'ag-grid-community';

/** A grid is one stop of the Tab key, as of any grid on a screen: inside, the arrow keys move. */
export const ONE_TAB_STOP = {
  tabToNextCell: () => false,
  tabToNextHeader: () => false,
} as const satisfies GridOptions;
