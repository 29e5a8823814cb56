import { describeThrown, type Log } from '../log.ts';

/**
 * Logs what no code caught, and lets the process go on: one broken timer must not take every window and look-up with it.
 * No order hangs on it: what was sent stands in the journal, and is looked up until its outcome is proven.
 */
export function logUncaught(program: Pick<NodeJS.Process, 'on'>, log: Log): void {
  program.on('uncaughtException', (error: unknown) => log('error', 'uncaught', describeThrown(error)));
  program.on('unhandledRejection', (reason) => log('error', 'uncaught', describeThrown(reason)));
}
