import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { decimal } from '../../../shared/decimal.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { shareChromium } from '../../support/window/browser.ts';
import { readSetting } from '../../support/kept-settings/kept.ts';
import { createTestClient } from '../../support/wire/service-double.ts';
import { openTerminalWindow, type TerminalWindow } from '../../support/window/terminal-window.ts';
import { startTerminal, type Terminal } from '../../support/window/terminal.ts';
import { STATE } from '../../support/wire/look-up-methods.ts';

let browser: Browser;
let simulator: Simulator;
let terminal: Terminal;
let view: TerminalWindow;

beforeAll(async () => {
  browser = await shareChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  simulator = await createSimulator({ seed: 11 });
  terminal = await startTerminal({ simulator });
});
afterEach(async () => {
  await view.close();
  await terminal.kill();
  terminal.removeData();
  await simulator.close();
});

const SELL = 'private/sell';
const AWAY = { httpStatus: 503, html: '<h1>away</h1>' } as const;

/** What the terminal has on disk of what is typed and not sent. */
const keptDrafts = () => JSON.stringify(readSetting(terminal.dataDir, 'drafts').value ?? null).replaceAll('\\', '');

async function openWindow(): Promise<void> {
  view = await openTerminalWindow(browser, terminal.url);
  await view.select('BTC-PERPETUAL');
}

async function startAgain(meanwhile: () => void = () => undefined): Promise<void> {
  await terminal.kill();
  await view.close();
  meanwhile();
  terminal = await startTerminal({ simulator, dataDir: terminal.dataDir });
  await openWindow();
}

async function fillMarketSell(label: string, amount = '200'): Promise<void> {
  await view.chooseType('Market');
  await view.amount.fill(amount);
  await view.label.fill(label);
}

const waitUntilFilled = (label: string) => view.orderRow(label).getByText('filled', { exact: true }).waitFor();

/** A sell whose reply is lost; somebody between repeats it, and the service takes it twice. */
async function sellTwice(label: string): Promise<void> {
  simulator.control.failNext(SELL, 'drop_after_executing');
  simulator.control.failAll(STATE, AWAY);
  await fillMarketSell(label);
  await view.waitUntilPressable();
  const executed = simulator.control.waitForCall(SELL);
  await view.press.click();
  await executed;
  const { clientId, clientSecret, origin } = simulator;
  const repeater = createTestClient(origin, { credentials: { scheme: 'basic', clientId, clientSecret } });
  await repeater.call(SELL, { instrument_name: 'BTC-PERPETUAL', amount: decimal(200), type: 'market', label });
  await repeater.close();
  simulator.control.failAll(STATE, null);
}

describe('two orders under one label', () => {
  beforeEach(openWindow);

  it('are both shown and lock their instrument, until a person confirms', async () => {
    await sellTwice('twice');
    const bar = () => view.page.getByRole('alert').filter({ hasText: 'BTC-PERPETUAL is locked' });
    await bar()
      .getByText(/\d+ \(filled, 200 of 200\), \d+ \(filled, 200 of 200\)/)
      .waitFor();
    await view.orderRow('twice').filter({ hasText: 'Several orders have this label' }).first().waitFor();

    await fillMarketSell('third', '300');
    await view.ticket
      .getByText(/Locked: .* under the label twice/)
      .first()
      .waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.press.getByText(/Locked/).waitFor();
    // Pressed before its check is answered, it would count by the answer: that may come after the lock is taken off.
    await view.ticket.locator('button.press[aria-busy="false"]').waitFor();
    await view.press.click({ force: true });
    expect(simulator.control.calls(SELL).count).toBe(2);

    await bar()
      .getByRole('button', { name: /unlock BTC-PERPETUAL/ })
      .click();
    await bar().waitFor({ state: 'detached' });
    await view.waitUntilPressable();
    await view.press.click();
    await view.orderRow('third').getByText('filled', { exact: true }).waitFor();
    expect(simulator.control.calls(SELL).count).toBe(3);
    await view.orderRow('twice').filter({ hasText: 'as you confirmed' }).first().waitFor();
  });
});

describe('a sell that could not be resolved', () => {
  beforeEach(openWindow);

  it(
    'whose look-ups fail for 20 minutes is put before a person, who settles it; an order that turns up beats that',
    DEEP,
    async () => {
      simulator.control.failNext(SELL, 'drop_after_executing');
      simulator.control.failAll(STATE, AWAY);
      await fillMarketSell('dark');
      await view.waitUntilPressable();
      await view.press.click();
      await view
        .orderRow('dark')
        .getByText(/^checking ·/)
        .first()
        .waitFor();
      await startAgain(() => simulator.control.moveClock(21 * 60_000));
      const bar = view.page.getByRole('alert').filter({ hasText: /Outcome unknown: 200 USD of BTC-PERPETUAL/ });
      await bar.getByText(/label dark .* until \d\d:\d\d:\d\d UTC/).waitFor();

      await bar.getByRole('button', { name: 'I have looked: settle it…' }).press('Enter');
      const dialog = view.page.getByRole('dialog', { name: 'Settle an unknown order' });
      await dialog.getByRole('radio', { name: 'it is not there' }).press('Space');
      await dialog.getByLabel('Type its label to say so').pressSequentially('dark');
      expect(await findAccessibilityFaults(view.page)).toEqual([]);
      await view.page.keyboard.press('Enter');
      await bar.waitFor({ state: 'detached' });
      await view
        .orderRow('dark')
        .getByText(/Settled by hand at \d\d:\d\d UTC \(this machine’s clock\): not at the service/)
        .first()
        .waitFor();

      simulator.control.failAll(STATE, null);
      // It may turn up by itself first, and nothing is left to be pressed.
      await view
        .orderRow('dark')
        .getByRole('button', { name: 'Check again' })
        .evaluateAll((all: HTMLElement[]) => all.forEach((button) => button.click()));
      await waitUntilFilled('dark');
      await view
        .orderRow('dark')
        .getByText(/You settled it by hand/)
        .first()
        .waitFor();
      expect(simulator.control.calls(SELL).count).toBe(1);
    },
  );
});

describe('a host that is killed with an order in flight', () => {
  beforeEach(openWindow);

  it('says that it does not answer; started again, it finds the order and does not repeat it', async () => {
    simulator.control.failNext(SELL, { delayMs: 600_000 });
    await fillMarketSell('in-flight');
    await view.waitUntilPressable();
    const executed = simulator.control.waitForCall(SELL);
    await view.press.click();
    await executed;
    await expect.poll(keptDrafts).toContain('"amount":"200"');
    await terminal.kill();
    await view.page
      .getByText(/not answering/)
      .first()
      .waitFor();
    await view.ticket.getByText(/It may have been sent\. Do not send it again/).waitFor();
    await view.orderRow('in-flight').getByText('not known · no back end', { exact: true }).waitFor();
    expect(await view.page.locator('.status-bar').innerText()).not.toMatch(/\d unknown|journal ok/);
    await startAgain();
    await waitUntilFilled('in-flight');
    expect(simulator.control.executions()).toBe(1);
    expect(simulator.control.calls(SELL).count).toBe(1);
    await expect.poll(() => view.amount.inputValue()).toBe('200');
  });
});
