import { fail, ok, type Result } from '../result.ts';
import type { LineFault } from './order-line-words.ts';

const MOST_OFFERED = 5;

/** The one known instrument that a word names: in full, by `perp` for a perpetual, or by its unmistakable beginning. */
export function resolveInstrument(word: string, names: readonly string[]): Result<string, LineFault> {
  const typed = word.toUpperCase();
  const full = typed.replace(/-PERP$/u, '-PERPETUAL');
  if (names.includes(full)) return ok(full);
  const begun = names.filter((name) => name.startsWith(typed));
  const [only] = begun;
  if (only !== undefined && begun.length === 1) return ok(only);
  if (begun.length === 0) {
    return fail({ token: word, reason: 'is no instrument that is known here', allowed: offer(names) });
  }
  return fail({ token: word, reason: `could be ${begun.length} instruments`, allowed: offer(begun) });
}

function offer(names: readonly string[]): string {
  if (names.length === 0) return 'a name of the service, such as BTC-PERPETUAL';
  const more = names.length > MOST_OFFERED ? ', …' : '';
  return `${names.slice(0, MOST_OFFERED).join(', ')}${more}`;
}
