/**
 * What a spreadsheet would take for a formula or a command (OWASP, "CSV Injection"), the full-width forms included.
 * A cell of words that begins so gets an apostrophe before it; numbers are numbers and stay as they are.
 */
const FORMULA = /^[\s\p{Cc}]*[=+\-@|＝＋－＠]|^[\t\r\n]/u;

/** The text, harmless to a spreadsheet that opens it. */
export function disarm(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
