import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { SavedGrid, Workspace, Workspaces } from '../../../shared/ipc/schemas/workspace-schema.ts';
import { endSafePreferences } from '../preferences-store.ts';

export interface WorkspaceState {
  /** Null until the session is open: what was saved is not known before. */
  readonly workspaces: Workspaces | null;
  /** Whether the back end doesn't have the newest yet. */
  readonly isUnsaved: boolean;
  /** How often the dock of each was built anew; by null, of all. */
  readonly resets: ReadonlyMap<string | null, number>;
  /** What was kept, while a safe start shows the standard instead; nothing is kept before the trader chooses. */
  readonly heldBack: Workspaces | null;
  /** Last deleted or reset in this window; null: nothing, or restored. */
  readonly removal: WorkspaceRemoval | null;
}

/** A workspace as it was before it was deleted or reset. */
export interface WorkspaceRemoval {
  readonly kind: 'deleted' | 'reset';
  readonly item: Workspace;
  /** Its place among the others. */
  readonly index: number;
  /** What was chosen in its panels, by panel. */
  readonly settings: Readonly<Record<string, Record<string, string>>>;
}

const STANDARD: readonly Workspace[] = [
  { id: 'trade', name: 'Trade', layout: null },
  { id: 'block-rfq', name: 'Block RFQ', layout: null },
  { id: 'risk', name: 'Risk', layout: null },
  { id: 'history', name: 'History', layout: null },
];

/** How the panels of this window are arranged. */
export const workspaceStore = createStore<WorkspaceState>(() => ({
  workspaces: null,
  isUnsaved: false,
  resets: new Map(),
  heldBack: null,
  removal: null,
}));

/** Takes what was saved; a standard workspace that came later than it was saved joins it at the end. */
export function adoptWorkspaces(saved: Workspaces | null): void {
  if (workspaceStore.getState().isUnsaved) return;
  const items = saved?.items ?? [];
  const missing = STANDARD.filter(({ id }) => !items.some((item) => item.id === id));
  const all = [...items, ...missing];
  const active = all.find(({ id }) => id === saved?.active)?.id ?? all[0]?.id ?? 'trade';
  workspaceStore.setState({ workspaces: { ...saved, version: 1, active, items: all } });
}

/** A safe start: the standard arrangement, and what was kept stays as it is until the trader says otherwise. */
export function adoptSafely(saved: Workspaces | null): void {
  const { workspaces, heldBack } = workspaceStore.getState();
  // The session is opened again when the connection comes back: what the trader chose by then stands.
  if (workspaces !== null) {
    if (heldBack === null) adoptWorkspaces(saved);
    return;
  }
  adoptWorkspaces(null);
  workspaceStore.setState({ heldBack: saved });
}

function countReset(resets: WorkspaceState['resets'], id: string | null): WorkspaceState['resets'] {
  return new Map(resets).set(id, (resets.get(id) ?? 0) + 1);
}

/** Ends a safe start: with what was kept, or with the arrangement on screen in its place. */
export function endSafeStart(choice: 'kept' | 'shown'): void {
  endSafePreferences(choice);
  workspaceStore.setState(({ heldBack, workspaces, resets }) =>
    choice === 'kept' && heldBack !== null
      ? { workspaces: heldBack, heldBack: null, isUnsaved: false, resets: countReset(resets, null) }
      : { workspaces: workspaces === null ? null : { ...workspaces }, heldBack: null, isUnsaved: true },
  );
}

/** What a window of its own holds: the one panel that was moved there, until the trader adds more. */
export function adoptOwnWindow(saved: Workspaces | null): void {
  if (workspaceStore.getState().isUnsaved) return;
  const empty: Workspaces = { version: 1, active: 'own', items: [{ id: 'own', name: 'Window', layout: null }] };
  workspaceStore.setState({ workspaces: saved ?? empty });
}

/** True for a workspace that came with the terminal. */
export function isStandard(id: string): boolean {
  return STANDARD.some((item) => item.id === id);
}

export function changeWorkspaces(edit: (workspaces: Workspaces) => Workspaces): void {
  const { workspaces } = workspaceStore.getState();
  if (workspaces !== null) workspaceStore.setState({ workspaces: edit(workspaces), isUnsaved: true });
}

export function showWorkspace(id: string): void {
  changeWorkspaces((workspaces) => ({ ...workspaces, active: id }));
}

/** Keeps a layout as it is now. */
export function keepLayout(id: string, layout: string | null): void {
  changeWorkspaces((workspaces) => ({
    ...workspaces,
    items: workspaces.items.map((item) => (item.id === id ? { ...item, layout } : item)),
  }));
}

/** What was kept of a grid of a workspace. */
export function readGrid(workspaceId: string, gridId: string): SavedGrid | undefined {
  const { workspaces } = workspaceStore.getState();
  return workspaces?.items.find(({ id }) => id === workspaceId)?.grids?.[gridId];
}

/** Keeps how a grid of a workspace looks. */
export function keepGrid(workspaceId: string, gridId: string, grid: SavedGrid): void {
  const known = readGrid(workspaceId, gridId);
  if (known?.version === grid.version && known.state === grid.state) return;
  changeWorkspaces((workspaces) => ({
    ...workspaces,
    items: workspaces.items.map((item) =>
      item.id === workspaceId ? { ...item, grids: { ...item.grids, [gridId]: grid } } : item,
    ),
  }));
}

/** Keeps the columns that the trader chose for a grid; null: as it came. */
export function keepColumns(gridId: string, columns: readonly string[] | null): void {
  changeWorkspaces((workspaces) => {
    const { [gridId]: _former, ...others } = workspaces.columns ?? {};
    return { ...workspaces, columns: columns === null ? others : { ...others, [gridId]: [...columns] } };
  });
}

/** The columns chosen for a grid; null without a choice. */
export function useKeptColumns(gridId: string): readonly string[] | null {
  return useWorkspaces((state) => state.workspaces?.columns?.[gridId] ?? null);
}

/** Keeps a choice of one panel of one workspace; null: as it came. */
export function keepPanelSetting(key: string, name: string, value: string | null): void {
  changeWorkspaces((workspaces) => {
    const { [name]: _former, ...others } = workspaces.panels?.[key] ?? {};
    const settings = value === null ? others : { ...others, [name]: value };
    return { ...workspaces, panels: { ...workspaces.panels, [key]: settings } };
  });
}

/** Has the dock of a workspace built anew. */
export function rebuildDock(id: string): void {
  workspaceStore.setState(({ resets }) => ({ resets: countReset(resets, id) }));
}

export function useWorkspaces<T>(select: (state: WorkspaceState) => T): T {
  return useStore(workspaceStore, select);
}
