import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindKeys, chordFor, giveKey } from '../../../../renderer/actions/bindings.ts';
import { chordOf, spellChord, whyNotBindable } from '../../../../renderer/actions/chord.ts';
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
