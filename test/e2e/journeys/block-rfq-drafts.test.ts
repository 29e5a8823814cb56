import { beforeAll, describe, expect, it } from 'vitest';
import { DESK_SCREEN, panelOf } from '../../support/terminal-window.ts';
import { openTicketBench } from '../../support/ticket-bench.ts';

const bench = await openTicketBench(DESK_SCREEN);
const page = () => bench.view.page;
const composer = panelOf(bench.view.page, 'Block RFQ composer');
const hedge = composer.getByRole('region', { name: 'Hedge leg' });

beforeAll(async () => {
  await page().getByRole('button', { name: 'Block RFQ', exact: true }).click();
});

/** All that was composed, as it stands on screen. */
async function readDraft() {
  const names = await composer.getByRole('table', { name: 'Legs' }).locator('tbody .rfq-name').allInnerTexts();
  const amounts = names.map((_, index) => composer.getByLabel(`Amount of leg ${index + 1}`).inputValue());
  const sides = await composer.getByRole('button', { name: /^Leg \d: / }).allInnerTexts();
  return {
    title: await composer.getByRole('heading').first().innerText(),
    legs: names,
    sides,
    amounts: await Promise.all(amounts),
    hedge: await hedge.getByLabel('Instrument').inputValue(),
    hedgeAmount: await hedge.getByLabel('Side · amount').inputValue(),
    maker: await composer.getByLabel('MAKER2', { exact: true }).isChecked(),
    label: await composer.getByLabel('Label', { exact: true }).inputValue(),
  };
}

/** Its check was answered: what was typed before is with the back end. */
const waitUntilKept = () => composer.locator('button.rfq-send[aria-disabled="false"]').waitFor();

describe('a Block RFQ that is being composed', () => {
  it('is there again when the window is loaded anew, with every leg and amount, and is not sent', async () => {
    await page().getByRole('button', { name: 'Structures' }).click();
    const dialog = page().getByRole('dialog', { name: 'Structures' });
    await dialog.getByLabel('Structure', { exact: true }).selectOption({ label: 'risk reversal' });
    await dialog.getByRole('button', { name: 'Use these legs' }).click();
    await composer.getByRole('heading', { name: 'Buy risk reversal' }).waitFor();
    await composer.getByLabel('Amount of leg 1').fill('75');
    await composer.getByLabel('Amount of leg 2').fill('75');
    await composer.getByRole('button', { name: /^Add: sell/ }).click();
    await composer.getByLabel('MAKER2', { exact: true }).check();
    await composer.getByLabel('Label', { exact: true }).fill('half-composed');
    await waitUntilKept();
    const composed = await readDraft();
    expect(composed).toMatchObject({
      amounts: ['75', '75'],
      hedge: 'BTC-PERPETUAL',
      maker: true,
      label: 'half-composed',
    });
    await page().reload();
    await composer.getByRole('heading', { name: 'Buy risk reversal' }).waitFor();
    await expect.poll(readDraft).toEqual(composed);
    await waitUntilKept();
    expect(bench.simulator.control.calls('private/create_block_rfq').count).toBe(0);
    expect(bench.view.complaints).toEqual([]);
  });

  it('does not come back once it was cleared', async () => {
    await page().getByRole('button', { name: 'Clear', exact: true }).click();
    await composer.getByLabel('Amount of leg 1').waitFor({ state: 'detached' });
    // Something that is kept after it: the way to the back end keeps the order.
    await page().getByRole('button', { name: 'Trade', exact: true }).click();
    await bench.view.chooseType('Market');
    await bench.view.label.fill('after');
    await bench.view.amount.fill('7000');
    await bench.view.waitUntilPressable();
    await page().reload();
    await expect.poll(() => bench.view.label.inputValue()).toBe('after');
    await page().getByRole('button', { name: 'Block RFQ', exact: true }).click();
    await composer.getByRole('button', { name: 'Structures' }).waitFor();
    expect(await composer.getByLabel('Amount of leg 1').count()).toBe(0);
  });
});
