import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const { view } = await openOwnTerminal();

const dialog = (name: string) => view.page.getByRole('dialog', { name, exact: true });
const palette = () => dialog('Commands');
const press = (chord: string) => view.page.keyboard.press(chord);
/** The item that Enter takes. */
const marked = (text: string) => palette().getByRole('option', { selected: true }).filter({ hasText: text });

describe('keys', () => {
  it('are listed, changed, told of in a conflict, and kept; none works while somebody types', DEEP, async () => {
    await press('?');
    await dialog('Keys').getByText('Arm the ticket’s button').waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await dialog('Keys').getByRole('button', { name: 'Change keys…' }).click();
    const change = (title: string) =>
      dialog('Change keys').getByRole('button', { name: `Change the key of ${title}`, exact: true });
    await change('Open Journal').click();
    await press('j');
    await dialog('Change keys')
      .getByRole('listitem')
      .filter({ hasText: 'Open Journal' })
      .getByText('J', { exact: true })
      .waitFor();
    await change('Open Chart').click();
    await press('j');
    await dialog('Change keys').getByText('J is the key of “Open Journal”.').waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await dialog('Change keys').getByRole('button', { name: 'Take it from there' }).click();
    // A key that is recorded does nothing else, whatever it is for.
    await change('Open Chart').click();
    await press('Control+Shift+X');
    await dialog('Change keys')
      .getByText(/is the key of “Stop trading”/)
      .waitFor();
    await expect.poll(() => view.page.getByRole('button', { name: 'Stop trading', exact: true }).count()).toBe(1);
    await change('Stop trading').click();
    await press('x');
    await dialog('Change keys')
      .getByText(/needs Ctrl or Alt/)
      .waitFor();
    await dialog('Change keys').getByRole('button', { name: 'Done' }).click();
    await view.label.fill('j');
    await view.label.press('j');
    await expect.poll(() => view.label.inputValue()).toBe('jj');
    await view.reload();
    await view.page.getByRole('heading', { name: 'Strikedesk' }).click();
    const chart = panelOf(view.page, 'Chart');
    expect(await chart.isVisible()).toBe(false);
    await press('j');
    await chart.waitFor();
    await press('Control+Shift+x');
    await view.page.locator('.stopped').getByText('Trading is stopped.').waitFor();
    await view.page.getByRole('button', { name: /allow again/ }).waitFor();
    await press('Control+k');
    await view.page.keyboard.type('allow trading');
    await marked('Allow trading again').waitFor();
    await press('Enter');
    await view.page.locator('.stopped').waitFor({ state: 'hidden' });
  });

  it('work in the first moments of a window, which is whole all the same', DEEP, async () => {
    // A tab may also count what rests, from the moment that it was read.
    const tabs = async () =>
      (await view.page.locator('main:not([hidden]) .dv-tab').allInnerTexts()).map((text) => text.replace(/ \d+$/, ''));
    const whole = await tabs();
    for (let time = 0; time < 2; time += 1) {
      await view.page.reload();
      await view.page.locator('main:not([hidden]) .dv-tab').first().waitFor();
      await press('j');
      await panelOf(view.page, 'Chart').waitFor();
      await expect.poll(tabs).toEqual(whole);
    }
    await view.watchlist.locator('[col-id="bid"]').filter({ hasText: /\d/ }).first().waitFor();
    await view.page.getByText('Reading the account…').waitFor({ state: 'detached' });
    expect(view.complaints).toEqual([]);
  });

  it('and what is typed before its field is there is in it then, up to the first other key', DEEP, async () => {
    /** The window loaded anew, which reads no more than its first sight until it is let. */
    async function loadFirstSight(): Promise<() => void> {
      const reading = Promise.withResolvers<void>();
      const hold = async (route: Route): Promise<void> => {
        await reading.promise;
        await route.continue();
      };
      await view.page.route(/\/assets\/later-/u, hold, { times: 1 });
      await view.page.reload();
      await view.page.locator('main:not([hidden]) .dv-tab').first().waitFor();
      return reading.resolve;
    }
    const readPalette = await loadFirstSight();
    await press('Control+k');
    await view.page.keyboard.type('eth?x');
    for (const key of ['Backspace', 'Backspace']) await press(key);
    await view.page.keyboard.type('-perp');
    await press('Enter');
    await view.page.keyboard.type('j');
    expect(await palette().count()).toBe(0);
    readPalette();
    await marked('ETH-PERPETUAL').waitFor();
    await expect.poll(() => palette().getByRole('combobox').inputValue()).toBe('eth-perp');
    await press('Escape');
    await view.amount.fill('7');
    await view.page.getByRole('heading', { name: 'Strikedesk' }).click();
    const readTicket = await loadFirstSight();
    await press('Alt+t');
    await view.page.keyboard.type('123456');
    await press('Tab');
    await view.page.keyboard.type('9');
    readTicket();
    await expect.poll(() => view.amount.inputValue()).toBe('123456');
    await view.page.keyboard.type('0');
    await expect.poll(() => view.amount.inputValue()).toBe('1234560');
    await view.page.getByRole('heading', { name: 'Strikedesk' }).click();
    await press('j');
    await panelOf(view.page, 'Chart').waitFor();
    expect(view.complaints).toEqual([]);
  });
});
