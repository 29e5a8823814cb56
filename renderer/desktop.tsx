import { useCallback } from 'react';
import type { SellDraft } from '../shared/orders/draft.ts';
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
import { PANELS } from './panels.tsx';
import { closeDialog, openDialog, useDialogs } from './stores/dialog-store.ts';
import { useSession } from './stores/session-store.ts';
import { fillTicket } from './stores/ticket-fill-store.ts';
import { readPreferences, useWorkspaces } from './stores/workspace-store.ts';
import { activeLink, revealPanel } from './workspace/reveal-panel.ts';

/** What stands over the panels: the palette, keys and settings. The keys themselves work as long as this is there. */
export function Desktop() {
  const actions = useDeskActions();
  const open = useDialogs((state) => state.open);
  const cancels = useSession((state) => state.status?.cancels ?? null);
  useHotkeys(actions);
  const fill = useCallback((draft: SellDraft) => {
    const ticket = PANELS.find(({ id }) => id === 'sell-ticket');
    const revealed = ticket === undefined ? null : revealPanel(ticket);
    if (revealed !== null) fillTicket({ panelKey: revealed.key, draft });
  }, []);
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

/** What the status bar has at its end: the way to the commands, and the latest news. */
export function DesktopHints() {
  const keys = useWorkspaces((state) => readPreferences(state).keys);
  const chord = chordFor({ id: 'window.palette', key: 'Ctrl+K' }, keys);
  return (
    <>
      <NewsButton />
      <button type="button" className="status-hint" onClick={() => openDialog('palette')}>
        {chord === null ? null : <span className="number">{spellChord(chord)} </span>}commands
      </button>
    </>
  );
}
