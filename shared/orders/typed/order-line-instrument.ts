import { fail, ok, type Result } from '../../result.ts';
import type { LineFault } from './order-line-words.ts';

const MOST_OFFERED = 5;

/** A whole name as the service writes it: in capitals, but for the point of a strike, such as `1d5`. */
export function spellName(word: string): string {
  return word.toUpperCase().replaceAll(/(?<=\d)D(?=\d)/gu, 'd');
}

/** The one known instrument that a word names: in full, by `perp` for a perpetual, or by its unmistakable beginning. */
export function resolveInstrument(word: string, names: readonly string[]): Result<string, LineFault> {
  const typed = word.toUpperCase();
  const full = spellName(word).replace(/-PERP$/u, '-PERPETUAL');
  if (names.includes(full)) return ok(full);
  const begun = names.filter((name) => name.toUpperCase().startsWith(typed));
  if (begun.length === 0) {
    return fail({ token: word, reason: 'is no instrument that is known here', allowed: offer(names) });
  }
  const meant = begun.filter((name) => !cutsNumber(typed, name.slice(typed.length)));
  const [only] = meant;
  if (only === undefined) return fail({ token: word, reason: 'ends inside a number', allowed: offer(begun) });
  if (meant.length === 1) return ok(only);
  return fail({ token: word, reason: `could be ${meant.length} instruments`, allowed: offer(meant) });
}

/** Whether a name goes on inside a number: a strike of 10000 is no beginning of 100000, nor is 1 of 1d5, which is 1.5. */
function cutsNumber(typed: string, rest: string): boolean {
  return /\dD?$/u.test(typed) && /^d?\d/u.test(rest);
}

function offer(names: readonly string[]): string {
  if (names.length === 0) return 'a name of the service, such as BTC-PERPETUAL';
  const more = names.length > MOST_OFFERED ? ', …' : '';
  return `${names.slice(0, MOST_OFFERED).join(', ')}${more}`;
}
