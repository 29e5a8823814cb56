import { beforeAll, expect, it } from 'vitest';
import { openComposerBench } from '../../support/window/composer-bench.ts';
import { panelOf } from '../../support/window/terminal-window.ts';
import { takeStructure } from '../../support/records/rfq-structures.ts';

const { bench, page, composer, waitUntilPressable, confirming, created } = await openComposerBench();
const ticket = panelOf(page(), 'Sell ticket');

beforeAll(async () => {
  await composer.getByRole('button', { name: 'Structures' }).focus();
  await page()
    .getByRole('button', { name: /^Panels/ })
    .click();
  await page().getByRole('menuitemcheckbox', { name: 'Sell ticket' }).click();
  await ticket.waitFor();
  await page().locator('main:not([hidden]) .dv-tab', { hasText: 'Composer' }).click();
});

it('Control and Enter press what is in front: no Block RFQ is asked for from the ticket that lies over its composer', async () => {
  await takeStructure(page(), 'call spread');
  await waitUntilPressable();
  await page().locator('main:not([hidden]) .dv-tab', { hasText: 'Sell ticket' }).click();
  await ticket.getByLabel('Amount', { exact: true }).focus();
  await page().keyboard.press('Control+Enter');
  // Long enough for a dialog to be drawn.
  await page().waitForTimeout(300);
  expect(await confirming().count()).toBe(0);
  expect(created()).toBe(0);

  await page().locator('main:not([hidden]) .dv-tab', { hasText: 'Composer' }).click();
  await composer.getByLabel('Amount of leg 1').focus();
  await page().keyboard.press('Control+Enter');
  await confirming().waitFor();
  await page().keyboard.press('Escape');
  await composer.getByRole('button', { name: 'Structures' }).focus();
  await page().keyboard.press('Control+Enter');
  await confirming().waitFor();
  await page().keyboard.press('Escape');
  expect(bench.view.complaints).toEqual([]);
});
