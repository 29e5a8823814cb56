import { chordFor } from './actions/bindings.ts';
import { spellChord } from './actions/chord.ts';
import { runAction } from './actions/run-action.ts';
import { showPanel } from './catalogue/show-panel.ts';
import { OPEN_PALETTE } from './catalogue/window-actions.ts';
import { StandingAlerts } from './features/alerts/standing-alerts.tsx';
import { NewsButton } from './features/news/news-button.tsx';
import { usePreferences } from './stores/preferences-store.ts';

const showAlerts = (): void => showPanel('alerts');

/** What the status bar has at its end: alerts that stand, the latest news, and the way to the commands. */
export function DesktopHints() {
  const keys = usePreferences((preferences) => preferences.keys);
  const chord = chordFor(OPEN_PALETTE, keys);
  return (
    <>
      <StandingAlerts onShow={showAlerts} />
      <NewsButton />
      <button type="button" className="status-hint" data-tour="commands" onClick={() => runAction(OPEN_PALETTE)}>
        {chord === null ? null : <span className="number">{spellChord(chord)} </span>}commands
      </button>
    </>
  );
}
