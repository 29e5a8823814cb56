import { useEffect, useState } from 'react';
import type { AgEventType, GridApi } from 'ag-grid-community';
import type { ChainRow } from './chain-row.ts';

/** Row height of the grids' theme. */
const ROW_PX = 24;
/** Quotes asked for at once: a screen full of strikes, both sides. */
const MOST_NAMES = 96;

const CHANGES = [
  'bodyScrollEnd',
  'modelUpdated',
  'gridSizeChanged',
  'firstDataRendered',
] as const satisfies AgEventType[];

/** Names of the options whose rows can be seen now, so that quotes are asked for these alone; scrolling changes them. */
export function useNamesInView(api: GridApi<ChainRow> | null, isShown: boolean): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (api === null) return undefined;
    const update = (): void => {
      // A grid that is going away still tells of changes.
      if (api.isDestroyed()) return;
      const seen = readNamesInView(api);
      setNames((known) => (known.join(' ') === seen.join(' ') ? known : seen));
    };
    update();
    for (const change of CHANGES) api.addEventListener(change, update);
    return () => {
      if (api.isDestroyed()) return;
      for (const change of CHANGES) api.removeEventListener(change, update);
    };
  }, [api]);
  return isShown ? names : NOTHING;
}

const NOTHING: readonly string[] = [];

function readNamesInView(api: GridApi<ChainRow>): string[] {
  const { top, bottom } = api.getVerticalPixelRange();
  const names: string[] = [];
  for (let index = Math.floor(top / ROW_PX); index <= Math.floor((bottom - 1) / ROW_PX); index += 1) {
    const row = api.getDisplayedRowAtIndex(index)?.data;
    for (const side of [row?.call, row?.put]) {
      if (side != null && (side.standing === 'live' || side.standing === 'stale')) names.push(side.name);
    }
  }
  const excess = Math.max(0, names.length - MOST_NAMES);
  return names.slice(Math.floor(excess / 2), Math.floor(excess / 2) + MOST_NAMES);
}
