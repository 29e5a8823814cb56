import type { Action } from '../actions/action.ts';
import { EXPORT_KINDS } from '../grid/export/export-kinds.ts';
import { showPanel } from './show-panel.ts';

/** Panels whose rows stand in a kept grid, and what they are called within a sentence. */
const GRIDS = [
  { panelId: 'orders', rows: 'orders' },
  { panelId: 'trades', rows: 'trades' },
  { panelId: 'journal', rows: 'the journal' },
] as const;

/** What can be done with the rows of a panel, and with orders that were placed elsewhere. */
export const GRID_ACTIONS: readonly Action[] = [
  {
    id: 'orders.labels',
    title: 'Labels…',
    group: 'Records',
    explanation: 'Labels of orders placed elsewhere that Orders follows.',
    words: 'orders adopt follow',
    key: null,
    run: () => showPanel('orders', 'orders.labels'),
  },
  ...GRIDS.flatMap(({ panelId, rows }): readonly Action[] => [
    ...EXPORT_KINDS.map(({ kind, name, holds }) => ({
      id: `${panelId}.export.${kind}`,
      title: `Export ${rows} as ${name}`,
      group: 'Records' as const,
      explanation: `The rows and columns that the panel shows: ${holds}.`,
      words: 'save file download spreadsheet',
      key: null,
      run: () => showPanel(panelId, `grid.export.${kind}`),
    })),
    {
      id: `${panelId}.view`,
      title: `Save this view of ${rows}…`,
      group: 'Records',
      explanation: 'Saves filters, search, grouping, sorts and columns under a name.',
      words: 'columns layout filters',
      key: null,
      run: () => showPanel(panelId, 'grid.view'),
    },
    {
      id: `${panelId}.unfilter`,
      title: `Clear the filters of ${rows}`,
      group: 'Records',
      explanation: 'Shows every row again.',
      words: 'search reset view',
      key: null,
      run: () => showPanel(panelId, 'grid.unfilter'),
    },
    {
      id: `${panelId}.reset`,
      title: `Reset columns, filters and groups of ${rows}`,
      group: 'Records',
      explanation: 'Shows the panel as it came.',
      words: 'view layout standard',
      key: null,
      run: () => showPanel(panelId, 'grid.reset'),
    },
  ]),
];
