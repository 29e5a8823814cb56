import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';

/** What a workspace was opened without. */
export interface WorkspaceLeftOut {
  /** The workspace's. */
  readonly name: string;
  /** Panels that this version has not; none: the arrangement could not be read at all. */
  readonly panels: readonly string[];
}

/** By the workspace. */
export const leftOutStore = createStore<Readonly<Record<string, WorkspaceLeftOut>>>(() => ({}));

/** Says what a workspace was opened without; null: nothing. */
export function noteLeftOut(workspaceId: string, leftOut: WorkspaceLeftOut | null): void {
  const { [workspaceId]: _former, ...others } = leftOutStore.getState();
  leftOutStore.setState(leftOut === null ? others : { ...others, [workspaceId]: leftOut }, true);
}

/** Texts that were read and hidden: the notice is drawn anew when times or numbers are to be shown otherwise. */
const hiddenStore = createStore<{ readonly texts: ReadonlySet<string> }>(() => ({ texts: new Set() }));

export function hideLeftOut(text: string): void {
  hiddenStore.setState(({ texts }) => ({ texts: new Set([...texts, text]) }));
}

export function useHiddenLeftOut(): ReadonlySet<string> {
  return useStore(hiddenStore).texts;
}

export function useLeftOut(): Readonly<Record<string, WorkspaceLeftOut>> {
  return useStore(leftOutStore);
}
