import { useEffect, useRef } from 'react';
import { useWorkspaces, readPreferences } from '../stores/workspace-store.ts';
import type { Action } from './action.ts';
import { bindKeys } from './bindings.ts';
import { chordOf, hasModifier } from './chord.ts';

const FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';

/** Does what a key is for. Nothing while somebody types, over a dialog or menu, by a held key, or in a conflict. */
export function useHotkeys(actions: readonly Action[]): void {
  const keys = useWorkspaces((state) => readPreferences(state).keys);
  const newest = useRef({ actions, keys });
  useEffect(() => {
    newest.current = { actions, keys };
  });
  useEffect(() => {
    function handle(event: KeyboardEvent): void {
      // AltGr writes characters; a held key is one wish.
      if (!event.isTrusted || event.repeat || event.isComposing || event.getModifierState('AltGraph')) return;
      const chord = chordOf(event);
      if (chord === null) return;
      const found = bindKeys(newest.current.actions, newest.current.keys).get(chord) ?? [];
      const [action] = found;
      if (action === undefined || found.length > 1 || !reaches(action, chord, event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if ((action.whyNot ?? null) === null) action.run();
    }
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, []);
}

function reaches({ reach }: Action, chord: string, target: EventTarget | null): boolean {
  if (reach === 'anywhere' && hasModifier(chord)) return true;
  if (document.querySelector('dialog[open], [role="menu"]') !== null) return false;
  const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
  return !isTyping || (reach === 'fields' && hasModifier(chord));
}
