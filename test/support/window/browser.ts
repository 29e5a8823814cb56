import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../../build/lib/chromium.mjs';
import { PATIENCE_MS } from './patience.ts';
import { type Breaches, createBreaches } from './policy-violations.ts';

/** What Playwright switches off; a second list replaces the first, so ours repeats it. */
const PLAYWRIGHTS_DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Chromium's preloading, unseen: address bar pages cost each window half a second of CPU, and spare processes. */
const MADE_AHEAD = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

/** Keeps Chromium to itself: no sandbox for root, no calls home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHTS_DISABLED_FEATURES, ...MADE_AHEAD].join(',')}`,
];

const breachesOf = new WeakMap<Browser, Breaches>();
const openContexts = new Set<BrowserContext>();

/**
 * A headless Chromium with a fresh profile; `CHROMIUM_PATH` names another. Closing fails when a page broke its policy
 * or contacted strangers.
 */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const browser = await launch(flags);
  return watchOver(browser, () => browser.close());
}

let shared: Promise<Browser> | null = null;

/**
 * The same, sharing browser processes among a worker's test files. Closing ends its contexts, which have own profiles
 * and page processes.
 */
export async function shareChromium(): Promise<Browser> {
  shared ??= launch([]);
  const browser = await shared;
  browser.once('disconnected', () => {
    shared = null;
  });
  return watchOver(browser, async (contexts) => {
    await Promise.all(contexts.map((context) => context.close()));
  });
}

function launch(flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...FLAGS, ...flags] });
}

/** The browser as one test file has it. */
function watchOver(browser: Browser, close: (contexts: readonly BrowserContext[]) => Promise<void>): Browser {
  const breaches = createBreaches();
  const contexts: BrowserContext[] = [];
  const own: Browser = Object.assign(Object.create(browser), {
    newContext: async (options?: BrowserContextOptions) => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.push(context);
      openContexts.add(context);
      context.once('close', () => openContexts.delete(context));
      await breaches.watch(context);
      return context;
    },
    close: async () => {
      await close(contexts);
      breaches.expectNone();
    },
  });
  breachesOf.set(own, breaches);
  return own;
}

/** Every page that tests of this worker have open. */
export function listOpenPages(): Page[] {
  return [...openContexts].flatMap((context) => context.pages());
}

/** What pages of the browser did so far that they may not: for a test that has them try. */
export function takeBreaches(browser: Browser): string[] {
  return breachesOf.get(browser)?.take() ?? [];
}

/** A Chromium that others may connect to at `address`, showing pages of one profile kept in the folder. */
export async function launchChromiumWithPort(
  profileDir: string,
): Promise<{ context: BrowserContext; address: string; breaches: Breaches }> {
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: chromiumPath(),
    args: [...FLAGS, '--remote-debugging-port=0'],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const breaches = createBreaches();
  await breaches.watch(context);
  const [port] = readFileSync(join(profileDir, 'DevToolsActivePort'), 'utf8').split('\n');
  return { context, address: `http://127.0.0.1:${port}`, breaches };
}

/** Every process of the browser, by what it is there for: `browser`, `renderer` and others. */
export async function listProcesses(
  browser: Browser,
): Promise<readonly { readonly type: string; readonly id: number }[]> {
  const debug = await browser.newBrowserCDPSession();
  const { processInfo } = await debug.send('SystemInfo.getProcessInfo');
  await debug.detach();
  return processInfo;
}

function chromiumPath(): string {
  const path = findChromium(process.env, existsSync);
  if (path === null) throw new Error('no Chromium found: install it, or set CHROMIUM_PATH');
  return path;
}
