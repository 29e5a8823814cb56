import { z } from 'zod';
import { compare, type DecimalString } from '../../decimal.ts';
import { limitField } from './limit-field.ts';

/** Units whose amounts a profile, or a policy, limits one by one: more than a service has. */
export const MOST_UNITS = 64;
/** A profile's, and those of two policies, may all differ. */
const MOST_MERGED = 3 * MOST_UNITS;

export const unitField = z.string().regex(/^[A-Z][A-Z0-9]{0,15}$/, {
  error: 'must be the name of a currency, such as BTC: at most 16 capitals and digits, a capital first',
});

const limitsOfUnit = z.strictObject({ soft: limitField.nullable(), hard: limitField.nullable() });

/** Limits of an order's amount by unit. A unit listed here has only these, null for none; others have `maxAmount`. */
export const amountLimitsSchema = z
  .record(unitField, limitsOfUnit)
  .refine((limits) => Object.keys(limits).length <= MOST_MERGED, { error: `must be of ${MOST_MERGED} units at most` });
interface LimitsOfUnit {
  readonly soft: DecimalString | null;
  readonly hard: DecimalString | null;
}
export type AmountLimits = Readonly<Record<string, LimitsOfUnit>>;

interface Tiers {
  readonly soft: { readonly maxAmount: DecimalString | null };
  readonly hard: { readonly maxAmount: DecimalString | null };
  readonly maxAmountByUnit: AmountLimits;
}

/** What an order counted in the unit is held to. */
export function amountLimitsOf({ soft, hard, maxAmountByUnit }: Tiers, unit: string): LimitsOfUnit {
  const own = Object.hasOwn(maxAmountByUnit, unit) ? maxAmountByUnit[unit] : undefined;
  return own ?? { soft: soft.maxAmount, hard: hard.maxAmount };
}

/** Units whose hard limit is below the soft one. */
export function listCrossedUnits(limits: AmountLimits): string[] {
  return Object.entries(limits)
    .filter(([, { soft, hard }]) => soft !== null && hard !== null && compare(hard, soft) < 0)
    .map(([unit]) => unit);
}
