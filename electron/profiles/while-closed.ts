import { existsSync } from 'node:fs';
import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import { lockFolder } from '../storage/database.ts';
import { about } from './problems.ts';

type Lock = ReturnType<typeof lockFolder>;

/**
 * Runs `task` while no instance has the profile open for trading, and keeps others out. `folder` is the profile's.
 * Gives the obstacle, if any.
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
