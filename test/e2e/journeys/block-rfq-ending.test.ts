import { describe, expect, it } from 'vitest';
import { LIFE_MS } from '../../../simulator/rfq/block-rfq.ts';
import { openComposerBench } from '../../support/window/composer-bench.ts';
import { takeStructure } from '../../support/records/rfq-structures.ts';

// A terminal of its own: what ends together must not hang on how long other journeys take.
const { bench, page, composer, send, waitUntilPressable, confirm, row } = await openComposerBench();

async function request(structure: string, label: string): Promise<void> {
  await takeStructure(page(), structure);
  await composer.getByLabel('Label', { exact: true }).fill(label);
  await waitUntilPressable();
  await send().click();
  await confirm();
  await row(label).getByText(/open/).first().waitFor();
}

describe('Block RFQs that are about to end', () => {
  it('are told of a minute before, together and once, and are shown as ended then', async () => {
    const { control } = bench.simulator;
    await request('straddle', 'fading-1');
    await page().getByRole('button', { name: 'Clear', exact: true }).click();
    await request('strangle', 'fading-2');
    const news = page().locator('.toast').filter({ hasText: '2 Block RFQs run out within a minute' });
    expect(await news.count()).toBe(0);
    control.moveClock(LIFE_MS - 45_000);
    await news.waitFor();
    await page()
      .locator('.timing-far')
      .filter({ hasText: /⚠ clock \+/ })
      .waitFor();
    control.moveClock(60_000);
    for (const label of ['fading-1', 'fading-2']) {
      await row(label)
        .getByText(/past its time|expired/)
        .first()
        .waitFor();
    }
    await page()
      .locator('.toast')
      .filter({ hasText: /^(Ran out: buy st|2 Block RFQs ended)/i })
      .first()
      .waitFor();
    expect(bench.view.complaints).toEqual([]);
  });
});
