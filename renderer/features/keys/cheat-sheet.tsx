import { ACTION_GROUPS, type Action, FIXED_KEYS } from '../../actions/action.ts';
import { chordFor } from '../../actions/bindings.ts';
import { spellChord } from '../../actions/chord.ts';
import { closeDialog, openDialog } from '../../stores/workspace/dialog-store.ts';
import { usePreferences } from '../../stores/preferences-store.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import './keys.css';

/** Every key and what it does, at a glance. */
export function CheatSheet({ actions }: { readonly actions: readonly Action[] }) {
  const keys = usePreferences((preferences) => preferences.keys);
  return (
    <Dialog title="Keys" className="keys-dialog" onClose={closeDialog}>
      <div className="cheat-sheet">
        {ACTION_GROUPS.map((group) => {
          const keyed = actions.flatMap((action) => {
            const chord = action.group === group ? chordFor(action, keys) : null;
            return chord === null ? [] : [{ title: action.title, chord }];
          });
          return keyed.length === 0 ? null : <Section key={group} name={group} lines={keyed} />;
        })}
        <Section name="Always" lines={FIXED_KEYS} />
      </div>
      <div className="dialog-end">
        <span className="muted dialog-note">
          In a field only keys with Ctrl or Alt work; others type. None sends what is not armed.
        </span>
        <button type="button" className="button button-primary" data-first-focus onClick={() => openDialog('keys')}>
          Change keys…
        </button>
      </div>
    </Dialog>
  );
}

interface SectionProps {
  readonly name: string;
  readonly lines: readonly { readonly title: string; readonly chord: string }[];
}

function Section({ name, lines }: SectionProps) {
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {lines.map(({ title, chord }) => (
          <div key={`${title} ${chord}`}>
            <dt>{title}</dt>
            <dd>
              <kbd>{spellChord(chord)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
