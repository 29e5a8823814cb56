import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { listProcesses } from '../../support/window/browser.ts';
import { holdsSecret, listTokenSecrets, searchFolder } from '../../support/records/canaries.ts';
import { type ElectronRun, runElectron } from '../../support/electron-double/launch.ts';
import { endTourBefore } from '../../support/window/ended-tour.ts';
import { PLANTED, PLANTED_ALONE, plantText, searchPlantedPage } from '../../support/window/page-secrets.ts';
import { searchMemory, whyMemoryIsClosed } from '../../support/process-memory.ts';
import { addProfile, typeKey } from '../../support/window/profiles-dialog.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';

const KEYRING = 'gnome_libsecret';
const GONE = 'The keys can’t be opened on this system. Prices only.';

let folder: string;
let data: string;
let simulator: Simulator;
let run: ElectronRun;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-keyring-'));
  data = join(folder, 'data');
  await endTourBefore(data);
  simulator = await createSimulator({ seed: 7 });
});
afterEach(() => run.dispose());
afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

const listTokens = () => listTokenSecrets(simulator);

function expectNoneToldToWindows(): void {
  const { toWindow } = run.crossed();
  expect(toWindow.length).toBeGreaterThan(20);
  expect(toWindow.filter((text) => holdsSecret(text, [simulator.clientSecret, ...listTokens()]))).toEqual([]);
}

/** Which of the texts the memory of any page's process holds; what was planted alone where memory can't be read here. */
async function searchWindows(texts: readonly string[]): Promise<readonly string[]> {
  const browser = run.context.browser();
  if (browser === null) throw new Error('a window has a browser');
  const pages = (await listProcesses(browser)).filter(({ type }) => type === 'renderer');
  if (pages.some(({ id }) => whyMemoryIsClosed(id) !== null)) return [PLANTED];
  return pages.flatMap(({ id }) => searchMemory(id, texts).found);
}

const press = () => run.page.getByRole('region', { name: 'Order ticket' }).locator('button.press');

it(
  'seals a key; without it nothing is sold, no passphrase takes its place, and the key is there again with it',
  DEEP,
  async () => {
    run = await runElectron(data, { keyring: KEYRING, recordsCrossed: true });
    await run.page.getByRole('button', { name: /^Profile: SIMULATOR/ }).click();
    const dialog = dialogOf(run.page, 'Profiles');
    await addProfile(dialog, 'Desk A', simulator.origin);
    await typeKey(dialog, simulator);
    expect(await dialog.getByLabel('New passphrase').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Store the key' }).click();
    await dialog.getByText('A key is stored. Its secret is never shown.').waitFor();
    await dialog.getByRole('button', { name: 'Open' }).click();
    await run.page.getByRole('button', { name: /^Profile: TEST · Desk A, test money/ }).waitFor();
    await run.page.getByLabel('Amount', { exact: true }).fill('1000');
    await run.page.getByText('Market', { exact: true }).click();
    await expect.poll(() => press().getAttribute('aria-disabled')).toBe('false');
    // The window that a key was typed in has it no more, and it crossed once.
    const { clientSecret } = simulator;
    expect(await searchPlantedPage(run.page, [clientSecret, ...listTokens()])).toEqual(PLANTED_ALONE);
    expect(run.crossed().toMain.filter((text) => holdsSecret(text, [clientSecret]))).toHaveLength(1);
    expectNoneToldToWindows();
    expect(await run.stop()).toBe(0);
    const kept = readdirSync(data).filter((name) => name.startsWith('credentials'));
    expect(kept).toHaveLength(1);
    // The stand-in’s keyring only hides it from the eye: what it sealed is left out.
    const { found: inFiles, searched } = searchFolder(data, [clientSecret, ...listTokens()]);
    expect(inFiles.map((path) => basename(path)).filter((name) => name !== kept[0])).toEqual([]);
    expect(searched.map((path) => basename(path))).toEqual(
      expect.arrayContaining(['strikedesk.log', 'journal.sqlite', 'profiles.json']),
    );
    expect(readFileSync(join(data, kept[0] ?? ''), 'latin1')).not.toContain(clientSecret);
    await run.dispose();

    // As where the desktop's keyring is not there any more: never sealed by less.
    run = await runElectron(data);
    await run.page.getByText(GONE).waitFor();
    await expect.poll(() => press().getAttribute('aria-disabled')).not.toBe('false');
    await run.page.getByRole('button', { name: 'Try again' }).click();
    await run.page.getByText('The keys can’t be opened yet').first().waitFor();
    await run.page.getByText(GONE).waitFor();
    expect(await findAccessibilityFaults(run.page)).toEqual([]);
    expect(await run.stop()).toBe(0);
    await run.dispose();

    run = await runElectron(data, { keyring: KEYRING, recordsCrossed: true });
    await run.page.getByRole('button', { name: /^Profile: TEST · Desk A, test money/ }).waitFor();
    await run.page.getByLabel('Amount', { exact: true }).fill('1000');
    await run.page.getByText('Market', { exact: true }).click();
    await expect.poll(() => press().getAttribute('aria-disabled')).toBe('false');
    expect(await run.page.getByText(GONE).count()).toBe(0);
    // Nobody typed it since this start.
    expect(run.crossed().toMain.filter((text) => holdsSecret(text, [simulator.clientSecret]))).toEqual([]);
    expectNoneToldToWindows();
    await plantText(run.page, PLANTED);
    expect(await searchWindows([PLANTED, simulator.clientSecret, ...listTokens()])).toEqual([PLANTED]);
    expect(simulator.control.calls('private/sell').count).toBe(0);
  },
);
