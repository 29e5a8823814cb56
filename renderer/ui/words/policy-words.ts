import { decimal, multiply } from '../../../shared/decimal.ts';
import type { ConfirmationRung } from '../../../shared/orders/confirmation.ts';
import { GUARD_LIMITS, type GuardLimit } from '../../../shared/orders/limits/guard-settings.ts';
import type { AboveCeiling, Ceilings } from '../../../shared/profiles/policy.ts';
import { formatDecimal } from './shown.ts';

export const RUNG_NAMES: Readonly<Record<ConfirmationRung, string>> = {
  confirm_each: 'Confirm each',
  arm_and_fire: 'Arm and fire',
  one_click: 'One click',
};

export const GUARD_WORDS: Readonly<Record<GuardLimit, { readonly name: string; readonly unit: string }>> = {
  maxDistanceFromMark: { name: 'Price away from the mark', unit: '%' },
  maxDistanceFromTouch: { name: 'Price away from the touch', unit: '%' },
  maxDistanceFromIndex: { name: 'Price away from the index', unit: '%' },
  maxVolatilityPoints: { name: 'Volatility away from the mark’s', unit: 'points' },
  maxNotionalUsd: { name: 'Worth of one order', unit: 'USD' },
  maxAmount: { name: 'Amount of one order', unit: 'any unit' },
  maxBlockRfqUsd: { name: 'Worth of a Block RFQ', unit: 'USD' },
};

/** Every ceiling in words. */
export function describeCeilings(ceilings: Ceilings): string {
  const { guard_ceilings, amount_ceilings } = ceilings;
  const ofTier = GUARD_LIMITS.flatMap((limit) => {
    const ceiling = guard_ceilings[limit];
    return ceiling === undefined ? [] : [{ limit, unit: null, ceiling }];
  });
  const ofUnits = Object.entries(amount_ceilings).map(([unit, ceiling]): AboveCeiling => ({
    limit: 'maxAmount',
    unit,
    ceiling,
  }));
  return [...ofTier, ...ofUnits]
    .map((each) => `${GUARD_WORDS[each.limit].name} stops at ${describeCeiling(each, ceilings)}`)
    .join('; ');
}

/** One ceiling, such as `5,000 USD at most`. */
export function describeCeiling({ limit, unit, ceiling }: AboveCeiling, { amount_ceilings }: Ceilings): string {
  if (limit === 'maxAmount') {
    const others = Object.keys(amount_ceilings).length === 0 ? 'of any unit' : 'of any other unit';
    return `${formatDecimal(ceiling)} ${unit ?? others} at most`;
  }
  const { unit: own } = GUARD_WORDS[limit];
  return `${formatDecimal(own === '%' ? multiply(ceiling, decimal(100)) : ceiling)} ${own} at most`;
}
