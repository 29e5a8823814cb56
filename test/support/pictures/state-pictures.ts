import type { Browser } from 'playwright-core';
import { createSimulator } from '../../../simulator/simulator.ts';
import { startTerminal } from '../window/terminal.ts';
import { openTerminalWindow, type TerminalWindow } from '../window/terminal-window.ts';

/** The same at both sizes: the name, and what the smaller one has after it. */
const SIZES = [
  { width: 1600, height: 960, ending: '' },
  { width: 1280, height: 720, ending: '-1280x720' },
] as const;

async function shootSizes({ page }: TerminalWindow, path: string): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
  while ((await dismiss.count()) > 0) await dismiss.last().click();
  // Where the mouse was left, it would show what it is over.
  await page.mouse.move(0, 0);
  await page.locator('.ag-tooltip').waitFor({ state: 'detached' });
  for (const { ending, ...size } of SIZES) {
    await page.setViewportSize(size);
    await page.screenshot({ path: `${path}${ending}.png` });
  }
}

/** A sell at market with what its fill places: one order below it, one that fires above it. */
async function sellLinked(view: TerminalWindow): Promise<void> {
  await view.select('BTC-PERPETUAL');
  const bid = Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid'));
  await view.chooseType('Market');
  await view.amount.fill('10000');
  await view.openMore();
  await view.choose('Linked orders', 'OTOCO');
  await view.field('Linked order 1: amount').fill('10000');
  await view.field('Linked order 1: price').fill(String(bid - 400));
  await view.field('Linked order 2: amount').fill('10000');
  await view.field('Linked order 2: fires at').fill(String(bid + 900));
  await view.label.fill('hedge');
  await view.waitUntilPressable();
  await view.press.click();
  const confirming = view.page.getByRole('dialog', { name: 'Confirm the sell' });
  await confirming.getByRole('button', { name: /^Sell/ }).click();
  await view.orderRow('hedge/1').getByText('open', { exact: true }).waitFor();
  await view
    .orderRow('hedge/2')
    .getByText(/^wait(?:ing|s for its trigger)$/)
    .filter({ visible: true })
    .waitFor();
}

/** Takes pictures, at both sizes, of a sell with linked orders and of a key that the service refuses. */
export async function shootCircumstances(browser: Browser, folder: string): Promise<void> {
  const simulator = await createSimulator({ seed: 5 });
  const terminal = await startTerminal({ simulator });
  const view = await openTerminalWindow(browser, terminal.url, { width: 1600, height: 960 });
  await sellLinked(view);
  await shootSizes(view, `${folder}sell-linked`);
  await view.clear();
  simulator.control.revokeKey(simulator.clientId);
  await view.page.getByRole('button', { name: 'Try the key again' }).waitFor();
  await view.amount.fill('10000');
  await view.ticket.getByText('The service rejects this profile’s key').first().waitFor();
  await shootSizes(view, `${folder}key-refused`);
  await view.close();
  await terminal.stop();
  terminal.removeData();
  await simulator.close();
}
