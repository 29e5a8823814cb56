import { type KeyboardEvent, useState } from 'react';
import { ACTION_GROUPS, type Action } from '../../actions/action.ts';
import { bindKeys, chordFor, giveKey, whyNotKept } from '../../actions/bindings.ts';
import { chordOf, spellChord, whyNotBindable } from '../../actions/chord.ts';
import { TAKES_KEYS } from '../../actions/use-hotkeys.ts';
import { closeDialog } from '../../stores/workspace/dialog-store.ts';
import { keepPreferences, usePreferences } from '../../stores/preferences-store.ts';
import { Dialog, DialogEnd } from '../../ui/controls/dialog.tsx';
import './keys.css';

/** A key that was pressed for an action and can't be its without more ado. */
interface Pending {
  readonly id: string;
  readonly chord: string;
  /** Why it never can; null where another action has it. */
  readonly problem: string | null;
  readonly owners: readonly Action[];
}

/** Gives actions other keys; says which action has a key already before it is taken from that. */
export function KeysDialog({ actions }: { readonly actions: readonly Action[] }) {
  const keys = usePreferences((preferences) => preferences.keys);
  const [recording, setRecording] = useState<string | null>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const bound = bindKeys(actions, keys);

  function give(id: string, chord: string | null): void {
    keepPreferences({ keys: giveKey(actions, keys, id, chord) });
    setRecording(null);
    setPending(null);
  }

  function record(action: Action, event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setRecording(null);
      return;
    }
    const chord = chordOf(event.nativeEvent);
    if (chord === null) return;
    const problem = whyNotBindable(chord, action.isGrave === true);
    const owners = (bound.get(chord) ?? []).filter(({ id }) => id !== action.id);
    if (problem === null && owners.length === 0) give(action.id, chord);
    else {
      setRecording(null);
      setPending({ id: action.id, chord, problem, owners });
    }
  }

  return (
    <Dialog title="Change keys" className="keys-dialog" onClose={closeDialog}>
      <p className="muted">Press “Change”, then the key. Escape keeps the old one.</p>
      <div className="keys-list" role="region" aria-label="Actions and their keys" tabIndex={0}>
        {ACTION_GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {actions
                .filter((action) => action.group === group)
                .map((action) => {
                  const chord = chordFor(action, keys);
                  const refused = whyNotKept(action, keys);
                  const rivals = (chord === null ? [] : (bound.get(chord) ?? [])).filter(({ id }) => id !== action.id);
                  return (
                    <li key={action.id}>
                      <span>{action.title}</span>
                      <kbd>{chord === null ? '–' : spellChord(chord)}</kbd>
                      <button
                        type="button"
                        className="button"
                        aria-label={
                          recording === action.id
                            ? `Press the key… for ${action.title}`
                            : `Change the key of ${action.title}`
                        }
                        aria-pressed={recording === action.id}
                        {...(recording === action.id ? TAKES_KEYS : {})}
                        onClick={() => {
                          setPending(null);
                          setRecording(action.id);
                        }}
                        onKeyDown={recording === action.id ? (event) => record(action, event) : undefined}
                        onBlur={() => setRecording(null)}
                      >
                        {recording === action.id ? 'Press the key…' : 'Change'}
                      </button>
                      <button
                        type="button"
                        className="button"
                        aria-label={`None as the key of ${action.title}`}
                        disabled={chord === null}
                        onClick={() => give(action.id, null)}
                      >
                        None
                      </button>
                      {refused === null ? null : (
                        <p className="keys-conflict" role="alert">
                          Your key is not used: {refused} Its first key applies.
                        </p>
                      )}
                      {rivals.length === 0 ? null : (
                        <p className="keys-conflict" role="alert">
                          Conflict: {rivals.map(({ title }) => `“${title}”`).join(', ')} has this key too. It does
                          nothing.
                        </p>
                      )}
                      {pending?.id === action.id ? (
                        <p className="keys-conflict" role="alert">
                          {pending.problem ??
                            `${spellChord(pending.chord)} is the key of ${pending.owners.map(({ title }) => `“${title}”`).join(', ')}.`}{' '}
                          {pending.problem === null ? (
                            <button type="button" className="button" onClick={() => give(action.id, pending.chord)}>
                              Take it from there
                            </button>
                          ) : null}
                        </p>
                      ) : null}
                    </li>
                  );
                })}
            </ul>
          </section>
        ))}
      </div>
      <DialogEnd onDone={closeDialog}>
        <button
          type="button"
          className="button"
          disabled={Object.keys(keys).length === 0}
          onClick={() => {
            setPending(null);
            keepPreferences({ keys: {} });
          }}
        >
          All keys as they came
        </button>
      </DialogEnd>
    </Dialog>
  );
}
