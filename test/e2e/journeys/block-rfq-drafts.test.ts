import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { DESK_SCREEN, panelOf } from '../../support/window/terminal-window.ts';
import { takeStructure } from '../../support/records/rfq-structures.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

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
    await takeStructure(page(), 'risk reversal');
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

  it('does not come back once it was cleared', DEEP, async () => {
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

/** Nothing is composed. */
async function beginAnew(): Promise<void> {
  await page().keyboard.press('Escape');
  await page().getByRole('button', { name: 'Clear', exact: true }).click();
}

describe('legs from elsewhere', () => {
  beforeEach(beginAnew);

  it('are pasted as text or typed with side and amount, and drawn', async () => {
    await takeStructure(page(), 'strangle');
    const [put, call] = await composer.getByRole('table', { name: 'Legs' }).locator('tbody .rfq-name').allInnerTexts();
    await page().getByRole('button', { name: 'Clear', exact: true }).click();
    await page().getByRole('button', { name: 'Paste legs' }).click();
    const dialog = page().getByRole('dialog', { name: 'Paste legs' });
    await dialog.getByLabel('Legs as text').fill(`sell 30 ${put ?? ''}\nnonsense`);
    await dialog.getByText('Not read: nonsense').waitFor();
    await dialog.getByRole('button', { name: 'Replace all legs' }).click();
    const entry = composer.getByRole('combobox', { name: 'Add a leg' });
    await entry.fill(`buy 30 ${call ?? ''}`);
    await entry.press('Enter');
    await composer.getByRole('heading', { name: 'Buy risk reversal' }).waitFor();
    await expect.poll(() => composer.getByLabel('Amount of leg 1').inputValue()).toBe('30');
    const payoff = panelOf(page(), 'Payoff');
    await payoff.getByRole('img', { name: /^Profit at the first expiry between/ }).waitFor();
    await payoff.getByText('unlimited').waitFor();
    await payoff.getByText('Coin', { exact: true }).click();
    await payoff
      .getByText(/^-?[\d.,−]+ BTC$/)
      .first()
      .waitFor();
  });
});

describe('legs that are dragged', DEEP, () => {
  beforeEach(beginAnew);

  const legs = () => composer.getByRole('table', { name: 'Legs' }).locator('tbody .rfq-name').allInnerTexts();

  it('come from the option chain, the watchlist and anywhere as text; what names no leg is refused', async () => {
    const panels = page().getByRole('button', { name: /^Panels/ });
    await page().getByRole('button', { name: 'Trade', exact: true }).click();
    // A panel is opened in the group that is at hand.
    await page().getByRole('tab', { name: 'Sell ticket' }).click();
    await panels.click();
    await page().getByRole('menuitemcheckbox', { name: 'Block RFQ composer' }).click();
    await page().getByRole('tab', { name: 'Option chain' }).click();
    const chain = panelOf(page(), 'Option chain');
    const strike = chain.locator('.chain-first-above');
    await strike.locator('[col-id="call.bid"]').dragTo(composer);
    await composer.getByRole('button', { name: 'Leg 1: sell; flip' }).waitFor();
    await strike.locator('[col-id="put.ask"]').dragTo(composer);
    await composer.getByRole('button', { name: 'Leg 2: buy; flip' }).waitFor();
    const names = await legs();
    expect(names.map((name) => name.slice(-2))).toEqual(['-C', '-P']);

    await page().getByRole('tab', { name: 'Watchlist' }).click();
    const order = () => bench.view.watchlist.locator('[row-id] [col-id="name"]').allInnerTexts();
    const before = await order();
    const [from, to] = [
      await bench.view.watchlist.locator('[row-id="ETH-PERPETUAL"]').first().boundingBox(),
      await composer.boundingBox(),
    ];
    if (from === null || to === null) throw new Error('both are on screen');
    await page().mouse.move(from.x + 40, from.y + 10);
    await page().mouse.down();
    await page().mouse.move(from.x + 60, from.y + 60, { steps: 4 });
    await page().mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await page().mouse.up();
    await expect.poll(legs).toEqual([...names, 'ETH-PERPETUAL']);
    expect(await order()).toEqual(before);

    const drop = async (text: string) => {
      const transfer = await page().evaluateHandle((carried) => {
        const made = new DataTransfer();
        made.setData('text/plain', carried);
        return made;
      }, text);
      await composer.locator('.rfq-body').dispatchEvent('drop', { dataTransfer: transfer });
    };
    await drop('sell 40 ETH-PERPETUAL\nnonsense');
    await page().getByText('Not read: nonsense').waitFor();
    await drop('sell 1,000 BTC-PERPETUAL');
    await page().getByText('Not read: sell 1,000 BTC-PERPETUAL').waitFor();
    await drop('sell 40 BTC-PERPETUAL');
    await expect.poll(legs).toEqual([...names, 'ETH-PERPETUAL', 'BTC-PERPETUAL']);
    await expect.poll(() => composer.getByLabel('Amount of leg 4').inputValue()).toBe('40');
    await panels.click();
    await page().getByRole('menuitem', { name: 'Reset this workspace' }).click();
    await page().getByRole('button', { name: 'Block RFQ', exact: true }).click();
  });
});
