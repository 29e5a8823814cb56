import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { dialogOf, panelOf } from '../../support/window/terminal-window.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;

let other: Page;

/** A ticket in a window of its own, beside the one of the main window. */
beforeAll(async () => {
  await view.amount.fill('1230');
  await view.label.fill('typed-before');
  const torn = view.page.waitForEvent('popup');
  await view.page.getByRole('button', { name: 'Workspace', exact: true }).click();
  await view.page.getByRole('menuitem', { name: /^Move a panel to its own window/ }).click();
  await view.page.getByRole('menuitem', { name: 'Sell ticket', exact: true }).click();
  other = await torn;
  await panelOf(other, 'Sell ticket').waitFor();
  await view.page.getByRole('button', { name: /^Panels/ }).click();
  await view.page.getByRole('menuitemcheckbox', { name: 'Sell ticket', exact: true }).click();
  await view.ticket.waitFor();
});
afterEach(async () => {
  for (const page of [view.page, other]) await page.keyboard.press('Escape');
});

describe('a panel that was moved to a window of its own', () => {
  const field = (page: Page, name: string) => panelOf(page, 'Sell ticket').getByLabel(name, { exact: true });

  it('has what was typed in it, and leaves nothing of it behind', async () => {
    await expect.poll(() => field(other, 'Amount').inputValue()).toBe('1230');
    expect(await field(other, 'Label').inputValue()).toBe('typed-before');
    expect(await field(other, 'Instrument').inputValue()).toBe(await field(view.page, 'Instrument').inputValue());
    for (const name of ['Amount', 'Label']) expect(await field(view.page, name).inputValue()).toBe('');
  });

  it('and was opened again leaves every region its own name', async () => {
    const names = await view.page
      .locator('main:not([hidden]) [role="region"].dv-groupview')
      .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')));
    expect(names).toContain('Orders');
    expect(names.filter((name) => /\d$/.test(name ?? ''))).toEqual([]);
  });
});

describe('a small window', () => {
  const stop = (page: Page) => page.getByRole('button', { name: 'Stop trading' });
  const isWhole = async (part: Locator): Promise<boolean> => {
    const { x = -1, width = 0 } = (await part.boundingBox()) ?? {};
    return x >= 0 && width > 0 && x + width <= (part.page().viewportSize()?.width ?? 0);
  };

  it('of its own needs no more than its header, and has news in one line where no corner is clear', async () => {
    const before = other.viewportSize();
    await other.setViewportSize({ width: 600, height: 400 });
    await expect.poll(() => isWhole(stop(other))).toBe(true);
    await expect.poll(() => other.evaluate(() => document.documentElement.scrollWidth)).toBe(600);
    await other.keyboard.press('Alt+s');
    const toast = other.locator('.toast').filter({ hasText: 'Nothing was sent' });
    await toast.waitFor();
    const [bar, press] = [
      await toast.boundingBox(),
      await panelOf(other, 'Sell ticket').locator('.press').boundingBox(),
    ];
    expect(bar?.y).toBeGreaterThanOrEqual((press?.y ?? Infinity) + (press?.height ?? 0));
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    if (before !== null) await other.setViewportSize(before);
  });

  it('that is low shows the newest of the news that stay, and leads to the others', DEEP, async () => {
    const { page } = view;
    const before = page.viewportSize();
    await page.setViewportSize({ width: 1600, height: 480 });
    await page.evaluate(() => {
      const held = window.open.bind(window);
      window.open = () => {
        window.open = held;
        return null;
      };
    });
    const file = { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
    await page.getByLabel('Workspace to import').setInputFiles(file);
    const toast = (title: string) => page.locator('.toast').filter({ hasText: title });
    await toast('a.json was not imported').waitFor();
    await page.getByRole('button', { name: 'Workspace', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Move a panel to its own window/ }).click();
    await page.getByRole('menuitem', { name: 'Chart', exact: true }).click();
    await toast('The browser opened no window').waitFor();
    await expect.poll(() => toast('a.json was not imported').count()).toBe(0);
    await page.getByRole('button', { name: 'and 1 more' }).click();
    await page.getByRole('dialog', { name: 'Latest news' }).getByText('a.json was not imported').waitFor();
    await page.keyboard.press('Escape');
    for (const title of ['The browser opened no window', 'a.json was not imported']) {
      await toast(title).getByRole('button', { name: 'Dismiss' }).click();
    }
    if (before !== null) await page.setViewportSize(before);
  });

  it('in a browser is scrolled among its panels, with the button that stops trading in sight', async () => {
    const { page } = view;
    const before = page.viewportSize();
    await page.setViewportSize({ width: 700, height: 720 });
    await expect.poll(() => isWhole(stop(page))).toBe(true);
    await page.mouse.move(350, 300);
    await page.mouse.wheel(400, 0);
    await expect.poll(() => isWhole(view.press)).toBe(true);
    await expect.poll(() => isWhole(stop(page))).toBe(true);
    if (before !== null) await page.setViewportSize(before);
  });
});

describe('the guards in two windows', () => {
  const stops = (guards: Locator) => guards.getByLabel('Worth of one order: stops above, USD');
  const asks = (guards: Locator) => guards.getByLabel('Worth of one order: asks above, USD');
  const seconds = (guards: Locator) => guards.getByLabel('Equal sells within, seconds');
  const save = (guards: Locator) => guards.getByRole('button', { name: 'Save guards' }).click();

  async function open(page: Page): Promise<Locator> {
    await panelOf(page, 'Sell ticket').getByRole('button', { name: 'Guards' }).click();
    const guards = dialogOf(page, 'Guards of this profile');
    await stops(guards).waitFor();
    return guards;
  }

  it('are never loosened unseen: the later save is refused, shows what was set, and is made knowingly', async () => {
    const late = await open(other);
    await expect.poll(() => stops(late).inputValue()).toBe('10000000');
    const early = await open(view.page);
    await asks(early).fill('2000');
    await stops(early).fill('3000');
    await save(early);
    await early.waitFor({ state: 'detached' });

    await asks(late).fill('2500');
    await seconds(late).fill('45');
    await save(late);
    await late.getByText(/Another window changed these guards; nothing was saved/).waitFor();
    await late.getByText(/There: Worth of one order: asks above 2000\./).waitFor();
    await expect.poll(() => stops(late).inputValue()).toBe('3000');
    await expect.poll(() => asks(late).inputValue()).toBe('2500');
    await expect.poll(() => seconds(late).inputValue()).toBe('45');
    await save(late);
    await late.waitFor({ state: 'detached' });

    const now = await open(view.page);
    await expect.poll(() => stops(now).inputValue()).toBe('3000');
    await expect.poll(() => asks(now).inputValue()).toBe('2500');
    await expect.poll(() => seconds(now).inputValue()).toBe('45');
  });
});

describe('a preset in two windows', () => {
  const edit = (presets: Locator) => presets.getByRole('button', { name: /^Edit the preset of/ }).click();
  const remove = (presets: Locator) => presets.getByRole('button', { name: /^Delete the preset of/ }).click();
  const amount = (presets: Locator) => presets.getByLabel('Amount of the preset');
  const save = (presets: Locator) => presets.getByRole('button', { name: /^(Save|Replace) preset$/ }).click();
  const saved = (presets: Locator) => presets.getByRole('list', { name: 'Saved presets' });

  async function open(page: Page): Promise<Locator> {
    await panelOf(page, 'Sell ticket').getByRole('button', { name: 'Presets' }).click();
    const presets = dialogOf(page, 'Presets');
    await amount(presets).waitFor();
    return presets;
  }

  it('is never replaced unseen: who edits it is told what another window made of it, and then replaces it knowingly', async () => {
    await view.select('BTC-PERPETUAL');
    const early = await open(view.page);
    await early.getByRole('checkbox', { name: 'Amount' }).check();
    await amount(early).fill('1000');
    await save(early);
    const late = await open(other);
    await edit(late);
    await amount(late).fill('3000');

    await edit(early);
    await amount(early).fill('2000');
    await save(early);
    await expect.poll(() => saved(late).innerText()).toContain('2,000 USD');
    await save(late);
    await late.getByText(/^Another window changed this preset meanwhile, to: .*2,000 USD.*press again/).waitFor();
    expect(await saved(early).innerText()).toContain('2,000 USD');
    await save(late);
    await expect.poll(() => saved(early).innerText()).toContain('3,000 USD');

    await edit(late);
    await amount(late).fill('4000');
    await remove(early);
    await saved(late).waitFor({ state: 'detached' });
    await save(late);
    await late.getByText(/^Another window deleted this preset meanwhile/).waitFor();
    await save(late);
    await expect.poll(() => saved(early).innerText()).toContain('4,000 USD');
    await remove(early);
    await saved(late).waitFor({ state: 'detached' });
    for (const { keyboard } of [view.page, other]) await keyboard.press('Escape');
  });
});

describe('what a press does, in two windows', () => {
  const NAME = 'What a press does';

  async function open(page: Page): Promise<Locator> {
    const button = panelOf(page, 'Sell ticket').getByRole('button', { name: /^What a press does: / });
    await button.click();
    return dialogOf(page, NAME);
  }

  it('is never loosened unseen by a window that was opened before', async () => {
    await view.setRung('One click', '5000');
    const late = await open(other);
    await expect.poll(() => late.getByRole('radio', { name: 'One click' }).isChecked()).toBe(true);
    await view.setRung('Confirm each');
    await late.getByRole('checkbox').check();
    await late.getByRole('button', { name: 'Save' }).click();
    await late.getByText(/^Another window changed this to: Confirm each\. Nothing was saved\./).waitFor();
    await expect.poll(() => late.getByRole('radio', { name: 'Confirm each' }).isChecked()).toBe(true);
    await panelOf(view.page, 'Sell ticket').locator('button[title^="Confirm each."]').waitFor();

    // Chosen against what the other window set, it is taken once that was shown.
    await late.getByRole('radio', { name: 'Arm and fire' }).check();
    await view.setRung('One click', '6000');
    await late.getByRole('button', { name: 'Save' }).click();
    await late.getByText(/^Another window changed this to: One click ≤ 6,000 USD\./).waitFor();
    await expect.poll(() => late.getByRole('radio', { name: 'Arm and fire' }).isChecked()).toBe(true);
    await late.getByRole('button', { name: 'Save' }).click();
    await late.waitFor({ state: 'detached' });
    await view.ticket.locator('button[title^="Arm and fire."]').waitFor();
  });
});
