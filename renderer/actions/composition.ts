/** The key code of what an input method takes to itself, also of the key that ends a composition (UI Events, 5.3). */
const TAKEN_BY_INPUT_METHOD = 229;

type Stroke = Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'key'> & Event;

/** Whether a key writes or ends a composition: it is a choice among characters, and nothing else. */
export function isComposed({ isComposing, keyCode }: Pick<Stroke, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD;
}

/**
 * Keeps keys of a composition from everything that acts on keys, in this window. It comes before all other handlers: they need
 * not know of compositions. The input method has taken the key by then.
 */
export function keepComposition(target: EventTarget): void {
  const hold = (event: Event): void => {
    const stroke = event as Stroke;
    if (!isComposed(stroke)) return;
    event.stopImmediatePropagation();
    // Else it might send the form of its field.
    if (stroke.key === 'Enter') event.preventDefault();
  };
  for (const type of ['keydown', 'keyup']) target.addEventListener(type, hold, { capture: true });
}
