import { existsSync } from 'node:fs';
import { PlainFailure, say } from './project.mjs';
import { run } from './run.mjs';

/** The shell goes first: the same engine without a browser's own windows and pages, which cost half as much again to open. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Debian's names, the lighter one first; older releases have the second alone. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/**
 * Path of a Chromium on this machine, or null. CHROMIUM_PATH goes first.
 * @param {NodeJS.ProcessEnv} env
 * @param {(path: string) => boolean} exists
 */
export function findChromium(env, exists) {
  const asked = env.CHROMIUM_PATH;
  if (asked !== undefined && asked !== '') return exists(asked) ? asked : null;
  return PLACES.find(exists) ?? null;
}

/** Path of a Chromium; installs Debian's when there is none and this user may. */
export async function ensureChromium() {
  const found = findChromium(process.env, existsSync);
  if (found !== null) return found;
  if (process.env.CHROMIUM_PATH) {
    throw new PlainFailure(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is not there.`);
  }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('installing Chromium from the packages of Debian');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    for (const name of PACKAGES) {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env }).catch(() =>
        say(`the package ${name} can't be installed`),
      );
      const installed = findChromium(process.env, existsSync);
      if (installed !== null) return installed;
    }
  }
  throw new PlainFailure(
    'the end-to-end tests need a Chromium, and none is here: install the package "chromium" ' +
      '(Debian: apt-get install chromium), or set CHROMIUM_PATH to the binary of one.',
  );
}
