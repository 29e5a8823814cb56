import type { GuardSettings } from '../../../shared/orders/guard-settings.ts';
import { type Ceilings, listAboveCeiling } from '../../../shared/profiles/policy.ts';
import { describeCeiling, GUARD_WORDS } from '../../ui/policy-words.ts';
import { type GuardProblem, nameLimit } from './guards-form.ts';

/** What the policy of the machine does not let a trader keep, each with what it allows. */
export function judgeCeilings(guards: GuardSettings, ceilings: Ceilings): readonly GuardProblem[] {
  return listAboveCeiling(guards, ceilings).map(({ limit, unit, ceiling }) => ({
    tier: 'hard',
    limit,
    unit,
    message: `${nameLimit(limit, unit)}, stops above: the policy of this machine allows ${describeCeiling(ceiling, unit ?? GUARD_WORDS[limit].unit)}.`,
  }));
}
