import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, PlainFailure, ROOT, say } from './project.mjs';
import { runNode } from './run.mjs';

/** What the build reads. */
const INPUTS = [
  'electron',
  'renderer',
  'shared',
  'simulator',
  'electron.vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
];

/** Without these there is nothing to start, whatever the stamp says. */
const OUTPUTS = ['out/main/main.js', 'out/main/browser-host.js', 'out/preload/preload.cjs', 'out/renderer/index.html'];

const STAMP = join('.cache', 'build-stamp');

/**
 * A digest of names and contents of the files below the paths. Times don't count, so a fresh checkout is no change.
 * @param {string} root
 * @param {readonly string[]} paths
 * @returns {string}
 */
export function hashFiles(root, paths) {
  const hash = createHash('sha256');
  const visit = (/** @type {string} */ path) => {
    const full = join(root, path);
    try {
      hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EISDIR')) throw error;
      for (const name of readdirSync(full).toSorted()) visit(join(path, name));
    }
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/** Builds both hosts, the preload and the window into out/, when sources changed since the last time. */
export async function ensureBuilt() {
  const digest = hashFiles(ROOT, INPUTS);
  const stamp = inProject(STAMP);
  const isBuilt = OUTPUTS.every((output) => existsSync(inProject(output)));
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  say(isBuilt ? 'building: sources changed' : 'building');
  if (
    (await runNode([
      inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js'),
      'build',
      '--logLevel',
      'warn',
    ])) !== 0
  ) {
    throw new PlainFailure('the build failed; its reason is above.');
  }
  const missing = OUTPUTS.filter((output) => !existsSync(inProject(output)));
  if (missing.length > 0) throw new PlainFailure(`the build did not make ${missing.join(', ')}`);
  mkdirSync(inProject('.cache'), { recursive: true });
  writeFileSync(stamp, digest);
}
