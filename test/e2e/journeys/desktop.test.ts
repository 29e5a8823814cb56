import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openOwnTerminal } from '../../support/window/own-terminal.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const { view } = await openOwnTerminal({ timezoneId: 'America/New_York' });

const dialog = (name: string) => view.page.getByRole('dialog', { name, exact: true });
const palette = () => dialog('Commands');
const press = (chord: string) => view.page.keyboard.press(chord);
const preview = () => palette().getByRole('region', { name: 'Preview' });
/** The item that Enter takes. */
const marked = (text: string) => palette().getByRole('option', { selected: true }).filter({ hasText: text });
const look = (page = view.page) =>
  page.evaluate(() => {
    const { theme, density } = document.documentElement.dataset;
    return { theme, density };
  });
const inFront = (workspace: string) =>
  view.page.getByRole('navigation', { name: 'Workspaces' }).locator(`[aria-current]`, { hasText: workspace });

describe('the palette', () => {
  it('finds actions, instruments and orders by keyboard alone, also from within a field', async () => {
    await view.amount.focus();
    await press('Control+k');
    await view.page.keyboard.type('guards');
    await preview().getByText('Limits against slips').waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await press('Enter');
    await dialog('Guards of this profile').waitFor();
    await press('Escape');
    await press('Control+k');
    await view.page.keyboard.type('eth-perp');
    await marked('ETH-PERPETUAL').waitFor();
    await preview().getByText('Least amount').waitFor();
    await press('Enter');
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('ETH-PERPETUAL');
    await press('Control+k');
    await view.page.keyboard.type('cancel all');
    await marked('Resting orders…').waitFor();
    await press('Escape');
    // The keyboard is where it was, in a field: keys with Alt work there too.
    await expect.poll(() => view.amount.evaluate((field) => field === document.activeElement)).toBe(true);
    await press('Alt+3');
    await inFront('Risk').waitFor();
    await press('Alt+1');
    await inFront('Trade').waitFor();
  });

  it('fills the ticket by one line and sends nothing; what can’t be read is told by its word, and nothing buys', async () => {
    await press('Control+k');
    await view.page.keyboard.type('buy 10 btc-perp mkt');
    await preview().getByText('this terminal only sells').waitFor();
    await press('Control+a');
    await view.page.keyboard.type('s 5k btc-perp 97410 gtx');
    await preview()
      .getByText(/“gtx”.*gtc, day, fok, ioc/)
      .waitFor();
    await press('Enter');
    await palette().waitFor();
    await press('Control+a');
    await view.page.keyboard.type('s 5k btc-perp 197410 reject reduce label=by-line');
    await preview().getByText('197,410').waitFor();
    await marked('Fill the ticket: sell 5,000 USD of BTC-PERPETUAL at 197,410 USD').waitFor();
    await press('Enter');
    await palette().waitFor({ state: 'hidden' });
    await expect.poll(() => view.amount.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => view.amount.inputValue()).toBe('5000');
    await expect.poll(() => view.price.inputValue()).toBe('197410');
    await expect.poll(() => view.label.inputValue()).toBe('by-line');
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('BTC-PERPETUAL');
    await view.press.filter({ hasText: 'Sell 5,000 USD' }).waitFor();
    expect(await view.orderRow('by-line').count()).toBe(0);
  });

  it('and keys never send what was not armed; armed by one key, another one sells, and the order is found again', async () => {
    await view.page.getByRole('heading', { name: 'Strikedesk' }).click();
    await press('Alt+s');
    await view.page.getByText('The button is not armed. Arm it first.').waitFor();
    expect(await view.orderRow('by-line').count()).toBe(0);
    await press('Control+k');
    await view.page.keyboard.type('s 5k btc-perp mkt label=by-key');
    await marked('Fill the ticket').waitFor();
    await press('Enter');
    await view.waitUntilPressable();
    await view.press.focus();
    await press('Alt+a');
    await view.press.filter({ hasText: 'Press again to' }).waitFor();
    // The keyboard stays where it was.
    expect(await view.press.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await view.orderRow('by-key').count()).toBe(0);
    await press('Alt+s');
    await view.orderRow('by-key').waitFor();
    await press('Control+k');
    await view.page.keyboard.type('by-key');
    await marked('by-key').waitFor();
    await press('Enter');
    await dialog('Order by-key').getByText('Average price', { exact: true }).waitFor();
    await press('Escape');
    await view.page.getByRole('button', { name: /^News/ }).click();
    await view.page.getByRole('dialog', { name: 'Latest news' }).getByText('Nothing was sent').waitFor();
    await press('Escape');
  });
});

describe('keys', () => {
  it('are listed, changed, told of in a conflict, and kept; none works while somebody types', DEEP, async () => {
    await press('?');
    await dialog('Keys').getByText('Arm the sell button').waitFor();
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
    /** A reloaded window, held at its first sight. */
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

  it('and a palette that nothing was typed into does nothing grave by Enter', async () => {
    await press('Control+k');
    await dialog('Commands')
      .locator('[cmdk-item][data-selected="true"]')
      .filter({ hasText: /^Open / })
      .waitFor();
    await press('Enter');
    await dialog('Commands').waitFor({ state: 'hidden' });
    expect(await view.page.locator('.stopped').isVisible()).toBe(false);
  });
});

describe('themes', () => {
  it('are chosen in the settings, remembered, and stand before the first paint', DEEP, async () => {
    await press('Control+,');
    // Who wants no motion has none: each colour is there at once.
    await view.page.emulateMedia({ reducedMotion: 'reduce' });
    await view.page.evaluate(() => {
      document.body.dataset['ran'] = '';
      addEventListener('transitionrun', ({ propertyName }) => (document.body.dataset['ran'] += ` ${propertyName}`));
    });
    for (const [words, theme] of [
      [/^High contrast/, 'contrast'],
      [/^Colour-blind safe/, 'colour_safe'],
      [/^Light/, 'light'],
    ] as const) {
      await dialog('Settings').getByRole('radio', { name: words }).check();
      await expect.poll(() => look()).toMatchObject({ theme });
    }
    expect(await view.page.evaluate(() => document.body.dataset['ran'])).toBe('');
    await view.page.emulateMedia({ reducedMotion: null });
    await dialog('Settings').getByRole('radio', { name: /^Cosy/ }).check();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    // What is typed meanwhile stays.
    await dialog('Settings')
      .getByRole('radio', { name: /^Local time/ })
      .check();
    await dialog('Settings')
      .getByRole('radio', { name: /^1234567/ })
      .check();
    await press('Escape');
    await press('Alt+1');
    await expect.poll(() => look()).toEqual({ theme: 'light', density: 'cosy' });
    await view.page
      .locator('.status-bar')
      .getByText(/^\d\d:\d\d:\d\d E[SD]T$/)
      .waitFor();
    await panelOf(view.page, 'Chart')
      .getByText(/ E[SD]T$/)
      .first()
      .waitFor();
    await view.orderRow('by-key').locator('[col-id="amount"]').filter({ hasText: /^5000/ }).waitFor();
    expect(await view.label.inputValue()).not.toBe('');
    const loaded = view.page.waitForResponse((response) => new URL(response.url()).pathname === '/');
    await view.reload();
    expect(await (await loaded).text()).toContain('data-theme="light" data-density="cosy"');
    expect(view.complaints).toEqual([]);
  });

  it('and keys are those of every window at once, and of every profile', DEEP, async () => {
    const torn = view.page.waitForEvent('popup');
    await view.page.getByRole('button', { name: 'Workspace', exact: true }).click();
    await view.page.getByRole('menuitem', { name: /^Move a panel to its own window/ }).click();
    await view.page.getByRole('menuitem', { name: 'Ticker', exact: true }).click();
    const own = await torn;
    await own.getByRole('region', { name: 'Ticker', exact: true }).waitFor();
    await expect.poll(() => look(own)).toEqual({ theme: 'light', density: 'cosy' });
    await press('Control+,');
    await dialog('Settings')
      .getByRole('radio', { name: /^High contrast/ })
      .check();
    await dialog('Settings').getByRole('button', { name: 'Change keys…' }).click();
    await dialog('Change keys')
      .getByRole('button', { name: 'Change the key of Open Diagnostics', exact: true })
      .click();
    await press('q');
    await press('Escape');
    await expect.poll(() => look(own)).toEqual({ theme: 'contrast', density: 'cosy' });
    await own.getByRole('heading', { name: 'Strikedesk' }).click();
    await own.keyboard.press('q');
    await panelOf(own, 'Diagnostics').waitFor();
    await own.close();

    await view.page.getByRole('button', { name: /^Profile: / }).click();
    await dialog('Profiles').getByRole('button', { name: 'Add a profile' }).click();
    await dialog('Profiles').getByLabel('Name').fill('Nobody there');
    await dialog('Profiles').getByLabel('Kind').selectOption('test');
    await dialog('Profiles').getByLabel('Base address').fill('http://127.0.0.1:9');
    await dialog('Profiles').getByRole('button', { name: 'Add', exact: true }).click();
    await dialog('Profiles')
      .getByRole('radio', { name: /Nobody there/ })
      .check();
    await dialog('Profiles').getByRole('button', { name: 'Open', exact: true }).click();
    await view.page.getByRole('button', { name: /^Profile: TEST/ }).waitFor();
    await expect.poll(() => look()).toEqual({ theme: 'contrast', density: 'cosy' });
    await press('q');
    await panelOf(view.page, 'Diagnostics').waitFor();
    expect(view.complaints).toEqual([]);
  });
});

describe('diagnostics', DEEP, () => {
  it('say in words that the service of the profile does not answer', async () => {
    const told = (name: string) =>
      panelOf(view.page, 'Diagnostics')
        .locator('.field-pair')
        .filter({ has: view.page.getByText(name, { exact: true }) })
        .locator('dd[title]');
    await told('Answers').filter({ hasText: 'not reachable' }).waitFor();
    await told('Last failure').filter({ hasText: 'connect ECONNREFUSED 127.0.0.1:9' }).waitFor();
    await told('Reads').filter({ hasText: 'held back' }).first().waitFor();
    await told('Selling').filter({ hasText: 'not possible now' }).waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    expect(view.complaints).toEqual([]);
  });
});
