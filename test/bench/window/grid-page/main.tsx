import {
  createGrid,
  type ColDef,
  type GridApi,
  ClientSideRowModelModule,
  ModuleRegistry,
  AllCommunityModule,
} from 'ag-grid-community';
import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { decimalColumn, formatPlainDecimal, textColumn, timeColumn } from '../../../../renderer/grid/columns.ts';
import { DataGrid } from '../../../../renderer/grid/data-grid.tsx';
import { FrameFeed } from '../../../../renderer/grid/frame-feed.ts';
import { GRID_THEME } from '../../../../renderer/grid/theme.ts';
import { sumAmounts } from '../../../../renderer/grid/totals.ts';
import { type GridDefinition, useGrid } from '../../../../renderer/grid/use-grid.ts';
import { decimal, type DecimalString } from '../../../../shared/decimal.ts';

interface Row {
  readonly id: string;
  readonly at: number;
  readonly instrument: string;
  readonly side: string;
  readonly amount: DecimalString;
  readonly filled: DecimalString;
  readonly price: DecimalString;
  readonly type: string;
  readonly state: string;
  readonly label: string;
}

ModuleRegistry.registerModules([AllCommunityModule, ClientSideRowModelModule]);

function buildRows(count: number): Row[] {
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed % below;
  };
  return Array.from({ length: count }, (_, index) => ({
    id: `row-${index}`,
    at: 1_795_000_000_000 + random(100_000_000),
    instrument: random(2) === 0 ? 'BTC-PERPETUAL' : `ETH-27NOV26-${3000 + random(40) * 50}-C`,
    side: random(2) === 0 ? 'Buy' : 'Sell',
    amount: decimal(10 * (1 + random(100_000))),
    filled: decimal(random(100_000)),
    price: decimal(90_000 + random(200_000) / 10),
    type: 'limit',
    state: random(3) === 0 ? 'open' : 'filled',
    label: `hedge-${random(1000)}-${index}`,
  }));
}

const OURS: ColDef<Row>[] = [
  { ...timeColumn<Row>('Time', ({ at }) => at, false), colId: 'at', width: 110 },
  { ...textColumn<Row>('Instrument', ({ instrument }) => instrument), colId: 'instrument', width: 150 },
  { ...textColumn<Row>('Side', ({ side }) => side), colId: 'side', width: 60 },
  { ...decimalColumn<Row>('Amount', ({ amount }) => amount, formatPlainDecimal), colId: 'amount', width: 90 },
  { ...decimalColumn<Row>('Filled', ({ filled }) => filled, formatPlainDecimal), colId: 'filled', width: 90 },
  { ...decimalColumn<Row>('Price', ({ price }) => price, formatPlainDecimal), colId: 'price', width: 90 },
  { ...textColumn<Row>('Type', ({ type }) => type), colId: 'type', width: 80 },
  { ...textColumn<Row>('State', ({ state }) => state), colId: 'state', width: 90 },
  { ...textColumn<Row>('Label', ({ label }) => label), colId: 'label', width: 160 },
];

const byNumber = (a: string, b: string): number => Number(a) - Number(b);

/** The library as it comes, on the same rows: its own fields, its own cells, numbers sorted as numbers. */
const VANILLA: ColDef<Row>[] = [
  { field: 'at', width: 110 },
  { field: 'instrument', width: 150 },
  { field: 'side', width: 60 },
  { field: 'amount', width: 90, comparator: byNumber },
  { field: 'filled', width: 90, comparator: byNumber },
  { field: 'price', width: 90, comparator: byNumber },
  { field: 'type', width: 80 },
  { field: 'state', width: 90 },
  { field: 'label', width: 160 },
];

const DEFINITION: GridDefinition<Row> = {
  id: 'bench',
  title: 'Bench',
  version: 1,
  renames: {},
  columns: OURS,
  groups: [],
};

function sumUp(rows: readonly Row[]): Record<string, string> {
  return { at: `${rows.length} rows`, amount: sumAmounts(rows.map(({ amount }) => amount)) };
}

const rows = buildRows(100_000);
let api: GridApi<Row> | null = null;
let root: Root | null = null;
let element: HTMLElement | null = null;
let seek: ((text: string) => void) | null = null;

function OurGrid({ onGrid }: { readonly onGrid: (ready: GridApi<Row>, seek: (text: string) => void) => void }) {
  const grid = useGrid(DEFINITION);
  const [given, setGiven] = useState<GridApi<Row> | null>(null);
  if (grid.api !== null && given !== grid.api) {
    setGiven(grid.api);
    onGrid(grid.api, grid.setSearch);
  }
  return <DataGrid<Row> grid={grid} rows={rows} getRowId={({ id }) => id} sumUp={sumUp} />;
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}

async function opened(): Promise<GridApi<Row>> {
  for (;;) {
    const known = api;
    if (known !== null && document.querySelector('.ag-row[row-id]') !== null) return known;
    await nextPaint();
  }
}

/** Opens a grid with all rows; milliseconds until they are painted. */
async function open(kind: 'ours' | 'vanilla'): Promise<number> {
  element = document.createElement('div');
  element.style.cssText = 'width: 1100px; height: 600px';
  document.body.append(element);
  const startedAt = performance.now();
  if (kind === 'vanilla') {
    api = createGrid<Row>(element, {
      theme: GRID_THEME,
      columnDefs: VANILLA,
      defaultColDef: { sortable: true },
      getRowId: ({ data }) => data.id,
      rowData: rows,
      animateRows: false,
      cacheQuickFilter: true,
    });
  } else {
    root = createRoot(element);
    flushSync(() =>
      root?.render(
        <OurGrid
          onGrid={(ready, search) => {
            api = ready;
            seek = search;
          }}
        />,
      ),
    );
  }
  await opened();
  await nextPaint();
  return performance.now() - startedAt;
}

async function timed(act: (on: GridApi<Row>) => void): Promise<number> {
  const on = await opened();
  const startedAt = performance.now();
  act(on);
  await nextPaint();
  return performance.now() - startedAt;
}

async function close(): Promise<void> {
  root?.unmount();
  if (root === null) api?.destroy();
  element?.remove();
  [api, root, element] = [null, null, null];
  await nextPaint();
}

/** Changes 1,000 cells a second for a while, as they come: a sixtieth each frame. Gives the frames' lengths. */
async function update(milliseconds: number): Promise<{ frames: number[]; isPlaceKept: boolean }> {
  const on = await opened();
  const feed = new FrameFeed(on, ({ id }) => id);
  on.ensureIndexVisible(5000, 'top');
  await nextPaint();
  on.setFocusedCell(5005, 'label');
  on.getDisplayedRowAtIndex(5005)?.setSelected(true);
  const place = () => ({
    top: document.querySelector('.ag-grid-viewport')?.scrollTop,
    selected: on.getSelectedNodes().map(({ id }) => id),
    focused: document.activeElement?.closest('[row-id]')?.getAttribute('row-id'),
  });
  const before = JSON.stringify(place());
  const frames: number[] = [];
  let last = performance.now();
  const endAt = last + milliseconds;
  let carried = 0;
  let next = 0;
  while (last < endAt) {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
    });
    const now = performance.now();
    frames.push(now - last);
    carried += now - last;
    last = now;
    for (; carried >= 1; carried -= 1) {
      const row = rows[(next = (next + 7919) % rows.length)];
      if (row !== undefined) feed.put({ ...row, filled: decimal(next) });
    }
  }
  return { frames, isPlaceKept: JSON.stringify(place()) === before };
}

Reflect.set(window, 'bench', {
  open,
  close,
  filter: () =>
    timed((on) => {
      if (root === null) on.setGridOption('quickFilterText', 'hedge-77');
      else flushSync(() => seek?.('hedge-77'));
    }),
  sort: () => timed((on) => on.applyColumnState({ state: [{ colId: 'price', sort: 'asc' }] })),
  update,
});
