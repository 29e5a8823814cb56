import type { Workspace, Workspaces } from '../../shared/ipc/workspace-schema.ts';
import { changeWorkspaces, isStandard, workspaceStore } from './workspace-store.ts';

const MOST_WORKSPACES = 24;
const NAME_MAX_CHARACTERS = 40;

/** Why no workspace can be added; null when one can. */
export function findWorkspaceLimit(): string | null {
  const count = workspaceStore.getState().workspaces?.items.length ?? 0;
  return count < MOST_WORKSPACES ? null : `There are ${MOST_WORKSPACES} workspaces already: delete one first.`;
}

/** What is wrong with a name, `of` being the workspace that has it or null for a new one; null: nothing. */
export function findWorkspaceNameProblem(name: string, of: string | null): string | null {
  const wanted = name.trim();
  if (wanted === '') return 'Give it a name.';
  if ([...wanted].length > NAME_MAX_CHARACTERS) return `A name has at most ${NAME_MAX_CHARACTERS} characters.`;
  const items = workspaceStore.getState().workspaces?.items ?? [];
  const isTaken = items.some((item) => item.id !== of && item.name.toLowerCase() === wanted.toLowerCase());
  return isTaken ? `There is a workspace “${wanted}” already.` : null;
}

/** The name, or the first of `name 2`, `name 3` … that none has. */
export function freeWorkspaceName(name: string): string {
  const base = [...name.trim()].slice(0, NAME_MAX_CHARACTERS - 3).join('') || 'Workspace';
  for (let count = 1; ; count += 1) {
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
  given: Pick<Workspace, 'name' | 'layout' | 'panel'>,
  settings: Readonly<Record<string, Record<string, string>>> = {},
): void {
  changeWorkspaces((workspaces) => {
    const id = freeId(workspaces.items);
    const own = Object.entries(settings).map(([panelId, chosen]) => [`${id}/${panelId}`, chosen] as const);
    return {
      ...workspaces,
      active: id,
      items: [...workspaces.items, { ...given, id, name: given.name.trim() }],
      panels: { ...workspaces.panels, ...Object.fromEntries(own) },
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

/** Deletes one of the trader's own; standard ones can only be reset. */
export function deleteWorkspace(id: string): void {
  if (isStandard(id)) return;
  changeWorkspaces((workspaces) => {
    const items = workspaces.items.filter((item) => item.id !== id);
    const at = workspaces.items.findIndex((item) => item.id === id);
    const next = items[Math.min(at, items.length - 1)];
    if (next === undefined) return workspaces;
    const others = Object.entries(workspaces.panels ?? {}).filter(([key]) => !key.startsWith(`${id}/`));
    return {
      ...workspaces,
      active: workspaces.active === id ? next.id : workspaces.active,
      items,
      panels: Object.fromEntries(others),
    };
  });
}
