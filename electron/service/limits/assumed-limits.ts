import { z } from 'zod';
import type { Settings } from '../../storage/settings.ts';
import type { RateBudget } from './budget.ts';

const KEY = 'documented_limits';

/** Whether documented limits are used while the service gives none; kept with the profile. */
export interface AssumedLimits {
  /** Chooses them. Throws `IpcFailure` where that can't be kept. */
  readonly choose: () => void;
}

/** Takes what an earlier run chose. `settings`: null where nothing is kept. */
export function createAssumedLimits(
  budget: Pick<RateBudget, 'assume' | 'basis'>,
  settings: Settings | null,
  onChange: () => void,
): AssumedLimits {
  if (settings?.read(KEY, z.literal(true)) === true) budget.assume();
  return {
    choose: () => {
      if (budget.basis() !== 'untold') return;
      settings?.write(KEY, true);
      budget.assume();
      onChange();
    },
  };
}
