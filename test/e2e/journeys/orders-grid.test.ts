import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import type { Browser, Locator } from 'playwright-core';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import { shareChromium } from '../../support/window/browser.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';
import { openTerminalWindow, type TerminalWindow } from '../../support/window/terminal-window.ts';

/** Markup, an invisible character that reorders, and what a spreadsheet would run. */
const STRANGE = '=1+1 <b>\u202Ex';

const LOOK_UP = 'private/get_order_state_by_label';

let browser: Browser;
let simulator: Simulator;
let other: Terminal;
let terminal: Terminal;
let view: TerminalWindow;

async function rest(on: TerminalWindow, label: string, amount: string, above: number): Promise<void> {
  const ask = await on.readPrice('BTC-PERPETUAL', 'ask');
  await on.amount.fill(amount);
  await on.price.fill(String(Math.round(ask) + above));
  await on.label.fill(label);
  await on.waitUntilPressable();
  await on.press.click();
  await on.orderRow(label).getByText('open', { exact: true }).waitFor();
}

/** Prices of orders with two digits more, amounts with eight. */
function lengthen(message: string): string {
  return message
    .replaceAll(/"(price|average_price)":"(\d{5})/g, '"$1":"11$2')
    .replaceAll(/"trigger_price":"(\d{5})"/g, '"trigger_price":"11$1.5"')
    .replaceAll(/"(amount|filled_amount)":"([1-9]\d{3,7})"/g, (_, name: string, digits: string) => {
      return `"${name}":"${digits.padEnd(8, '0')}"`;
    });
}

const menu = (name: string | RegExp) => view.page.getByRole('menuitem', { name });

async function exportAs(kind: RegExp): Promise<string> {
  await view.orders.getByRole('button', { name: 'Export' }).click();
  await menu(kind).click();
  const ending = kind.source.toLowerCase();
  const toast = view.page.getByText(new RegExp(`exports.*\\.${ending}$`));
  await toast.waitFor();
  return toast.innerText();
}

beforeAll(async () => {
  browser = await shareChromium();
  simulator = await createSimulator({ seed: 21 });
  // The service lists no open orders: what others placed is known by its label alone.
  simulator.control.setDoor({
    extensions: new Set(EXTENSION_NAMES.filter((name) => name !== 'private/get_open_orders')),
  });
  other = await startTerminal({ simulator });
  const elsewhere = await openTerminalWindow(browser, other.url);
  await elsewhere.select('BTC-PERPETUAL');
  await rest(elsewhere, 'elsewhere-1', '4000', 400);
  await elsewhere.close();
  terminal = await startTerminal({ simulator });
  view = await openTerminalWindow(browser, terminal.url);
  await view.select('BTC-PERPETUAL');
  await rest(view, 'hedge-1', '1000', 200);
  await rest(view, 'hedge-2', '2000', 250);
  await rest(view, 'roll-1', '3000', 300);
});
afterAll(async () => {
  await view.close();
  for (const running of [terminal, other]) {
    await running.stop();
    running.removeData();
  }
  await simulator.close();
  await browser.close();
});

describe('the orders grid', () => {
  it('shows orders that were placed elsewhere once their label is adopted, marked so', async () => {
    await view.orders.getByText(/the service lists no open orders/).waitFor();
    expect(await view.orderRow('elsewhere-1').count()).toBe(0);
    await view.orders.getByRole('button', { name: 'Labels…' }).click();
    const dialog = view.page.getByRole('dialog', { name: 'Labels that are followed' });
    await dialog.getByLabel('Adopt a label').fill('elsewhere-1');
    await dialog.getByRole('button', { name: 'Adopt', exact: true }).click();
    await dialog.getByText(/^looked up .* ago$/).waitFor();
    await expect.poll(() => dialog.getByLabel('Adopt a label').inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Adopt', exact: true }).click();
    await dialog.getByText('Label: type the label of an order.').waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.page.keyboard.press('Escape');
    await view.orderRow('elsewhere-1').getByText('not placed here').waitFor();
    await view.orders.getByText(/1 under 1 followed label/).waitFor();
    expect(await view.orders.getByRole('button', { name: 'Cancel elsewhere-1' }).count()).toBe(0);
  });

  it('exports exactly what is shown, in both forms', async () => {
    await view.orders.getByRole('searchbox').fill('hedge');
    await view.orderRow('roll-1').waitFor({ state: 'detached' });
    await view.orders.locator('.ag-header-cell[col-id="amount"] .ag-header-cell-text').click();
    const order = ['1000', '2000'];
    const csv = Papa.parse<string[]>(readFileSync(await exportAs(/CSV/), 'utf8'), { skipEmptyLines: true }).data;
    const [header = [], ...rows] = csv;
    expect(header.slice(0, 5)).toEqual(['Time (UTC)', 'Time (local)', 'Instrument', 'Side', 'Amount']);
    expect(rows.map((row) => row[header.indexOf('Amount')])).toEqual(order);
    expect(rows.map((row) => row[header.indexOf('Label')])).toEqual(['hedge-1', 'hedge-2']);
    const [sheet, about] = await readXlsx(readFileSync(await exportAs(/XLSX/)));
    expect(sheet?.data[0]).toEqual(header);
    expect(sheet?.data.slice(1).map((row) => row[header.indexOf('Amount')])).toEqual(order.map(Number));
    const facts = new Map(about?.data.map((row) => [row[0], row[1]]));
    expect(facts.get('Rows')).toBe('2 of 4: the others are filtered out');
    expect(facts.get('Search')).toBe('hedge');
    expect(facts.get('Profile')).toMatch(/^.+ \(test\), http:\/\/127\.0\.0\.1:/);
    expect(facts.get('Scope')).toMatch(/3 placed here/);
    await view.orders.getByRole('searchbox').fill('');
  });

  it('copies the cell with the focus, and tells the way of an order, by keyboard alone', async () => {
    const row = view.orderRow('hedge-2');
    await row.locator('[col-id="label"]').click();
    await view.page.evaluate(() =>
      document.addEventListener('copy', (event) =>
        Reflect.set(window, 'copied', event.clipboardData?.getData('text/plain')),
      ),
    );
    await view.page.keyboard.press('Control+c');
    await view.page.waitForFunction(() => Reflect.get(window, 'copied') === 'hedge-2');
    await view.page.keyboard.press('Shift+F10');
    await menu('Details…').waitFor();
    // Left without a choice, the menu gives the keys back to the row.
    await view.page.keyboard.press('Escape');
    await menu('Details…').waitFor({ state: 'detached' });
    await view.page.waitForFunction(() => document.activeElement?.getAttribute('col-id') === 'label');
    await view.page.keyboard.press('Shift+F10');
    await menu('Details…').waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('Enter');
    const dialog = view.page.getByRole('dialog', { name: 'Order hedge-2' });
    await dialog.getByText('Answer to the sell').waitFor();
    await dialog.getByText('Forecast and fact').waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('fills the ticket with what is proven absent, and sends nothing', async () => {
    simulator.control.failNext('private/sell', 'drop_before_executing');
    const sells = () => simulator.control.calls('private/sell').count;
    const ask = await view.readPrice('BTC-PERPETUAL', 'ask');
    await view.amount.fill('7000');
    await view.price.fill(String(Math.round(ask) + 500));
    await view.label.fill('lost-1');
    await view.waitUntilPressable();
    await view.press.click();
    await view.orderRow('lost-1').getByText('proven absent').waitFor();
    await view.select('ETH-PERPETUAL');
    // What is typed before is typed for the instrument before.
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('ETH-PERPETUAL');
    await view.amount.fill('1');
    const before = sells();
    // A ticket that is not there is opened, and what it was left with lies over nothing.
    await view.page.getByRole('button', { name: /^Panels/ }).click();
    await view.page.getByRole('menuitemcheckbox', { name: 'Sell ticket' }).click();
    await view.ticket.waitFor({ state: 'detached' });
    await view.orderRow('lost-1').locator('[col-id="instrument"]').click({ button: 'right' });
    await menu('Into the ticket as a new order').click();
    await view.page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[value="lost-2"]') !== null);
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('BTC-PERPETUAL');
    await expect.poll(() => view.amount.inputValue()).toBe('7000');
    await expect.poll(() => view.price.inputValue()).toBe(String(Math.round(ask) + 500));
    expect(sells()).toBe(before);
    await view.select('ETH-PERPETUAL');
    await expect.poll(() => view.amount.inputValue()).toBe('1');
    await view.select('BTC-PERPETUAL');
    await expect.poll(() => view.amount.inputValue()).toBe('7000');
  });

  it('shows the undecided ones where the header counts them, whatever is searched for', async () => {
    await view.orders.getByRole('searchbox').fill('hedge-1');
    await view.orderRow('hedge-2').waitFor({ state: 'detached' });
    await view.orders.getByText(/^1 of \d orders$/).waitFor();
    simulator.control.failNext('private/sell', 'drop_after_executing');
    simulator.control.failAll(LOOK_UP, { httpStatus: 503, html: '<h1>away</h1>' });
    await view.amount.fill('6000');
    await view.label.fill('dark-1');
    await view.waitUntilPressable();
    await view.press.click();
    await view.page.getByRole('button', { name: '1 outcome unknown' }).click();
    const state = view.orderRow('dark-1').locator('[col-id="state"]');
    await expect.poll(() => state.evaluate((cell) => cell === document.activeElement)).toBe(true);
    expect(await view.orders.getByRole('searchbox').inputValue()).toBe('');
    // Read as a whole in a window of 1280 pixels.
    await expect.poll(() => listCut(state.locator('.pill'))).toEqual([]);
    simulator.control.failAll(LOOK_UP, null);
    await view.orderRow('dark-1').getByText('open', { exact: true }).waitFor();
  });

  it('says in the type that an order is an iceberg, whole where there is room', async () => {
    await view.clear();
    await view.field('Iceberg').fill('1000');
    await rest(view, 'berg-1', '5000', 450);
    await view.page.setViewportSize({ width: 1600, height: 960 });
    const type = view.orderRow('berg-1').locator('[col-id="type"]');
    await type.getByText('limit · iceberg', { exact: true }).waitFor();
    await expect.poll(() => listCut(type)).toEqual([]);
    await view.page.setViewportSize({ width: 1280, height: 720 });
  });

  it('puts orders together by structure and by expiry', async () => {
    const groups = () => view.orders.locator('[role="row"][row-id] [col-id="group"]').allInnerTexts();
    for (const [name, key] of [
      ['Structure', 'single orders'],
      ['Expiry', 'perpetual'],
    ] as const) {
      await view.orders.getByRole('button', { name: /^(View|By)/ }).click();
      await view.page.getByRole('menuitemradio', { name, exact: true }).click();
      await expect.poll(async () => new Set((await groups()).filter((text) => text !== ''))).toEqual(new Set([key]));
    }
  });

  it('is found after a restart as it was left: filters, groups, columns, views and labels', DEEP, async () => {
    await view.orders.getByRole('button', { name: /^By expiry/ }).click();
    await view.page.getByRole('menuitemradio', { name: 'Label prefix' }).click();
    // In a window of 1280 pixels the label is in sight beside its group.
    const rightOf = async (part: Locator): Promise<number> => {
      const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
      return x + width;
    };
    const label = view.orders.locator('.ag-header-cell[col-id="label"]');
    await label.waitFor();
    expect(await rightOf(label)).toBeLessThanOrEqual(await rightOf(view.orders));
    await view.orders.getByRole('button', { name: /^By label prefix/ }).click();
    await menu(/^Columns/).click();
    await view.page.getByRole('menuitemcheckbox', { name: 'Order id', exact: true }).click();
    await view.page.keyboard.press('Escape');
    await view.page.keyboard.press('Escape');
    await view.orders.getByRole('button', { name: /^By label prefix/ }).click();
    await menu('Save this view…').click();
    const naming = view.page.getByRole('dialog', { name: 'Save this view' });
    await naming.getByLabel('Name').fill('By prefix');
    await naming.getByRole('button', { name: 'Save', exact: true }).click();
    await view.orders.getByRole('searchbox').fill('e-1');
    await view.orderRow('hedge-2').waitFor({ state: 'detached' });
    const headers = () =>
      view.orders
        .locator('.ag-header-cell[col-id]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('col-id') ?? ''));
    const left = await headers();
    await view.close();
    await terminal.stop();
    terminal = await startTerminal({ simulator, dataDir: terminal.dataDir });
    view = await openTerminalWindow(browser, terminal.url);
    await view.orderRow('elsewhere-1').getByText('not placed here').waitFor();
    await expect.poll(() => view.orders.getByRole('searchbox').inputValue()).toBe('e-1');
    expect(await view.orderRow('hedge-2').count()).toBe(0);
    expect((await headers()).toSorted()).toEqual(left.toSorted());
    expect(left).toContain('order_id');
    const views = view.orders.getByRole('button', { name: /^By label prefix/ });
    await views.click();
    await menu('By prefix').waitFor();
    await view.page.keyboard.press('Escape');
    // A menu that closes gives the focus back a moment later: what is typed before goes to its button.
    await menu('By prefix').waitFor({ state: 'detached' });
    await expect.poll(() => views.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it('shows strange labels literally', async () => {
    await view.orders.getByRole('searchbox').fill('');
    await view.orderRow('hedge-2').waitFor();
    await view.orders.getByRole('button', { name: 'Labels 1…' }).click();
    const dialog = view.page.getByRole('dialog', { name: 'Labels that are followed' });
    await dialog.getByLabel('Adopt a label').fill(STRANGE);
    await dialog.getByRole('button', { name: 'Adopt', exact: true }).click();
    await dialog.getByText('=1+1 <b>⟨U+202E⟩x', { exact: true }).waitFor();
    await view.page.keyboard.press('Escape');
    expect(view.complaints).toEqual([]);
  });

  it('has its details as it stands now, whatever becomes of it while they are open', async () => {
    await view.clear();
    await view.amount.fill('5000');
    await view.price.fill(String(Math.round(await view.readPrice('BTC-PERPETUAL', 'bid')) + 900));
    await view.label.fill('followed-1');
    await view.waitUntilPressable();
    await view.press.click();
    const row = view.orderRow('followed-1');
    await row.getByText('open', { exact: true }).waitFor();
    await row.locator('[col-id="instrument"]').click({ button: 'right' });
    await menu('Details…').click();
    const details = view.page.getByRole('dialog', { name: 'Order followed-1' });
    await details.getByText(/Open at/).waitFor();
    simulator.control.cancelByService('followed-1', 'autoliquidation');
    await expect.poll(() => details.innerText()).toContain('by a liquidation');
    expect(await details.innerText()).not.toContain('Open at');
    await view.page.keyboard.press('Escape');
  });

  it('shows every number whole, in a small window and in a large one', DEEP, async () => {
    await view.clear();
    await view.chooseType('Market');
    await view.amount.fill('250000');
    await view.label.fill('whole-1');
    await view.waitUntilPressable();
    await view.press.click();
    await view.orderRow('whole-1').getByText('filled', { exact: true }).waitFor();
    // Its fills come by themselves.
    await view.orderRow('whole-1').locator('[col-id="instrument"]').click({ button: 'right' });
    await menu('Details…').click();
    const details = view.page.getByRole('dialog', { name: 'Order whole-1' });
    await details.getByText(/all of the 250,000 that was filled/).waitFor();
    await view.page.keyboard.press('Escape');
    const bid = await view.readPrice('BTC-PERPETUAL', 'bid');
    await view.clear();
    await view.chooseType('Stop');
    await view.amount.fill('5000');
    await view.field('Fires at').fill(String(Math.round(bid) - 1000));
    await view.label.fill('whole-2');
    await view.waitUntilPressable();
    await view.press.click();
    await view
      .orderRow('whole-2')
      .getByText(/^trig \d\d,\d{3}/)
      .waitFor();
    expect(view.complaints).toEqual([]);
    // Prices of seven digits, amounts of eight, as the page hears them.
    await view.page.routeWebSocket(/.*/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => socket.send(lengthen(message.toString())));
    });
    await view.reload();
    for (const [width, height] of [
      [1600, 960],
      [1280, 720],
    ] as const) {
      await view.page.setViewportSize({ width, height });
      const cells = view.orders
        .locator('.ag-row')
        .locator(':is([col-id="amount"], [col-id="filled"], [col-id="price"], [col-id="average"])');
      for (const text of [/^25,000,000$/, /^1,1\d\d,\d{3}(\.\d+)?$/, /^trig 1,1\d\d,\d{3}\.5$/]) {
        await cells.filter({ hasText: text }).first().waitFor();
      }
      await expect.poll(() => listCut(cells)).toEqual([]);
      const type = view
        .orderRow('whole-2')
        .locator('[col-id="type"]')
        .filter({ hasText: /^stop mkt$/ });
      await type.waitFor();
      await expect.poll(() => listCut(type)).toEqual([]);
    }
  });
});
