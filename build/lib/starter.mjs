import { execFileSync } from 'node:child_process';

/** How often to look whether the starter is still there. */
const CHECK_MS = 500;

/**
 * Watches the process that started this one, and npm behind a shell. A process whose starter had already ended runs on.
 * @returns {Promise<void>} when it has ended, however it went
 */
export function watchStarter() {
  const parent = process.ppid;
  const runner = process.env.npm_lifecycle_event === undefined ? null : findRunner(parent);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && isRunning(parent) && (runner === null || isRunning(runner))) return;
      clearInterval(timer);
      resolve();
    }, CHECK_MS);
    timer.unref();
  });
}

/**
 * Windows keeps the number of a parent that has ended: whether it runs has to be asked.
 * @param {number} pid
 */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Who started the process, where that is a shell; null where it is none or `ps` can't say, as on Windows.
 * @param {number} pid
 * @returns {number | null}
 */
function findRunner(pid) {
  try {
    const said = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', `${pid}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const shell = /^\s*(\d+)\s+\S*sh\s*$/u.exec(said);
    return shell === null ? null : Number(shell[1]);
  } catch {
    return null;
  }
}
