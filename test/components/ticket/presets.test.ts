import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { decimal } from '../../../shared/decimal.ts';
import type { Preset } from '../../../shared/orders/presets.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { dialogOf, type TerminalWindow } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { PERPETUAL } from '../../support/window-bench/market.ts';
import { openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

const FUTURES: Preset = {
  scope: { instrument_name: null, currency: 'BTC', kind: 'future' },
  values: { amount: { value: decimal(70_000), unit: 'USD' }, time_in_force: 'good_til_day' },
};
const AT_BID: Preset = {
  scope: { instrument_name: PERPETUAL, currency: null, kind: null },
  values: { price_rule: { reference: 'bid', ticks: 200 } },
};

const dialogFor = ({ page }: TerminalWindow) => dialogOf(page, 'Presets');
const inForceIn = ({ ticket }: TerminalWindow) => ticket.getByRole('group', { name: 'Preset in force' });

async function openWith(presets: readonly Preset[]) {
  const ticket = await openTicket(mount, { prepare: ({ setPresets }) => setPresets(presets) });
  const { view } = ticket;
  return {
    ...ticket,
    dialog: dialogFor(view),
    inForce: inForceIn(view),
    open: () => view.ticket.getByRole('button', { name: 'Presets' }).click(),
  };
}

describe('presets', () => {
  it('are saved from the ticket by keyboard, mark what they set, and are cleared by one click', async () => {
    const { view, page, backEnd, dialog, inForce } = await openWith([]);
    const marks = view.ticket.getByRole('img', { name: 'set by the preset' });
    await view.amount.fill('70k');
    await view.choose('Time in force', 'Day');
    await view.ticket.getByRole('button', { name: 'Presets' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Save the ticket as a preset for').focus();
    // From the instrument to the futures of its currency.
    await page.keyboard.press('ArrowDown');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save preset' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('list', { name: 'Saved presets' }).getByText('BTC futures').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await view.clear();
    await inForce.getByText('BTC futures').waitFor();
    await expect.poll(() => inForce.innerText()).toContain('70,000 USD');
    await expect.poll(() => view.amount.inputValue()).toBe('70000');
    await expect.poll(() => view.price.inputValue()).toBe('');
    await expect.poll(() => view.ticket.getByRole('radio', { name: 'Day' }).isChecked()).toBe(true);
    await expect.poll(() => marks.count()).toBeGreaterThan(2);
    expect(await findAccessibilityFaults(page)).toEqual([]);

    await view.ticket.getByRole('button', { name: 'Clear the preset' }).click();
    await expect.poll(() => view.amount.inputValue()).toBe('');
    await expect.poll(() => view.ticket.getByRole('radio', { name: 'GTC' }).isChecked()).toBe(true);
    expect(await marks.count()).toBe(0);
    expect(backEnd.state.sold).toEqual([]);
  });

  it('give way to a more specific one, whose rule alone fills a price', DEEP, async () => {
    const { view, page, dialog, inForce, open, enter } = await openWith([FUTURES]);
    await open();
    await dialog.getByRole('checkbox', { name: 'Price' }).check();
    await dialog.getByLabel('Price goes by').selectOption('bid');
    await dialog.getByLabel('Ticks from it').fill('1.5');
    await dialog.getByRole('button', { name: 'Save preset' }).click();
    await dialog.getByText('Ticks: enter a whole number between −1000 and 1000.').waitFor();
    await dialog.getByLabel('Ticks from it').fill('200');
    await dialog.getByRole('button', { name: 'Save preset' }).click();
    await dialog.getByText(/· in force/).waitFor();
    await page.keyboard.press('Escape');
    await inForce.getByText(PERPETUAL).waitFor();
    await expect.poll(() => inForce.innerText()).toContain('price bid + 200 ticks');
    await expect.poll(() => view.price.inputValue()).toBe('97510');
    // What the trader types is the trader's: the mark goes, and the preset no longer speaks of it.
    await view.price.fill('98310');
    await expect.poll(() => inForce.innerText()).not.toContain('price');
    // Another instrument of the currency has the broader one; of another currency none.
    await enter('BTC_USDC-PERPETUAL');
    await inForce.getByText('BTC futures').waitFor();
    await enter('ETH-PERPETUAL');
    await inForce.waitFor({ state: 'detached' });
  });

  it('lie over an instrument again that was left for one not known yet', DEEP, async () => {
    const { view, backEnd } = await mount({
      panels: ['watchlist', 'order-ticket'],
      prepare: (prepared) => {
        prepared.setPresets([AT_BID]);
        const { instruments } = prepared.state;
        const eth = instruments.get('ETH-PERPETUAL');
        instruments.delete('ETH-PERPETUAL');
        if (eth !== undefined)
          prepared.hold('market.instrument', ({ instrument_name: name }) => name === eth.instrument_name);
      },
    });
    const inForce = inForceIn(view);
    await view.select(PERPETUAL);
    await inForce.getByText(PERPETUAL).waitFor();
    await view.select('ETH-PERPETUAL');
    await inForce.waitFor({ state: 'detached' });
    await view.select(PERPETUAL);
    await expect.poll(() => inForce.innerText()).toContain(PERPETUAL);
    expect(backEnd.state.sold).toEqual([]);
  });

  it('never price an order by their rule from what is left of a market', async () => {
    const { view, backEnd, inForce } = await openWith([AT_BID]);
    await expect.poll(() => view.price.inputValue()).toBe('97510');
    // Once the ticket knows, it has its price checked anew. Cleared before, it would go by the rule once more.
    const isChecked = () => backEnd.asked('orders.check').some(({ draft }) => draft.price === '97510');
    await expect.poll(isChecked).toBe(true);
    const known = backEnd.nextAsked('orders.check');
    backEnd.makeStale(PERPETUAL, 60_000);
    await known;
    await view.clear();
    await inForce.waitFor();
    await expect.poll(() => view.price.inputValue()).toBe('');
    backEnd.makeStale(PERPETUAL, null);
    await expect.poll(() => view.price.inputValue()).toBe('97510');
  });

  it('are not told as none, and not replaced, before they are read', async () => {
    const ticket = await openTicket(mount, {
      prepare: (prepared) => {
        prepared.setPresets([FUTURES]);
        prepared.hold('presets.read');
      },
    });
    const { view, page } = ticket;
    const dialog = dialogFor(view);
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    await dialog.getByText('The presets are being read…').waitFor();
    expect(await dialog.getByText(/None yet/).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Save preset' }).isDisabled()).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  it(
    'lie over nothing that a line has filled in, also where the ticket was closed and showed another',
    DEEP,
    async () => {
      const { view, page } = await mount({ prepare: ({ setPresets }) => setPresets([FUTURES]) });
      const inForce = inForceIn(view);
      await view.select('ETH-PERPETUAL');
      await inForce.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /^Panels/ }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Order ticket' }).click();
      await view.ticket.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.keyboard.type('s 700 btc-perp 150000');
      await dialogOf(page, 'Commands')
        .getByRole('option', { selected: true })
        .filter({ hasText: 'Fill the ticket: sell 700' })
        .waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => view.field('Instrument').inputValue()).toBe(PERPETUAL);
      await expect.poll(() => view.price.inputValue()).toBe('150000');
      expect(await view.amount.inputValue()).toBe('700');
      expect(await view.ticket.getByRole('radio', { name: 'GTC' }).isChecked()).toBe(true);
      expect(await inForce.count()).toBe(0);
    },
  );

  it('are edited and deleted', DEEP, async () => {
    const { view, page, dialog, inForce, open } = await openWith([FUTURES, AT_BID]);
    await open();
    const amount = dialog.getByLabel('Amount of the preset');
    const edit = dialog.getByRole('button', { name: 'Edit the preset of BTC futures' });
    const replace = dialog.getByRole('button', { name: 'Replace preset' });
    await edit.click();
    await amount.fill('0');
    await replace.click();
    await dialog.getByText(/The amount must be a plain number above zero/).waitFor();
    await amount.fill('25005');
    const offStep = 'Not of BTC-PERPETUAL: The amount must be a multiple of 10 USD.';
    await dialog.locator('.preset-fields').getByText(offStep, { exact: true }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    // It is told, and kept all the same: other instruments may have another step.
    await replace.click();
    await dialog.getByRole('listitem').filter({ hasText: '25,005 USD' }).getByText(offStep, { exact: true }).waitFor();
    // What is offered to be saved next is the ticket, not what was edited.
    await dialog.getByLabel('Save the ticket as a preset for').waitFor();
    expect(await amount.inputValue()).not.toBe('25005');
    await edit.click();
    await amount.fill('20k');
    await dialog.getByText(offStep).first().waitFor();
    expect(await dialog.getByText(offStep).count()).toBe(1);
    await replace.click();
    await dialog.getByText(/20,000 USD/).waitFor();
    expect(await dialog.getByText(offStep).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Delete the preset of BTC-PERPETUAL' }).click();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
    await page.keyboard.press('Escape');
    await inForce.getByText('BTC futures').waitFor();
    await expect.poll(() => view.amount.inputValue()).toBe('20000');
  });

  it('go to a file and come from one, whose every change is shown before it is made', DEEP, async () => {
    const { view, page, backEnd, dialog, open } = await openWith([FUTURES]);
    await open();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(download.suggestedFilename()).toBe('strikedesk.presets.json');
    const own = JSON.parse(text) as { presets: { scope: object; values: object }[] };
    expect(own.presets).toHaveLength(1);
    const choose = (name: string, content: string) =>
      dialog
        .getByLabel('Presets to import')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });

    await choose('same.json', text);
    await dialog.getByText('same.json has nothing new.').waitFor();
    await choose('<b>broken.json', text.slice(0, -9));
    await dialog
      .getByRole('alert')
      .getByText(/<b>broken.json was not imported\. This is no list of presets/)
      .waitFor();
    const options = { scope: { instrument_name: null, currency: null, kind: 'option' }, values: { reduce_only: true } };
    const changed = { ...own.presets[0], values: { time_in_force: 'fill_or_kill' } };
    await choose('desk.json', JSON.stringify({ ...own, presets: [changed, options] }));
    const offer = dialog.getByRole('region', { name: 'Presets of desk.json' });
    await offer.getByText('desk.json adds 1 and replaces 1:').waitFor();
    await offer.getByText(/replaced: FOK.* · now .*70,000 USD/).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await offer.getByRole('button', { name: 'Leave as it is' }).click();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
    await choose('desk.json', JSON.stringify({ ...own, presets: [changed, options] }));
    await offer.getByRole('button', { name: 'Import and replace' }).click();
    const saved = dialog.getByRole('list', { name: 'Saved presets' });
    await saved.getByText('options').waitFor();
    expect(await saved.innerText()).not.toContain('70,000 USD');
    await page.keyboard.press('Escape');
    await expect.poll(() => view.ticket.getByRole('radio', { name: 'FOK' }).isChecked()).toBe(true);
    expect(backEnd.state.sold).toEqual([]);
  });
});
