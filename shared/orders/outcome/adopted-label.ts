import { LABEL_MAX_CHARACTERS, labelLength } from '../../service/fields.ts';

/** Labels that a profile can follow: each costs look-ups in every currency. */
export const MOST_ADOPTED_LABELS = 20;

/** Why a label can't be followed. */
export type AdoptProblem = 'empty' | 'too_long' | 'half_a_character' | 'followed_already' | 'too_many';

/** Half a surrogate pair: JSON can't hold it. */
const HALF = /\p{Cs}/u;

/**
 * Why a label can't be followed; null when it can. Others' labels may hold blanks and control characters, looked up as
 * typed.
 */
export function findAdoptProblem(label: string, followed: readonly string[]): AdoptProblem | null {
  if (label === '') return 'empty';
  if (labelLength(label) > LABEL_MAX_CHARACTERS) return 'too_long';
  if (HALF.test(label)) return 'half_a_character';
  if (followed.includes(label)) return 'followed_already';
  return followed.length >= MOST_ADOPTED_LABELS ? 'too_many' : null;
}
