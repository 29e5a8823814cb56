import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeBreaches } from '../../support/window/browser.ts';
import { expectTold } from '../../support/window/expect-told.ts';
import { startOutListener } from '../../support/wire/out-listener.ts';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';
import { LEAVES, PEERS, putHelpers, UNSEEN, type Way, WAYS } from '../../support/wire/ways-out.ts';

const listener = await startOutListener();
/** For a page that may reach it: what such a page sends last must not be taken for the other's. */
const open = await startOutListener();
const { browser, terminal, view } = await openOwnTerminal();
const origin = new URL(terminal.url).origin;

/** Another page of this browser, with what the ways out need. */
async function openPage(address: string): Promise<Page> {
  const opened = await view.page.context().newPage();
  await opened.addInitScript(putHelpers);
  await opened.goto(address);
  return opened;
}

/** The terminal's page under its policy and after its first script, without the panels: they would take most of the time. */
async function openBarePage(): Promise<Page> {
  const opened = await view.page.context().newPage();
  await opened.route('**/assets/**', (route) => route.abort());
  await opened.addInitScript(putHelpers);
  await opened.goto(`${origin}/`);
  return opened;
}

describe('a page that is turned against the terminal', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(`${origin}/`);
    await panelOf(page, 'Watchlist').locator('[role="row"][row-id]').first().waitFor();
  });
  afterAll(async () => {
    await page.close();
    await Promise.all([listener.close(), open.close()]);
    takeBreaches(browser);
  });

  it('would reach others by all but a few ways, were nothing forbidden', async () => {
    const attempt = async (tried: Page, name: string, way: Way, ...signs: readonly string[]) => {
      // Some wait for an answer that the listener never gives.
      void tried.evaluate(way, open.target(name)).catch(() => undefined);
      const isReached = () => signs.some((sign) => open.reached().includes(sign));
      await expect.poll(isReached, { interval: 5, message: name }).toBe(true);
    };
    const plain = await openPage(`http://${open.host}/`);
    for (const [name, way] of Object.entries(WAYS)) {
      if (!UNSEEN.includes(name)) await attempt(plain, name, way, name);
    }
    for (const [name, way] of Object.entries(PEERS)) await attempt(plain, name, way, 'UDP', 'TCP');
    await plain.close();
    takeBreaches(browser);
  });

  it('has no WebRTC and no WebTransport for scripts that run after its first', async () => {
    const left = await page.evaluate(() =>
      Object.getOwnPropertyNames(globalThis).filter((name) => /RTC|WebTransport/.test(name)),
    );
    expect(left).toEqual([]);
  });

  it.each(Object.entries(WAYS))('reaches nobody by %s', async (name, way) => {
    await page.evaluate(way, listener.target(name)).catch(() => undefined);
    expect(await page.evaluate(() => 'ways' in globalThis)).toBe(true);
    expect(listener.reached()).toEqual([]);
  });

  it('has the watch and the log told of it', async () => {
    const policies = [
      'connect-src http:',
      'connect-src ws:',
      'img-src',
      'media-src',
      'font-src',
      'frame-src',
      'base-uri',
    ];
    const others = [
      'script-src-elem',
      'style-src-elem',
      'form-action',
      'require-trusted-types-for',
      'request of http:',
    ];
    await expectTold(() => takeBreaches(browser), [...policies, ...others]);
    await expect
      .poll(() => readFileSync(join(terminal.dataDir, 'strikedesk.log'), 'utf8'))
      .toContain(`forbade connect-src http://${listener.host}/fetch`);
  });

  it.each(Object.entries(LEAVES))('reaches nobody by %s, which would lead it away', async (name, way) => {
    const leaving = await openBarePage();
    void leaving.evaluate(way, listener.target(name)).catch(() => undefined);
    // It is led to the browser's own page of errors, or its policy forbids a form.
    const isHeld = () =>
      leaving.url().startsWith('chrome-error:') || takeBreaches(browser).some((breach) => /form-action/.test(breach));
    await expect.poll(isHeld, { interval: 20 }).toBe(true);
    await leaving.close();
    expect(listener.reached()).toEqual([]);
  });

  it.each(Object.entries(PEERS))('reaches nobody by %s', async (name, way) => {
    const peer = await openBarePage();
    await peer.evaluate(way, listener.target(name)).catch(() => undefined);
    await peer.close();
    expect(listener.reached()).toEqual([]);
  });

  it('has all of them tried', () => {
    expect(Object.keys({ ...WAYS, ...LEAVES, ...PEERS }).length).toBeGreaterThan(60);
  });
});
