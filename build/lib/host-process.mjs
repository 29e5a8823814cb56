import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inProject, projectNode, ROOT } from './project.mjs';

/** @typedef {import('./choose-host.mjs').Choice} Choice */

/**
 * @typedef {object} HostProcess
 * @property {Promise<string | null>} line its first line, or null when it ended without one
 * @property {Promise<number>} exit its exit code; 1 when it was killed
 * @property {() => void} stop asks it to close
 */

/**
 * Starts the host. Its first line of output is given back; whatever else it prints goes to standard error.
 * It inherits the whole environment: it alone may need the service's variables.
 * @param {Choice} choice
 * @param {string} options
 * @returns {HostProcess}
 */
export function startHost(choice, options) {
  const [command, args] =
    choice.host === 'electron'
      ? [choice.binary, [ROOT, options]]
      : [projectNode(), ['--no-warnings', inProject('out', 'main', 'browser-host.js'), options]];
  const child = spawn(command, args, {
    cwd: ROOT,
    // The browser host watches the channel and closes when this process is gone, however it went.
    stdio: choice.host === 'browser' ? ['ignore', 'pipe', 'inherit', 'ipc'] : ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('the output of the host was asked for as a pipe');
  const lines = createInterface({ input: child.stdout });
  /** @type {Promise<string | null>} */
  const line = new Promise((resolve) => {
    let isFirst = true;
    lines.on('line', (text) => {
      if (isFirst) resolve(text);
      else process.stderr.write(`${text}\n`);
      isFirst = false;
    });
    lines.once('close', () => resolve(null));
  });
  /** @type {Promise<number>} */
  const exit = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return { line, exit, stop: () => child.kill('SIGTERM') };
}
