import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { TEMPLATES } from '../../../shared/rfq/templates.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';
import { dialogOf, panelOf } from '../../support/window/terminal-window.ts';

const CREATE = 'private/create_block_rfq';
/** Far more than any of the dialogs has stops. */
const MOST_TABS = 25;

const bench = await openTicketBench();
const composer = panelOf(bench.view.page, 'Block RFQ composer');
const page = () => bench.view.page;

beforeAll(async () => {
  await page().getByRole('button', { name: 'Block RFQ', exact: true }).click();
  // They draw anew with every leg, and are looked at elsewhere.
  for (const panel of ['Payoff', 'Public tape']) {
    await page()
      .getByRole('button', { name: /^Panels/ })
      .click();
    await page().getByRole('menuitemcheckbox', { name: panel }).click();
  }
});
beforeEach(async () => {
  await page().keyboard.press('Escape');
  await composer.getByRole('button', { name: 'Clear', exact: true }).click();
});

const structures = () => dialogOf(page(), 'Structures');
const confirming = () => dialogOf(page(), 'Confirm the request');
const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

/** On to the control, as who has no mouse goes. */
async function tabTo(control: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS && !(await isFocused(control)); tabs += 1) await page().keyboard.press('Tab');
  expect(await isFocused(control)).toBe(true);
}

async function sendByMouse(name: string): Promise<void> {
  await composer.getByRole('button', { name: 'Structures' }).click();
  await structures().getByLabel('Structure', { exact: true }).selectOption({ label: name });
  await structures().getByRole('button', { name: 'Use these legs' }).click();
  await composer.locator('button.rfq-send[aria-disabled="false"]').click();
  await confirming().locator('.button-primary[aria-disabled="false"]').click();
}

async function sendByKeyboard(name: string): Promise<void> {
  const keys = page().keyboard;
  await composer.getByRole('button', { name: 'Structures' }).focus();
  await keys.press('Enter');
  await structures().getByLabel('Structure', { exact: true }).waitFor();
  // From the end that is nearer: each step on the way is a structure whose strikes are looked for.
  const downs = TEMPLATES.findIndex((template) => template.name === name);
  const ups = TEMPLATES.length - 1 - downs;
  const [end, towards] = downs <= ups ? ['Home', 'ArrowDown'] : ['End', 'ArrowUp'];
  await keys.press(end);
  for (let step = 0; step < Math.min(downs, ups); step += 1) await keys.press(towards);
  await expect.poll(() => structures().locator('select option:checked').first().innerText()).toBe(name);
  await structures().locator('button[type="submit"]:enabled').waitFor();
  await tabTo(structures().getByRole('button', { name: 'Use these legs' }));
  await keys.press('Enter');
  const send = composer.locator('button.rfq-send[aria-disabled="false"]');
  await send.waitFor();
  await send.focus();
  await keys.press('Enter');
  await confirming().locator('.button-primary[aria-disabled="false"]').waitFor();
  await keys.press('Enter');
}

/** One of so many when time is short: odd, to alternate mouse and keyboard. */
const STEP = 5;

/** By turns, so that both ways meet every kind of dialog. */
const JOURNEYS = TEMPLATES.map((template, index) => ({
  ...template,
  way: index % 2 === 0 ? 'mouse' : 'keyboard',
  send: index % 2 === 0 ? sendByMouse : sendByKeyboard,
}));

async function expectAsked({ name, options, future, send }: (typeof JOURNEYS)[number]): Promise<void> {
  const asked = bench.simulator.control.waitForCall(CREATE);
  await send(name);
  const { params } = await asked;
  await confirming().waitFor({ state: 'detached' });
  const { legs } = params as { legs: readonly { direction: string; amount: number }[] };
  expect(legs).toHaveLength(options.length === 0 ? 2 : options.length + future);
  expect(legs.every(({ amount }) => amount > 0)).toBe(true);
}

it.each(JOURNEYS.filter((_journey, index) => index % STEP === 0))(
  '$name, by $way, from the menu to a request at the service',
  expectAsked,
);
it.each(JOURNEYS.filter((_journey, index) => index % STEP !== 0))('$name, by $way, as far', DEEP, expectAsked);

it('no structure is taken of an amount that can’t be read, nor the least one in its place', async () => {
  await composer.getByRole('button', { name: 'Structures' }).click();
  await structures().locator('button[type="submit"]:enabled').waitFor();
  for (const typed of ['1,000', 'ten', '0', '-25']) {
    await structures().getByLabel('Amount').fill(typed);
    await expect.poll(() => structures().locator('button[type="submit"]:enabled').count()).toBe(0);
    await structures().getByText('Enter an amount above zero').waitFor();
  }
  await structures().getByLabel('Amount').fill('0.05k');
  await structures().locator('button[type="submit"]:enabled').click();
  await expect.poll(() => composer.getByLabel('Amount of leg 1').inputValue()).toBe('50');
});
