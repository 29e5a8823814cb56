import { expect, it } from 'vitest';
import { openComposerBench } from '../../support/window/composer-bench.ts';
import { takeStructure } from '../../support/records/rfq-structures.ts';

const { page, composer, waitUntilPressable } = await openComposerBench();

/** How far the foot of the composer covers the control, and how far the control is below what is shown, px. */
async function overlap(): Promise<number> {
  const label = await composer.getByLabel('Label', { exact: true }).boundingBox();
  const foot = await composer.locator('.rfq-foot').boundingBox();
  return (label?.y ?? Number.NaN) + (label?.height ?? Number.NaN) - (foot?.y ?? Number.NaN);
}

it('in a small window the composer of two legs is whole; what is longer fades at its edge and scrolls', async () => {
  await page().setViewportSize({ width: 1280, height: 720 });
  await takeStructure(page(), 'risk reversal');
  await waitUntilPressable();
  expect(await overlap()).toBeLessThanOrEqual(0);
  const fading = composer.locator('[data-more-below]');
  expect(await fading.count()).toBe(0);

  await composer.getByRole('button', { name: 'Split it' }).click();
  for (let part = 2; part < 7; part += 1) await composer.getByRole('button', { name: 'Add a part' }).click();
  await fading.waitFor();
  await composer.getByLabel('Split by shares or ratio').focus();
  await composer.getByLabel('Label', { exact: true }).scrollIntoViewIfNeeded();
  expect(await overlap()).toBeLessThanOrEqual(0);
});
