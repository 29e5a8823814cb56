import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inProject, projectNode, ROOT } from './project.mjs';
import { partEnvironment } from './run.mjs';

/** @typedef {import('./choose-host.mjs').Choice} Choice */

/**
 * @typedef {object} HostProcess
 * @property {Promise<string | null>} line its first line, or null when it ended without one
 * @property {Promise<number>} exit its exit code; 1 when it was killed
 * @property {() => void} stop asks it to close
 */

/**
 * Starts the host and gives its first line of output. The service goes by a pipe: environments can be read from
 * outside.
 * @param {Choice} choice
 * @param {string} options
 * @returns {HostProcess}
 */
export function startHost(choice, options) {
  const [command, args] =
    choice.host === 'electron'
      ? [choice.binary, [ROOT, options]]
      : [projectNode(), ['--no-warnings', inProject('out', 'main', 'browser-host.js'), options]];
  const { service, others } = partEnvironment();
  const isTold = Object.keys(service).length > 0;
  const input = isTold ? 'pipe' : 'ignore';
  const child = spawn(command, isTold ? [...args, '--strikedesk-service-on-input'] : args, {
    cwd: ROOT,
    env: others,
    // The host watches the channel and closes when this process is gone, however it went.
    stdio: [input, 'pipe', 'inherit', 'ipc'],
  });
  // A host that ended before it read says why by itself.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(service));
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
