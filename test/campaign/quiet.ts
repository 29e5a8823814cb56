import type { Plan } from './plan.ts';

/** After the last decision: longer than the last look after a time-out. */
export const QUIET_MS = 55_000;

/** The same where only the last look can tell, as the service breaks its contract. */
const LONG_QUIET_MS = 300_000;

/** Until what a service whose clock was set back may yet take has been looked for since. */
const LOOKED_FOR_MS = 150_000;

/** How long a seed goes on once all is decided: until nothing is to be heard of any sell. */
export function quietMs({ isLawful, clockSteps }: Plan): number {
  const plainMs = isLawful ? QUIET_MS : LONG_QUIET_MS;
  const backMs = Math.max(...clockSteps.filter(({ of }) => of === 'service').map(({ byMs }) => -byMs));
  return backMs > 0 ? Math.max(plainMs, backMs + LOOKED_FOR_MS) : plainMs;
}
