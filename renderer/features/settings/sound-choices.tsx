import { SOUNDS } from '../../../shared/ipc/schemas/preferences-schema.ts';
import { keepPreferences, usePreferences } from '../../stores/preferences-store.ts';
import { SOUND_WORDS } from '../../ui/words/theme-words.ts';
import { playSound } from '../../ui/tone.ts';

/** Whether windows sound, what for, and how each is heard. */
export function SoundChoices() {
  const { is_sounding: isSounding, muted } = usePreferences((preferences) => preferences);
  return (
    <fieldset className="settings-choices">
      <legend>Sounds</legend>
      <label>
        <input
          type="checkbox"
          checked={isSounding}
          onChange={({ target }) => keepPreferences({ is_sounding: target.checked })}
        />
        <span>
          Sounds on <small className="muted">Each kind of news has its own sound, at most every two seconds.</small>
        </span>
      </label>
      <div className="settings-sounds">
        {SOUNDS.map((name) => (
          <div key={name} className="settings-sound">
            <label>
              <input
                type="checkbox"
                disabled={!isSounding}
                checked={isSounding && !muted.includes(name)}
                onChange={({ target }) =>
                  keepPreferences({ muted: SOUNDS.filter((s) => (s === name ? !target.checked : muted.includes(s))) })
                }
              />
              <span>
                {SOUND_WORDS[name].name} <small className="muted">{SOUND_WORDS[name].explanation}</small>
              </span>
            </label>
            <button
              type="button"
              className="settings-hear"
              aria-label={`Hear: ${SOUND_WORDS[name].name}`}
              title="Hear it"
              onClick={() => playSound(name)}
            >
              <span aria-hidden="true">▶</span>
            </button>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
