import { spawn } from 'node:child_process';
import { toolEnvironment } from './run.mjs';

/**
 * The command that opens an address in the default browser.
 * @param {string} url
 * @param {NodeJS.Platform} platform
 * @returns {{ command: string, args: string[] }}
 */
export function browserCommand(url, platform) {
  if (platform === 'darwin') return { command: 'open', args: [url] };
  // rundll32, not `start`: no shell reads the address.
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
  return { command: 'xdg-open', args: [url] };
}

/**
 * Opens the address, or says through `onFailure` that it couldn't. Doesn't wait for the browser to end.
 * @param {string} url
 * @param {() => void} onFailure
 */
export function openBrowser(url, onFailure) {
  const { command, args } = browserCommand(url, process.platform);
  const child = spawn(command, args, {
    stdio: 'ignore',
    detached: true,
    env: { ...toolEnvironment(), PATH: process.env.PATH },
  });
  child.once('error', onFailure);
  child.once('exit', (code) => {
    if (code !== 0) onFailure();
  });
  child.unref();
}
