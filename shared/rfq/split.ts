import {
  absolute,
  compare,
  decimal,
  type DecimalString,
  divide,
  isPositive,
  multiply,
  parseDecimal,
  roundToStep,
  subtract,
  sum,
  ZERO,
} from '../decimal.ts';
import { fail, ok, type Result } from '../result.ts';

/** Why an amount can't be split as a text says. `not_read` names the part of the text that is no share. */
export type SplitProblem =
  | { readonly code: 'empty' }
  | { readonly code: 'not_read'; readonly part: string }
  | { readonly code: 'two_rests' }
  | { readonly code: 'mixed' }
  | { readonly code: 'over'; readonly percent: DecimalString }
  | { readonly code: 'under'; readonly percent: DecimalString }
  | { readonly code: 'too_small'; readonly step: DecimalString };

type Share = { readonly kind: 'percent' | 'weight'; readonly value: DecimalString } | { readonly kind: 'rest' };

const HUNDRED = decimal(100);

/** `40%`, a weight such as `2`, or `rest`; parts stand apart by blanks, commas, semicolons, slashes or colons. */
function readShares(text: string): Result<Share[], SplitProblem> {
  const parts = text.split(/[\s,;:/]+/).filter((part) => part !== '');
  if (parts.length === 0) return fail({ code: 'empty' });
  const shares: Share[] = [];
  for (const part of parts) {
    if (/^rest$/i.test(part)) shares.push({ kind: 'rest' });
    else {
      const value = parseDecimal(part.replace(/%$/, ''));
      if (value === null || !isPositive(value)) return fail({ code: 'not_read', part });
      shares.push({ kind: part.endsWith('%') ? 'percent' : 'weight', value });
    }
  }
  return ok(shares);
}

/**
 * Splits an amount by percentages (`50% 30% rest`) or weights (`2:1:1`) into positive multiples of a step with the
 * exact sum.
 */
export function splitAmount(
  whole: DecimalString,
  step: DecimalString,
  text: string,
): Result<readonly DecimalString[], SplitProblem> {
  const read = readShares(text);
  if (!read.ok) return read;
  const shares = read.value;
  const rests = shares.filter(({ kind }) => kind === 'rest').length;
  if (rests > 1) return fail({ code: 'two_rests' });
  const isWeighed = shares.some(({ kind }) => kind === 'weight');
  if (isWeighed && (rests > 0 || shares.some(({ kind }) => kind === 'percent'))) return fail({ code: 'mixed' });
  const total = sum(shares.flatMap((share) => (share.kind === 'rest' ? [] : share.value)));
  if (!isWeighed) {
    const over = compare(total, HUNDRED);
    if (over > 0 || (over === 0 && rests > 0)) return fail({ code: 'over', percent: total });
    if (over < 0 && rests === 0) return fail({ code: 'under', percent: total });
  }
  const exact = shares.map((share) =>
    share.kind === 'rest' ? ZERO : divide(multiply(whole, share.value), isWeighed ? total : HUNDRED),
  );
  const rounded = exact.map((amount) => roundToStep(amount, step, 'down'));
  const given = spread(whole, step, shares, exact, rounded);
  return given.every(isPositive) ? ok(given) : fail({ code: 'too_small', step });
}

function spread(
  whole: DecimalString,
  step: DecimalString,
  shares: readonly Share[],
  exact: readonly DecimalString[],
  rounded: readonly DecimalString[],
): DecimalString[] {
  const amounts = [...rounded];
  let left = subtract(whole, sum(amounts));
  const rest = shares.findIndex(({ kind }) => kind === 'rest');
  if (rest !== -1) {
    amounts[rest] = left;
    return amounts;
  }
  const lost = exact.map((amount, at) => ({ at, by: absolute(subtract(amount, rounded[at] ?? ZERO)) }));
  for (const { at } of lost.toSorted((a, b) => compare(b.by, a.by))) {
    if (compare(left, step) < 0) break;
    amounts[at] = sum([amounts[at] ?? ZERO, step]);
    left = subtract(left, step);
  }
  // An amount that is no multiple of the step itself: what is less than a step goes to the first.
  amounts[0] = sum([amounts[0] ?? ZERO, left]);
  return amounts;
}
