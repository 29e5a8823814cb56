import { useCallback } from 'react';
import type { SellDraft } from '../shared/orders/draft.ts';
import type { Action } from './actions/action.ts';
import { chordFor } from './actions/bindings.ts';
import { spellChord } from './actions/chord.ts';
import { useHotkeys } from './actions/use-hotkeys.ts';
import { useDeskActions } from './desk-actions.ts';
import { RestingDialog } from './features/header/resting-dialog.tsx';
import { CheatSheet } from './features/keys/cheat-sheet.tsx';
import { KeysDialog } from './features/keys/keys-dialog.tsx';
import { NewsButton } from './features/news/news-button.tsx';
import { Palette } from './features/palette/palette.tsx';
import { SettingsDialog } from './features/settings/settings-dialog.tsx';
import { Tour } from './features/tour/tour.tsx';
import type { TourTarget } from './features/tour/tour-steps.ts';
import { PANELS } from './panels.tsx';
import { closeDialog, openDialog, useDialogs } from './stores/dialog-store.ts';
import { useSession } from './stores/session-store.ts';
import { fillTicket } from './stores/ticket-fill-store.ts';
import { readPreferences, showWorkspace, useWorkspaces, workspaceStore } from './stores/workspace-store.ts';
import { activeLink, revealElement, revealPanel } from './workspace/reveal-panel.ts';

/** What stands over the panels: the palette, keys and settings. The keys themselves work as long as this is there. */
export function Desktop() {
  const actions = useDeskActions();
  useHotkeys(actions);
  const fill = useCallback((draft: SellDraft) => {
    const ticket = PANELS.find(({ id }) => id === 'sell-ticket');
    const revealed = ticket === undefined ? null : revealPanel(ticket);
    if (revealed !== null) fillTicket({ panelKey: revealed.key, draft });
  }, []);
  return (
    <>
      <Tour find={findTourTarget} fill={fill} />
      <OpenedDialog actions={actions} fill={fill} />
    </>
  );
}

interface OpenedDialogProps {
  readonly actions: readonly Action[];
  readonly fill: (draft: SellDraft) => void;
}

function OpenedDialog({ actions, fill }: OpenedDialogProps) {
  const open = useDialogs((state) => state.open);
  const cancels = useSession((state) => state.status?.cancels ?? null);
  switch (open) {
    case 'palette':
      return <Palette actions={actions} link={activeLink()} onFill={fill} />;
    case 'cheat_sheet':
      return <CheatSheet actions={actions} />;
    case 'keys':
      return <KeysDialog actions={actions} />;
    case 'settings':
      return <SettingsDialog />;
    case 'resting':
      return cancels === null ? null : <RestingDialog cancels={cancels} onClose={closeDialog} />;
    case null:
      return null;
  }
}

/** The workspace that has every panel of the tour. */
const TOURED = 'trade';

/** Brings what the tour points at to the front; null until it is built. */
function findTourTarget(target: TourTarget): HTMLElement | null {
  if ('control' in target) return document.querySelector<HTMLElement>(`[data-tour="${target.control}"]`);
  if (workspaceStore.getState().workspaces?.active !== TOURED) {
    showWorkspace(TOURED);
    return null;
  }
  const definition = PANELS.find(({ id }) => id === target.panel);
  return definition === undefined ? null : revealElement(definition);
}

/** What the status bar has at its end: the way to the commands, and the latest news. */
export function DesktopHints() {
  const keys = useWorkspaces((state) => readPreferences(state).keys);
  const chord = chordFor({ id: 'window.palette', key: 'Ctrl+K' }, keys);
  return (
    <>
      <NewsButton />
      <button type="button" className="status-hint" data-tour="commands" onClick={() => openDialog('palette')}>
        {chord === null ? null : <span className="number">{spellChord(chord)} </span>}commands
      </button>
    </>
  );
}
