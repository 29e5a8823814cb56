import { z } from 'zod';
import {
  type DecimalString,
  isPositive,
  MAX_SIGNIFICANT_DIGITS,
  parseDecimal,
  significantDigits,
} from '../../decimal.ts';

/**
 * A trader's limit: positive plain decimal text within the wire's digits. Gives the canonical decimal; fails with what
 * it accepts.
 */
export const limitField = z.transform((value: unknown, context): DecimalString => {
  const parsed = typeof value === 'string' ? parseDecimal(value) : null;
  if (parsed !== null && isPositive(parsed) && significantDigits(parsed) <= MAX_SIGNIFICANT_DIGITS) return parsed;
  const message = `must be a plain number above zero of at most ${MAX_SIGNIFICANT_DIGITS} digits, such as 250000 or 0.5`;
  context.issues.push({ code: 'custom', message, input: value });
  return z.NEVER;
});
