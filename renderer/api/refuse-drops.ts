/** What a drag from outside of the page carries; panels that are dragged inside carry none of it. */
const FOREIGN_TYPES = ['Files', 'text/uri-list', 'text/html'];

/** Whether what is dragged comes from elsewhere and would be opened in place of the page. */
export function isForeignDrag(types: readonly string[]): boolean {
  return types.some((type) => FOREIGN_TYPES.includes(type));
}

/** Refuses drops of files, links or markup from elsewhere. */
export function refuseForeignDrops(page: Window): void {
  const refuse = (event: DragEvent): void => {
    if (event.dataTransfer === null || !isForeignDrag(event.dataTransfer.types)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse, { capture: true });
  page.addEventListener('drop', refuse, { capture: true });
}
