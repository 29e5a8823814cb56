import { type DecimalString, parseDecimal } from '../decimal.ts';
import type { Issue, IssueField } from './issue.ts';

/**
 * Groups of exactly three digits, each after the same mark as this terminal writes it: a comma, or a blank of some width.
 * What begins with a zero is more likely a decimal comma.
 */
const GROUPED = /^[-\u2212]?[1-9]\d{0,2}([, \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?:\.\d+)?$/u;

/** `97,867.5` as 97867.5; null for a number without groups, and for any that can be read in two ways, such as `1,5`. */
export function readGrouped(text: string): DecimalString | null {
  const trimmed = text.trim();
  if (!GROUPED.test(trimmed)) return null;
  return parseDecimal(trimmed.replaceAll(/[, \u00a0\u2009\u202f]/gu, '').replace('\u2212', '-'));
}

/** The number without its groups as a fix of its field, or what would mend that; none where `judge` refuses it otherwise. */
export function fixGrouped(text: string, field: IssueField, judge: (plain: string) => Issue[]): Issue['fixes'] {
  const value = readGrouped(text);
  if (value === null) return [];
  const errors = judge(value).filter(({ severity }) => severity === 'error');
  return errors.length === 0 ? [{ field, value }] : errors.flatMap(({ fixes }) => fixes);
}
