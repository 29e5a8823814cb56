import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Serious and critical findings of axe-core on the page as it stands, one line each; of some rules where they are given. */
export async function findAccessibilityFaults(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const runner = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await runner.run(document, only.length === 0 ? {} : { runOnly: [...only] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
  }, rules);
}
