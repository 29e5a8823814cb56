import { parseDecimal } from '../../../shared/decimal.ts';
import { showForeign } from '../order-words/foreign-text.ts';
import { formatDecimal } from './shown.ts';

/** Words of the service for a trader: `post_only_reject` becomes `post only reject`. */
export function spell(name: string): string {
  return showForeign(name.replaceAll('_', ' '));
}

/** A number's text with its groups of digits; any other text as it is. */
export function spellNumber(text: string | undefined): string {
  const value = parseDecimal(text ?? '');
  return value === null ? (text ?? '') : formatDecimal(value);
}
