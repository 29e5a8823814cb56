import { cutToDigits, type DecimalString, MAX_SIGNIFICANT_DIGITS, significantDigits } from '../../decimal.ts';
import { type Issue, issue, type IssueField } from '../issue.ts';

/** A number with more digits than the wire's doubles hold would arrive as another one. */
export function isTooPrecise(value: DecimalString): boolean {
  return value.length > MAX_SIGNIFICANT_DIGITS && significantDigits(value) > MAX_SIGNIFICANT_DIGITS;
}

/** That a number is wrong, with fixes that `judge` takes. */
export function checkPrecision(field: IssueField, value: DecimalString, judge: (plain: string) => Issue[]): Issue[] {
  if (!isTooPrecise(value)) return [];
  return [issue('error', field, 'number_too_precise', DIGITS, fixPrecise(field, value, judge))];
}

export const DIGITS = { digits: String(MAX_SIGNIFICANT_DIGITS) };

/** Digits to offer as a fix, or how to mend these. */
export function fixPrecise(field: IssueField, value: DecimalString, judge: (plain: string) => Issue[]): Issue['fixes'] {
  const cut = cutToDigits(value, MAX_SIGNIFICANT_DIGITS);
  const errors = judge(cut).filter(({ severity }) => severity === 'error');
  return errors.length === 0 ? [{ field, value: cut }] : errors.flatMap(({ fixes }) => fixes);
}
