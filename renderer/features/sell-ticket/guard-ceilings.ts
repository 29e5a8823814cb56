import type { GuardSettings } from '../../../shared/orders/guard-settings.ts';
import { listAboveCeiling } from '../../../shared/profiles/policy.ts';
import { type Ceilings, describeCeiling, GUARD_WORDS } from '../../ui/policy-words.ts';
import type { GuardProblem } from './guards-form.ts';

/** What the policy of the machine does not let a trader keep, each with what it allows. */
export function judgeCeilings(guards: GuardSettings, ceilings: Ceilings): readonly GuardProblem[] {
  return listAboveCeiling(guards, ceilings).map((limit) => ({
    tier: 'hard',
    limit,
    message: `${GUARD_WORDS[limit].name}, stops above: the policy of this machine allows ${describeCeiling(limit, ceilings)}.`,
  }));
}
