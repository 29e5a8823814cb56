import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { currencySummarySchema } from '../../../shared/service/account.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { dialogOf, panelOf } from '../../support/window/terminal-window.ts';
import { type OpenComposer, openComposer } from './open-composer.ts';

const mount = await openWindowBench();

/** All that was composed, as it stands on screen. */
async function readDraft({ composer, hedge, label, legs }: OpenComposer) {
  const names = await legs();
  const amounts = names.map((_, index) => composer.getByLabel(`Amount of leg ${index + 1}`).inputValue());
  return {
    title: await composer.getByRole('heading').first().innerText(),
    legs: names,
    sides: await composer.getByRole('button', { name: /^Leg \d: / }).allInnerTexts(),
    amounts: await Promise.all(amounts),
    hedge: await hedge.getByLabel('Instrument').inputValue(),
    hedgeAmount: await hedge.getByLabel('Side · amount').inputValue(),
    maker: await composer.getByLabel('MAKER2', { exact: true }).isChecked(),
    label: await label.inputValue(),
  };
}

describe('a structure becomes a Block RFQ', () => {
  it('by keyboard alone', async () => {
    const { page, composer, send, confirming, backEnd, waitUntilPressable } = await openComposer(mount, {
      panels: ['rfq-composer', 'rfq-requests'],
    });
    await page.getByRole('button', { name: 'Structures' }).focus();
    const keys = page.keyboard;
    await keys.press('Enter');
    const dialog = dialogOf(page, 'Structures');
    await dialog.getByLabel('Structure', { exact: true }).waitFor();
    await keys.type('iron condor');
    const use = dialog.getByRole('button', { name: 'Use these legs' });
    await dialog.locator('button[type="submit"]:enabled').waitFor();
    for (let step = 0; step < 20 && !(await use.evaluate((element) => element === document.activeElement)); step += 1) {
      await keys.press('Tab');
    }
    await keys.press('Enter');
    await composer.getByRole('heading', { name: 'Buy iron condor' }).waitFor();
    await waitUntilPressable();
    await send.focus();
    // Held or struck again in the same breath, the key opens the question and does not answer it.
    const strike = () => [keys.down('Enter'), keys.down('Enter'), keys.up('Enter')];
    await Promise.all([...strike(), ...strike()]);
    await confirming.locator('.button-primary[aria-disabled="false"]').waitFor();
    expect(backEnd.state.requested).toEqual([]);
    await keys.press('Enter');
    await panelOf(page, 'My requests')
      .getByText(/^BTC-ICOND-/)
      .waitFor();
    expect(backEnd.state.requested).toHaveLength(1);
  });

  it('changed leg by leg: each is judged in its place, put right by the way out, turned and scaled', DEEP, async () => {
    const { composer, send, take, waitUntilPressable } = await openComposer(mount);
    await take('call spread');
    await composer.getByLabel('Amount of leg 2').fill('3');
    await composer.getByText('The block minimum of this leg is 25 BTC.').first().waitFor();
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await composer.getByRole('button', { name: 'Use 25' }).click();
    await waitUntilPressable();
    await composer.getByRole('button', { name: 'Leg 1: buy; flip' }).click();
    await composer.getByRole('button', { name: 'Leg 2: sell; flip' }).click();
    await composer.getByRole('heading', { name: 'Sell call spread' }).waitFor();
    await composer.getByLabel('Amount of the structure').fill('40');
    await composer.getByLabel('Amount of the structure').press('Enter');
    await expect.poll(() => composer.getByLabel('Amount of leg 1').inputValue()).toBe('40');
  });

  it('hedged, and shown with the payoff that is left', DEEP, async () => {
    const { page, composer, take } = await openComposer(mount, {
      panels: ['rfq-composer', 'rfq-payoff'],
      prepare: ({ state, setAccount }) =>
        setAccount({
          summaries: state.account.summaries.map((summary) =>
            currencySummarySchema.parse({ ...summary, delta_total_map: { btc_usd: 1.5 } }),
          ),
        }),
    });
    await take('risk reversal');
    await composer.getByRole('button', { name: /^Add: sell/ }).click();
    await composer.getByText(/^Account delta [+-][\d.]+ becomes [+-][\d.]+ BTC if all of it trades\.$/).waitFor();
    // The payoff is that of what would be held: hedged it has next to no delta left.
    const payoff = panelOf(page, 'Payoff');
    const hedged = payoff.getByRole('checkbox', {
      name: /^With the hedge: sell [\d,]+ USD of BTC-PERPETUAL at [\d,.]+$/,
    });
    const delta = () =>
      payoff
        .getByText(/^[+−-]?[\d.]+ · [+−-]?[\d.]+ BTC$/)
        .innerText()
        .then((text) => Math.abs(parseFloat(text.replace('−', '-'))));
    await expect.poll(delta).toBeLessThan(0.05);
    await hedged.uncheck();
    await expect.poll(delta).toBeGreaterThan(1);
    await hedged.check();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  it('whose total is its mark times its amount, each as it is shown', async () => {
    const { composer, take } = await openComposer(mount);
    await take('risk reversal');
    const read = (text: string | undefined) => Number(text?.replaceAll(',', '').replace('−', '-'));
    await expect
      .poll(async () => {
        const rows = await composer.locator('.rfq-legs tfoot tr').all();
        const [one = [], all = []] = await Promise.all(rows.map((sums) => sums.locator('td').allInnerTexts()));
        // The name of a sum reaches over the side.
        const [amount, mark] = [2, 6];
        if (read(one[amount]) !== 1 || read(all[amount]) !== 25) return Number.NaN;
        return Math.abs(read(one[mark]) * 25 - read(all[mark]));
      })
      // Half of the last place that a mark is shown with, of each of the twenty-five and of their sum.
      .toBeLessThanOrEqual(0.00005 * 26);
  });
});

describe('a Block RFQ that is being composed', () => {
  it('is there again when the window is loaded anew, with every leg and amount, and is not sent', async () => {
    const rfq = await openComposer(mount);
    const { view, composer, backEnd } = rfq;
    await rfq.take('risk reversal');
    await composer.getByLabel('Amount of leg 1').fill('75');
    await composer.getByLabel('Amount of leg 2').fill('75');
    await composer.getByRole('button', { name: /^Add: sell/ }).click();
    await composer.getByLabel('MAKER2', { exact: true }).check();
    const kept = backEnd.nextAsked('workspaces.save', ({ drafts }) => JSON.stringify(drafts).includes('half-composed'));
    await rfq.label.fill('half-composed');
    await kept;
    await rfq.waitUntilPressable();
    const composed = await readDraft(rfq);
    expect(composed).toMatchObject({
      amounts: ['75', '75'],
      hedge: 'BTC-PERPETUAL',
      maker: true,
      label: 'half-composed',
    });
    await view.reload();
    await composer.getByRole('heading', { name: 'Buy risk reversal' }).waitFor();
    await expect.poll(() => readDraft(rfq)).toEqual(composed);
    await rfq.waitUntilPressable();
    expect(backEnd.state.requested).toEqual([]);
  });

  it('does not come back once it was cleared', DEEP, async () => {
    const { view, page, composer, backEnd, take } = await openComposer(mount);
    const kept = backEnd.nextAsked('workspaces.save', ({ drafts }) => JSON.stringify(drafts).includes('-C'));
    await take('call spread');
    await kept;
    const cleared = backEnd.nextAsked('workspaces.save', ({ drafts }) => drafts !== undefined);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await composer.getByLabel('Amount of leg 1').waitFor({ state: 'detached' });
    await cleared;
    await view.reload();
    await composer.getByRole('button', { name: 'Structures' }).waitFor();
    expect(await composer.getByLabel('Amount of leg 1').count()).toBe(0);
  });
});

describe('legs from elsewhere', () => {
  it('are pasted as text or typed with side and amount, and drawn', DEEP, async () => {
    const { page, composer } = await openComposer(mount, { panels: ['rfq-composer', 'rfq-payoff'] });
    await page.getByRole('button', { name: 'Paste legs' }).click();
    const dialog = dialogOf(page, 'Paste legs');
    await dialog.getByLabel('Legs as text').fill('sell 30 BTC-27DEC30-80000-P\nnonsense');
    await dialog.getByText('Not read: nonsense').waitFor();
    await dialog.getByRole('button', { name: 'Replace all legs' }).click();
    const entry = composer.getByRole('combobox', { name: 'Add a leg' });
    await entry.fill('buy 30 BTC-27DEC30-150000-C');
    await entry.press('Enter');
    await composer.getByRole('heading', { name: 'Buy risk reversal' }).waitFor();
    await expect.poll(() => composer.getByLabel('Amount of leg 1').inputValue()).toBe('30');
    const payoff = panelOf(page, 'Payoff');
    await payoff.getByRole('img', { name: /^Profit at the first expiry between/ }).waitFor();
    await payoff.getByText('unlimited').waitFor();
    await payoff.getByText('Coin', { exact: true }).click();
    await payoff
      .getByText(/^-?[\d.,−]+ BTC$/)
      .first()
      .waitFor();
  });
});

describe('legs that are dragged', () => {
  it('come from the option chain, the watchlist and anywhere as text; what names no leg is refused', DEEP, async () => {
    const { view, page, composer, legs } = await openComposer(mount, {
      panels: ['option-chain', 'watchlist', 'rfq-composer'],
    });
    const chain = panelOf(page, 'Option chain');
    const strike = chain.locator('.chain-first-above');
    await strike.locator('[col-id="call.bid"]').dragTo(composer);
    await composer.getByRole('button', { name: 'Leg 1: sell; flip' }).waitFor();
    await strike.locator('[col-id="put.ask"]').dragTo(composer);
    await composer.getByRole('button', { name: 'Leg 2: buy; flip' }).waitFor();
    const names = await legs();
    expect(names.map((name) => name.slice(-2))).toEqual(['-C', '-P']);

    const order = () => view.watchlist.locator('[row-id] [col-id="name"]').allInnerTexts();
    const before = await order();
    const [from, to] = [
      await view.watchlist.locator('[row-id="ETH-PERPETUAL"]').first().boundingBox(),
      await composer.boundingBox(),
    ];
    if (from === null || to === null) throw new Error('both are on screen');
    await page.mouse.move(from.x + 40, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 60, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await page.mouse.up();
    await expect.poll(legs).toEqual([...names, 'ETH-PERPETUAL']);
    expect(await order()).toEqual(before);

    const drop = async (text: string) => {
      const transfer = await page.evaluateHandle((carried) => {
        const made = new DataTransfer();
        made.setData('text/plain', carried);
        return made;
      }, text);
      await composer.locator('.rfq-body').dispatchEvent('drop', { dataTransfer: transfer });
    };
    await drop('sell 40 ETH-PERPETUAL\nnonsense');
    await page.getByText('Not read: nonsense').waitFor();
    await drop('sell 1,000 BTC-PERPETUAL');
    await page.getByText('Not read: sell 1,000 BTC-PERPETUAL').waitFor();
    await drop('sell 40 BTC-PERPETUAL');
    await expect.poll(legs).toEqual([...names, 'ETH-PERPETUAL', 'BTC-PERPETUAL']);
    await expect.poll(() => composer.getByLabel('Amount of leg 4').inputValue()).toBe('40');
  });
});

describe('what the trader keeps', () => {
  it('structures, groups of makers and schemes come back after a reload, and do what they say', DEEP, async () => {
    const { view, page, composer, take, legs } = await openComposer(mount);
    await take('call butterfly');
    await composer.getByRole('heading', { name: 'Buy call butterfly' }).waitFor();
    const kept = await legs();
    await page.getByRole('button', { name: 'Your own' }).click();
    const own = page.getByRole('dialog', { name: 'Your structures' });
    await own.getByLabel('Keep the composer’s legs as').fill('my fly');
    await own.getByRole('button', { name: 'Keep them' }).click();
    await own.getByText('+1').first().waitFor();
    await page.keyboard.press('Escape');

    await composer.getByRole('button', { name: 'Directory' }).click();
    const directory = page.getByRole('dialog', { name: 'Makers', exact: true });
    for (const name of ['MAKER1', 'MAKER3']) {
      await directory.getByLabel(`Group of ${name}`).fill('inner');
      await directory.getByLabel(`Group of ${name}`).press('Enter');
    }
    await directory.getByRole('button', { name: 'Forget MAKER3' }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await composer.getByRole('button', { name: 'inner 2' }).click();
    await expect.poll(() => composer.getByLabel('MAKER3', { exact: true }).isChecked()).toBe(true);
    expect(await composer.getByLabel('MAKER2', { exact: true }).isChecked()).toBe(false);

    await composer.getByLabel('Ratio of leg 2').fill('3');
    await composer.getByLabel('Ratio of leg 2').press('Enter');
    await expect.poll(() => composer.getByLabel('Amount of leg 2').inputValue()).toBe('75');
    await composer.getByRole('button', { name: 'Split it' }).click();
    const split = composer.getByLabel('Split by shares or ratio');
    await split.fill('50% half');
    await split.press('Enter');
    await composer.getByText('“half” is no share').waitFor();
    await split.fill('60% rest');
    await split.press('Enter');
    await expect.poll(() => composer.getByLabel('Part 2: amount').inputValue()).toBe('10');
    await composer.getByRole('button', { name: 'Schemes' }).click();
    const schemes = page.getByRole('dialog', { name: 'Allocation schemes' });
    await schemes.getByLabel('Keep the parts and “Split by” as').fill('two thirds');
    await schemes.getByRole('button', { name: 'Keep it' }).click();
    await schemes.getByRole('button', { name: 'Forget the scheme two thirds' }).waitFor();

    await view.reload();
    await page.getByRole('button', { name: 'Your own' }).click();
    await own.locator('button[type="submit"]:enabled').first().click();
    await composer.getByRole('heading', { name: 'Buy call butterfly' }).waitFor();
    expect((await legs()).toSorted()).toEqual(kept.toSorted());
    await composer.getByRole('button', { name: 'inner 2' }).waitFor();
    await composer.getByRole('button', { name: 'Schemes' }).click();
    await schemes.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => composer.getByLabel('Part 2: amount').inputValue()).toBe('10');
  });
});

describe('the keys and the room of the composer', () => {
  it('Control and Enter press what is in front: no Block RFQ is asked for from the ticket that lies over its composer', async () => {
    const { view, page, composer, confirming, backEnd, take, waitUntilPressable } = await openComposer(mount, {
      panels: null,
    });
    await composer.getByRole('button', { name: 'Structures' }).focus();
    await page.getByRole('button', { name: /^Panels/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Order ticket' }).click();
    await view.ticket.waitFor();
    const tab = (name: string) => page.locator('main:not([hidden]) .dv-tab', { hasText: name });
    await tab('Composer').click();
    await take('call spread');
    await waitUntilPressable();
    await tab('Order ticket').click();
    await view.amount.focus();
    await page.keyboard.press('Control+Enter');
    // Long enough for a dialog to be drawn.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await confirming.count()).toBe(0);
    expect(backEnd.state.requested).toEqual([]);

    await tab('Composer').click();
    await composer.getByLabel('Amount of leg 1').focus();
    await page.keyboard.press('Control+Enter');
    await confirming.waitFor();
    await page.keyboard.press('Escape');
    await composer.getByRole('button', { name: 'Structures' }).focus();
    await page.keyboard.press('Control+Enter');
    await confirming.waitFor();
    await page.keyboard.press('Escape');
  });

  it(
    'in a small window the composer of two legs is whole; what is longer fades at its edge and scrolls',
    DEEP,
    async () => {
      const { composer, label, take, waitUntilPressable } = await openComposer(mount, {
        panels: null,
        width: 1280,
        height: 720,
      });
      /** How far the foot of the composer covers the control, and how far the control is below what is shown, px. */
      const overlap = async (): Promise<number> => {
        const box = await label.boundingBox();
        const foot = await composer.locator('.rfq-foot').boundingBox();
        return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) - (foot?.y ?? Number.NaN);
      };
      await take('risk reversal');
      await waitUntilPressable();
      expect(await overlap()).toBeLessThanOrEqual(0);
      const fading = composer.locator('[data-more-below]');
      expect(await fading.count()).toBe(0);

      await composer.getByRole('button', { name: 'Split it' }).click();
      for (let part = 2; part < 7; part += 1) await composer.getByRole('button', { name: 'Add a part' }).click();
      await fading.waitFor();
      await composer.getByLabel('Split by shares or ratio').focus();
      await label.scrollIntoViewIfNeeded();
      expect(await overlap()).toBeLessThanOrEqual(0);
    },
  );
});
