/** Characters that show nothing or reverse text: names could look alike. */
const UNSEEN = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u;

/** Why a name that a trader gives to something has a character too many, in a sentence; null when it has not. */
export function findUnseen(name: string): string | null {
  return UNSEEN.test(name) ? 'The name has an invisible character. Use letters, digits and signs.' : null;
}
