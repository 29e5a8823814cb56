import type { GuardSettings } from '../../../../shared/orders/limits/guard-settings.ts';
import { type Ceilings, listAboveCeiling } from '../../../../shared/profiles/policy.ts';
import { describeCeiling } from '../../../ui/words/policy-words.ts';
import { type GuardProblem, nameLimit } from './guards-form.ts';

/** What the policy of the machine does not let a trader keep, each with what it allows. */
export function judgeCeilings(guards: GuardSettings, ceilings: Ceilings): readonly GuardProblem[] {
  return listAboveCeiling(guards, ceilings).map((above) => ({
    tier: 'hard',
    limit: above.limit,
    unit: above.unit,
    message: `${nameLimit(above.limit, above.unit)}, stops above: the policy of this machine allows ${describeCeiling(above, ceilings)}.`,
  }));
}
