import { useMemo } from 'react';
import { type Action, NOT_OPEN } from '../actions/action.ts';
import { loadLater } from '../load-later.ts';
import { PANELS } from '../panels.ts';
import { useLastClosed } from '../stores/workspace/closed-panels-store.ts';
import { showWorkspace, useWorkspaces } from '../stores/workspace/workspace-store.ts';
import { showForeign } from '../ui/order-words/foreign-text.ts';
import { quote } from '../ui/words/name-list.ts';
import { resetWithUndo, undo } from '../workspace/undo-workspace.ts';
import { useWorkspaceItems, whyNotHere } from '../workspace/workspace-items.ts';

/** Workspaces that come with a key: Alt and their place. */
const MOST_KEYED = 9;

/** What can be done with workspaces as a whole. */
export function useWorkspaceActions(): readonly Action[] {
  const workspaces = useWorkspaces((state) => state.workspaces);
  const removal = useWorkspaces((state) => state.removal);
  const active = workspaces?.active ?? null;
  const names = workspaces?.items.map(({ id, name }) => `${id}\n${name}`).join('\n\n') ?? '';
  const closed = useLastClosed(active ?? '');
  const { edits, files, moves } = useWorkspaceItems(PANELS);
  return useMemo(() => {
    const places = names === '' ? [] : names.split('\n\n').map((text) => text.split('\n'));
    return [
      ...places.map(([id = '', name = ''], index): Action => ({
        id: `workspace.${id}`,
        title: `Workspace ${showForeign(name)}`,
        group: 'Workspaces',
        explanation: 'Brings the workspace to the front.',
        words: 'show go to',
        key: index < MOST_KEYED ? `Alt+${index + 1}` : null,
        run: () => showWorkspace(id),
      })),
      ...edits,
      ...files,
      {
        id: 'workspace_reset',
        title: 'Reset this workspace',
        group: 'Workspaces',
        explanation: 'Resets the workspace in front to its first arrangement.',
        words: 'layout standard',
        key: null,
        whyNot: active === null ? NOT_OPEN : null,
        run: () => {
          if (active !== null) resetWithUndo(active);
        },
      },
      {
        id: 'workspace_undo',
        title:
          removal === null
            ? 'Undo a deleted or reset workspace'
            : `Undo: ${quote(removal.item.name)} was ${removal.kind}`,
        group: 'Workspaces',
        explanation: 'Brings back the last deleted or reset workspace with its panels.',
        words: 'restore bring back layout',
        key: null,
        whyNot: removal === null ? 'No workspace was deleted or reset in this window.' : null,
        run: undo,
      },
      {
        id: 'panel_reopen',
        title: 'Reopen closed panel',
        group: 'Panels',
        explanation: 'Brings back this workspace’s last closed panel, in its place.',
        words: 'undo restore',
        key: 'Ctrl+Shift+T',
        whyNot: active === null ? NOT_OPEN : closed === null ? 'No panel of this workspace was closed.' : null,
        run: () => {
          if (active !== null) {
            void loadLater().then(({ LATER_ACTS }) => LATER_ACTS.reopenClosedPanel(active, PANELS));
          }
        },
      },
      ...PANELS.map(({ id, name }): Action => ({
        id: `panel_close.${id}`,
        title: `Close ${name}`,
        group: 'Panels',
        explanation: 'Takes the panel out of this workspace. “Reopen closed panel” brings it back where it was.',
        words: 'hide panel',
        key: null,
        whyNot: () => (active === null ? NOT_OPEN : whyNotHere(active, id)),
        run: () => {
          if (active !== null) void loadLater().then(({ LATER_ACTS }) => LATER_ACTS.closePanel(active, id));
        },
      })),
      ...moves.map(({ action }) => action),
    ];
  }, [names, active, removal, closed, edits, files, moves]);
}
