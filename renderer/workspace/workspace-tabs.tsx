import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { showForeign } from '../ui/order-words/foreign-text.ts';
import { showWorkspace, useWorkspaces } from '../stores/workspace/workspace-store.ts';

/** The workspaces by name. Where there are more than fit, the one in front is in sight and an edge shows that there are others. */
export function WorkspaceTabs() {
  const items = useWorkspaces((state) => state.workspaces?.items) ?? NONE;
  const active = useWorkspaces((state) => state.workspaces?.active ?? null);
  const strip = useRef<HTMLDivElement>(null);
  const names = items.map(({ name }) => name).join('\n');
  useEdges(strip, names);
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, names]);
  return (
    <div
      ref={strip}
      className="workspace-tabs"
      // A wheel that turns one way only moves along the only way there is.
      onWheel={(event) => {
        if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
      }}
    >
      {items.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="workspace-tab"
          aria-current={id === active ? 'page' : undefined}
          onClick={() => showWorkspace(id)}
        >
          {showForeign(name)}
        </button>
      ))}
    </div>
  );
}

const NONE: readonly never[] = [];

/** Marks the edges beyond which there is more. `names`: what the strip holds. */
function useEdges(strip: RefObject<HTMLElement | null>, names: string): void {
  useLayoutEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    const mark = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.classList.toggle('has-more-before', scrollLeft > 1);
      element.classList.toggle('has-more-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(element);
    element.addEventListener('scroll', mark);
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [strip, names]);
}
