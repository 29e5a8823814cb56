import { isInScope, type PresetScope } from '../../../../shared/orders/presets.ts';
import { amountUnit } from '../../../../shared/orders/facts.ts';
import { checkAmount } from '../../../../shared/orders/rules/size.ts';
import { plainNumber } from '../../../../shared/orders/typed/typed-number.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import { describeIssue, isMissing } from '../issues/issue-text.ts';

/** An amount that a preset sets, as saved or as typed. */
interface SetAmount {
  readonly value: string;
  readonly unit: string;
}

/**
 * Why the amount can't be sold of the preset's first instrument, in the rules' words, with its name if there are others.
 * Null: it can, no instrument is known, or its unit differs and the ticket leaves the amount out.
 */
export function describeUnsellable(
  amount: SetAmount | undefined,
  scope: PresetScope | null,
  instruments: readonly (Instrument | null)[],
): string | null {
  if (amount === undefined || scope === null) return null;
  const instrument =
    instruments.find((each) => each !== null && isInScope(scope, each, scope.direction ?? 'sell')) ?? null;
  if (instrument === null || amountUnit(instrument) !== amount.unit) return null;
  const issue = checkAmount(plainNumber(amount.value), instrument).find((found) => !isMissing(found));
  if (issue === undefined) return null;
  const where = scope.instrument_name === null ? `Not of ${instrument.instrument_name}: ` : '';
  return `${where}${describeIssue(issue)}`;
}
