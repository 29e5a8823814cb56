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
    guards: () => limitGuards(settings.guards(), policy.guard_ceilings),
    setLadder: (ladder) => {
      if (!isRungAllowed(ladder.rung, policy.ladder_floor)) {
        throw refuse(`ladder.rung: the policy of this machine asks for ${policy.ladder_floor} or safer`);
      }
      settings.setLadder(ladder);
    },
    setGuards: (guards) => {
      const [name] = listAboveCeiling(guards, policy.guard_ceilings);
      if (name !== undefined) {
        throw refuse(`guards.hard.${name}: the policy of this machine allows ${policy.guard_ceilings[name]} at most`);
      }
      settings.setGuards(guards);
    },
  };
}

function refuse(message: string): IpcFailure {
  return new IpcFailure({ code: 'PermissionDenied', message, params: { reason: 'policy' } });
}
