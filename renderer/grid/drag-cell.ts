import type { MouseEvent as ReactMouseEvent } from 'react';

/** The text that a cell is dragged as, by its row and column; null where it can't be. */
export type ReadDragText = (rowId: string, columnId: string) => string | null;

/**
 * Lets the cell under a press be dragged as text: into the Block RFQ composer, or wherever text can be dropped. Only for
 * as long as the button is held, since the grid makes its cells anew whenever it likes.
 */
export function allowDrag({ button, target }: ReactMouseEvent, read: ReadDragText): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.ag-cell') : null;
  if (cell === null || button !== 0) return;
  const rowId = cell.closest('[row-id]')?.getAttribute('row-id') ?? null;
  const columnId = cell.getAttribute('col-id');
  const text = rowId === null || columnId === null ? null : read(rowId, columnId);
  if (text === null) return;
  const until = new AbortController();
  const end = (): void => {
    cell.draggable = false;
    until.abort();
  };
  const { signal } = until;
  cell.draggable = true;
  cell.addEventListener('dragstart', ({ dataTransfer }) => offer(dataTransfer, text), { signal });
  cell.addEventListener('dragend', end, { signal });
  window.addEventListener('mouseup', end, { signal });
}

function offer(transfer: DataTransfer | null, text: string): void {
  if (transfer === null) return;
  transfer.setData('text/plain', text);
  transfer.effectAllowed = 'copy';
}
