/** The parts of a key press that a chord is made of. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const LONE = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified']);

/**
 * A key with its modifiers as one text, `Ctrl+Shift+K`, `Alt+1`, `?`; Cmd counts as Ctrl. Null for a modifier alone.
 * Letters and digits are those that the keyboard's layout writes, and where Alt or Ctrl makes another character of
 * them, those of the key's place.
 */
export function chordOf(pressed: Pressed): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (LONE.has(key) || key === '') return null;
  const base = nameKey(pressed);
  // The character says already that Shift was held.
  const isCharacter = base.length === 1 && !/[A-Z0-9]/u.test(base);
  const modifiers = [ctrlKey || metaKey ? 'Ctrl+' : '', altKey ? 'Alt+' : '', shiftKey && !isCharacter ? 'Shift+' : ''];
  return `${modifiers.join('')}${base}`;
}

function nameKey({ key, code, ctrlKey, altKey, metaKey }: Pressed): string {
  if (key === ' ') return 'Space';
  if (/^[a-z0-9]$/iu.test(key)) return key.toUpperCase();
  const place = /^(?:Key|Digit)([A-Z0-9])$/u.exec(code)?.[1];
  const isBent = ctrlKey || altKey || metaKey;
  return key.length === 1 && isBent && place !== undefined ? place : key;
}

/** Whether a press of the chord could be meant for what is typed. */
export function hasModifier(chord: string): boolean {
  return chord.startsWith('Ctrl+') || chord.startsWith('Alt+');
}

/** Whether Alt makes another character of the key, as it does on some keyboards: a field would take that. */
export function writesByAlt({ key, code, altKey, ctrlKey, metaKey }: Pressed): boolean {
  if (!altKey || ctrlKey || metaKey || key.length !== 1) return false;
  return !/^[a-z0-9]$/iu.test(key) && /^(?:Key|Digit)[A-Z0-9]$/u.test(code);
}

/** Keys that fields, grids and dialogs live by, also with Ctrl and Shift: they step, move, mark and delete. */
const OF_FIELDS =
  /^(?:Ctrl\+)?(?:Shift\+)?(?:Escape|Tab|Enter|Space|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow[A-Z][a-z]+)$/u;
const WRITTEN_BY = new Set(
  'Alt+ArrowUp Alt+ArrowDown Alt+Backspace Ctrl+A Ctrl+C Ctrl+V Ctrl+Shift+V Ctrl+X Ctrl+Z Ctrl+Shift+Z Ctrl+Y F2'.split(
    ' ',
  ),
);
const OF_THE_WINDOW = new Set([
  'F5',
  'Ctrl+R',
  'Ctrl+Shift+R',
  'Ctrl+W',
  'Ctrl+T',
  'Ctrl+N',
  'Ctrl+Q',
  'Alt+F4',
  'F11',
]);

/** Why an action can't have this chord, in a sentence; null when it can. `isGrave`: it stops or sends something. */
export function whyNotBindable(chord: string, isGrave: boolean): string | null {
  if (OF_FIELDS.test(chord) || WRITTEN_BY.has(chord)) return `${chord} is needed by fields, grids and the ticket.`;
  if (OF_THE_WINDOW.has(chord)) return `${chord} belongs to the window.`;
  if (isGrave && !hasModifier(chord)) return 'This action needs Ctrl or Alt with its key, against stray keys.';
  return null;
}

/** The chord in words for the screen, as its keys are labelled. */
export function spellChord(chord: string): string {
  const names: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };
  return chord
    .split(/(?<=[^+])\+/u)
    .map((part) => names[part] ?? part)
    .join(' ');
}
