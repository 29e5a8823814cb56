import type { Workspace, Workspaces } from '../../../shared/ipc/schemas/workspace-schema.ts';
import { findUnseen } from '../../../shared/names.ts';
import { changeWorkspaces, isStandard, rebuildDock, type WorkspaceRemoval, workspaceStore } from './workspace-store.ts';

const MOST_WORKSPACES = 24;
const NAME_MAX_CHARACTERS = 40;

/** Why no workspace can be added; null when one can. */
export function findWorkspaceLimit(): string | null {
  const count = workspaceStore.getState().workspaces?.items.length ?? 0;
  return count < MOST_WORKSPACES ? null : `There are ${MOST_WORKSPACES} workspaces already. Delete one first.`;
}

/** What is wrong with a name, `of` being the workspace that has it or null for a new one; null: nothing. */
export function findWorkspaceNameProblem(name: string, of: string | null): string | null {
  const wanted = name.trim();
  if (wanted === '') return 'Give it a name.';
  if ([...wanted].length > NAME_MAX_CHARACTERS) return `A name has at most ${NAME_MAX_CHARACTERS} characters.`;
  const unseen = findUnseen(wanted);
  if (unseen !== null) return unseen;
  const items = workspaceStore.getState().workspaces?.items ?? [];
  const isTaken = items.some((item) => item.id !== of && item.name.toLowerCase() === wanted.toLowerCase());
  return isTaken ? `There is a workspace “${wanted}” already.` : null;
}

/** The name, or the first of `name 2`, `name 3` … that none has. */
export function freeWorkspaceName(name: string): string {
  if (findWorkspaceNameProblem(name, null) === null) return name.trim();
  // One that was kept before may have what can’t be seen.
  const seen = findUnseen(name) === null ? name : '';
  const base = [...seen.trim()].slice(0, NAME_MAX_CHARACTERS - 3).join('') || 'Workspace';
  for (let count = 1; ; count += 1) {
    // Cut short, it may be free as it is.
    const wanted = count === 1 ? base : `${base} ${count}`;
    if (findWorkspaceNameProblem(wanted, null) === null) return wanted;
  }
}

function freeId(items: readonly Workspace[]): string {
  for (let count = 1; ; count += 1) {
    const id = `own-${count}`;
    if (!items.some((item) => item.id === id)) return id;
  }
}

/** Adds a workspace and shows it. `settings` are those of its panels, by panel. */
export function addWorkspace(
  given: Omit<Workspace, 'id'>,
  settings: Readonly<Record<string, Record<string, string>>> = {},
): void {
  changeWorkspaces((workspaces) => {
    const id = freeId(workspaces.items);
    return {
      ...workspaces,
      active: id,
      items: [...workspaces.items, { ...given, id, name: given.name.trim() }],
      panels: withSettings(workspaces, id, settings),
    };
  });
}

/** What was chosen in the panels of a workspace, by panel. */
export function settingsOf(workspaces: Workspaces, id: string): Record<string, Record<string, string>> {
  const own = Object.entries(workspaces.panels ?? {}).filter(([key]) => key.startsWith(`${id}/`));
  return Object.fromEntries(own.map(([key, chosen]) => [key.slice(id.length + 1), chosen]));
}

export function renameWorkspace(id: string, name: string): void {
  changeWorkspaces((workspaces) => ({
    ...workspaces,
    items: workspaces.items.map((item) => (item.id === id ? { ...item, name: name.trim() } : item)),
  }));
}

function withSettings(
  { panels = {} }: Workspaces,
  id: string,
  settings: Readonly<Record<string, Record<string, string>>>,
): Record<string, Record<string, string>> {
  const others = Object.entries(panels).filter(([key]) => !key.startsWith(`${id}/`));
  const own = Object.entries(settings).map(([panelId, chosen]) => [`${id}/${panelId}`, chosen] as const);
  return Object.fromEntries([...others, ...own]);
}

function noteRemoval(kind: WorkspaceRemoval['kind'], id: string): void {
  const { workspaces } = workspaceStore.getState();
  const index = workspaces?.items.findIndex((known) => known.id === id) ?? -1;
  const item = workspaces?.items[index];
  if (workspaces === null || item === undefined) return;
  workspaceStore.setState({ removal: { kind, item, index, settings: settingsOf(workspaces, id) } });
}

/** Deletes one of the trader's own, which `undoRemoval` brings back; standard ones can only be reset. */
export function deleteWorkspace(id: string): void {
  const isLast = (workspaceStore.getState().workspaces?.items.length ?? 0) < 2;
  if (isStandard(id) || isLast) return;
  noteRemoval('deleted', id);
  changeWorkspaces((workspaces) => {
    const items = workspaces.items.filter((item) => item.id !== id);
    const at = workspaces.items.findIndex((item) => item.id === id);
    const next = items[Math.min(at, items.length - 1)];
    if (next === undefined) return workspaces;
    const active = workspaces.active === id ? next.id : workspaces.active;
    return { ...workspaces, active, items, panels: withSettings(workspaces, id, {}) };
  });
}

/** Gives a workspace the arrangement it came with, and its panels what they came with, until `undoRemoval`. */
export function resetWorkspace(id: string): void {
  noteRemoval('reset', id);
  changeWorkspaces((workspaces) => ({
    ...workspaces,
    items: workspaces.items.map((item) => (item.id === id ? { ...item, layout: null } : item)),
    panels: withSettings(workspaces, id, {}),
  }));
  rebuildDock(id);
}

/** Brings back what was deleted or reset last, as it was and where, and shows it. Gives why not, in a sentence, or null. */
export function undoRemoval(): string | null {
  const { removal } = workspaceStore.getState();
  if (removal === null) return null;
  const { kind, item, index, settings } = removal;
  const limit = kind === 'deleted' ? findWorkspaceLimit() : null;
  if (limit !== null) return limit;
  workspaceStore.setState({ removal: null });
  if (kind === 'reset') {
    changeWorkspaces((workspaces) => ({
      ...workspaces,
      active: item.id,
      items: workspaces.items.map((known) => (known.id === item.id ? { ...known, layout: item.layout } : known)),
      panels: withSettings(workspaces, item.id, settings),
    }));
    rebuildDock(item.id);
    return null;
  }
  changeWorkspaces((workspaces) => {
    const { items } = workspaces;
    // What was made meanwhile may have its id, or its name.
    const id = items.some((known) => known.id === item.id) ? freeId(items) : item.id;
    return {
      ...workspaces,
      active: id,
      items: items.toSpliced(index, 0, { ...item, id, name: freeWorkspaceName(item.name) }),
      panels: withSettings(workspaces, id, settings),
    };
  });
  return null;
}
