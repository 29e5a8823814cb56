import { describe, expect, it } from 'vitest';
import type { AlertsView } from '../../../shared/alerts/rule.ts';
import { alertRule } from '../../support/window/alert-rule.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { listActions, openFrame } from './palette.ts';

const mount = await openWindowBench();

describe('the palette', () => {
  it('finds actions, instruments and orders by keyboard alone, also from within a field', async () => {
    const { view, page, palette, ask, marked, press, dialog, bar } = await openFrame(mount);
    const preview = palette.getByRole('region', { name: 'Preview' });
    await view.amount.focus();
    await ask('guards');
    await preview.getByText('Limits against slips').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await press('Enter');
    await dialog('Guards of this profile').waitFor();
    await press('Escape');
    await ask('eth-perp');
    await marked('ETH-PERPETUAL').waitFor();
    await preview.getByText('Least amount').waitFor();
    await press('Enter');
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('ETH-PERPETUAL');
    await view.amount.focus();
    await ask('cancel all');
    await marked('Resting orders…').waitFor();
    await press('Escape');
    // The keyboard is where it was, in a field: keys with Alt work there too.
    await expect.poll(() => view.amount.evaluate((field) => field === document.activeElement)).toBe(true);
    await press('Alt+3');
    await bar.locator('[aria-current]', { hasText: 'Risk' }).waitFor();
    await press('Alt+1');
    await bar.locator('[aria-current]', { hasText: 'Trade' }).waitFor();
  });

  it('fills the ticket by one line and sends nothing; what can’t be read is told by its word', async () => {
    const { view, page, backEnd, palette, ask, marked, press } = await openFrame(mount);
    const preview = palette.getByRole('region', { name: 'Preview' });
    await ask('buy 10 btc-perp mkt');
    await preview.getByText('Buy', { exact: true }).waitFor();
    await press('Control+a');
    await page.keyboard.type('s 5k btc-perp 97410 gtx');
    await preview.getByText(/“gtx”.*gtc, day, fok, ioc/).waitFor();
    await press('Enter');
    await palette.waitFor();
    await press('Control+a');
    await page.keyboard.type('s 5k btc-perp 98410 reject reduce label=by-line');
    await preview.getByText('98,410').waitFor();
    await marked('Fill the ticket: sell 5,000 USD of BTC-PERPETUAL at 98,410 USD').waitFor();
    await press('Enter');
    await palette.waitFor({ state: 'hidden' });
    await expect.poll(() => view.amount.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => view.amount.inputValue()).toBe('5000');
    await expect.poll(() => view.price.inputValue()).toBe('98410');
    await expect.poll(() => view.label.inputValue()).toBe('by-line');
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('BTC-PERPETUAL');
    await view.press.filter({ hasText: 'Sell 5,000 USD' }).waitFor();
    expect(backEnd.state.sold).toEqual([]);
  });

  it('and keys never send what was not armed; armed by one key, another one sells, and the order is found again', async () => {
    const { view, page, backEnd, ask, marked, press, dialog, leaveFields } = await openFrame(mount);
    await view.setRung('Arm and fire');
    await leaveFields();
    await press('Alt+s');
    await page.getByText('The button is not armed. Arm it first.').waitFor();
    await ask('s 5k btc-perp mkt label=by-key');
    await marked('Fill the ticket').waitFor();
    await press('Enter');
    await view.waitUntilPressable();
    await view.press.focus();
    await press('Alt+a');
    await view.press.filter({ hasText: 'Press again to' }).waitFor();
    // The keyboard stays where it was.
    expect(await view.press.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(backEnd.state.sold).toEqual([]);
    await press('Alt+s');
    await view.orderRow('by-key').waitFor();
    await ask('by-key');
    await marked('by-key').waitFor();
    await press('Enter');
    await dialog('Order by-key').getByText('Average price', { exact: true }).waitFor();
    await press('Escape');
    await page.getByRole('button', { name: /^News/ }).click();
    await dialog('Latest news').getByText('Nothing was sent').waitFor();
  });

  it('does nothing grave by Enter where nothing was typed; by “move” nothing is found that closes or deletes', async () => {
    const window = await openFrame(mount);
    const { page, palette, ask, marked, press, panel } = window;
    await press('Control+k');
    await marked('Open Watchlist').waitFor();
    await press('Enter');
    await palette.waitFor({ state: 'hidden' });
    await panel('Watchlist').waitFor();
    expect(await page.locator('.stopped').isVisible()).toBe(false);
    expect((await listActions(window)).get('Close Watchlist')).toBe('');
    await ask('move');
    await marked('Move Watchlist').waitFor();
    const losing = palette.getByRole('option', { name: /^(?:Delete|Close)/ });
    await expect.poll(() => losing.count()).toBe(0);
  });

  it('opens the profiles, and tests the key of the one that is open', async () => {
    const { backEnd, act, dialog, press } = await openFrame(mount);
    await act('profiles', 'Profiles…');
    await dialog('Profiles').getByText('This profile is open.').waitFor();
    await press('Escape');
    await act('add a prof', 'Add a profile…');
    await dialog('Profiles').getByRole('heading', { name: 'Add a profile' }).waitFor();
    await press('Escape');
    const tested = backEnd.nextAsked('profiles.save');
    await act('test key', 'Test the key of this profile');
    expect(await tested).toMatchObject({ action: 'test' });
  });

  it('makes a workspace, names it anew, copies it, takes it away and brings it back', async () => {
    const { page, act, dialog, press, workspaces } = await openFrame(mount);
    await act('new workspace', 'New workspace…');
    await dialog('New workspace').getByLabel('Name', { exact: true }).fill('Gamma');
    await press('Enter');
    await page.getByRole('main', { name: 'Gamma' }).waitFor();
    await act('rename gamma', 'Rename “Gamma”…');
    const name = dialog('Rename the workspace').getByLabel('Name', { exact: true });
    await expect.poll(() => name.inputValue()).toBe('Gamma');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await name.fill('Vega');
    await press('Enter');
    await act('duplicate', 'Duplicate “Vega”');
    await expect.poll(workspaces).toEqual(['Trade', 'Block RFQ', 'Risk', 'History', 'Vega', 'Vega 2']);
    await act('delete vega', 'Delete “Vega 2”');
    await expect.poll(workspaces).not.toContain('Vega 2');
    await act('undo', 'Undo: “Vega 2” was deleted');
    await expect.poll(workspaces).toContain('Vega 2');
    const download = page.waitForEvent('download');
    await act('export vega', 'Export “Vega 2”');
    const file = await (await download).path();
    const chooser = page.waitForEvent('filechooser');
    await act('import work', 'Import a workspace…');
    await (await chooser).setFiles(file);
    await expect.poll(workspaces).toContain('Vega 2 2');
  });

  it('opens labels, exports rows, and says where there are none', async () => {
    const { page, backEnd, act, dialog, press, inFront } = await openFrame(mount);
    await act('labels', 'Labels…');
    await dialog('Labels that are followed').waitFor();
    await press('Escape');
    await act('export trades csv', 'Export trades as CSV');
    await page.getByText('Trades: there are no rows').first().waitFor();
    await act('new list', 'New list…');
    await page.getByLabel('Name of the new list').fill('Mine');
    await press('Enter');
    await expect.poll(() => inFront.locator('.list-tab[aria-current]').innerText()).toBe('Mine');
    expect(backEnd.asked('window.save')).toEqual([]);
  });

  it('silences every alert that is raised, and wakes them', async () => {
    const rule = alertRule('BTC-PERPETUAL mark_price > 1');
    const status = {
      id: rule.id,
      is_raised: true,
      since: Date.now(),
      value: rule.condition.limit,
      input: 'fresh' as const,
      level: 1,
      told_blind: 0,
    };
    const alerts: AlertsView = { rules: [rule], statuses: [status] };
    const window = await openFrame(mount, {
      prepare: ({ state }) => {
        state.session = { ...state.session, alerts };
      },
    });
    const { act, panel, toast } = window;
    await toast('Alert: BTC-PERPETUAL mark_price > 1').waitFor();
    await act('open alerts', 'Open Alerts');
    await panel('Alerts').getByText('raised', { exact: true }).waitFor();
    await act('snooze hour', 'Snooze what is raised for 1 hour');
    await panel('Alerts').getByRole('button', { name: /^Wake/ }).waitFor();
    expect((await listActions(window)).get('Snooze what is raised for 1 hour')).toBe('No alert is raised.');
    await act('wake', 'Wake every snoozed alert');
    await panel('Alerts')
      .getByRole('button', { name: /^Snooze/ })
      .waitFor();
    expect((await listActions(window)).get('Wake every snoozed alert')).toBe('No alert is snoozed.');
  });

  it('composes a Block RFQ; what has no legs says so', async () => {
    const window = await openFrame(mount);
    const { page, act, dialog, press, showWorkspace } = window;
    expect((await listActions(window)).get('Request quotes')).toBe('The composer has no legs yet.');
    await showWorkspace('Block RFQ');
    await act('structures', 'Structures…');
    await dialog('Structures').waitFor();
    await press('Escape');
    await act('paste', 'Paste legs…');
    await dialog('Paste legs').waitFor();
    await press('Escape');
    await page.getByText('No legs yet').waitFor();
  });
});

describe('the bars at the top and the bottom', () => {
  it('lead to what they tell of', async () => {
    const { page, act, panel, press, showPanel } = await openFrame(mount);
    for (const name of [/^● online · rtt/, /^service /, /^journal ok$/]) {
      await page.getByRole('button', { name }).click();
      await panel('Diagnostics').getByText('Offset', { exact: true }).waitFor();
      await act('close diag', 'Close Diagnostics');
      await expect.poll(() => panel('Diagnostics').count()).toBe(0);
    }
    const unknown = page.getByRole('button', { name: '0 unknown' });
    const look = () =>
      unknown.evaluate((button) => {
        const { width, height } = button.getBoundingClientRect();
        return { outline: getComputedStyle(button).outlineStyle, size: `${width} ${height}` };
      });
    const { outline, size } = await look();
    expect(outline).toBe('none');
    await unknown.hover();
    expect(await look()).toEqual({ outline, size });
    await page.getByRole('button', { name: /^journal ok$/ }).focus();
    await press('Tab');
    await expect.poll(look).toEqual({ outline: 'solid', size });
    await showPanel(/^Trades/);
    await panel('Orders').waitFor({ state: 'hidden' });
    await unknown.focus();
    await press('Enter');
    await panel('Orders').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});
