import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../../build/lib/chromium.mjs';

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

/** Pages that Chromium makes for its address bar, which nobody sees: each new window paid half a second of processor. */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Keeps Chromium to itself: no sandbox for root, no calls home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHTS_DISABLED_FEATURES, ...ADDRESS_BAR_PAGES].join(',')}`,
];

/** A headless Chromium with a fresh profile; `CHROMIUM_PATH` names another one. */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...FLAGS, ...flags] });
}

/** A Chromium that others may connect to at `address`, showing pages of one profile kept in the folder. */
export async function launchChromiumWithPort(
  profileDir: string,
): Promise<{ context: BrowserContext; address: string }> {
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath: chromiumPath(),
    args: [...FLAGS, '--remote-debugging-port=0'],
  });
  const [port] = readFileSync(join(profileDir, 'DevToolsActivePort'), 'utf8').split('\n');
  return { context, address: `http://127.0.0.1:${port}` };
}

function chromiumPath(): string {
  const path = findChromium(process.env, existsSync);
  if (path === null) throw new Error('no Chromium found: install it, or set CHROMIUM_PATH');
  return path;
}
