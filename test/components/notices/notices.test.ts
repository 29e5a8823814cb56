import { describe, expect, it } from 'vitest';
import { issue } from '../../../shared/orders/issue.ts';
import type { OrderStatement } from '../../../shared/ipc/schemas/order-schema.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { type MountSetup, openWindowBench } from '../../support/window-bench/bench.ts';
import { openFrame } from '../frame/palette.ts';
import { rowOf, showRows } from '../orders/rows.ts';

/** So soon after a press another stroke is the same one; milliseconds. */
const SAME_STROKE_MS = 300;

const mount = await openWindowBench();

async function open(prepare: MountSetup['prepare']) {
  const window = await openFrame(mount, prepare === undefined ? {} : { prepare });
  return { ...window, bar: (text: string | RegExp) => window.page.getByRole('alert').filter({ hasText: text }) };
}

describe('a sell that could not be resolved', () => {
  const DARK = rowOf('dark', {
    order: null,
    outcome: 'unknown',
    amount: '200',
    notices: [{ code: 'needs_a_person', params: {} }],
  });

  it('is settled from the bar or from its row, by keyboard, its label typed; an answer against it is told', async () => {
    const { view, page, backEnd, bar, dialog, press } = await open(showRows(DARK));
    const asks = bar(/Outcome unknown: 200 USD of BTC-PERPETUAL/);
    await asks.getByText(/label dark .* until \d\d:\d\d:\d\d UTC/).waitFor();
    await asks.getByRole('button', { name: 'I have looked: settle it…' }).press('Enter');
    const settle = dialog('Settle an unknown order');
    await settle.getByRole('radio', { name: 'it is not there' }).press('Space');
    await settle.getByLabel('Type its label to say so').pressSequentially('dar');
    expect(await settle.getByRole('button', { name: 'Close it: not at the service' }).isDisabled()).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await press('Escape');
    await settle.waitFor({ state: 'detached' });

    backEnd.refuse('orders.confirm', { code: 'NotFound', message: 'it is the order of another sell', params: {} });
    await view.orderRow('dark').locator('[col-id=label]').click();
    await press('Enter');
    await settle.getByRole('radio', { name: 'it is there, as the order' }).press('Space');
    await settle.getByLabel('Id of the order at the service').fill('id-of-another');
    await settle.getByLabel('Type its label to say so').pressSequentially('dark');
    await press('Enter');
    await settle.getByRole('alert').waitFor();
    backEnd.refuse('orders.confirm', null);
    await settle.getByRole('radio', { name: 'it is not there' }).press('Space');
    const said = backEnd.nextAsked('orders.confirm');
    await settle.getByLabel('Type its label to say so').press('Enter');
    const statement: OrderStatement = { intent_id: DARK.intent_id, order_id: null, typed: 'dark' };
    expect(await said).toEqual({ seen: 'statement', ...statement });
    backEnd.setRow({ ...DARK, outcome: 'closed', notices: [], closed: { order_id: null, at: Date.now() } });
    await asks.waitFor({ state: 'detached' });
    await view
      .orderRow('dark')
      .getByText(/Settled by hand at \d\d:\d\d UTC \(this machine’s clock\): not at the service/)
      .first()
      .waitFor();
  });
});

describe('a journal that was found cut', () => {
  it('is told of above the panels, where a person says that they have looked at the service', async () => {
    const { view, page, backEnd, bar } = await open(({ setStatus }) =>
      setStatus({
        journal: 'cut',
        selling_blocked: issue('error', 'order', 'trading_not_ready', { reason: 'journal_cut' }),
      }),
    );
    const cut = bar('The journal of orders or Block RFQs is cut, replaced');
    await cut.getByText(/Check the service for orders, trades and requests not listed here/).waitFor();
    await page.getByText('journal cut: trading is off').waitFor();
    await view.amount.fill('300');
    await view.price.fill('98000');
    await view.press.getByText(/is cut, replaced/).waitFor();
    await view.press.click({ force: true });
    expect(backEnd.state.sold).toEqual([]);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const said = backEnd.nextAsked('orders.confirm');
    await cut.getByRole('button', { name: 'I have checked the service: allow trading' }).click();
    expect(await said).toEqual({ seen: 'journal_cut' });
    backEnd.setStatus({ journal: 'ok', selling_blocked: null });
    await cut.waitFor({ state: 'detached' });
    await view.waitUntilPressable();
  });

  it('that can’t be written any more is told in the status bar, and the ticket sells nothing', async () => {
    const { view, page, backEnd } = await open(({ setStatus }) =>
      setStatus({
        journal: 'failed',
        selling_blocked: issue('error', 'order', 'trading_not_ready', { reason: 'journal_failed' }),
      }),
    );
    await page.getByText('journal failed: trading is off').waitFor();
    await view.amount.fill('300');
    await view.price.fill('98000');
    await view.press.getByText(/order journal can’t be written/).waitFor();
    await view.press.click({ force: true });
    expect(backEnd.state.sold).toEqual([]);
  });
});

describe('a journal that another program holds', () => {
  it('refuses the one sell that could not wait for it, says so, and takes the next', async () => {
    const { view, page, backEnd } = await open(undefined);
    await view.amount.fill('300');
    await view.price.fill('98000');
    await view.label.fill('held');
    await view.waitUntilPressable();
    backEnd.refuse('orders.place', { code: 'StorageBusy', message: 'it is held', params: {} });
    await view.press.click();
    await view.ticket.getByText(/Another program holds a file of the terminal/).waitFor();
    const pressedAtMs = await page.evaluate(() => performance.now());
    backEnd.refuse('orders.place', null);
    await view.waitUntilPressable();
    // A second stroke of the same press comes to nothing.
    await page.waitForFunction((until) => performance.now() > until, pressedAtMs + SAME_STROKE_MS);
    await view.press.click();
    await view.orderRow('held').waitFor();
    expect(backEnd.state.sold).toHaveLength(1);
  });
});

describe('a damaged journal', () => {
  it('is set aside, and the window says where it is', async () => {
    const path = '/data/bench/journal.sqlite.damaged-1';
    const { bar } = await open(({ state }) => {
      state.session = { ...state.session, set_aside: [path] };
    });
    const told = bar('Damaged files were set aside');
    await expect.poll(() => told.innerText()).toContain(path);
    await told.getByRole('button', { name: 'Hide' }).click();
    await told.waitFor({ state: 'detached' });
  });
});

describe('what was typed before a crash', () => {
  it('is told to be here again, to be looked at before it is sent, and that goes by itself', async () => {
    const { view, backEnd, toast, pass } = await open(undefined);
    const saved = backEnd.nextAsked('workspaces.save', ({ drafts }) => JSON.stringify(drafts).includes('1234'));
    await view.amount.fill('1234');
    await saved;
    const { session } = backEnd.state;
    backEnd.state.session = { ...session, recovered_drafts: ['main'] };
    await view.reload();
    await expect.poll(() => view.amount.inputValue()).toBe('1234');
    const news = toast('What you had typed is here again');
    await news.getByText('Check your orders before you send it').waitFor();
    await pass(7000);
    await news.waitFor({ state: 'detached' });
  });
});

describe('a window without a profile', () => {
  it('leads to the profiles, and begins once one is open', async () => {
    const { view, page, backEnd, dialog, press } = await openFrame(mount, {
      workspace: null,
      prepare: (made) => made.refuse('session.open', { code: 'NotFound', message: 'no profile is open', params: {} }),
    });
    const told = page.getByText('The session could not be opened');
    await told.waitFor();
    await page.getByRole('button', { name: /^Profile: / }).click();
    await dialog('Profiles').getByRole('radio', { name: /Bench/ }).waitFor();
    await press('Escape');
    backEnd.refuse('session.open', null);
    backEnd.setStatus({});
    await view.watchlist.locator('[row-id]').first().waitFor();
    await expect.poll(() => told.count()).toBe(0);
  });
});
