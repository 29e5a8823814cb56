import { useMemo } from 'react';
import { type Action, NOT_OPEN } from '../actions/action.ts';
import { useBackend } from '../api/backend.ts';
import { loadLater } from '../load-later.ts';
import { openDialog } from '../stores/workspace/dialog-store.ts';
import { findWorkspaceLimit } from '../stores/workspace/workspace-edits.ts';
import { isStandard, useWorkspaces } from '../stores/workspace/workspace-store.ts';
import { quote } from '../ui/words/name-list.ts';
import { dockOf } from './docks.ts';
import type { PanelDefinition } from './panel-definition.ts';
import { deleteWithUndo } from './undo-workspace.ts';

/** Of the field that takes the file of a workspace. */
export const IMPORT_FIELD = { 'data-workspace-file': '' };

/** What can be done with a workspace: the same in its menu, in the palette and by keys. */
export interface WorkspaceItems {
  readonly edits: readonly Action[];
  readonly files: readonly Action[];
  /** One for each panel that there can be, with the panel's name. */
  readonly moves: readonly { readonly name: string; readonly action: Action }[];
}

type Item = Pick<Action, 'title' | 'explanation' | 'run'> & Partial<Action>;

/** What can be done with the workspace in front. */
export function useWorkspaceItems(panels: readonly PanelDefinition[]): WorkspaceItems {
  const { client } = useBackend();
  const active = useWorkspaces((state) => state.workspaces?.active ?? null);
  const name = useWorkspaces(({ workspaces }) => workspaces?.items.find(({ id }) => id === workspaces.active)?.name);
  const limit = useWorkspaces(findWorkspaceLimit);
  const isOnlyOne = useWorkspaces((state) => state.workspaces?.items.length === 1);
  return useMemo((): WorkspaceItems => {
    const notOpen = active === null ? NOT_OPEN : null;
    const id = active ?? '';
    const named = name === undefined ? 'this workspace' : quote(name);
    const item = (what: string, { whyNot = null, ...rest }: Item): Action => ({
      id: `workspace_${what}`,
      group: 'Workspaces',
      words: 'workspace in front',
      key: null,
      whyNot: notOpen ?? whyNot,
      ...rest,
    });
    const whyStays = isStandard(id) ? 'One that came with the terminal stays.' : 'The only workspace stays.';
    return {
      edits: [
        item('new', {
          title: 'New workspace…',
          explanation: 'Adds an empty workspace under your name.',
          words: 'add create layout',
          whyNot: limit,
          run: () => openDialog('workspace_new'),
        }),
        item('rename', {
          title: `Rename ${named}…`,
          explanation: 'Gives the workspace in front another name.',
          run: () => openDialog('workspace_rename'),
        }),
        item('duplicate', {
          title: `Duplicate ${named}`,
          explanation: 'Copies the workspace in front.',
          words: 'workspace in front copy clone',
          whyNot: limit,
          run: () => void loadLater().then(({ LATER_ACTS }) => LATER_ACTS.duplicateWorkspace(id)),
        }),
        item('delete', {
          title: `Delete ${named}`,
          explanation: 'Takes the workspace in front away. Undo brings it back as it was.',
          // Not “remove”: who types “move” and Enter means a panel.
          words: 'workspace in front drop',
          whyNot: isStandard(id) || isOnlyOne ? whyStays : null,
          run: () => deleteWithUndo(id),
        }),
      ],
      files: [
        item('export', {
          title: `Export ${named}`,
          explanation: 'Saves the workspace in front to a file: panels, places and choices.',
          words: 'workspace in front save file json download',
          run: () => void loadLater().then(({ LATER_ACTS }) => LATER_ACTS.exportWorkspace(id)),
        }),
        item('import', {
          title: 'Import a workspace…',
          explanation: 'Adds the workspace of an exported file.',
          words: 'open file json',
          whyNot: limit,
          run: () => document.querySelector<HTMLInputElement>('[data-workspace-file]')?.click(),
        }),
      ],
      moves: panels.map((panel) => ({
        name: panel.name,
        action: {
          id: `panel_move.${panel.id}`,
          title: `Move ${panel.name} to its own window`,
          group: 'Panels',
          explanation: 'Moves the panel from this workspace to its own window.',
          words: 'tear off detach pop out screen monitor',
          key: null,
          whyNot: () => notOpen ?? whyNotHere(id, panel.id),
          run: () => void loadLater().then(({ LATER_ACTS }) => LATER_ACTS.tearOffPanel(client, id, panel)),
        },
      })),
    };
  }, [client, panels, active, name, limit, isOnlyOne]);
}

/** Why nothing can be done with a panel of a workspace; null when it is there. */
export function whyNotHere(workspaceId: string, panelId: string): string | null {
  return dockOf(workspaceId)?.getPanel(panelId) === undefined ? 'It is not in this workspace.' : null;
}
