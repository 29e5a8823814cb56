import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/ipc/preferences-schema.ts';
import type { Workspace, Workspaces } from '../../shared/ipc/workspace-schema.ts';

export interface WorkspaceState {
  /** Null until the session is open: what was saved is not known before. */
  readonly workspaces: Workspaces | null;
  /** Whether the back end doesn't have the newest yet. */
  readonly isUnsaved: boolean;
  /** Counts resets, so that a workspace is built anew. */
  readonly resets: number;
}

const STANDARD: readonly Workspace[] = [
  { id: 'trade', name: 'Trade', layout: null },
  { id: 'block-rfq', name: 'Block RFQ', layout: null },
  { id: 'risk', name: 'Risk', layout: null },
  { id: 'history', name: 'History', layout: null },
];

/** How the panels of this window are arranged. */
export const workspaceStore = createStore<WorkspaceState>(() => ({ workspaces: null, isUnsaved: false, resets: 0 }));

/** Takes what was saved; a standard workspace that came later than it was saved joins it at the end. */
export function adoptWorkspaces(saved: Workspaces | null): void {
  if (workspaceStore.getState().isUnsaved) return;
  const items = saved?.items ?? [];
  const missing = STANDARD.filter(({ id }) => !items.some((item) => item.id === id));
  const all = [...items, ...missing];
  const active = all.find(({ id }) => id === saved?.active)?.id ?? all[0]?.id ?? 'trade';
  workspaceStore.setState({ workspaces: { ...saved, version: 1, active, items: all } });
}

function change(edit: (workspaces: Workspaces) => Workspaces): void {
  const { workspaces } = workspaceStore.getState();
  if (workspaces !== null) workspaceStore.setState({ workspaces: edit(workspaces), isUnsaved: true });
}

export function showWorkspace(id: string): void {
  change((workspaces) => ({ ...workspaces, active: id }));
}

/** Keeps a layout as it is now. */
export function keepLayout(id: string, layout: string | null): void {
  change((workspaces) => ({
    ...workspaces,
    items: workspaces.items.map((item) => (item.id === id ? { ...item, layout } : item)),
  }));
}

/** Keeps the columns that the trader chose for a grid; null: as it came. */
export function keepColumns(gridId: string, columns: readonly string[] | null): void {
  change((workspaces) => {
    const { [gridId]: _former, ...others } = workspaces.columns ?? {};
    return { ...workspaces, columns: columns === null ? others : { ...others, [gridId]: [...columns] } };
  });
}

/** The columns that the trader chose for a grid; null where nothing was chosen. */
export function useKeptColumns(gridId: string): readonly string[] | null {
  return useWorkspaces((state) => state.workspaces?.columns?.[gridId] ?? null);
}

/** Keeps a choice of one panel of one workspace; null: as it came. */
export function keepPanelSetting(key: string, name: string, value: string | null): void {
  change((workspaces) => {
    const { [name]: _former, ...others } = workspaces.panels?.[key] ?? {};
    const settings = value === null ? others : { ...others, [name]: value };
    return { ...workspaces, panels: { ...workspaces.panels, [key]: settings } };
  });
}

/** What the trader chose for every window; as it came until that is known. */
export function readPreferences({ workspaces }: Pick<WorkspaceState, 'workspaces'>): Preferences {
  return workspaces?.preferences ?? DEFAULT_PREFERENCES;
}

/** The theme, for what draws with colours that it reads once: it is made anew by this. */
export function useThemeName(): Preferences['theme'] {
  return useWorkspaces((state) => readPreferences(state).theme);
}

/** Keeps choices for every window. */
export function keepPreferences(changes: Partial<Preferences>): void {
  change((workspaces) => ({ ...workspaces, preferences: { ...readPreferences({ workspaces }), ...changes } }));
}

/** Gives a workspace the arrangement it came with, and its panels what they came with. */
export function resetWorkspace(id: string): void {
  keepLayout(id, null);
  change(({ panels = {}, ...workspaces }) => {
    const others = Object.entries(panels).filter(([key]) => !key.startsWith(`${id}/`));
    return { ...workspaces, panels: Object.fromEntries(others) };
  });
  workspaceStore.setState(({ resets }) => ({ resets: resets + 1 }));
}

export function useWorkspaces<T>(select: (state: WorkspaceState) => T): T {
  return useStore(workspaceStore, select);
}
