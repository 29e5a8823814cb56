import { existsSync } from 'node:fs';
import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import { lockFolder } from '../storage/database.ts';
import { about } from './problems.ts';

type Lock = ReturnType<typeof lockFolder>;

/**
 * Does what must not be done to a profile that another instance has open and may sell on, and keeps every other from opening
 * it to sell meanwhile. `folder` is the profile's, which this instance does not hold itself. Gives what stands against it.
 */
export async function whileClosedElsewhere(
  folder: string,
  run: () => ProfileProblem[] | Promise<ProfileProblem[]>,
): Promise<ProfileProblem[]> {
  // One that was never opened has none; made here, it would bind the profile to its service.
  if (!existsSync(folder)) return await run();
  let lock: Lock;
  try {
    lock = lockFolder(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return [about('profile', `${folder} can’t be used (${reason}): nothing was changed.`)];
  }
  if (lock === null) {
    return [
      about(
        'profile',
        'Another terminal has this profile open. Close it or open another profile there, then try again.',
      ),
    ];
  }
  try {
    return await run();
  } finally {
    lock.release();
  }
}
