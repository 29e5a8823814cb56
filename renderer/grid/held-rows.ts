import { type RefObject, useEffect } from 'react';
import type { GridApi } from 'ag-grid-community';

/** So soon after rows changed places nothing pressed on one of them acts: it was meant for what stood there before. */
export const STILL_MS = 400;
/** While the pointer is over what acts on a row, rows keep their places, for so long since it last moved there. */
const HOLD_MS = 2000;

/** Of a button that acts on its row. */
export const ACTS_ON_ROW = { 'data-acts-on-row': '' };

const heldUntilMs = new WeakMap<GridApi, number>();

/** Whether rows are held: none comes, goes or moves. */
export function areRowsHeld<Row>(api: GridApi<Row>): boolean {
  return performance.now() < (heldUntilMs.get(api as GridApi) ?? 0);
}

/** Whether rows have just moved where that was pressed: nobody has seen what stands there now. */
export function haveRowsMoved(pressed: EventTarget | null): boolean {
  return pressed instanceof Element && pressed.closest('[data-rows-moved]') !== null;
}

/** Holds the rows of the grid in that element while the pointer is about to act on one, and marks the element as they move. */
export function useHeldRows<Row>(api: GridApi<Row> | null, root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: element } = root;
    if (api === null || element === null) return undefined;
    const untyped = api as GridApi;
    const hold = ({ target }: PointerEvent): void => {
      const isAbout = target instanceof Element && target.closest('[data-acts-on-row]') !== null;
      if (isAbout) heldUntilMs.set(untyped, performance.now() + HOLD_MS);
      else heldUntilMs.delete(untyped);
    };
    const release = (): void => void heldUntilMs.delete(untyped);
    let before = readInSight(api);
    let timer: ReturnType<typeof setTimeout> | null = null;
    const settle = (): void => {
      timer = null;
      delete element.dataset['rowsMoved'];
    };
    const notePlaces = (): void => {
      const isMoved = haveMoved(before.ids, readFrom(api, before.first, before.ids.length));
      before = readInSight(api);
      if (!isMoved) return;
      element.dataset['rowsMoved'] = '';
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(settle, STILL_MS);
    };
    element.addEventListener('pointermove', hold, { passive: true });
    element.addEventListener('pointerleave', release, { passive: true });
    api.addEventListener('modelUpdated', notePlaces);
    return () => {
      if (timer !== null) clearTimeout(timer);
      settle();
      release();
      element.removeEventListener('pointermove', hold);
      element.removeEventListener('pointerleave', release);
      if (!api.isDestroyed()) api.removeEventListener('modelUpdated', notePlaces);
    };
  }, [api, root]);
}

/** Ids of the rows that are in sight, from the first of them. */
function readInSight<Row>(api: GridApi<Row>): { readonly first: number; readonly ids: readonly string[] } {
  const first = Math.max(0, api.getFirstDisplayedRowIndex());
  return { first, ids: readFrom(api, first, api.getLastDisplayedRowIndex() - first + 1) };
}

function readFrom<Row>(api: GridApi<Row>, first: number, count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => api.getDisplayedRowAtIndex(first + at)?.id ?? '');
}

/** Whether another row stands where one did: what comes or goes at the end moves none. */
export function haveMoved(before: readonly string[], now: readonly string[]): boolean {
  return before.some((id, at) => (now[at] ?? '') !== '' && now[at] !== id);
}
