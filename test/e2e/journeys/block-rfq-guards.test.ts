import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { CREATE_RFQ, openComposerBench } from '../../support/window/composer-bench.ts';
import { panelOf } from '../../support/window/terminal-window.ts';
import { takeStructure } from '../../support/records/rfq-structures.ts';

const { bench, page, composer, send, waitUntilHeld, waitUntilPressable, confirming, confirm, row, created } =
  await openComposerBench();
const hedge = composer.getByRole('region', { name: 'Hedge leg' });
const label = composer.getByLabel('Label', { exact: true });

/** A structure that gains with the market, with the hedge that is proposed. */
async function takeHedged(name: string): Promise<void> {
  await takeStructure(page(), name);
  await composer.getByRole('button', { name: /^Add: sell/ }).click();
  await waitUntilPressable();
}

describe('a slip in a Block RFQ', () => {
  it('a hedge worth too much is stopped; one that makes the delta larger is sent once that is accepted', async () => {
    await takeHedged('risk reversal');
    await hedge.getByLabel('Side of the hedge').selectOption('buy');
    await hedge.getByLabel('Side · amount').fill('200m');
    const stops = 'The hedge is worth 200,000,000 USD: over this profile’s Block RFQ limit of 100,000,000 USD';
    await hedge.getByText(stops).waitFor();
    await waitUntilHeld();
    await hedge.getByLabel('Side · amount').fill('2.5m');
    const asks = composer.getByText(
      /^Accept: The hedge makes the delta larger: \+[\d.]+ BTC with it, \+[\d.]+ BTC without/,
    );
    await asks.waitFor();
    await waitUntilHeld();
    await send().getByText('Accept the warning first.', { exact: true }).waitFor();
    await composer.getByRole('cell', { name: /^In total, prices in BTC$/ }).waitFor();
    expect(await findAccessibilityFaults(page())).toEqual([]);
    await label.fill('slip');
    await asks.click();
    await waitUntilPressable();
    const before = created();
    await send().click();
    await confirming()
      .getByText(/^Delta: \+[\d.]+ BTC without the hedge, \+[\d.]+ BTC with it\./)
      .waitFor();
    await confirming().getByText('Accepted: The hedge makes the delta larger').waitFor();
    expect(await findAccessibilityFaults(page())).toEqual([]);
    await confirm();
    await expect.poll(() => created() - before).toBe(1);
    expect(bench.simulator.control.calls(CREATE_RFQ).records.at(-1)?.params).toMatchObject({
      label: 'slip',
      hedge: { direction: 'buy', amount: 2_500_000 },
    });

    // Its label counts on by itself, nothing stays accepted, and an equal one asks.
    await expect.poll(() => label.inputValue()).toBe('slip-2');
    await composer.getByText(/^Accept: You sent the same request \d+ s ago \(label slip\)/).waitFor();
    expect(await composer.getByText('was used before').count()).toBe(0);
    expect(await composer.locator('.rfq-accept input:checked').count()).toBe(0);
    await waitUntilHeld();
  });

  it('a hedge of other legs shows its own instrument, and each future of these can be chosen in its place', async () => {
    await takeHedged('call spread');
    await page().getByRole('button', { name: 'Structures' }).click();
    const dialog = page().getByRole('dialog', { name: 'Structures' });
    await dialog.getByLabel('Pair').selectOption('ETH');
    await dialog.locator('button[type="submit"]:enabled').click();
    await dialog.waitFor({ state: 'detached' });
    await hedge.getByText('It settles in BTC, the legs in ETH.').waitFor();
    const instrument = hedge.getByLabel('Instrument');
    await expect.poll(() => instrument.locator('option', { hasText: 'ETH-PERPETUAL' }).count()).toBe(1);
    expect(await instrument.inputValue()).toBe('BTC-PERPETUAL');
    // What it is worth in its own coin, of which the legs have none.
    await hedge.getByText(/^Leaves −\d+\.\d+ BTC of delta\./).waitFor();
    const [, first = ''] = await instrument.locator('option').allInnerTexts();
    await instrument.selectOption(first);
    await expect.poll(() => hedge.getByText('It settles in BTC').count()).toBe(0);
  });

  it('a hedge of a hundred dollars asks, and so does not the one that is proposed', async () => {
    await takeHedged('call spread');
    await hedge.getByLabel('Side · amount').fill('100');
    await composer.getByText(/^Accept: The hedge leaves more than half of the delta/).waitFor();
    await waitUntilHeld();
    await hedge.getByRole('button', { name: 'Propose anew' }).click();
    await expect.poll(() => composer.getByText(/^Accept: The hedge/).count()).toBe(0);
  });

  it('a stop of trading takes back what is shown to be confirmed, also once it is lifted', async () => {
    await takeHedged('call spread');
    const before = created();
    await send().click();
    await confirming().waitFor();
    await page().keyboard.press('Control+Shift+X');
    await confirming().waitFor({ state: 'detached' });
    await page()
      .getByRole('button', { name: /allow again/ })
      .click();
    await waitUntilPressable();
    expect(await confirming().count()).toBe(0);
    expect(created()).toBe(before);
  });

  it('a structure scaled a thousand times is stopped, each leg by itself', async () => {
    await takeStructure(page(), 'risk reversal');
    await composer.getByLabel('Amount of the structure').fill('25k');
    await composer.getByLabel('Amount of the structure').press('Enter');
    await expect.poll(() => composer.getByLabel('Amount of leg 2').inputValue()).toBe('25000');
    await expect.poll(() => composer.locator('.rfq-legs').getByText('Block RFQ limit of').count()).toBe(2);
    await waitUntilHeld();
    expect(bench.view.complaints).toEqual([]);
  });
});

describe('the numbers of the composer', () => {
  it('move by arrows and take 1.5k, as those of the ticket', async () => {
    await takeHedged('call spread');
    const amount = composer.getByLabel('Amount of leg 1');
    await amount.press('ArrowUp');
    await expect.poll(() => amount.inputValue()).toBe('25.1');
    await amount.press('Shift+ArrowUp');
    await expect.poll(() => amount.inputValue()).toBe('26.1');
    // Not below the block minimum.
    await amount.press('Control+ArrowDown');
    await expect.poll(() => amount.inputValue()).toBe('25');
    await composer.getByLabel('Ratio of leg 2').press('ArrowUp');
    await expect.poll(() => composer.getByLabel('Amount of leg 2').inputValue()).toBe('50');
    const price = hedge.getByLabel('Price');
    const typed = Number(await price.inputValue());
    await price.press('ArrowUp');
    await expect.poll(async () => Number(await price.inputValue())).toBeGreaterThan(typed);
    await amount.fill('0.1k');
    await expect.poll(() => composer.getByLabel('Ratio of leg 1').inputValue()).toBe('2');
    expect(await composer.getByText('The amount is no number.').count()).toBe(0);
  });

  it('are told with their groups of digits', async () => {
    const entry = composer.getByRole('combobox', { name: 'Add a leg' });
    await entry.fill('buy 1000 BTC-PERPETUAL');
    await entry.press('Enter');
    await composer.getByText('The block minimum of this leg is 200,000 USD.').first().waitFor();
    await composer.getByRole('button', { name: 'Use 200,000' }).click();
    await expect.poll(() => composer.getByLabel('Amount of leg 1').inputValue()).toBe('200000');
  });
});

describe('the makers of the composer', () => {
  it('a name that is too long is said, not cut', async () => {
    await takeStructure(page(), 'straddle');
    const another = composer.getByLabel('Name another maker');
    await another.fill('M'.repeat(200));
    await another.press('Enter');
    await composer.getByText('A maker’s name has 64 characters at most').first().waitFor();
    await waitUntilHeld();
    await composer.getByRole('button', { name: 'Take it out', exact: true }).click();
    await waitUntilPressable();
    await composer.getByText('name at least 5 makers: 0 are named').waitFor();
    expect(bench.view.complaints).toEqual([]);
  });
});

describe('a Block RFQ while the service is away', DEEP, () => {
  it('says so, asks for each old price, and claims no quote of a live request to be of now', async () => {
    const { simulator } = bench;
    await takeHedged('call spread');
    await label.fill('away');
    await waitUntilPressable();
    await send().click();
    await confirm();
    await row('away').getByText('open', { exact: true }).waitFor();
    simulator.control.failAll('*', { httpStatus: 503, html: '<h1>away</h1>' });
    try {
      await composer.getByText(/^The service does not answer now\. The forecast uses its last prices/).waitFor();
      await hedge.getByText(/^The price of the hedge BTC-PERPETUAL is [\d.]+ s old\./).waitFor();
      await expect.poll(() => composer.getByText(/^Accept: The price of/).count()).toBe(3);
      await waitUntilHeld();
      await panelOf(page(), 'Payoff')
        .getByText(/^By prices of \d+ s ago\./)
        .waitFor();
      await row('away')
        .getByText(/^open · not read for \d+ s$/)
        .waitFor();
      expect(await findAccessibilityFaults(page())).toEqual([]);
      for (const box of await composer.locator('.rfq-accept input').all()) await box.check();
      await waitUntilPressable();
      await send().click();
      await confirming()
        .getByText(/^Accepted: The price of the hedge BTC-PERPETUAL is/)
        .waitFor();
      await page().keyboard.press('Escape');
    } finally {
      simulator.control.failAll('*', null);
    }
    await row('away').getByText('open', { exact: true }).waitFor();
    await expect.poll(() => composer.getByText(/^Accept: The price of/).count()).toBe(0);
  });
});
