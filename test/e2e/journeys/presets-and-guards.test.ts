import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { holdMessages } from '../../support/window/held-messages.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
beforeAll(() => bench.clear());

const dialog = () => view.page.getByRole('dialog', { name: 'Presets' });
const inForce = () => view.ticket.getByRole('group', { name: 'Preset in force' });
const marks = () => view.ticket.getByRole('img', { name: 'set by the preset' });

/** What a window asks about one instrument, or about several. */
interface Asked {
  readonly instrument_name: string;
  readonly instrument_names: readonly string[];
}

/** From the next load on, the window is not answered what it asks about the instrument, until it is loaded after the end. */
async function holdBack(instrumentName: string): Promise<() => void> {
  let isHeld = true;
  await view.page.routeWebSocket(/\/ipc$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as { channel: string; payload: Asked | null };
      const { channel, payload } = frame;
      if (!isHeld || payload === null) return server.send(text);
      if (channel === 'market.instrument' && payload.instrument_name === instrumentName) return;
      if (channel !== 'market.instruments') return server.send(text);
      const names = payload.instrument_names.filter((name) => name !== instrumentName);
      return server.send(JSON.stringify({ ...frame, payload: { instrument_names: names } }));
    });
  });
  return () => {
    isHeld = false;
  };
}

describe('presets', () => {
  it('are saved from the ticket by keyboard, mark what they set, and are cleared by one click', async () => {
    await view.amount.fill('70k');
    await view.choose('Time in force', 'Day');
    await view.ticket.getByRole('button', { name: 'Presets' }).focus();
    await view.page.keyboard.press('Enter');
    await dialog().getByLabel('Save the ticket as a preset for').focus();
    // From the instrument to the futures of its currency.
    await view.page.keyboard.press('ArrowDown');
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save preset' }).focus();
    await view.page.keyboard.press('Enter');
    await dialog().getByRole('list', { name: 'Saved presets' }).getByText('BTC futures').waitFor();
    await view.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });

    await bench.clear();
    await inForce().getByText('BTC futures').waitFor();
    await expect.poll(() => inForce().innerText()).toContain('70,000 USD');
    await expect.poll(() => view.amount.inputValue()).toBe('70000');
    await expect.poll(() => view.price.inputValue()).toBe('');
    await expect.poll(() => view.ticket.getByRole('radio', { name: 'Day' }).isChecked()).toBe(true);
    await expect.poll(() => marks().count()).toBeGreaterThan(2);
    expect(await findAccessibilityFaults(view.page)).toEqual([]);

    await view.ticket.getByRole('button', { name: 'Clear the preset' }).click();
    await expect.poll(() => view.amount.inputValue()).toBe('');
    await expect.poll(() => view.ticket.getByRole('radio', { name: 'GTC' }).isChecked()).toBe(true);
    expect(await marks().count()).toBe(0);
    expect(bench.countSells()).toBe(0);
  });

  it('give way to a more specific one, whose rule alone fills a price', async () => {
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    await dialog().getByRole('checkbox', { name: 'Price' }).check();
    await dialog().getByLabel('Price goes by').selectOption('bid');
    await dialog().getByLabel('Ticks from it').fill('1.5');
    await dialog().getByRole('button', { name: 'Save preset' }).click();
    await dialog().getByText('Ticks: enter a whole number between −1000 and 1000.').waitFor();
    await dialog().getByLabel('Ticks from it').fill('200');
    await dialog().getByRole('button', { name: 'Save preset' }).click();
    await dialog()
      .getByText(/· in force/)
      .waitFor();
    await view.page.keyboard.press('Escape');
    await inForce().getByText('BTC-PERPETUAL').waitFor();
    await expect.poll(() => inForce().innerText()).toContain('price bid + 200 ticks');
    const price = Number(await view.price.inputValue());
    expect(Math.abs(price - 100 - bench.bid())).toBeLessThan(200);
    // What the trader types is the trader's: the mark goes, and the preset no longer speaks of it.
    await view.price.fill(String(bench.bidPlus(900)));
    await expect.poll(() => inForce().innerText()).not.toContain('price');
    // Another instrument of the currency has the broader one; of another currency none.
    const dated = view.watchlist.locator('[row-id^="BTC-"]:not([row-id="BTC-PERPETUAL"]):not([row-id$="-C"])');
    await dated.first().locator('[col-id="instrument"]').click();
    await inForce().getByText('BTC futures').waitFor();
    await view.select('ETH-PERPETUAL');
    await inForce().waitFor({ state: 'detached' });
  });

  it('lie over an instrument again that was left for one not known yet', async () => {
    const letThrough = await holdBack('ETH-PERPETUAL');
    await view.reload();
    await view.select('BTC-PERPETUAL');
    await inForce().getByText('BTC-PERPETUAL').waitFor();
    await view.select('ETH-PERPETUAL');
    await inForce().waitFor({ state: 'detached' });
    await view.select('BTC-PERPETUAL');
    await expect.poll(() => inForce().innerText()).toContain('BTC-PERPETUAL');
    letThrough();
    await view.reload();
  });

  it('are not told as none, and not replaced, before they are read', async () => {
    const asked = await holdMessages(view.page, { asked: 'presets.read' });
    asked.hold();
    await bench.startAnew();
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    await dialog().getByText('The presets are being read…').waitFor();
    expect(
      await dialog()
        .getByText(/None yet/)
        .count(),
    ).toBe(0);
    expect(await dialog().getByRole('button', { name: 'Save preset' }).isDisabled()).toBe(true);
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    asked.letGo();
    await dialog().getByRole('list', { name: 'Saved presets' }).getByText('BTC futures').waitFor();
    await view.page.keyboard.press('Escape');
  });

  it('lie over nothing that a line has filled in, also where the ticket was closed and showed another', async () => {
    await view.select('BTC-PERPETUAL');
    await inForce().getByText('BTC-PERPETUAL').waitFor();
    await view.select('ETH-PERPETUAL');
    await inForce().waitFor({ state: 'detached' });
    await view.page.getByRole('button', { name: /^Panels/ }).click();
    await view.page.getByRole('menuitemcheckbox', { name: 'Sell ticket' }).click();
    await view.ticket.waitFor({ state: 'detached' });
    await view.page.keyboard.press('Control+k');
    await view.page.keyboard.type('s 700 btc-perp 150000');
    await view.page
      .getByRole('dialog', { name: 'Commands' })
      .getByRole('option', { selected: true })
      .filter({ hasText: 'Fill the ticket: sell 700' })
      .waitFor();
    await view.page.keyboard.press('Enter');
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('BTC-PERPETUAL');
    await expect.poll(() => view.price.inputValue()).toBe('150000');
    expect(await view.amount.inputValue()).toBe('700');
    expect(await view.ticket.getByRole('radio', { name: 'GTC' }).isChecked()).toBe(true);
    expect(await inForce().count()).toBe(0);
    await view.clear();
  });

  it('are edited and deleted', async () => {
    await view.select('BTC-PERPETUAL');
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    await dialog().getByRole('button', { name: 'Edit the preset of BTC futures' }).click();
    await dialog().getByLabel('Amount of the preset').fill('0');
    await dialog().getByRole('button', { name: 'Replace preset' }).click();
    await dialog()
      .getByText(/The amount must be a plain number above zero/)
      .waitFor();
    await dialog().getByLabel('Amount of the preset').fill('25005');
    const offStep = 'Not of BTC-PERPETUAL: The amount must be a multiple of 10 USD.';
    await dialog().locator('.preset-fields').getByText(offStep, { exact: true }).waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    // Reported but kept: it may fit other instruments.
    await dialog().getByRole('button', { name: 'Replace preset' }).click();
    await dialog()
      .getByRole('listitem')
      .filter({ hasText: '25,005 USD' })
      .getByText(offStep, { exact: true })
      .waitFor();
    // What is offered to be saved next is the ticket, not what was edited.
    await dialog().getByLabel('Save the ticket as a preset for').waitFor();
    expect(await dialog().getByLabel('Amount of the preset').inputValue()).not.toBe('25005');
    await dialog().getByRole('button', { name: 'Edit the preset of BTC futures' }).click();
    await dialog().getByLabel('Amount of the preset').fill('20k');
    await dialog().getByText(offStep).first().waitFor();
    expect(await dialog().getByText(offStep).count()).toBe(1);
    await dialog().getByRole('button', { name: 'Replace preset' }).click();
    await dialog()
      .getByText(/20,000 USD/)
      .waitFor();
    expect(await dialog().getByText(offStep).count()).toBe(0);
    await dialog().getByRole('button', { name: 'Delete the preset of BTC-PERPETUAL' }).click();
    await expect.poll(() => dialog().getByRole('listitem').count()).toBe(1);
    await view.page.keyboard.press('Escape');
    await inForce().getByText('BTC futures').waitFor();
    await expect.poll(() => view.amount.inputValue()).toBe('20000');
  });

  it('go to a file and come from one, whose every change is shown before it is made', async () => {
    await view.ticket.getByRole('button', { name: 'Presets' }).click();
    const [download] = await Promise.all([
      view.page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Export' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(download.suggestedFilename()).toBe('strikedesk.presets.json');
    const own = JSON.parse(text) as { presets: { scope: object; values: object }[] };
    expect(own.presets).toHaveLength(1);
    const choose = (name: string, content: string) =>
      dialog()
        .getByLabel('Presets to import')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });

    await choose('same.json', text);
    await dialog().getByText('same.json has nothing new.').waitFor();
    await choose('<b>broken.json', text.slice(0, -9));
    await dialog()
      .getByRole('alert')
      .getByText(/<b>broken.json was not imported\. This is no list of presets/)
      .waitFor();
    const options = { scope: { instrument_name: null, currency: null, kind: 'option' }, values: { reduce_only: true } };
    const changed = { ...own.presets[0], values: { time_in_force: 'fill_or_kill' } };
    await choose('desk.json', JSON.stringify({ ...own, presets: [changed, options] }));
    const offer = dialog().getByRole('region', { name: 'Presets of desk.json' });
    await offer.getByText('desk.json adds 1 and replaces 1:').waitFor();
    await offer.getByText(/replaced: FOK.* · now .*20,000 USD/).waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await offer.getByRole('button', { name: 'Leave as it is' }).click();
    await expect.poll(() => dialog().getByRole('listitem').count()).toBe(1);
    await choose('desk.json', JSON.stringify({ ...own, presets: [changed, options] }));
    await offer.getByRole('button', { name: 'Import and replace' }).click();
    const saved = dialog().getByRole('list', { name: 'Saved presets' });
    await saved.getByText('options').waitFor();
    expect(await saved.innerText()).not.toContain('20,000 USD');
    await view.page.keyboard.press('Escape');
    await expect.poll(() => view.ticket.getByRole('radio', { name: 'FOK' }).isChecked()).toBe(true);
    expect(bench.countSells()).toBe(0);
  });
});

async function openGuards(): Promise<Locator> {
  await view.ticket.getByRole('button', { name: 'Guards', exact: true }).click();
  return view.page.getByRole('dialog', { name: 'Guards of this profile' });
}

describe('the guards', () => {
  it('limit amounts in the unit that they are counted in, and in no other', async () => {
    await view.setRung('One click');
    const guards = await openGuards();
    const unit = guards.getByLabel('Limit the amount in');
    await unit.fill('b/c');
    await unit.press('Enter');
    await guards.getByText(/^A unit must be the name of a currency, such as BTC/).waitFor();
    await unit.fill('eth');
    await unit.press('Enter');
    const stops = guards.getByLabel('Amount of one order: stops above, ETH');
    await stops.fill('2');
    await guards.getByLabel('Amount of one order: stops above, any other unit').waitFor();
    // What is named and not added yet would be lost.
    await unit.fill('sol');
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.getByText(/^sol has no limits yet/).waitFor();
    await unit.fill('');
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.waitFor({ state: 'detached' });
    await view.amount.fill('5000');
    await view.price.fill(String(bench.bidPlus(400)));
    await view.waitUntilPressable();
    await view.select(bench.option);
    await view.amount.fill('3');
    await view.price.fill('0.02');
    await view.fieldRow('Amount').getByText('Over this profile’s limit of 2 ETH.').waitFor();
    expect(await view.press.getAttribute('aria-disabled')).toBe('true');

    await openGuards();
    expect(await stops.inputValue()).toBe('2');
    await guards.getByRole('button', { name: 'No own limit for ETH' }).click();
    expect(await unit.evaluate((element) => element === document.activeElement)).toBe(true);
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await view.fieldRow('Amount').getByText('Over this profile’s limit').waitFor({ state: 'detached' });
    await view.select('BTC-PERPETUAL');
  });

  it('are edited on screen, say what is wrong with them, and hold in the back end', async () => {
    const guards = await openGuards();
    const stops = guards.getByLabel('Worth of one order: stops above, USD');
    await stops.fill('500');
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.getByText(/Worth of one order, stops above: must not be below the limit that asks/).waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await guards.getByLabel('Worth of one order: asks above, USD').fill('');
    await stops.fill('9k');
    await guards.getByText('= 9,000', { exact: true }).waitFor();
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.waitFor({ state: 'detached' });
    await view.amount.fill('9010');
    await view.price.fill(String(bench.bidPlus(400)));
    await view.ticket
      .getByText(/over this profile’s limit of 9,000 USD/)
      .first()
      .waitFor();
    await expect.poll(() => view.press.getAttribute('aria-disabled')).toBe('true');
    await view.amount.fill('9000');
    await view.waitUntilPressable();
  });
});
