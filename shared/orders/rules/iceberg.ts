import {
  compare,
  type DecimalString,
  divide,
  isMultipleOf,
  isPositive,
  largest,
  multiply,
  parseDecimal,
  roundToStep,
} from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { OrderDraft } from '../draft.ts';
import { amountStep, amountUnit } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';
import { isIcebergPossible } from '../order-types.ts';
import { refuseNumber } from '../typed/typed-number.ts';
import { checkPrecision } from './precision.ts';
import { readSize } from './size.ts';

const HUNDRED = '100' as DecimalString;
/** Visible and less than 100 times as much hidden. */
const MOST_PARTS = '101' as DecimalString;

/**
 * The least visible part that every reading of the rule takes: 100 minimums and a hundredth of the amount (contract,
 * "Limits"; facts, section 8).
 */
export function leastDisplayAmount(instrument: Instrument, amount: DecimalString): DecimalString {
  const step = amountStep(instrument);
  const byMinimum = roundToStep(multiply(instrument.min_trade_amount, HUNDRED), step, 'up');
  return largest(byMinimum, roundToStep(divide(amount, HUNDRED), step, 'up'));
}

/** The two rules of icebergs, and that the visible part is a part; not on future spreads (facts, section 8). */
export function checkIceberg(draft: OrderDraft, instrument: Instrument): Issue[] {
  if (draft.display_amount.trim() === '') return [];
  if (!isIcebergPossible(draft)) {
    const params = { type: draft.type, time_in_force: draft.time_in_force };
    return [issue('error', 'display_amount', 'display_not_possible', params)];
  }
  if (instrument.kind === 'future_combo') return [issue('error', 'display_amount', 'display_on_future_spread', {})];
  const display = parseDecimal(draft.display_amount);
  const judge = (plain: string): Issue[] => checkIceberg({ ...draft, display_amount: plain }, instrument);
  if (display === null || !isPositive(display)) {
    const refuse = (fixes: Issue['fixes']) => issue('error', 'display_amount', 'display_not_decimal', {}, fixes);
    return [display === null ? refuseNumber(draft.display_amount, 'display_amount', refuse, judge) : refuse([])];
  }
  const tooPrecise = checkPrecision('display_amount', display, judge);
  if (tooPrecise.length > 0) return tooPrecise;
  const unit = amountUnit(instrument);
  const step = amountStep(instrument);
  const floor = multiply(instrument.min_trade_amount, HUNDRED);
  const amount = readSize(draft, instrument);
  const least = amount === null ? floor : leastDisplayAmount(instrument, amount);
  // An order within its least visible part is shown whole.
  const isPossible = amount === null || compare(least, amount) <= 0;
  const fixes = [{ field: 'display_amount' as const, value: isPossible ? least : '' }];
  if (compare(display, floor) < 0) {
    return [issue('error', 'display_amount', 'display_below_minimum', { minimum: floor, unit }, fixes)];
  }
  if (!isMultipleOf(display, step)) {
    const up = roundToStep(display, step, 'up');
    const isPart = amount === null || compare(up, amount) <= 0;
    const on = isPart && compare(up, least) >= 0 ? [{ field: 'display_amount' as const, value: up }] : fixes;
    return [issue('error', 'display_amount', 'display_off_step', { step, unit }, on)];
  }
  if (amount === null) return [];
  if (compare(display, amount) > 0) {
    return [issue('error', 'display_amount', 'display_above_amount', { amount, unit }, fixes)];
  }
  // Hidden to visible below 100.
  if (compare(amount, multiply(display, MOST_PARTS)) >= 0) {
    return [issue('error', 'display_amount', 'display_ratio', { minimum: least, unit }, fixes)];
  }
  return [];
}
