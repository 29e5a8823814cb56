import {
  compare,
  type DecimalString,
  isMultipleOf,
  divide,
  isPositive,
  multiply,
  parseDecimal,
  roundToStep,
} from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { OrderDraft } from '../draft.ts';
import { amountStep, amountUnit } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';
import { refuseNumber } from '../typed/typed-number.ts';
import { checkPrecision, DIGITS, fixPrecise, isTooPrecise } from './precision.ts';

/** Amount or contracts, or both where they agree (contract, `amount`, `contracts`). Options trade in tenths of one. */
export function checkSize(draft: Pick<OrderDraft, 'amount' | 'contracts'>, instrument: Instrument): Issue[] {
  const hasAmount = draft.amount.trim() !== '';
  const hasContracts = draft.contracts.trim() !== '';
  if (!hasContracts) return checkAmount(draft.amount, instrument);
  const contracts = parseDecimal(draft.contracts);
  const judge = (plain: string): Issue[] => checkSize({ ...draft, contracts: plain }, instrument);
  const tooPrecise = contracts === null ? [] : checkPrecision('contracts', contracts, judge);
  if (tooPrecise.length > 0) return tooPrecise;
  const fromContracts = contracts === null ? null : multiply(contracts, instrument.contract_size);
  if (fromContracts === null || !isPositive(fromContracts) || !isMultipleOf(fromContracts, amountStep(instrument))) {
    const refuse = (fixes: Issue['fixes']) => issue('error', 'contracts', 'contracts_not_whole', {}, fixes);
    return [contracts === null ? refuseNumber(draft.contracts, 'contracts', refuse, judge) : refuse([])];
  }
  if (!hasAmount) return checkAmount(fromContracts, instrument);
  const issues = checkAmount(draft.amount, instrument);
  const amount = parseDecimal(draft.amount);
  if (issues.length === 0 && amount !== null && compare(amount, fromContracts) !== 0) {
    const params = { amount, from_contracts: fromContracts, unit: amountUnit(instrument) };
    const inContracts = divide(amount, instrument.contract_size);
    const fixes = [
      ...(judge(inContracts).length === 0 ? [{ field: 'contracts' as const, value: inContracts }] : []),
      ...(checkAmount(fromContracts, instrument).length === 0
        ? [{ field: 'amount' as const, value: fromContracts }]
        : []),
    ];
    issues.push(issue('error', 'contracts', 'contracts_mismatch', params, fixes));
  }
  return issues;
}

/** The size of a draft in the instrument's amount unit, from whichever is given; null where unreadable. */
export function readSize(
  draft: Pick<OrderDraft, 'amount' | 'contracts'>,
  instrument: Instrument,
): DecimalString | null {
  if (draft.amount.trim() !== '') return parseDecimal(draft.amount);
  const contracts = parseDecimal(draft.contracts);
  return contracts === null ? null : multiply(contracts, instrument.contract_size);
}

/** An amount by the instrument's minimum and step. */
export function checkAmount(text: string, instrument: Instrument): Issue[] {
  const unit = amountUnit(instrument);
  if (text.trim() === '') return [issue('error', 'amount', 'amount_missing', { unit })];
  const amount = parseDecimal(text);
  if (amount === null) {
    const refuse = (fixes: Issue['fixes']) => issue('error', 'amount', 'amount_not_decimal', {}, fixes);
    return [refuseNumber(text, 'amount', refuse, (plain) => checkAmount(plain, instrument))];
  }
  if (!isPositive(amount)) return [issue('error', 'amount', 'amount_not_positive', {})];
  if (isTooPrecise(amount)) {
    const fixes = fixPrecise('amount', amount, (plain) => checkAmount(plain, instrument));
    return [issue('error', 'amount', 'amount_too_precise', DIGITS, fixes)];
  }
  const minimum = instrument.min_trade_amount;
  const step = amountStep(instrument);
  if (compare(amount, minimum) < 0) {
    const fix = { field: 'amount', value: roundToStep(minimum, step, 'up') } as const;
    return [issue('error', 'amount', 'amount_below_minimum', { minimum, unit }, [fix])];
  }
  if (isMultipleOf(amount, step)) return [];
  const fixes = [roundToStep(amount, step, 'down'), roundToStep(amount, step, 'up')]
    .filter((value) => compare(value, minimum) >= 0)
    .map((value) => ({ field: 'amount' as const, value }));
  return [issue('error', 'amount', 'amount_off_step', { step, unit }, fixes)];
}
