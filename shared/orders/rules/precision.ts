import { type DecimalString, MAX_SIGNIFICANT_DIGITS, significantDigits } from '../../decimal.ts';
import { type Issue, type IssueField, issue } from '../issue.ts';

/** A number with more digits than the wire's doubles hold would arrive as another one. */
export function checkPrecision(field: IssueField, value: DecimalString): Issue[] {
  if (significantDigits(value) <= MAX_SIGNIFICANT_DIGITS) return [];
  return [issue('error', field, 'number_too_precise', { digits: String(MAX_SIGNIFICANT_DIGITS) })];
}
