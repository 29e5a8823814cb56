import { describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { openFrame } from './palette.ts';

const mount = await openWindowBench();

/** A window of a terminal that was never opened before. */
async function openFirst() {
  const window = await openFrame(mount, {
    prepare: ({ state, setStatus }) => {
      const { tour: _, ...preferences } = state.session.preferences;
      state.session = { ...state.session, preferences, profile: { ...state.session.profile, kind: 'simulator' } };
      setStatus({ ladder: { rung: 'arm_and_fire', cap_usd: null } });
    },
  });
  return { ...window, tour: window.dialog('Guided tour') };
}

describe('the tour of a first start', () => {
  it('leads by keyboard through the panels to a sell of one’s own, and tells its outcome', async () => {
    const { view, page, press, tour, showWorkspace } = await openFirst();
    /** Whether the card lies over a part of what is pointed at. */
    const coversTicket = async (): Promise<boolean> => {
      const [card, ticket] = await Promise.all([tour.boundingBox(), view.ticket.boundingBox()]);
      if (card === null || ticket === null) throw new Error('card and ticket are on screen');
      return card.x + card.width > ticket.x && card.x < ticket.x + ticket.width;
    };
    await tour.getByText('Step 1 of 7').waitFor();
    await expect.poll(() => tour.evaluate((card) => card === document.activeElement)).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const titles = ['The order ticket', 'An order’s life', 'Your risk', 'Commands and keys', 'The lock'];
    await tour.getByRole('button', { name: 'Next' }).focus();
    for (const title of [...titles, 'A practice order']) {
      // A key that is held goes on by one step.
      for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await tour.getByRole('heading', { name: title }).waitFor();
    }
    await expect.poll(coversTicket).toBe(false);
    // The focus is on what fills the ticket in.
    await press('Enter');
    await expect.poll(() => view.amount.inputValue()).toBe('5000');
    // Whatever is looked at meanwhile, it goes into the ticket that the tour points at.
    await view.amount.fill('7');
    await showWorkspace('Risk');
    await tour.getByRole('button', { name: 'Fill in a practice order' }).click();
    await page.getByRole('main', { name: 'Trade' }).waitFor();
    await expect.poll(() => view.amount.inputValue()).toBe('5000');
    await expect.poll(coversTicket).toBe(false);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await view.waitUntilPressable();
    await view.amount.focus();
    await press('Escape');
    await tour.getByText('No order was placed yet.').waitFor();
    await press('Control+Enter');
    await view.press.filter({ hasText: 'Press again to' }).waitFor();
    // A second stroke in the same breath fires nothing.
    await view.waitUntilPressable();
    await press('Control+Enter');
    await tour
      .getByRole('status')
      .getByText(/^Accepted: Sell 5,000 USD of BTC-PERPETUAL/)
      .waitFor();
    await view.orderRow('practice').getByText('filled', { exact: true }).waitFor();
    await tour.getByRole('button', { name: 'End the tour' }).click();
    await tour.waitFor({ state: 'detached' });
  });

  it('never comes again by itself, can be asked for, and is skipped by Escape', async () => {
    const { view, page, backEnd, press, tour, act, showWorkspace } = await openFirst();
    await tour.getByText('Step 1 of 7').waitFor();
    await press('Escape');
    await tour.waitFor({ state: 'detached' });
    await expect.poll(() => backEnd.state.session.preferences.tour).toBe('seen');
    await view.reload();
    await view.ticket.waitFor();
    expect(await tour.count()).toBe(0);
    await showWorkspace('Risk');
    await act('guided tour', 'Guided tour');
    await tour.getByRole('heading', { name: 'The watchlist' }).waitFor();
    await page.getByRole('main', { name: 'Trade' }).waitFor();
    await press('Escape');
    await tour.waitFor({ state: 'detached' });
  });
});
