import { useEffect, useState } from 'react';
import type { AgEventType, GridApi } from 'ag-grid-community';

const CHANGES = [
  'bodyScrollEnd',
  'modelUpdated',
  'gridSizeChanged',
  'firstDataRendered',
] as const satisfies AgEventType[];

/**
 * The instruments of the rows that can be seen now, so that these are asked for first; scrolling changes them. None
 * before there is a grid.
 *
 * @param namesOf Of one row; the same function each time.
 */
export function useNamesInView<Row>(
  api: GridApi<Row> | null,
  namesOf: (row: Row) => readonly string[],
): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (api === null) return undefined;
    const update = (): void => {
      // A grid that is going away still tells of changes.
      if (api.isDestroyed()) return;
      const seen = readRowsInView(api).flatMap(namesOf);
      setNames((known) => (known.join(' ') === seen.join(' ') ? known : seen));
    };
    update();
    for (const change of CHANGES) api.addEventListener(change, update);
    return () => {
      if (api.isDestroyed()) return;
      for (const change of CHANGES) api.removeEventListener(change, update);
    };
  }, [api, namesOf]);
  return api === null ? NOTHING : names;
}

const NOTHING: readonly string[] = [];

function readRowsInView<Row>(api: GridApi<Row>): Row[] {
  const { top, bottom } = api.getVerticalPixelRange();
  // As the density has it: all rows are of one height.
  const height = api.getDisplayedRowAtIndex(0)?.rowHeight ?? null;
  if (height === null || height <= 0) return [];
  const rows: Row[] = [];
  for (let index = Math.floor(top / height); index <= Math.floor((bottom - 1) / height); index += 1) {
    const row = api.getDisplayedRowAtIndex(index)?.data;
    if (row !== undefined) rows.push(row);
  }
  return rows;
}
