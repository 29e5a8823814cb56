import { useEffect, useRef } from 'react';
import { usePreferences } from '../stores/preferences-store.ts';
import { type Action, readWhyNot } from './action.ts';
import { bindKeys } from './bindings.ts';
import { chordOf, hasModifier, writesByAlt } from './chord.ts';
import { runAction } from './run-action.ts';
import { FIELDS, takeTyped } from './type-ahead.ts';

/** Of an element that takes the next key whatever it is for: while it has the focus, no action does. */
export const TAKES_KEYS = { 'data-takes-keys': '' };

/**
 * Does what a key is for. While somebody types only with Ctrl or Alt, where that writes no character; nothing over a dialog or
 * menu, by a held key, or in a conflict.
 */
export function useHotkeys(actions: readonly Action[]): void {
  const keys = usePreferences((preferences) => preferences.keys);
  const newest = useRef({ actions, keys });
  useEffect(() => {
    newest.current = { actions, keys };
  });
  useEffect(() => {
    function handle(event: KeyboardEvent): void {
      if (!event.isTrusted || takeTyped(event)) return;
      // AltGr writes characters; a held key is one wish.
      if (event.repeat || event.getModifierState('AltGraph')) return;
      if (event.target instanceof Element && event.target.matches('[data-takes-keys]')) return;
      const chord = chordOf(event);
      if (chord === null) return;
      const found = bindKeys(newest.current.actions, newest.current.keys).get(chord) ?? [];
      const [action] = found;
      if (action === undefined || found.length > 1 || !reaches(action, chord, event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (readWhyNot(action) === null) runAction(action);
    }
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, []);
}

function reaches({ reach }: Action, chord: string, event: KeyboardEvent): boolean {
  const { target } = event;
  if (reach === 'anywhere' && hasModifier(chord)) return true;
  if (document.querySelector('dialog[open], [role="menu"]') !== null) return false;
  const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
  return !isTyping || (hasModifier(chord) && !writesByAlt(event));
}
