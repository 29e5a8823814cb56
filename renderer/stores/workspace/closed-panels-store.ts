import type { SerializedDockview } from 'dockview-react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

/** A panel that was closed, and where it was. */
export interface ClosedPanel {
  readonly workspaceId: string;
  readonly panelId: string;
  /** The group it was in, and its place among the tabs there. */
  readonly groupId: string;
  readonly index: number;
  /** The whole arrangement, with it and, in short, without it. */
  readonly before: SerializedDockview;
  readonly shapeAfter: string;
}

const MOST_CLOSED = 20;

/** Of this window, the last one last. */
export const closedPanelsStore = createStore<readonly ClosedPanel[]>(() => []);

export function noteClosed(closed: ClosedPanel): void {
  closedPanelsStore.setState((known) => [...known, closed].slice(-MOST_CLOSED), true);
}

/** A panel that is back, or whose workspace is arranged anew, is brought back no more. */
export function forgetClosed(isGone: (closed: ClosedPanel) => boolean): void {
  const known = closedPanelsStore.getState();
  if (known.some(isGone))
    closedPanelsStore.setState(
      known.filter((closed) => !isGone(closed)),
      true,
    );
}

/** The panel of a workspace that was closed last; null where none was. */
export function useLastClosed(workspaceId: string): string | null {
  return useStore(
    closedPanelsStore,
    (known) => known.findLast((closed) => closed.workspaceId === workspaceId)?.panelId ?? null,
  );
}
