import { useEffect, useRef } from 'react';
import { usePanelCommand } from '../actions/panel-commands.ts';
import { showToast } from '../stores/toast-store.ts';
import type { Grid } from './use-grid.ts';

/** A panel that was only just opened has its rows within this time, or it has none. */
const ROWS_WITHIN_MS = 2000;

/** What a grid can be asked to do from the palette: done once its rows are there, and told of where there are none. */
export function useGridCommand<Row>({ api, definition }: Grid<Row>, id: string, run: () => void): void {
  const newest = useRef(run);
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null);
  const { id: gridId, title: name } = definition;
  useEffect(() => {
    newest.current = run;
  });
  usePanelCommand(id, () => {
    if (api !== null) return run();
    if (waiting.current !== null) clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      waiting.current = null;
      const told = { title: `${name}: there are no rows`, detail: 'Nothing was done.' };
      showToast({ ...told, subject: `grid ${gridId}`, tone: 'attention', isSticky: false });
    }, ROWS_WITHIN_MS);
    return undefined;
  });
  useEffect(() => {
    if (api === null || waiting.current === null) return;
    clearTimeout(waiting.current);
    waiting.current = null;
    newest.current();
  }, [api]);
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current);
    },
    [],
  );
}
