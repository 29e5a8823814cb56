import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Mounted, MountSetup } from '../../support/window-bench/bench.ts';
import { type Frame, frameOf } from './frame.ts';

export type Framed = Mounted & Frame;

/** A window, and what stands around its panels. */
export async function openFrame(
  mount: (setup?: MountSetup) => Promise<Mounted>,
  setup: MountSetup = {},
): Promise<Framed> {
  const mounted = await mount(setup);
  return { ...mounted, ...frameOf(mounted.page) };
}

/** Every action of the palette by its title, with the hint beside it. */
export async function listActions({ press, palette }: Framed): Promise<ReadonlyMap<string, string>> {
  await press('Control+k');
  await palette.getByRole('option', { name: 'Open Watchlist' }).waitFor();
  const found = await palette
    .getByRole('option')
    .evaluateAll((all) =>
      all.map((one) => [one.firstChild?.textContent ?? '', one.lastElementChild?.textContent ?? ''] as const),
    );
  await press('Escape');
  await palette.waitFor({ state: 'hidden' });
  // Two of one name could not be told apart.
  expect(found.map(([title]) => title)).toEqual([...new Map(found).keys()]);
  return new Map(found);
}

/** What a menu offers, by the button that opens it. */
export async function readMenu(
  { page, press }: Framed,
  button: Locator,
): Promise<{ readonly items: string[]; readonly checks: string[] }> {
  await button.click();
  await page.getByRole('menu').waitFor();
  const items = await page.getByRole('menuitem').allInnerTexts();
  const checks = await page
    .getByRole('menuitemcheckbox')
    .evaluateAll((all) => all.map((one) => one.firstChild?.textContent ?? ''));
  await press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  return { items, checks };
}
