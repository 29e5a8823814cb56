import type { Workspace, Workspaces } from '../../../shared/ipc/schemas/workspace-schema.ts';

/** Panels by the ids that earlier versions kept them under. */
const FORMER_PANELS = { 'sell-ticket': 'order-ticket' } as const;
/** Actions likewise, for the keys that a trader chose. */
const FORMER_ACTIONS: ReadonlyMap<string, string> = new Map([['ticket.sell', 'ticket.send']]);

/** A text that names panels, with those of earlier versions by their present ids; ids are whole words in it. */
export function renamePanels(text: string): string {
  return Object.entries(FORMER_PANELS).reduce(
    (renamed, [former, present]) => renamed.replaceAll(new RegExp(`(?<![\\w-])${former}(?![\\w-])`, 'gu'), present),
    text,
  );
}

/** The same for the keys of a record. */
export function renamePanelKeys<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [renamePanels(key), value]));
}

type Arranged = Pick<Workspace, 'layout' | 'panel'>;

/** A workspace of an earlier version, with the present ids of its panels. */
export function renameInWorkspace<W extends Arranged>(workspace: W): W {
  const { layout, panel } = workspace;
  return {
    ...workspace,
    layout: layout === null ? null : renamePanels(layout),
    ...(panel === undefined ? {} : { panel: renamePanels(panel) }),
  };
}

/** The same for all of them, and for the choices made in their panels. */
export function renameInWorkspaces(workspaces: Workspaces | null): Workspaces | null {
  if (workspaces === null) return null;
  const { items, panels } = workspaces;
  return {
    ...workspaces,
    items: items.map(renameInWorkspace),
    ...(panels === undefined ? {} : { panels: renamePanelKeys(panels) }),
  };
}

/** Chosen keys, by the present ids of their actions; a key of the present id stays. */
export function renameActionKeys<T>(keys: Readonly<Record<string, T>>): Record<string, T> {
  const renamed = Object.entries(keys).map(([id, key]): [string, T] => [FORMER_ACTIONS.get(id) ?? id, key]);
  return {
    ...Object.fromEntries(renamed),
    ...Object.fromEntries(Object.entries(keys).filter(([id]) => !FORMER_ACTIONS.has(id))),
  };
}
