import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { findChromium } from '../../../build/lib/chromium.mjs';
import { assertDefined } from '../../../shared/result.ts';
import { MARKER } from './quote-feed.ts';

/** Where a page that is measured finds `MEASURE`; a script of its own, as the window's policy wants it. */
export const MEASURE_PATH = '/measure.js';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--remote-debugging-port=0',
  '--enable-logging=stderr',
  '--window-size=1600,960',
];

const SAID = 'first price after';
/** A page that shows none in this time never will. */
const LONGEST_MS = 30_000;

/** After each document change, logs the page's time, ms since navigation, of the task after the first price's frame. */
export const MEASURE = `
const observer = new MutationObserver(() => {
  if (!/\\d/u.test(document.querySelector('[row-id="${MARKER}"] [col-id="bid"]')?.textContent ?? '')) return;
  observer.disconnect();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => console.info('${SAID}', performance.now());
    channel.port2.postMessage(null);
  });
});
observer.observe(document, { subtree: true, childList: true, characterData: true });`;

/** A page's text with the measuring script before its own. */
export function withMeasure(html: string): string {
  return html.replace('<head>', `<head><script src="${MEASURE_PATH}"></script>`);
}

/**
 * Milliseconds from navigation to the first price, in a fresh browser without a debugger, which makes V8 read scripts
 * twice.
 */
export async function timeFirstPrice(url: string): Promise<number> {
  const path = findChromium(process.env, existsSync);
  if (path === null) throw new Error('no Chromium found: install it, or set CHROMIUM_PATH');
  const profile = mkdtempSync(join(tmpdir(), 'strikedesk-start-'));
  const browser = spawn(path, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Debian starts it from a script: both end together.
    detached: true,
  });
  const stop = (): void => void process.kill(-assertDefined(browser.pid, 'the browser was started'), 'SIGKILL');
  const timer = setTimeout(stop, LONGEST_MS);
  try {
    for await (const line of createInterface({ input: browser.stderr })) {
      const [, address] = /^DevTools listening on ws:\/\/([^/]+)/u.exec(line) ?? [];
      if (address !== undefined) await navigate(address, url);
      const [, time] = new RegExp(`${SAID} ([\\d.]+)`, 'u').exec(line) ?? [];
      if (time !== undefined) return Number(time);
    }
    throw new Error('the page showed no price');
  } finally {
    clearTimeout(timer);
    const ended = once(browser, 'exit');
    stop();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Opens the address in the browser's one page, once that has drawn itself: by then the browser has started. */
async function navigate(address: string, url: string): Promise<void> {
  const pages = (await (await fetch(`http://${address}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const [page] = pages;
  if (page === undefined) throw new Error('the browser opened no page');
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  await once(socket, 'open');
  await ask('Page.captureScreenshot', {});
  await ask('Page.navigate', { url });
  socket.close();

  async function ask(method: string, params: object): Promise<void> {
    const answered = once(socket, 'message');
    socket.send(JSON.stringify({ id: 1, method, params }));
    await answered;
  }
}
