import { chordFor } from './actions/bindings.ts';
import { spellChord } from './actions/chord.ts';
import { runAction } from './actions/run-action.ts';
import { OPEN_PALETTE } from './catalogue/window-actions.ts';
import { NewsButton } from './features/news/news-button.tsx';
import { usePreferences } from './stores/preferences-store.ts';

/** What the status bar has at its end: the way to the commands, and the latest news. */
export function DesktopHints() {
  const keys = usePreferences((preferences) => preferences.keys);
  const chord = chordFor(OPEN_PALETTE, keys);
  return (
    <>
      <NewsButton />
      <button type="button" className="status-hint" data-tour="commands" onClick={() => runAction(OPEN_PALETTE)}>
        {chord === null ? null : <span className="number">{spellChord(chord)} </span>}commands
      </button>
    </>
  );
}
