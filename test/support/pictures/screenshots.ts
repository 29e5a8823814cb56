import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSimulator } from '../../../simulator/simulator.ts';
import { launchChromium } from '../window/browser.ts';
import { shootDialogs } from './dialog-pictures.ts';
import { shootPanels, shootWorkspaces } from './guide-pictures.ts';
import { shootCircumstances } from './state-pictures.ts';
import { dialogOf, DESK_SCREEN, openTerminalWindow, panelOf, type TerminalWindow } from '../window/terminal-window.ts';
import { startTerminal } from '../window/terminal.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

interface Shot {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Against a service of its own, where a reply can be lost; else the terminal's embedded simulator. */
  readonly losesReply: boolean;
}

const SHOTS: readonly Shot[] = [
  { name: 'terminal', width: 1600, height: 960, losesReply: false },
  { name: 'terminal-1280x720', width: 1280, height: 720, losesReply: true },
  { name: 'terminal-2560x1440', width: 2560, height: 1440, losesReply: false },
];

/** One market order, filled; two resting, the reply of the second perhaps lost; one rejected; a draft in the ticket. */
async function trade(view: TerminalWindow, loseNext: (() => void) | null): Promise<void> {
  await view.select('BTC-PERPETUAL');
  await view.chooseType('Market');
  await sell(view, '5000', 'basis-01');
  await view.orderRow('basis-01').getByText('filled', { exact: true }).waitFor();

  await view.chooseType('Limit');
  const ask = await view.readPrice('BTC-PERPETUAL', 'ask');
  await view.price.fill(String(Math.round(ask) + 150));
  await sell(view, '50000', 'hedge-nov');
  await view.orderRow('hedge-nov').getByText('open', { exact: true }).waitFor();

  const bid = await view.readPrice('BTC-PERPETUAL', 'bid');
  await view.price.fill(String(Math.floor(bid) - 50));
  await view.ticket.getByRole('checkbox', { name: 'Reject if crossing' }).check();
  await sell(view, '20000', 'hedge-nov-2');
  await view
    .orderRow('hedge-nov-2')
    .getByText(/rejected/)
    .waitFor();
  await view.ticket.getByRole('checkbox', { name: 'Reject if crossing' }).uncheck();

  loseNext?.();
  await view.price.fill(String(Math.round(ask) + 300));
  await sell(view, '10000', 'roll-03');
  await view
    .orderRow('roll-03')
    .getByText(loseNext === null ? 'open' : /checking/)
    // The shorter words of a narrow column stand beside the whole ones.
    .filter({ visible: true })
    .first()
    .waitFor();

  const now = await view.readPrice('BTC-PERPETUAL', 'bid');
  await view.amount.fill('30000');
  await view.price.fill(String(Math.floor(now) - 10));
  await view.label.fill('hedge-dec');
  await view.ticket.getByText(/^Initial margin ≤/).waitFor();
  await view.ticket
    .getByText(/Post only/)
    .first()
    .waitFor();
  await view.waitUntilPressable();
}

/** The ticket as it buys, the amend of what rests, and the plan that flattens. */
async function shootBothSides(view: TerminalWindow, path: string): Promise<void> {
  await view.choose('Side', 'Buy');
  await view.waitUntilPressable();
  await view.page.screenshot({ path: `${path}buy.png` });
  await view.choose('Side', 'Sell');
  await view.orderRow('hedge-nov').filter({ hasText: '50,000' }).locator('[col-id="instrument"]').click();
  await view.page.keyboard.press('F2');
  const amend = dialogOf(view.page, 'Amend hedge-nov');
  await amend.getByLabel('Remaining').fill('40000');
  await amend.getByText('Keeps its place in the queue.').waitFor();
  await view.page.screenshot({ path: `${path}amend.png` });
  await view.page.keyboard.press('Escape');
  await amend.waitFor({ state: 'detached' });
  await view.page.keyboard.press('Control+Shift+F');
  await dialogOf(view.page, 'Flatten everything').getByRole('button', { name: 'BTC', exact: true }).click();
  const flatten = dialogOf(view.page, 'Flatten BTC');
  await flatten.locator('button.press[aria-disabled="false"]').waitFor();
  await view.page.screenshot({ path: `${path}flatten.png` });
  await view.page.keyboard.press('Escape');
  await flatten.waitFor({ state: 'detached' });
}

async function sell(view: TerminalWindow, amount: string, label: string): Promise<void> {
  await view.amount.fill(amount);
  await view.label.fill(label);
  await view.waitUntilPressable();
  await view.press.click();
}

mkdirSync(DOCS, { recursive: true });
const browser = await launchChromium();
for (const { name, width, height, losesReply } of SHOTS) {
  const simulator = losesReply ? await createSimulator({ seed: 5 }) : null;
  const terminal = await startTerminal(simulator === null ? { seed: 5 } : { simulator });
  const view = await openTerminalWindow(browser, terminal.url, { width, height });
  await view.setRung('One click', '100000');
  await trade(
    view,
    simulator === null ? null : () => simulator.control.failNext('private/sell', 'drop_before_executing'),
  );
  await view.page.screenshot({ path: `${DOCS}${name}.png` });
  await shootBothSides(view, `${DOCS}workspaces/${width}x${height}-`);
  await shootWorkspaces(view.page, `${DOCS}workspaces/${width}x${height}-`);
  if (name === 'terminal') {
    await shootPanels(view.page, `${DOCS}guide/`);
    await shootDialogs(view.page, `${DOCS}guide/`);
  }
  await view.close();
  await terminal.stop();
  terminal.removeData();
  await simulator?.close();
}

const AWAY = { httpStatus: 503, html: '<h1>away</h1>' } as const;

/** The workspace about risk, whole and stale, and Trade with a service that can't be read. */
async function shootStates(): Promise<void> {
  const simulator = await createSimulator({ seed: 5 });
  const terminal = await startTerminal({ simulator });
  const view = await openTerminalWindow(browser, terminal.url, DESK_SCREEN);
  const shoot = (name: string) => view.page.screenshot({ path: `${DOCS}${name}.png` });
  await view.page.getByRole('button', { name: 'Risk', exact: true }).click();
  const exposure = panelOf(view.page, 'Exposure over time');
  await exposure.getByRole('img').first().waitFor();
  await simulator.control.waitForCall('private/get_account_summaries');
  await simulator.control.waitForCall('private/get_account_summaries');
  await shoot('risk');
  simulator.control.failAll('*', AWAY);
  await view.page.setViewportSize({ width: 1280, height: 720 });
  await exposure.getByText('The last reading failed', { exact: true }).waitFor();
  await shoot('risk-stale-1280x720');
  await view.close();
  await terminal.stop();
  terminal.removeData();
  const failed = await startTerminal({ simulator });
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.goto(failed.url);
  await page.getByText('There is no price', { exact: true }).waitFor();
  await page.screenshot({ path: `${DOCS}service-away-1280x720.png` });
  await context.close();
  await failed.stop();
  failed.removeData();
  await simulator.close();
}

await shootStates();
await shootCircumstances(browser, DOCS);
await browser.close();
