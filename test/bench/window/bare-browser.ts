import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { WebSocket } from 'ws';
import { findChromium } from '../../../build/lib/chromium.mjs';
import { assertDefined } from '../../../shared/result.ts';

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

/** A fresh browser that no debugger watches: one makes V8 read scripts twice, and hears of every message of a page. */
export interface BareBrowser {
  readonly pid: number;
  /** Of its debugger. */
  readonly address: Promise<string>;
  /** What it says, and what its page logs; lost to whoever isn't listening. */
  readonly lines: Interface;
  readonly kill: () => void;
  /** Kills it and removes its profile. */
  readonly close: () => Promise<void>;
}

export function launchBareBrowser(): BareBrowser {
  const path = findChromium(process.env, existsSync);
  if (path === null) throw new Error('no Chromium found: install it, or set CHROMIUM_PATH');
  const profile = mkdtempSync(join(tmpdir(), 'strikedesk-bare-'));
  const browser = spawn(path, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Debian starts it from a script: both end together.
    detached: true,
  });
  const pid = assertDefined(browser.pid, 'the browser was started');
  const kill = (): void => void process.kill(-pid, 'SIGKILL');
  const lines = createInterface({ input: browser.stderr });
  const address = new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const [, found] = /^DevTools listening on ws:\/\/([^/]+)/u.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    browser.once('exit', () => reject(new Error('the browser did not start')));
  });
  // Whoever needs it hears of it.
  address.catch(() => undefined);
  return {
    pid,
    address,
    lines,
    kill,
    close: async () => {
      if (browser.exitCode === null && browser.signalCode === null) {
        const ended = once(browser, 'exit');
        kill();
        await ended;
      }
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Opens the url in the browser's one page, once that has drawn itself: by then the browser has started. */
export async function navigate(address: string, url: string): Promise<void> {
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
