import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Serious and critical findings of axe-core on the page as it stands, one line each; of some rules where they are given. */
export async function findAccessibilityFaults(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // A page that was loaded anew has lost it; else it is read once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const runner = (globalThis as unknown as { axe: typeof axe }).axe;
    // Its own requests for style sheets are what the page's policy forbids.
    const options: axe.RunOptions = { resultTypes: ['violations'], preload: false };
    // Workspaces behind are there for nobody, and are looked at once they are in front.
    const context: axe.ElementContext = { include: [['html']], exclude: [['main[hidden]']] };
    const { violations } = await runner.run(context, only.length === 0 ? options : { ...options, runOnly: [...only] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
  }, rules);
}
