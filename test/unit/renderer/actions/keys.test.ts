import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIXED_KEYS } from '../../../../renderer/actions/action.ts';
import { bindKeys, chordFor, giveKey, whyNotKept } from '../../../../renderer/actions/bindings.ts';
import { chordOf, spellChord, writesByAlt, whyNotBindable } from '../../../../renderer/actions/chord.ts';
import { PANEL_ACTIONS } from '../../../../renderer/catalogue/panel-actions.ts';
import { WINDOW_ACTIONS } from '../../../../renderer/catalogue/window-actions.ts';
import { searchItems } from '../../../../renderer/features/palette/search.ts';

const UP = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('a chord', () => {
  it.each([
    [{ key: 'k', ctrlKey: true }, 'Ctrl+K'],
    [{ key: 'k', metaKey: true }, 'Ctrl+K'],
    [{ key: 'X', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+X'],
    [{ key: '?', shiftKey: true, code: 'Slash' }, '?'],
    [{ key: '/', shiftKey: true, code: 'Digit7' }, '/'],
    [{ key: '!', shiftKey: true, altKey: true, code: 'Digit1' }, 'Alt+Shift+1'],
    [{ key: 'å', altKey: true, code: 'KeyA' }, 'Alt+A'],
    [{ key: ',', ctrlKey: true, code: 'Comma' }, 'Ctrl+,'],
    [{ key: ' ' }, 'Space'],
    [{ key: 'F7', shiftKey: true }, 'Shift+F7'],
    [{ key: 'Shift', shiftKey: true }, null],
    [{ key: 'Dead' }, null],
  ])('of %j is %s', (pressed, chord) => {
    expect(chordOf({ ...UP, ...pressed })).toBe(chord);
  });

  it.each([
    [{ key: 'a', altKey: true, code: 'KeyA' }, false],
    [{ key: 'ф', code: 'KeyA' }, false],
    [{ key: 'F7', altKey: true, code: 'F7' }, false],
    [{ key: 'å', altKey: true, code: 'KeyA' }, true],
    [{ key: '€', altKey: true, ctrlKey: true, code: 'KeyE' }, false],
  ])('with Alt writes another character, by %j: %s', (pressed, isWritten) => {
    expect(writesByAlt({ ...UP, ...pressed })).toBe(isWritten);
  });

  it('can’t be one that fields or the window live by, nor a single key for what stops or sends', () => {
    expect(whyNotBindable('Ctrl+C', false)).toContain('fields');
    expect(whyNotBindable('Ctrl+W', false)).toContain('window');
    expect(whyNotBindable('j', true)).toContain('Ctrl or Alt');
    expect(whyNotBindable('Shift+J', true)).toContain('Ctrl or Alt');
    expect(whyNotBindable('Alt+J', true)).toBeNull();
    expect([spellChord('Ctrl+Shift+X'), spellChord('Alt+ArrowUp'), spellChord('Ctrl++')]).toEqual([
      'Ctrl Shift X',
      'Alt ↑',
      'Ctrl +',
    ]);
  });
});

describe('a key that fields take', () => {
  // Keys that a field, grid or ticket uses, with their modifiers.
  const keys =
    'ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown Backspace Delete Insert Tab Enter'.split(' ');
  const chords = keys.flatMap((key) => ['', 'Shift+', 'Ctrl+', 'Ctrl+Shift+'].map((modifiers) => `${modifiers}${key}`));

  it.each([...chords, 'Ctrl+Z', 'Ctrl+Shift+Z', 'Ctrl+Y', ...FIXED_KEYS.map(({ chord }) => chord)])(
    '%s is no action’s, also where it was chosen before: that has the key it came with',
    (chord) => {
      expect(whyNotBindable(chord, true)).toContain('is needed by fields');
      const stop = { id: 'stop', key: 'Ctrl+Shift+X', isGrave: true };
      expect(chordFor(stop, { stop: chord })).toBe('Ctrl+Shift+X');
      expect(whyNotKept(stop, { stop: chord })).toContain(chord);
    },
  );

  it('is told of no other', () => {
    expect(whyNotKept({ id: 'stop', key: null }, { stop: 'Alt+J' })).toBeNull();
    expect(whyNotKept({ id: 'stop', key: 'Alt+J' }, { stop: null })).toBeNull();
    expect(chordFor({ id: 'stop', key: 'Alt+J' }, { stop: null })).toBeNull();
  });
});

describe('the keys of actions', () => {
  const actions = [
    { id: 'a', key: 'Alt+1' },
    { id: 'b', key: 'Alt+2' },
    { id: 'c', key: null },
  ];

  it('never conflict after a key was given, whatever was given before; what is as it came is not kept', () => {
    const gift = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('Alt+1', 'Alt+2', 'Alt+3', null));
    fc.assert(
      fc.property(fc.array(gift), (gifts) => {
        let keys: Readonly<Record<string, string | null>> = {};
        for (const [id, chord] of gifts) {
          keys = giveKey(actions, keys, id, chord);
          const action = actions.find((known) => known.id === id);
          expect(action === undefined ? null : chordFor(action, keys)).toBe(chord);
        }
        for (const owners of bindKeys(actions, keys).values()) expect(owners).toHaveLength(1);
        for (const { id, key } of actions) if (Object.hasOwn(keys, id)) expect(keys[id]).not.toBe(key);
      }),
    );
  });

  it('that were kept and meet another standard are a conflict of both', () => {
    expect(
      bindKeys(actions, { c: 'Alt+1' })
        .get('Alt+1')
        ?.map(({ id }) => id),
    ).toEqual(['a', 'c']);
  });
});

describe('the palette', () => {
  it('finds panels and settings by the words that traders look for', () => {
    const find = (text: string) =>
      searchItems([...PANEL_ACTIONS, ...WINDOW_ACTIONS], text, ({ title, words = '' }) => ({ title, also: words })).map(
        ({ title }) => title,
      );
    for (const words of ['latency', 'ping']) expect(find(words)).toContain('Open Diagnostics');
    expect(find('?')).toEqual(['Keys']);
  });
});

describe('the search of the palette', () => {
  const titles = ['Open Journal', 'Verify the journal', 'Open Chart', 'Guards of this profile…'];
  const search = (text: string) => searchItems(titles, text, (title) => ({ title, also: 'x limits' }));

  it('finds what has every word, best first, and all by none', () => {
    expect(search('')).toEqual(titles);
    expect(search('jour')).toEqual(['Open Journal', 'Verify the journal']);
    expect(search('ver jour')).toEqual(['Verify the journal']);
    expect(search('journal open')[0]).toBe('Open Journal');
    expect(search('limits guards')).toEqual(['Guards of this profile…']);
    expect(search('nothing of this')).toEqual([]);
  });
});
