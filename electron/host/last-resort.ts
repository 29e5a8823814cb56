import { describeThrown, type Log } from '../log.ts';

/**
 * Logs uncaught errors and keeps the process running. Orders are safe: the journal has them, and look-ups resolve them.
 */
export function logUncaught(program: Pick<NodeJS.Process, 'on'>, log: Log): void {
  program.on('uncaughtException', (error: unknown) => log('error', 'uncaught', describeThrown(error)));
  program.on('unhandledRejection', (reason) => log('error', 'uncaught', describeThrown(reason)));
}
