import { chordFor } from './actions/bindings.ts';
import { spellChord } from './actions/chord.ts';
import { NewsButton } from './features/news/news-button.tsx';
import { openDialog } from './stores/dialog-store.ts';
import { readPreferences, useWorkspaces } from './stores/workspace-store.ts';

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
