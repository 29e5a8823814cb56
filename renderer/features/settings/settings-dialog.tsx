import {
  CLOCKS,
  DECIMAL_MARKS,
  DENSITIES,
  NUMBERS,
  type Preferences,
  SEPARATORS,
  THEMES,
} from '../../../shared/ipc/schemas/preferences-schema.ts';
import { closeDialog, openDialog } from '../../stores/workspace/dialog-store.ts';
import { keepPreferences, usePreferences } from '../../stores/preferences-store.ts';
import { Dialog, DialogEnd } from '../../ui/controls/dialog.tsx';
import {
  CLOCK_WORDS,
  DECIMALS_WORDS,
  DENSITY_WORDS,
  NUMBERS_WORDS,
  SEPARATOR_WORDS,
  THEME_WORDS,
} from '../../ui/words/theme-words.ts';
import { SoundChoices } from './sound-choices.tsx';
import { UpdatesBox } from './updates-box.tsx';
import './settings.css';

/** How the window looks, writes and sounds; each choice counts at once and holds for every window and profile. */
export function SettingsDialog() {
  return (
    <Dialog title="Settings" className="settings-dialog" onClose={closeDialog}>
      <div className="settings-columns">
        <Choices legend="Theme" name="theme" values={THEMES} words={THEME_WORDS} isFirst />
        <div>
          <Choices legend="Density" name="density" values={DENSITIES} words={DENSITY_WORDS} />
          <Choices legend="Times" name="clock" values={CLOCKS} words={CLOCK_WORDS} />
          <Choices legend="Numbers" name="numbers" values={NUMBERS} words={NUMBERS_WORDS} />
        </div>
      </div>
      <div className="settings-columns settings-tables">
        <Choices
          legend="Decimals in CSV and copied rows"
          name="decimals"
          values={DECIMAL_MARKS}
          words={DECIMALS_WORDS}
        />
        <Choices legend="Between cells of CSV" name="csv_separator" values={SEPARATORS} words={SEPARATOR_WORDS} />
        <Choices
          legend="Between cells of copied rows"
          name="copy_separator"
          values={SEPARATORS}
          words={SEPARATOR_WORDS}
        />
      </div>
      <SoundChoices />
      <UpdatesBox />
      <DialogEnd onDone={closeDialog}>
        <button type="button" className="button" onClick={() => openDialog('keys')}>
          Change keys…
        </button>
      </DialogEnd>
    </Dialog>
  );
}

type ChoiceName = 'theme' | 'density' | 'clock' | 'numbers' | 'decimals' | 'csv_separator' | 'copy_separator';

interface ChoicesProps<Name extends ChoiceName> {
  readonly legend: string;
  readonly name: Name;
  readonly values: readonly Preferences[Name][];
  readonly words: Readonly<Record<Preferences[Name], { readonly name: string; readonly explanation: string }>>;
  /** Whether the focus comes here. */
  readonly isFirst?: boolean;
}

/** One of a few; what is chosen counts at once. */
function Choices<Name extends ChoiceName>(props: ChoicesProps<Name>) {
  const { legend, name, values, words, isFirst = false } = props;
  const chosen = usePreferences((preferences) => preferences[name]);
  return (
    <fieldset className="settings-choices">
      <legend>{legend}</legend>
      {values.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            data-first-focus={isFirst && choice === chosen ? '' : undefined}
            checked={choice === chosen}
            onChange={() => keepPreferences({ [name]: choice })}
          />
          <span>
            {words[choice].name} <small className="muted">{words[choice].explanation}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
