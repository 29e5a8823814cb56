/** Longest text of the service that is shown in a sentence. */
const MOST_CHARACTERS = 200;

/** Control characters, invisible ones that reorder or hide text, and halves of characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text that somebody else wrote, as the screen may show it: what is invisible or would reorder its
 * surroundings becomes visible, and what is endless is cut, in a sentence sooner than where it stands alone.
 */
export function showForeign(text: string, mostCharacters = MOST_CHARACTERS): string {
  const characters = [...text];
  const cut = characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : text;
  return cut.replaceAll(INVISIBLE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}

/** What a name of the service stands for, where the list has it; names such as `constructor` are in no list. */
export function lookUp<T>(list: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(list, name) ? list[name] : undefined;
}
