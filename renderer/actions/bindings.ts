import type { Preferences } from '../../shared/ipc/schemas/preferences-schema.ts';
import type { Action } from './action.ts';
import { whyNotBindable } from './chord.ts';

type Bindable = Pick<Action, 'id' | 'key' | 'isGrave'>;
type Keys = Preferences['keys'];

/** The chord of an action: the trader's, or the one it came with; that too where theirs can't be had any more. */
export function chordFor(action: Bindable, keys: Keys): string | null {
  const chosen = readChosen(action, keys);
  return chosen === undefined || whyNotKept(action, keys) !== null ? action.key : chosen;
}

/** Why the chord that a trader chose is no longer the action's, in a sentence; null where it is, or none was chosen. */
export function whyNotKept(action: Bindable, keys: Keys): string | null {
  const chosen = readChosen(action, keys) ?? null;
  return chosen === null ? null : whyNotBindable(chosen, action.isGrave === true);
}

function readChosen({ id }: Bindable, keys: Keys): string | null | undefined {
  return Object.hasOwn(keys, id) ? keys[id] : undefined;
}

/** The actions of each chord. More than one is a conflict: the key does nothing until it is settled. */
export function bindKeys<A extends Bindable>(actions: readonly A[], keys: Keys): ReadonlyMap<string, readonly A[]> {
  const bound = new Map<string, A[]>();
  for (const action of actions) {
    const chord = chordFor(action, keys);
    if (chord !== null) bound.set(chord, [...(bound.get(chord) ?? []), action]);
  }
  return bound;
}

/** The trader's keys with an action under a chord (null: under none), taken from whichever action has it. */
export function giveKey(actions: readonly Bindable[], keys: Keys, id: string, chord: string | null): Keys {
  const next: Record<string, string | null> = { ...keys };
  for (const action of actions) {
    const wanted = action.id === id ? chord : chordFor(action, keys);
    const given = action.id !== id && chord !== null && wanted === chord ? null : wanted;
    // What is as it came is not kept, so that a later standard reaches it.
    if (given === action.key) delete next[action.id];
    else next[action.id] = given;
  }
  return next;
}
