import { decimal, type DecimalString, multiply } from '../../shared/decimal.ts';
import type { ConfirmationRung } from '../../shared/orders/confirmation.ts';
import { GUARD_LIMITS, type GuardLimit } from '../../shared/orders/guard-settings.ts';
import type { Ceilings } from '../../shared/profiles/policy.ts';
import { formatDecimal } from './shown.ts';

export const RUNG_NAMES: Readonly<Record<ConfirmationRung, string>> = {
  confirm_each: 'Confirm each',
  arm_and_fire: 'Arm and fire',
  one_click: 'One click',
};

export const GUARD_WORDS: Readonly<Record<GuardLimit, { readonly name: string; readonly unit: string }>> = {
  maxDistanceFromMark: { name: 'Price away from the mark', unit: '%' },
  maxDistanceFromBid: { name: 'Price away from the best bid', unit: '%' },
  maxDistanceFromIndex: { name: 'Price away from the index', unit: '%' },
  maxVolatilityPoints: { name: 'Volatility away from the mark’s', unit: 'points' },
  maxNotionalUsd: { name: 'Worth of one order', unit: 'USD' },
  maxAmount: { name: 'Amount of one order', unit: 'any unit' },
  maxBlockRfqUsd: { name: 'Worth of a Block RFQ', unit: 'USD' },
};

/** Every ceiling in words. */
export function describeCeilings({ guard_ceilings, amount_ceilings }: Ceilings): string {
  const byUnit = Object.entries(amount_ceilings);
  const ofTier = GUARD_LIMITS.flatMap((limit) => {
    const ceiling = guard_ceilings[limit];
    if (ceiling === undefined) return [];
    const { name, unit } = GUARD_WORDS[limit];
    const anyUnit = byUnit.length > 0 ? 'of any other unit' : 'of any unit';
    const shown = limit === 'maxAmount' ? anyUnit : unit;
    return [`${name} stops ${describeCeiling(ceiling, shown)}`];
  });
  const ofUnits = byUnit.map(
    ([unit, ceiling]) => `${GUARD_WORDS.maxAmount.name} stops ${describeCeiling(ceiling, unit)}`,
  );
  return [...ofTier, ...ofUnits].join('; ');
}

/** One ceiling, such as `at 5,000 USD at most`. */
export function describeCeiling(ceiling: DecimalString, unit: string): string {
  return `at ${formatDecimal(unit === '%' ? multiply(ceiling, decimal(100)) : ceiling)} ${unit} at most`;
}
