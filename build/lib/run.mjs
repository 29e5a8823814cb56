import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter } from 'node:path';
import { inProject, projectNode, ROOT } from './project.mjs';

/** The service's variables, a secret among them: only the host that needs them gets them. */
const SERVICE_VARIABLES = /^STRIKEDESK_/u;

/**
 * What the environment says of the service, and the environment without it.
 * @returns {{ service: Record<string, string>, others: NodeJS.ProcessEnv }}
 */
export function partEnvironment() {
  const isService = (/** @type {[string, string | undefined]} */ [name]) => SERVICE_VARIABLES.test(name);
  const all = Object.entries(process.env);
  const service = all.filter(isService).map(([name, value]) => [name, value ?? '']);
  return { service: Object.fromEntries(service), others: Object.fromEntries(all.filter((one) => !isService(one))) };
}

/**
 * The environment for tools: the project's own Node and tools first, and no word of the service's account.
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment() {
  const path = [inProject('node_modules', 'node', 'bin'), inProject('node_modules', '.bin'), process.env.PATH ?? ''];
  return { ...partEnvironment().others, PATH: path.join(delimiter) };
}

/**
 * Runs a command to its end, its output shown on standard error.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit code; 1 when it was killed
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: options.env ?? toolEnvironment(),
      stdio: ['ignore', 2, 2],
      // npm is a script with an ending of its own on Windows.
      shell: process.platform === 'win32' && command === 'npm',
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a script under the project's Node.
 * @param {readonly string[]} args
 */
export function runNode(args) {
  return run(projectNode(), args);
}

/**
 * Runs a script at low priority under the project's Node. The script ends when its IPC channel to this process closes.
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code; 1 when it was killed
 */
export function runNodeBehind(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(projectNode(), args, {
      cwd: ROOT,
      env: toolEnvironment(),
      stdio: ['ignore', 2, 2, 'ipc'],
      // Linux may share processors out by session first: in this one it would be given more of them than a browser's.
      detached: process.platform === 'linux',
    });
    child.once('spawn', () => stepBack(child.pid ?? 0));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Lowest priority for a process and, on Linux, its session; where that isn't allowed it is one among the others. */
function stepBack(/** @type {number} */ pid) {
  const ways = [
    () => setPriority(pid, constants.priority.PRIORITY_LOW),
    () => writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW)),
  ];
  for (const way of ways) {
    try {
      way();
    } catch {
      // Slower tests, no others.
    }
  }
}

/**
 * Runs a script under the project's Node, and shows nothing of it.
 * @param {readonly string[]} args
 * @returns {Promise<string>} what it said
 */
export function listenToNode(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(projectNode(), args, { cwd: ROOT, env: toolEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        said += text;
      });
    }
    child.once('error', reject);
    child.once('close', () => resolve(said));
  });
}
