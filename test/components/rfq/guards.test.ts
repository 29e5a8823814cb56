import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { panelOf } from '../../support/window/terminal-window.ts';
import { openComposer } from './open-composer.ts';

const mount = await openWindowBench();

describe('a slip in a Block RFQ', () => {
  it('a hedge worth too much is stopped; one that makes the delta larger is sent once that is accepted', async () => {
    const rfq = await openComposer(mount);
    const { page, composer, hedge, label, send, confirming, backEnd } = rfq;
    await rfq.takeHedged('risk reversal');
    await hedge.getByLabel('Side of the hedge').selectOption('buy');
    await hedge.getByLabel('Side · amount').fill('200m');
    const stops = 'The hedge is worth 200,000,000 USD: over this profile’s Block RFQ limit of 100,000,000 USD';
    await hedge.getByText(stops).waitFor();
    await rfq.waitUntilHeld();
    await hedge.getByLabel('Side · amount').fill('2.5m');
    const asks = composer.getByText(
      /^Accept: The hedge makes the delta larger: \+[\d.]+ BTC with it, \+[\d.]+ BTC without/,
    );
    await asks.waitFor();
    await rfq.waitUntilHeld();
    await send.getByText('Accept the warning first.', { exact: true }).waitFor();
    await composer.getByRole('cell', { name: /^In total, prices in BTC$/ }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await label.fill('slip');
    await asks.click();
    await rfq.waitUntilPressable();
    await send.click();
    await confirming.getByText(/^Delta: \+[\d.]+ BTC without the hedge, \+[\d.]+ BTC with it\./).waitFor();
    await confirming.getByText('Accepted: The hedge makes the delta larger').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await confirming.getByRole('button', { name: /^Request quotes/ }).click();
    await expect.poll(() => backEnd.state.requested).toHaveLength(1);
    expect(backEnd.state.requested).toMatchObject([{ label: 'slip', hedge: { direction: 'buy', amount: '2500000' } }]);

    // Its label counts on by itself, nothing stays accepted, and an equal one asks.
    await expect.poll(() => label.inputValue()).toBe('slip-2');
    await composer.getByText(/^Accept: You sent the same request \d+ s ago \(label slip\)/).waitFor();
    expect(await composer.getByText('was used before').count()).toBe(0);
    expect(await composer.locator('.rfq-accept input:checked').count()).toBe(0);
    await rfq.waitUntilHeld();
  });

  it(
    'a hedge of other legs shows its own instrument, and each future of these can be chosen in its place',
    DEEP,
    async () => {
      const { composer, hedge, takeHedged, legs } = await openComposer(mount);
      await takeHedged('call spread');
      const entry = composer.getByRole('combobox', { name: 'Add a leg' });
      await entry.fill('buy 250 ETH-27DEC30-3600-C');
      await entry.press('Enter');
      for (const left of [2, 1]) {
        await composer.getByRole('button', { name: 'Take out leg 1' }).click();
        await expect.poll(async () => (await legs()).length).toBe(left);
      }
      await hedge.getByText('It settles in BTC, the legs in ETH.').waitFor();
      const instrument = hedge.getByLabel('Instrument');
      await expect.poll(() => instrument.locator('option', { hasText: 'ETH-PERPETUAL' }).count()).toBe(1);
      expect(await instrument.inputValue()).toBe('BTC-PERPETUAL');
      // What it is worth in its own coin, of which the legs have none.
      await hedge.getByText(/^Leaves −\d+\.\d+ BTC of delta\./).waitFor();
      const [, first = ''] = await instrument.locator('option').allInnerTexts();
      await instrument.selectOption(first);
      await expect.poll(() => hedge.getByText('It settles in BTC').count()).toBe(0);
    },
  );

  it('a hedge of a hundred dollars asks, and so does not the one that is proposed', async () => {
    const { composer, hedge, takeHedged, waitUntilHeld } = await openComposer(mount);
    await takeHedged('call spread');
    await hedge.getByLabel('Side · amount').fill('100');
    await composer.getByText(/^Accept: The hedge leaves more than half of the delta/).waitFor();
    await waitUntilHeld();
    await hedge.getByRole('button', { name: 'Propose anew' }).click();
    await expect.poll(() => composer.getByText(/^Accept: The hedge/).count()).toBe(0);
  });

  it('a stop of trading takes back what is shown to be confirmed, also once it is lifted', async () => {
    const { page, send, confirming, backEnd, takeHedged, waitUntilPressable } = await openComposer(mount);
    await takeHedged('call spread');
    await send.click();
    await confirming.waitFor();
    await page.keyboard.press('Control+Shift+X');
    await confirming.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /allow again/ }).click();
    await waitUntilPressable();
    expect(await confirming.count()).toBe(0);
    expect(backEnd.state.requested).toEqual([]);
  });

  it('a structure scaled a thousand times is stopped, each leg by itself', async () => {
    const { composer, take, waitUntilHeld } = await openComposer(mount);
    await take('risk reversal');
    await composer.getByLabel('Amount of the structure').fill('25k');
    await composer.getByLabel('Amount of the structure').press('Enter');
    await expect.poll(() => composer.getByLabel('Amount of leg 2').inputValue()).toBe('25000');
    await expect.poll(() => composer.locator('.rfq-legs').getByText('Block RFQ limit of').count()).toBe(2);
    await waitUntilHeld();
  });
});

describe('the numbers of the composer', () => {
  it('move by arrows and take 1.5k, as those of the ticket', DEEP, async () => {
    const { composer, hedge, takeHedged } = await openComposer(mount);
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

  it('are told with their groups of digits', DEEP, async () => {
    const { composer } = await openComposer(mount);
    const entry = composer.getByRole('combobox', { name: 'Add a leg' });
    await entry.fill('buy 1000 BTC-PERPETUAL');
    await entry.press('Enter');
    await composer.getByText('The block minimum of this leg is 200,000 USD.').first().waitFor();
    await composer.getByRole('button', { name: 'Use 200,000' }).click();
    await expect.poll(() => composer.getByLabel('Amount of leg 1').inputValue()).toBe('200000');
  });
});

describe('the makers of the composer', () => {
  it('a name that is too long is said, not cut', DEEP, async () => {
    const { composer, take, waitUntilHeld, waitUntilPressable } = await openComposer(mount);
    await take('straddle');
    const another = composer.getByLabel('Name another maker');
    await another.fill('M'.repeat(200));
    await another.press('Enter');
    await composer.getByText('A maker’s name has at most 64 characters.').first().waitFor();
    await waitUntilHeld();
    await composer.getByRole('button', { name: 'Take it out', exact: true }).click();
    await waitUntilPressable();
    expect(await composer.getByText('name at least 5 makers: 0 are named').count()).toBe(1);
  });

  it('anonymous with four makers is refused, with the way out', DEEP, async () => {
    const { page, composer, send, backEnd, take, waitUntilPressable } = await openComposer(mount);
    await take('straddle');
    for (const maker of ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4']) {
      await composer.getByLabel(maker, { exact: true }).check();
    }
    await waitUntilPressable();
    await composer.getByText('Anonymous', { exact: true }).click();
    await composer.getByText('4 of 5 makers needed to stay anonymous.').first().waitFor();
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await send.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(backEnd.state.requested).toEqual([]);
    await composer.getByRole('button', { name: 'Add MAKER5' }).click();
    await waitUntilPressable();
  });
});

describe('a Block RFQ while the service is away', () => {
  it('says so, asks for each old price, and claims no quote of a live request to be of now', DEEP, async () => {
    const rfq = await openComposer(mount, { panels: null });
    const { page, composer, hedge, send, confirming, row, backEnd } = rfq;
    await rfq.takeHedged('call spread');
    await rfq.request('away');
    await row('away').getByText('open', { exact: true }).waitFor();
    backEnd.goOffline();
    backEnd.setStatus({ rfqs_unread_ms: 12_000 });
    await composer.getByText(/^The service does not answer now\. The forecast uses its last prices/).waitFor();
    await hedge.getByText(/^The price of the hedge BTC-PERPETUAL is [\d.]+ s old\./).waitFor();
    await expect.poll(() => composer.getByText(/^Accept: The price of/).count()).toBe(3);
    await rfq.waitUntilHeld();
    await panelOf(page, 'Payoff')
      .getByText(/^By prices of \d+ s ago\./)
      .waitFor();
    await row('away')
      .getByText(/^open · not read for \d+ s$/)
      .waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    for (const box of await composer.locator('.rfq-accept input').all()) await box.check();
    await rfq.waitUntilPressable();
    await send.click();
    await confirming.getByText(/^Accepted: The price of the hedge BTC-PERPETUAL is/).waitFor();
    await page.keyboard.press('Escape');
    for (const name of backEnd.state.quotes.keys()) backEnd.move(name, {});
    backEnd.setStatus({ connection: 'online', failure: null, rfqs_unread_ms: null });
    await row('away').getByText('open', { exact: true }).waitFor();
    await expect.poll(() => composer.getByText(/^Accept: The price of/).count()).toBe(0);
  });
});
