import { showForeign } from '../order-words/foreign-text.ts';

const MOST_NAMED = 5;
const MOST_CHARACTERS = 40;

/** A name that somebody else gave, in quotes. */
export function quote(name: string): string {
  return `“${showForeign(name, MOST_CHARACTERS)}”`;
}

/** Things in a sentence; of many, the rest is counted. */
export function listNames(names: readonly string[]): string {
  const shown = names.length > MOST_NAMED ? names.slice(0, MOST_NAMED - 1) : names;
  const rest = names.length - shown.length;
  const parts = rest === 0 ? shown : [...shown, `${rest} more`];
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
