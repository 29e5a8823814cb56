import { DENSITIES, THEMES } from '../../../shared/ipc/preferences-schema.ts';
import { closeDialog, openDialog } from '../../stores/dialog-store.ts';
import { keepPreferences, readPreferences, useWorkspaces } from '../../stores/workspace-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DENSITY_WORDS, THEME_WORDS } from '../../ui/theme-words.ts';
import './settings.css';

/** How the window looks and sounds; each choice counts at once and is remembered with the profile. */
export function SettingsDialog() {
  const theme = useWorkspaces((state) => readPreferences(state).theme);
  const density = useWorkspaces((state) => readPreferences(state).density);
  const isSounding = useWorkspaces((state) => readPreferences(state).is_sounding);
  return (
    <Dialog title="Settings" className="settings-dialog" onClose={closeDialog}>
      <fieldset className="settings-choices">
        <legend>Theme</legend>
        {THEMES.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              data-first-focus={choice === theme ? '' : undefined}
              checked={choice === theme}
              onChange={() => keepPreferences({ theme: choice })}
            />
            <span>
              {THEME_WORDS[choice].name} <small className="muted">{THEME_WORDS[choice].explanation}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className="settings-choices">
        <legend>Density</legend>
        {DENSITIES.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="density"
              checked={choice === density}
              onChange={() => keepPreferences({ density: choice })}
            />
            <span>
              {DENSITY_WORDS[choice].name} <small className="muted">{DENSITY_WORDS[choice].explanation}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className="settings-choices">
        <legend>News</legend>
        <label>
          <input
            type="checkbox"
            checked={isSounding}
            onChange={({ target }) => keepPreferences({ is_sounding: target.checked })}
          />
          <span>
            Sounds <small className="muted">Fills, refusals, unknown outcomes, alerts and requests that run out.</small>
          </span>
        </label>
      </fieldset>
      <div className="dialog-end">
        <button type="button" className="button" onClick={() => openDialog('keys')}>
          Change keys…
        </button>
        <button type="button" className="button button-primary" onClick={closeDialog}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
