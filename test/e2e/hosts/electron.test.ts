import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { type ElectronRun, runElectron } from '../../support/electron-double/launch.ts';
import { expectTold } from '../../support/window/expect-told.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

interface Exposed {
  readonly request: (channel: string, payload: unknown) => Promise<{ ok: boolean; value?: unknown; error?: unknown }>;
  readonly listen: (channel: string, receive: (payload: unknown) => void) => () => void;
}
interface Host {
  readonly strikedesk: Exposed;
}

let run: ElectronRun;
let folder: string;
let elsewhere: Server;
let reached: string[];
let foreign: string;

beforeAll(async () => {
  reached = [];
  elsewhere = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('<!doctype html>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  foreign = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-windows-'));
  run = await runElectron(join(folder, 'data'));
});

afterAll(async () => {
  const code = await run.stop();
  if (code !== 0) throw new Error(`a signal did not close everything in order: the terminal ended with ${code}`);
  await run.dispose();
  rmSync(folder, { recursive: true, force: true });
  elsewhere.closeAllConnections();
  await new Promise((resolve) => elsewhere.close(resolve));
});

describe('the terminal under Electron', () => {
  it('prints its line and opens a window that shows prices, with a clean console', async () => {
    expect(run.line).toEqual({ url: 'app://strikedesk/', host: 'electron', profile: 'simulator' });
    const watchlist = panelOf(run.page, 'Watchlist');
    await watchlist.locator('[col-id="mark"]').filter({ hasText: /\d/u }).first().waitFor();
    expect(run.complaints).toEqual([]);
  });

  it('makes the window sandboxed, isolated, without Node, and named after its profile', () => {
    expect(run.windowOptions.title).toBe('Strikedesk · Simulator');
    expect(run.windowOptions.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
    });
  });

  it('gives windows no way past their policy: no WebRTC of their own, none without the proxy, and that leads nowhere', async () => {
    const names = await run.page.evaluate(() => Object.getOwnPropertyNames(globalThis));
    expect(names.filter((name) => /RTC|WebTransport/.test(name))).toEqual([]);
    expect(run.network()).toEqual([
      'proxy {"mode":"fixed_servers","proxyRules":"127.0.0.1:1","proxyBypassRules":"<-loopback>"}',
      'WebRTC of 1 disable_non_proxied_udp',
    ]);
  });

  it('gives the page one object of two functions, and nothing of Node', async () => {
    const seen = await run.page.evaluate(() => {
      const host = globalThis as unknown as Host & Record<string, unknown>;
      return {
        names: Object.keys(host.strikedesk),
        frozen: Object.isFrozen(host.strikedesk),
        node: ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].filter((name) => name in host),
      };
    });
    expect(seen).toEqual({ names: ['request', 'listen'], frozen: true, node: [] });
  });

  it('answers session.open and sends events', async () => {
    const seen = await run.page.evaluate(async () => {
      const { strikedesk } = globalThis as unknown as Host;
      const session = await strikedesk.request('session.open', null);
      const quotes = await new Promise<unknown>((resolve) => {
        const stop = strikedesk.listen('market.changed', (payload) => {
          stop();
          resolve(payload);
        });
      });
      return { session, quotes };
    });
    expect(seen.session).toMatchObject({ ok: true, value: { host: 'electron', profile: { kind: 'simulator' } } });
    expect(seen.quotes).toEqual(expect.arrayContaining([expect.objectContaining({ is_stale: false })]));
  });

  it('has the system tell of an alert that is raised, once, and beeps in the window', async () => {
    await run.page.getByRole('button', { name: 'Risk', exact: true }).click();
    await run.page.evaluate(() => {
      const audio = globalThis as unknown as { beeps: number };
      audio.beeps = 0;
      globalThis.AudioContext = class extends AudioContext {
        override createOscillator(): OscillatorNode {
          audio.beeps += 1;
          return super.createOscillator();
        }
      };
    });
    await panelOf(run.page, 'Alerts').getByLabel('Condition', { exact: true }).fill('BTC equity > 0');
    await run.page.keyboard.press('Enter');
    await expect.poll(run.notifications).toEqual([expect.stringMatching(/^Alert: BTC equity > 0 \| .*\d/)]);
    await expect.poll(() => run.page.evaluate(() => (globalThis as unknown as { beeps: number }).beeps)).toBe(2);
    await run.page.getByRole('button', { name: 'Trade', exact: true }).click();
  });

  it('knows no channel beside the contract, in the preload and behind it', async () => {
    const seen = await run.page.evaluate(async () => {
      const host = globalThis as unknown as Host &
        Record<string, (channel: string, values: unknown[]) => Promise<unknown>>;
      const refusal = (action: () => unknown) =>
        Promise.resolve()
          .then(action)
          .then(
            () => 'answered',
            (error: unknown) => (error instanceof Error ? error.message : 'refused'),
          );
      return {
        request: await refusal(() => host.strikedesk.request('shell.run', null)),
        listen: await refusal(() => host.strikedesk.listen('strikedesk:event', () => undefined)),
        behind: await host['__electronDoubleInvoke']?.('strikedesk:request', ['__proto__', null]),
        other: await refusal(() => host['__electronDoubleInvoke']?.('shell:open', ['x'])),
      };
    });
    expect(seen).toMatchObject({
      request: 'no such channel',
      listen: 'no such channel',
      behind: { ok: false, error: { code: 'UnknownChannel' } },
      other: expect.stringContaining('No handler registered'),
    });
  });
});

describe('another profile', () => {
  it('is opened in the same process: the window begins anew and is named after it', DEEP, async () => {
    const { page } = run;
    await page.getByRole('button', { name: /^Profile: SIMULATOR/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Profiles' });
    await dialog.getByRole('button', { name: 'Add a profile' }).click();
    await dialog.getByLabel('Name').fill('Desk A');
    // Nobody is there: the window shows that, and no more is asked here.
    await dialog.getByLabel('Base address').fill('http://127.0.0.1:9');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('radio', { name: /Desk A/ }).check();
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: /^Profile: TEST · Desk A, test money/ }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(run.titles()).toEqual(['Strikedesk · Desk A']);
  });
});

const OWN_WINDOW = /\?window=w-[a-z0-9]{8}$/;
const ticker = (page: Page) => page.getByRole('region', { name: /^Ticker/ });

describe('a panel that is moved to a window of its own', () => {
  it('is opened by the main process, follows its colour over windows, and leaves where it was', DEEP, async () => {
    await run.page.getByRole('button', { name: 'Workspace', exact: true }).click();
    await run.page.getByRole('menuitem', { name: /^Move a panel to its own window/ }).click();
    const opening = run.context.waitForEvent('page');
    await run.page.getByRole('menuitem', { name: 'Ticker', exact: true }).click();
    const own = await opening;
    await own.getByRole('main', { name: 'Ticker' }).waitFor();
    expect(own.url()).toMatch(OWN_WINDOW);
    const tabs = () => run.page.locator('main:not([hidden]) .dv-tab').allInnerTexts();
    await expect.poll(tabs).not.toContain('BTC-PERPETUAL');
    expect(run.network()).toContain('WebRTC of 2 disable_non_proxied_udp');
    await panelOf(run.page, 'Watchlist').locator('[row-id="ETH-PERPETUAL"] [col-id="instrument"]').first().click();
    await own.locator('.dv-tab').filter({ hasText: 'ETH-PERPETUAL' }).waitFor();
    await ticker(own)
      .getByText(/\d\.\d/)
      .first()
      .waitFor();
  });

  it('is asked for in no other way', async () => {
    const before = run.context.pages().length;
    const verdicts = await run.page.evaluate(async () => {
      const host = globalThis as unknown as Record<string, (url: string) => Promise<string>>;
      const near = [
        '?window=w-1',
        '?window=w-12345678#x',
        '?window=w-12345678&x=1',
        '?window=../etc/pw',
        '?Window=w-12345678',
      ];
      return Promise.all(near.map(async (query) => host['__electronDoubleOpen']?.(`${location.origin}/${query}`)));
    });
    expect(new Set(verdicts)).toEqual(new Set(['deny']));
    expect(run.context.pages()).toHaveLength(before);
  });
});

describe('a page that tries to get out', () => {
  it('is answered in its top frame only', async () => {
    // So far no window tried anything.
    expect(run.takeBreaches()).toEqual([]);
    // An empty frame is one that no policy keeps out.
    const reply = await run.page.evaluate(
      async (sources) => {
        const frames = sources.map((src) => Object.assign(document.createElement('iframe'), { src }));
        const loaded = frames.map((frame) => new Promise((resolve) => frame.addEventListener('load', resolve)));
        document.body.append(...frames);
        await Promise.all(loaded);
        const own = frames[0]?.contentWindow as unknown as Host;
        return own.strikedesk.request('session.open', null);
      },
      ['about:blank', 'data:text/html,<p>', foreign],
    );
    expect(reply).toEqual({
      ok: false,
      error: { code: 'BadRequest', message: 'requests of this frame are refused', params: {} },
    });
    const shown = run.page.frames().map((frame) => frame.url());
    expect(shown.filter((url) => url.startsWith('data:') || url.startsWith(foreign))).toEqual([]);
    expect(reached).toEqual([]);
    await expectTold(run.takeBreaches, [`frame-src ${foreign}`]);
  });

  it('stays where it is', async () => {
    const before = run.page.url();
    for (const target of [foreign, 'app://other/', `${before}assets/x.html`, 'file:///etc/passwd']) {
      const stayed = run.page.evaluate((address) => {
        location.assign(address);
      }, target);
      await stayed.catch(() => undefined);
      await run.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      expect(run.page.url()).toBe(before);
    }
    expect(reached).toEqual([]);
  });

  it('opens no window', async () => {
    const outcome = await run.page.evaluate(async (address) => {
      const host = globalThis as unknown as Record<string, (url: string) => Promise<string>>;
      return { opened: window.open(address), verdict: await host['__electronDoubleOpen']?.(address) };
    }, foreign);
    expect(outcome).toEqual({ opened: null, verdict: 'deny' });
    expect(run.context.pages().filter((page) => page.url().startsWith(foreign))).toEqual([]);
    expect(reached).toEqual([]);
  });

  it('is permitted nothing', async () => {
    const states = await run.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'clipboard-read'] as PermissionName[];
      return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
    });
    expect(states).not.toContain('granted');
  });

  it('reaches nothing, even without its policy', async () => {
    run.takeBreaches();
    const debug = await run.context.newCDPSession(run.page);
    await debug.send('Page.setBypassCSP', { enabled: true });
    // A page has the policy that it began with.
    await run.page.reload();
    const outcome = await run.page.evaluate(
      (address) =>
        fetch(address).then(
          () => 'reached',
          () => 'refused',
        ),
      foreign,
    );
    expect(outcome).toBe('refused');
    expect(reached).toEqual([]);
    const told = await expectTold(run.takeBreaches, [`request of ${foreign}/`]);
    // It was not the policy that refused it.
    expect(told.filter((line) => line.includes('connect-src'))).toEqual([]);
    await debug.detach();
  });
});

describe('the end', () => {
  it('comes with the last window', DEEP, async () => {
    const last = await runElectron(join(folder, 'last'));
    await last.page.close();
    expect(await last.ended).toBe(process.platform === 'darwin' ? null : 0);
    await last.dispose();
  });
});
