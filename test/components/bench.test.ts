import { describe, expect, it } from 'vitest';
import { openWindowBench } from '../support/window-bench/bench.ts';
import { PERPETUAL } from '../support/window-bench/market.ts';

const mount = await openWindowBench();

describe('a window of the bench', () => {
  // Each makes what the other must not find.
  it.each(['once', 'once more'])('is new, whatever was done in the one before: %s', async () => {
    const { view, page, backEnd } = await mount({ panels: ['order-ticket'] });
    expect([await view.amount.inputValue(), await view.label.inputValue()]).toEqual(['', '']);
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    expect(backEnd.state.sold).toEqual([]);
    await view.amount.fill('1000');
    await view.label.fill('left behind');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.waitFor();
    expect(await palette.count()).toBe(1);
    await page.keyboard.type('Theme: light');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  });

  it('begins again over its back end, where what was typed is there still', async () => {
    const { view, backEnd } = await mount({ panels: ['order-ticket'] });
    const saved = backEnd.nextAsked('workspaces.save', ({ drafts }) => JSON.stringify(drafts).includes('1234'));
    await view.amount.fill('1234');
    await saved;
    await view.reload();
    await expect.poll(() => view.amount.inputValue()).toBe('1234');
  });

  it('shows panels side by side, or the whole window, by prices that a test moves', async () => {
    const beside = await mount({ panels: ['watchlist', 'order-ticket'] });
    expect(await beside.view.readPrice(PERPETUAL, 'bid')).toBe(97_410);
    beside.backEnd.move(PERPETUAL, { best_bid_price: 97_300 });
    await expect.poll(() => beside.view.readPrice(PERPETUAL, 'bid')).toBe(97_300);
    const { view } = await mount();
    expect(await view.readPrice(PERPETUAL, 'bid')).toBe(97_410);
    await view.ticket.waitFor();
  });
});
