import { expect, it } from 'vitest';
import { panelOf } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';

const mount = await openWindowBench();

it('the explained words of the ticker have one Tab stop, from which the arrow keys go through them', async () => {
  const { page } = await mount({ panels: ['ticker'] });
  const words = panelOf(page, 'Ticker').locator('button.explained');
  const stops = () => words.evaluateAll((all) => all.map((word) => (word as HTMLElement).tabIndex));
  await expect.poll(async () => (await stops()).filter((stop) => stop === 0)).toHaveLength(1);
  expect((await stops()).length).toBeGreaterThan(10);
  await words.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  expect(await words.nth(2).evaluate((word) => word === document.activeElement)).toBe(true);
  await page.getByRole('tooltip').waitFor();
  await page.keyboard.press('End');
  expect(await words.last().evaluate((word) => word === document.activeElement)).toBe(true);
  expect((await stops()).filter((stop) => stop === 0)).toHaveLength(1);
});
