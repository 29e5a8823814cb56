import { type DecimalString, parseDecimal } from '../decimal.ts';
import type { Issue, IssueField } from './issue.ts';

/**
 * Groups of exactly three digits, each after the same mark as this terminal writes it: a comma, or a blank of some width.
 * What begins with a zero is more likely a decimal comma.
 */
const GROUPED = /^[-\u2212]?[1-9]\d{0,2}([, \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?:\.\d+)?$/u;

/** `97,867.5` as 97867.5; null for a number without groups, and for what is none by them, such as `1,5`. */
export function readGrouped(text: string): DecimalString | null {
  const trimmed = text.trim();
  if (!GROUPED.test(trimmed)) return null;
  return parseDecimal(trimmed.replaceAll(/[, \u00a0\u2009\u202f]/gu, '').replace('\u2212', '-'));
}

/** `1,500` as `1.500`, for it may be a decimal comma as well; null for a grouped number that can be read in one way alone. */
export function readPointed(text: string): string | null {
  const trimmed = text.trim();
  return /^[-\u2212]?\d+,\d+$/u.test(trimmed) ? trimmed.replace(',', '.').replace('\u2212', '-') : null;
}

/**
 * The number without its groups as a fix of its field, or what would mend that; none where `judge` refuses it otherwise, and
 * none where it takes the other reading of a comma too: nothing is guessed.
 */
export function fixGrouped(text: string, field: IssueField, judge: (plain: string) => Issue[]): Issue['fixes'] {
  const listErrors = (plain: string): Issue[] => judge(plain).filter(({ severity }) => severity === 'error');
  const value = readGrouped(text);
  if (value === null) return [];
  const pointed = readPointed(text);
  if (pointed !== null && listErrors(pointed).length === 0) return [];
  const errors = listErrors(value);
  return errors.length === 0 ? [{ field, value }] : errors.flatMap(({ fixes }) => fixes);
}
