/** Elements that somebody types into. */
export const FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';

/** How long a field to come is waited for. */
const LONGEST_MS = 2000;
/** As much as the palette takes. */
const MOST_CHARACTERS = 512;

/** What is typed for a field that is still being made. */
interface Hold {
  readonly id: string;
  text: string;
  /** Another key than a letter came: what follows was meant for whatever that key would have led to. */
  isEnded: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
}

let hold: Hold | null = null;

function isWaitedFor(element: EventTarget | null, id: string): element is HTMLElement {
  return element instanceof HTMLElement && element.dataset['typedAfter'] === id;
}

/**
 * Keeps what is typed after an action until its field (`data-typed-after` is the action's id) has the focus: a panel or a
 * dialog may still have to be read, and its trader types on. Nothing is kept when the field has the focus already.
 */
export function typeAhead(id: string): void {
  dropTypeAhead();
  if (isWaitedFor(document.activeElement, id)) return;
  hold = { id, text: '', isEnded: false, timer: setTimeout(dropTypeAhead, LONGEST_MS) };
  document.addEventListener('focusin', giveText);
  document.addEventListener('paste', takePasted, { capture: true });
  // Somebody who points, or goes elsewhere, no longer means that field.
  window.addEventListener('pointerdown', dropTypeAhead, { capture: true });
  window.addEventListener('blur', dropTypeAhead);
}

/** Forgets what was kept: nothing of it reaches any field. */
export function dropTypeAhead(): void {
  if (hold === null) return;
  clearTimeout(hold.timer);
  hold = null;
  document.removeEventListener('focusin', giveText);
  document.removeEventListener('paste', takePasted, { capture: true });
  window.removeEventListener('pointerdown', dropTypeAhead, { capture: true });
  window.removeEventListener('blur', dropTypeAhead);
}

/**
 * Whether a key is kept for a field to come, or came too early. Only characters up to the first other key are kept: Tab or
 * Enter would act on what is not there yet.
 */
export function takeTyped(event: KeyboardEvent): boolean {
  if (hold === null) return false;
  const { key, ctrlKey, altKey, metaKey } = event;
  if (key === 'Escape') {
    dropTypeAhead();
    return false;
  }
  if (['Shift', 'CapsLock', 'AltGraph', 'Control', 'Alt', 'Meta'].includes(key)) return false;
  // The chord's own key, which is still held, writes nothing.
  const isCharacter =
    !event.repeat && key.length === 1 && (event.getModifierState('AltGraph') || !(ctrlKey || altKey || metaKey));
  // A chord is another wish, which its own action answers.
  if (!isCharacter && (ctrlKey || altKey || metaKey)) return false;
  if (key === 'Backspace') hold.text = hold.isEnded ? hold.text : hold.text.slice(0, -1);
  else if (!isCharacter) hold.isEnded = true;
  else if (!hold.isEnded && hold.text.length < MOST_CHARACTERS) hold.text += key;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

function takePasted(event: ClipboardEvent): void {
  if (hold === null) return;
  const [line = ''] = (event.clipboardData?.getData('text/plain') ?? '').split(/[\r\n]/u);
  if (!hold.isEnded) hold.text = `${hold.text}${line}`.slice(0, MOST_CHARACTERS);
  event.preventDefault();
  event.stopPropagation();
}

function giveText({ target }: FocusEvent): void {
  if (hold === null || !isWaitedFor(target, hold.id)) return;
  const { text } = hold;
  dropTypeAhead();
  if (text === '') return;
  // Once whoever gave the focus is done with it, and before any other key. As if it were typed: it replaces what is
  // selected, and the field hears of it like of any letter.
  queueMicrotask(() => document.execCommand('insertText', false, text));
}
