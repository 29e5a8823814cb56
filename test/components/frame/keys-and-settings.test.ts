import { describe, expect, it } from 'vitest';
import { issue } from '../../../shared/orders/issue.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../../shared/ipc/schemas/preferences-schema.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { AWAY } from '../../support/window-bench/verbs.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { openFrame } from './palette.ts';

const mount = await openWindowBench();

const SEEN: Preferences = { ...DEFAULT_PREFERENCES, tour: 'seen', is_sounding: false };

describe('keys', () => {
  it('are listed, changed, told of in a conflict, and kept; none works while somebody types', async () => {
    const { view, page, press, dialog, panel, leaveFields, act } = await openFrame(mount);
    await leaveFields();
    await press('?');
    await dialog('Keys').getByText('Arm the ticket’s button').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog('Keys').getByRole('button', { name: 'Change keys…' }).click();
    const changing = dialog('Change keys');
    const change = (title: string) => changing.getByRole('button', { name: `Change the key of ${title}`, exact: true });
    await change('Open Journal').click();
    await press('j');
    await changing.getByRole('listitem').filter({ hasText: 'Open Journal' }).getByText('J', { exact: true }).waitFor();
    await change('Open Chart').click();
    await press('j');
    await changing.getByText('J is the key of “Open Journal”.').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await changing.getByRole('button', { name: 'Take it from there' }).click();
    // A key that is recorded does nothing else, whatever it is for.
    await change('Open Chart').click();
    await press('Control+Shift+X');
    await changing.getByText(/is the key of “Stop trading”/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Stop trading', exact: true }).count()).toBe(1);
    await change('Stop trading').click();
    await press('x');
    await changing.getByText(/needs Ctrl or Alt/).waitFor();
    await changing.getByRole('button', { name: 'Done' }).click();
    await view.label.fill('j');
    await view.label.press('j');
    await expect.poll(() => view.label.inputValue()).toBe('jj');
    await view.reload();
    await leaveFields();
    expect(await panel('Chart').isVisible()).toBe(false);
    await press('j');
    await panel('Chart').waitFor();
    await press('Control+Shift+x');
    await page.locator('.stopped').getByText('Trading is stopped.').waitFor();
    await page.getByRole('button', { name: /allow again/ }).waitFor();
    await act('allow trading', 'Allow trading again');
    await page.locator('.stopped').waitFor({ state: 'hidden' });
  });

  it('that were changed in another window hold in this one at once', async () => {
    const { backEnd, press, panel, leaveFields } = await openFrame(mount);
    backEnd.publish('preferences.changed', { ...SEEN, keys: { 'panel.diagnostics': 'Q' } });
    await leaveFields();
    await expect
      .poll(async () => {
        await press('q');
        return panel('Diagnostics').count();
      })
      .toBe(1);
  });
});

describe('themes', () => {
  it('are chosen in the settings and remembered; with them clocks and numbers', async () => {
    const { view, page, backEnd, press, dialog } = await openFrame(mount);
    const look = () =>
      page.evaluate(() => {
        const { theme, density } = document.documentElement.dataset;
        return { theme, density };
      });
    await view.amount.fill('5000');
    await view.price.fill('98000');
    await view.label.fill('by-key');
    await view.waitUntilPressable();
    await view.press.click();
    await view.orderRow('by-key').waitFor();
    await view.label.fill('typed');
    await press('Control+,');
    const settings = dialog('Settings');
    // Who wants no motion has none: each colour is there at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    try {
      await page.evaluate(() => {
        document.body.dataset['ran'] = '';
        addEventListener('transitionrun', ({ propertyName }) => (document.body.dataset['ran'] += ` ${propertyName}`));
      });
      for (const [words, theme] of [
        [/^High contrast/, 'contrast'],
        [/^Colour-blind safe/, 'colour_safe'],
        [/^Light/, 'light'],
      ] as const) {
        await settings.getByRole('radio', { name: words }).check();
        await expect.poll(look).toMatchObject({ theme });
      }
      expect(await page.evaluate(() => document.body.dataset['ran'])).toBe('');
    } finally {
      await page.emulateMedia({ reducedMotion: null });
    }
    await settings.getByRole('radio', { name: /^Cosy/ }).check();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    // What is typed meanwhile stays.
    await settings.getByRole('radio', { name: /^Local time/ }).check();
    await settings.getByRole('radio', { name: /^1234567/ }).check();
    await press('Escape');
    await expect.poll(look).toEqual({ theme: 'light', density: 'cosy' });
    await view.orderRow('by-key').locator('[col-id="amount"]').filter({ hasText: /^5000/ }).waitFor();
    expect(await view.label.inputValue()).toBe('typed');
    expect(backEnd.state.session.preferences).toMatchObject({
      theme: 'light',
      density: 'cosy',
      clock: 'local',
      numbers: 'plain',
    });
    await view.reload();
    await expect.poll(look).toEqual({ theme: 'light', density: 'cosy' });
  });

  it('are those that another window chose', async () => {
    const { page, backEnd } = await openFrame(mount);
    backEnd.publish('preferences.changed', { ...SEEN, theme: 'contrast', density: 'cosy' });
    await expect
      .poll(() => page.evaluate(() => Object.values(document.documentElement.dataset)))
      .toEqual(expect.arrayContaining(['contrast', 'cosy']));
  });
});

describe('diagnostics', () => {
  it('say in words that the service of the profile does not answer', async () => {
    const { page, panel } = await openFrame(mount, {
      panels: ['diagnostics'],
      prepare: (backEnd) => {
        backEnd.setStatus({
          connection: 'offline',
          failure: { ...AWAY, message: 'connect ECONNREFUSED 127.0.0.1:9' },
          selling_blocked: issue('error', 'order', 'trading_not_ready', { reason: 'service_offline' }),
          request_budget: { ...backEnd.state.session.status.request_budget, breaker: 'open' },
        });
      },
    });
    const told = (name: string) =>
      panel('Diagnostics')
        .locator('.field-pair')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd[title]');
    await told('Answers').filter({ hasText: 'not reachable' }).waitFor();
    await told('Last failure').filter({ hasText: 'connect ECONNREFUSED 127.0.0.1:9' }).waitFor();
    await told('Reads').filter({ hasText: 'held back' }).first().waitFor();
    await told('Trading').filter({ hasText: 'not possible now' }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});
