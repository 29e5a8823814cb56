import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, PlainFailure, say } from './project.mjs';
import { listenToNode } from './run.mjs';

/**
 * The host that will run, and why in words.
 * @typedef {{ host: 'electron', binary: string, why: string } | { host: 'browser', why: string }} Choice
 */

/**
 * Path of Electron's binary, or null when it isn't on this machine. Looks for the file itself:
 * asking the package would download it.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function findElectron(env = process.env) {
  const folder = inProject('node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : defaultBinaryName(process.platform);
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), name);
  return existsSync(binary) ? binary : null;
}

/** @param {NodeJS.Platform} platform */
function defaultBinaryName(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * Whether windows can be shown here.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
export function hasDisplay(env, platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/**
 * Which host to run, from what was asked for and what is there. `binary` is null where Electron has none.
 * @param {{ asked: 'electron' | 'browser' | null, binary: string | null, display: boolean }} facts
 * @returns {Choice | { host: 'missing', why: string }}
 */
export function chooseHost({ asked, binary, display }) {
  if (asked === 'browser') return { host: 'browser', why: 'asked for with --host' };
  if (asked === 'electron') {
    if (binary === null) return { host: 'missing', why: 'Electron was asked for and its binary is not here' };
    if (!display) return { host: 'missing', why: 'Electron was asked for and there is no display to open a window on' };
    return { host: 'electron', binary, why: 'asked for with --host' };
  }
  if (binary === null) return { host: 'browser', why: "Electron's binary is not installed" };
  if (!display) return { host: 'browser', why: 'there is no display for a window' };
  return { host: 'electron', binary, why: 'its binary is installed' };
}

/**
 * Why a download failed, from the first error of its script.
 * @param {string} said
 */
export function readReason(said) {
  const [, reason = ''] = /^(?:Uncaught )?\w*Error: (.+)$/mu.exec(said) ?? [];
  return reason === '' ? 'its script gives no reason' : reason.trim();
}

/**
 * Picks the host on this machine. Asked for Electron without its binary, tries once to install it.
 * @param {'electron' | 'browser' | null} asked
 * @returns {Promise<Choice>}
 */
export async function pickHost(asked) {
  let binary = findElectron();
  let download = '';
  if (asked === 'electron' && binary === null && !process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    say("Electron's binary is not here; trying to download it");
    const said = await listenToNode([inProject('node_modules', 'electron', 'install.js')]);
    binary = findElectron();
    if (binary === null) download = `, and it can’t be downloaded (${readReason(said)})`;
  }
  const choice = chooseHost({ asked, binary, display: hasDisplay(process.env, process.platform) });
  if (choice.host !== 'missing') return choice;
  throw new PlainFailure(
    `${choice.why}${download}. Run "npx install-electron" where its download can be reached, set ELECTRON_OVERRIDE_DIST_PATH ` +
      'to an unpacked Electron, or start with --host browser.',
  );
}
