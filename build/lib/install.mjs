import { existsSync, readFileSync } from 'node:fs';
import { inProject, PlainFailure, projectNode, say } from './project.mjs';
import { run, toolEnvironment } from './run.mjs';

/**
 * What a lock file says of one package.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage
 */

/**
 * Why dependencies have to be installed, or null. Compares npm's two files: the project's lock and the one in
 * node_modules.
 * @param {string} wantedText
 * @param {string | null} installedText
 * @returns {string | null}
 */
export function findMissing(wantedText, installedText) {
  if (installedText === null) return 'nothing is installed yet';
  const wanted = readPackages(wantedText);
  const installed = readPackages(installedText);
  for (const [path, expected] of Object.entries(wanted)) {
    // The project itself; and packages of other platforms, which npm leaves out.
    if (path === '') continue;
    const found = installed[path];
    if (found === undefined && expected.optional === true) continue;
    if (found === undefined || found.version !== expected.version || found.integrity !== expected.integrity) {
      return `${path} is not what package-lock.json asks for`;
    }
  }
  return null;
}

/**
 * @param {string} text
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(text) {
  return JSON.parse(text).packages ?? {};
}

/** Installs what package-lock.json asks for, when it isn't there already. */
export async function ensureInstalled() {
  const installedLock = inProject('node_modules', '.package-lock.json');
  const reason =
    findMissing(
      readFileSync(inProject('package-lock.json'), 'utf8'),
      existsSync(installedLock) ? readFileSync(installedLock, 'utf8') : null,
    ) ?? (existsSync(projectNode()) ? null : 'the project’s Node is missing');
  if (reason === null) return;
  say(`installing dependencies: ${reason}`);
  // A NODE_ENV of production would leave out what builds the terminal.
  const env = { ...toolEnvironment(), PATH: process.env.PATH, NODE_ENV: 'development' };
  if ((await run('npm', ['ci', '--no-fund', '--no-audit', '--include=dev', '--loglevel=error'], { env })) !== 0) {
    throw new PlainFailure('npm ci failed; its reason is above. Check the connection to the package registry.');
  }
  if (!existsSync(projectNode())) {
    throw new PlainFailure('the package "node" has no binary: its install script was not allowed to run.');
  }
}
