import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { launchChromium, takeBreaches } from '../../support/window/browser.ts';
import { expectTold } from '../../support/window/expect-told.ts';
import { openTerminalWindow, panelOf, type TerminalWindow } from '../../support/window/terminal-window.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';

let browser: Browser;
let terminal: Terminal;
let window: TerminalWindow;
let foreign: Server;
/** What the browser told the foreign server of cookies, in order. */
let told: (string | undefined)[];
let origin: string;

function foreignPort(): number {
  return (foreign.address() as AddressInfo).port;
}

beforeAll(async () => {
  terminal = await startTerminal();
  origin = new URL(terminal.url).origin;
  // Any name below evil.test leads to this machine, as after a DNS rebinding.
  browser = await launchChromium(['--host-resolver-rules=MAP *.evil.test 127.0.0.1']);
  window = await openTerminalWindow(browser, terminal.url);
  told = [];
  foreign = createServer((request, response) => {
    told.push(request.headers.cookie);
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><link rel="icon" href="data:,"><body>');
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await browser.close();
  foreign.closeAllConnections();
  await new Promise((resolve) => foreign.close(resolve));
  await terminal.stop();
  terminal.removeData();
});

describe('the window in a real browser', () => {
  it('shows prices with a clean console and no breach of its policy', async () => {
    expect(window.page.url()).toBe(`${origin}/`);
    expect(await window.readPrice('BTC-PERPETUAL', 'mark')).toBeGreaterThan(0);
    expect(window.complaints).toEqual([]);
  });

  it('loads again with its session, under a new nonce', async () => {
    const nonce = () => window.page.locator('meta[name="csp-nonce"]').getAttribute('content');
    const before = await nonce();
    await window.page.reload();
    await window.watchlist.locator('[role="row"][row-id]').first().waitFor();
    expect(await nonce()).not.toBe(before);
    expect(window.complaints).toEqual([]);
  });

  it('opens in further tabs of this browser, and has neither token nor key in its address or its page', async () => {
    const page = await window.page.context().newPage();
    await page.goto(`${origin}/`);
    await panelOf(page, 'Watchlist').locator('[role="row"][row-id]').first().waitFor();
    expect(page.url()).toBe(`${origin}/`);
    expect(await page.locator('meta[name="session-key"]').count()).toBe(0);
    await page.close();
  });

  it('shows its launch address to no second browser', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const response = await page.goto(terminal.url);
    expect(response?.status()).toBe(403);
    await expect.poll(() => page.locator('body').innerText()).toContain('This address works once');
    await context.close();
  });

  it.each([
    ['a link', () => ({ items: [{ mimeType: 'text/uri-list', data: `http://127.0.0.1:${foreignPort()}/dropped` }] })],
    ['a file', () => ({ items: [], files: [import.meta.filename] })],
  ])('takes no drop of %s from elsewhere', async (_name, data) => {
    const { page } = window;
    const pages = page.context().pages().length;
    const heard = page.evaluate(
      () =>
        new Promise((resolve) => {
          // After the window's own, which was there first.
          const hear = ({ isTrusted, defaultPrevented, dataTransfer }: DragEvent) =>
            resolve({ isTrusted, defaultPrevented, effect: dataTransfer?.dropEffect });
          globalThis.addEventListener('dragover', hear, { capture: true, once: true });
        }),
    );
    const debug = await page.context().newCDPSession(page);
    const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      debug.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: { dragOperationsMask: 1, ...data() } });
    await drag('dragEnter');
    await drag('dragOver');
    expect(await heard).toEqual({ isTrusted: true, defaultPrevented: true, effect: 'none' });
    // What is refused leaves the page: there is no drop.
    const left = page.evaluate(
      () => new Promise((resolve) => globalThis.addEventListener('dragleave', () => resolve(true), { once: true })),
    );
    await drag('drop');
    expect(await left).toBe(true);
    expect(page.url()).toBe(`${origin}/`);
    expect(page.context().pages()).toHaveLength(pages);
    await debug.detach();
  });

  it('takes no text for code or markup', async () => {
    const outcome = await window.page.evaluate(
      () =>
        new Promise((resolve) => {
          const attempt = (action: () => unknown) => {
            try {
              action();
              return 'done';
            } catch (error) {
              return error instanceof Error ? error.name : 'thrown';
            }
          };
          // In a task of the page: what a debugger evaluates itself is excused from the policy.
          setTimeout(() => {
            const host = globalThis as unknown as {
              eval: (text: string) => unknown;
              trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
            };
            resolve({
              markup: attempt(() => document.createElement('div').insertAdjacentHTML('beforeend', '<b>x</b>')),
              evaluated: attempt(() => host.eval('1')),
              policy: attempt(() => host.trustedTypes.createPolicy('x', {})),
            });
          });
        }),
    );
    expect(outcome).toEqual({ markup: 'TypeError', evaluated: 'EvalError', policy: 'TypeError' });
    await expectTold(() => takeBreaches(browser), ['insertAdjacentHTML', 'eval|1', 'trusted-types-policy x']);
  });
});

/** What a page can get out of the terminal by every way that a page has. */
function attack(page: Page, target: string): Promise<Record<string, string>> {
  return page.evaluate(async (address) => {
    const settle = (element: HTMLElement & { src?: string; href?: string }) =>
      new Promise<string>((resolve) => {
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        document.body.append(element);
      });
    const fetched = async (options: RequestInit) => {
      try {
        const response = await fetch(address, options);
        return response.type === 'opaque' ? 'opaque' : `status ${response.status}`;
      } catch {
        return 'refused';
      }
    };
    const socket = new Promise<string>((resolve) => {
      const opened = new WebSocket(`${address.replace('http', 'ws')}/ipc`);
      opened.onopen = () => resolve('opened');
      opened.onerror = () => resolve('refused');
    });
    return {
      socket: await socket,
      read: await fetched({ credentials: 'include' }),
      posted: await fetched({ method: 'POST', credentials: 'include', body: '{}' }),
      image: await settle(Object.assign(new Image(), { src: `${address}/` })),
      script: await settle(Object.assign(document.createElement('script'), { src: `${address}/` })),
      style: await settle(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${address}/` })),
    };
  }, target);
}

describe('a page of another site in the same browser', () => {
  // They are no windows of ours, and ask for what is not theirs.
  afterAll(() => takeBreaches(browser));

  const nothing = {
    socket: 'refused',
    read: 'refused',
    posted: 'refused',
    image: 'refused',
    script: 'refused',
    style: 'refused',
  };

  it.each([
    ['on another name', () => `http://page.evil.test:${foreignPort()}`],
    ['on another port of this machine', () => `http://127.0.0.1:${foreignPort()}`],
  ])('%s gets nothing', async (_name, address) => {
    const page = await window.page.context().newPage();
    await page.goto(address());
    expect(await attack(page, origin)).toEqual(nothing);
    await page.close();
  });

  it('on another port is sent the cookie at most, which opens no session by itself', async () => {
    const page = await window.page.context().newPage();
    told = [];
    await page.goto(`http://127.0.0.1:${foreignPort()}`);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await page.close();
    const [cookie = ''] = told;
    expect(cookie).toContain(`strikedesk_${new URL(origin).port}=`);
    const served = await fetch(`${origin}/`, { headers: { cookie } });
    const text = await served.text();
    expect(text).toContain('<meta name="session-key" content=""');
    // Nothing on the page, nor of the cookie, is the key.
    const guesses = [...text.matchAll(/[\w-]{16,}/gu), ...cookie.matchAll(/[\w-]{43}/gu)].map(([guess]) => guess);
    for (const protocols of [[], ['strikedesk'], ...guesses.map((guess) => ['strikedesk', guess])]) {
      const answer = await new Promise((resolve) => {
        const socket = new NodeSocket(`${origin.replace('http', 'ws')}/ipc`, protocols, {
          headers: { cookie, origin },
        });
        socket.once('open', () => resolve('opened'));
        socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
        socket.on('error', () => undefined);
      });
      expect(answer).toBe(403);
    }
  });

  it('cannot frame the terminal, nor send a form to it', async () => {
    const page = await window.page.context().newPage();
    await page.goto(`http://page.evil.test:${foreignPort()}`);
    const framed = page.waitForResponse((response) => response.url() === `${origin}/`);
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = `${address}/`;
      document.body.append(frame);
    }, origin);
    expect((await framed).status()).toBe(403);
    const posted = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.evaluate((address) => {
      const form = Object.assign(document.createElement('form'), { action: `${address}/`, method: 'post' });
      document.body.append(form);
      form.submit();
    }, origin);
    expect((await posted).status()).toBe(405);
    await page.close();
  });

  it('is refused on a name that was rebound to this machine', async () => {
    const page = await window.page.context().newPage();
    const response = await page.goto(`http://rebound.evil.test:${new URL(origin).port}/`);
    expect(response?.status()).toBe(421);
    await page.close();
  });
});

it('the log has what the page was forbidden and what was refused, each by its reason', async () => {
  const read = () => readFileSync(join(terminal.dataDir, 'strikedesk.log'), 'utf8');
  await expect.poll(read).toContain('forbade trusted-types');
  for (const reason of ['token', 'cross_site', 'method', 'host', 'upgrade'])
    await expect.poll(read).toContain(`"event":"request_refused","reason":"${reason}"`);
});
