import { z } from 'zod';
import {
  type DecimalString,
  isPositive,
  MAX_SIGNIFICANT_DIGITS,
  parseDecimal,
  significantDigits,
} from '../../decimal.ts';

/**
 * A limit that a trader sets, as decimal text: above zero, plain digits, at most as many as the wire can carry.
 * Gives the canonical decimal; fails with what would be accepted.
 */
export const limitField = z.transform((value: unknown, context): DecimalString => {
  const parsed = typeof value === 'string' ? parseDecimal(value) : null;
  if (parsed !== null && isPositive(parsed) && significantDigits(parsed) <= MAX_SIGNIFICANT_DIGITS) return parsed;
  const message = `must be a plain number above zero of at most ${MAX_SIGNIFICANT_DIGITS} digits, such as 250000 or 0.5`;
  context.issues.push({ code: 'custom', message, input: value });
  return z.NEVER;
});
