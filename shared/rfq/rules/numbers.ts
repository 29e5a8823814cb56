import {
  type DecimalString,
  isPositive,
  MAX_SIGNIFICANT_DIGITS,
  parseDecimal,
  roundToStep,
  significantDigits,
} from '../../decimal.ts';
import { findInvisible, listOffers } from '../../orders/typed/typed-number.ts';
import { type RfqIssue, rfqIssue, type RfqPlace } from '../issue.ts';

/** What is wrong with a text that should be an amount; `value` where it can be counted with. */
export function readAmount(
  text: string,
  place: RfqPlace,
  unit: string,
): { readonly value: DecimalString | null; readonly issues: RfqIssue[] } {
  const failed = (issue: RfqIssue) => ({ value: null, issues: [issue] });
  if (text.trim() === '') return failed(rfqIssue('error', place, 'amount_missing', { unit }));
  const value = parseDecimal(text);
  if (value === null) return failed(refuseNumber(text, place, 'amount_not_decimal'));
  if (!isPositive(value)) return failed(rfqIssue('error', place, 'amount_not_positive', {}));
  if (significantDigits(value) > MAX_SIGNIFICANT_DIGITS) {
    return failed(rfqIssue('error', place, 'amount_too_precise', { digits: String(MAX_SIGNIFICANT_DIGITS) }));
  }
  return { value, issues: [] };
}

/** A text that is no plain number, or holds a character that can't be seen, with what it may stand for. */
export function refuseNumber(
  text: string,
  place: RfqPlace,
  code: 'amount_not_decimal' | 'hedge_price_not_decimal',
): RfqIssue {
  const fixes = listOffers(text).map((value) => ({ action: 'set' as const, place, value }));
  const character = findInvisible(text);
  return character === null
    ? rfqIssue('error', place, code, {}, fixes)
    : rfqIssue('error', place, 'number_invisible', { character }, fixes);
}

/** Multiples of the step around a value, those above zero, nearest first below. */
export function aroundStep(value: DecimalString, step: DecimalString): DecimalString[] {
  return [roundToStep(value, step, 'down'), roundToStep(value, step, 'up')].filter(isPositive);
}
