import { decimal, multiply } from '../../../shared/decimal.ts';
import { GUARD_LIMITS, type GuardLimit, type GuardSettings } from '../../../shared/orders/guard-settings.ts';
import { listAboveCeiling, type PolicyView } from '../../../shared/profiles/policy.ts';
import { GUARD_WORDS, type GuardProblem } from './guards-form.ts';
import { formatDecimal } from '../../ui/shown.ts';

type Ceilings = PolicyView['guard_ceilings'];

/** What the policy of the machine does not let a trader keep, each with what it allows. */
export function judgeCeilings(guards: GuardSettings, ceilings: Ceilings): readonly GuardProblem[] {
  return listAboveCeiling(guards, ceilings).map((limit) => ({
    tier: 'hard',
    limit,
    message: `${GUARD_WORDS[limit].name}, stops from: the policy of this machine allows ${describe(limit, ceilings)}.`,
  }));
}

/** Every ceiling in words. */
export function describeCeilings(ceilings: Ceilings): string {
  return GUARD_LIMITS.filter((limit) => ceilings[limit] !== undefined)
    .map((limit) => `${GUARD_WORDS[limit].name} stops ${describe(limit, ceilings)}`)
    .join('; ');
}

function describe(limit: GuardLimit, ceilings: Ceilings): string {
  const ceiling = ceilings[limit];
  if (ceiling === undefined) return '';
  const { unit } = GUARD_WORDS[limit];
  return `at ${formatDecimal(unit === '%' ? multiply(ceiling, decimal(100)) : ceiling)} ${unit} at most`;
}
