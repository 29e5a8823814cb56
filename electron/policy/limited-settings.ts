import { IpcFailure } from '../../shared/ipc/error.ts';
import {
  isRungAllowed,
  limitGuards,
  limitLadder,
  listAboveCeiling,
  type PolicyView,
} from '../../shared/profiles/policy.ts';
import type { TradeSettings } from '../storage/trade-settings.ts';

/** What a profile sets about its sells, within what the policy allows. What goes past it is refused, and never in force. */
export function limitSettings(settings: TradeSettings, policy: PolicyView): TradeSettings {
  return {
    ...settings,
    ladder: () => limitLadder(settings.ladder(), policy.ladder_floor),
    guards: () => limitGuards(settings.guards(), policy),
    setLadder: (ladder) => {
      if (!isRungAllowed(ladder.rung, policy.ladder_floor)) {
        throw refuse(`ladder.rung: the policy of this machine asks for ${policy.ladder_floor} or safer`);
      }
      settings.setLadder(ladder);
    },
    setGuards: (guards) => {
      const [above] = listAboveCeiling(guards, policy);
      if (above !== undefined) {
        const { limit, unit, ceiling } = above;
        const field = unit === null ? `hard.${limit}` : `maxAmountByUnit.${unit}.hard`;
        throw refuse(`guards.${field}: the policy of this machine allows ${ceiling} at most`);
      }
      settings.setGuards(guards);
    },
  };
}

function refuse(message: string): IpcFailure {
  return new IpcFailure({ code: 'PermissionDenied', message, params: { reason: 'policy' } });
}
