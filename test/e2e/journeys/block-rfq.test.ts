import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { CREATE_RFQ, openComposerBench } from '../../support/window/composer-bench.ts';
import { takeStructure } from '../../support/records/rfq-structures.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const { bench, page, composer, send, waitUntilPressable, confirming, confirm, row, created } =
  await openComposerBench();

/** The name of a sum reaches over the side. */
const AMOUNT_CELL = 2;
const MARK_CELL = 6;
/** Half of the last place that a mark is shown with. */
const ROUNDING = 0.00005;

/** A number as it is shown: grouped, and with a minus of its own when the structure costs less than nothing. */
function readNumber(text: string | undefined): number {
  return Number(text?.replaceAll(',', '').replace('−', '-'));
}

/** Whether the mark of all of the structure is that of one, times its amount, as far as they are shown. */
async function isTotalScaled(): Promise<boolean> {
  const rows = await composer.locator('.rfq-legs tfoot tr').all();
  const cells = await Promise.all(rows.map((sums) => sums.locator('td').allInnerTexts()));
  const [one, all] = cells.map((texts) => [texts[AMOUNT_CELL], texts[MARK_CELL]].map(readNumber));
  const [amount = Number.NaN, total = Number.NaN] = all ?? [];
  const [single, mark = Number.NaN] = one ?? [];
  return single === 1 && Math.abs(mark * amount - total) <= ROUNDING * (amount + 1);
}

describe('a structure becomes a Block RFQ', () => {
  it('by mouse: from the menu, hedged and labelled, to a row that counts down', async () => {
    await takeStructure(page(), 'risk reversal');
    await composer.getByRole('heading', { name: 'Buy risk reversal' }).waitFor();
    await composer.getByRole('button', { name: /^Add: sell/ }).click();
    await composer.getByText(/^Account delta [+-][\d.]+ becomes [+-][\d.]+ BTC if all of it trades\.$/).waitFor();
    // The payoff is that of what would be held: hedged it has next to no delta left.
    const payoff = panelOf(page(), 'Payoff');
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
    await composer.getByLabel('MAKER2', { exact: true }).check();
    await composer.getByLabel('Label', { exact: true }).fill('rr-mouse');
    await waitUntilPressable();
    expect(await findAccessibilityFaults(page())).toEqual([]);
    await expect.poll(isTotalScaled).toBe(true);
    const before = created();
    await send().click();
    await confirming()
      .getByText(/^1 maker \(MAKER2\) sees legs/)
      .waitFor();
    await confirming().getByText('rr-mouse', { exact: true }).waitFor();
    await confirming()
      .getByText(/^mark [−\d.]+ BTC · bid (?:[−\d.]+ BTC|–) · ask (?:[−\d.]+ BTC|–)$/)
      .waitFor();
    await confirming()
      .getByText(/^[\d,]+ USD, the legs together$/)
      .waitFor();
    await confirm();
    await row('rr-mouse')
      .getByText(/^\d:\d\d$/)
      .waitFor();
    await row('rr-mouse')
      .getByText(/^BTC-RR-/)
      .waitFor();
    expect(created() - before).toBe(1);
    expect(bench.simulator.control.calls(CREATE_RFQ).records.at(-1)?.params).toMatchObject({
      label: 'rr-mouse',
      makers: ['MAKER2'],
      disclosed: true,
      hedge: { instrument_name: 'BTC-PERPETUAL', direction: 'sell' },
    });
  });

  it('by keyboard alone', async () => {
    await page().getByRole('button', { name: 'Structures' }).focus();
    const keys = page().keyboard;
    await keys.press('Enter');
    const dialog = page().getByRole('dialog', { name: 'Structures' });
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
    const before = created();
    await send().focus();
    // Held or struck again in the same breath, the key opens the question and does not answer it.
    const strike = () => [keys.down('Enter'), keys.down('Enter'), keys.up('Enter')];
    await Promise.all([...strike(), ...strike()]);
    await confirming().locator('.button-primary[aria-disabled="false"]').waitFor();
    expect(created()).toBe(before);
    await keys.press('Enter');
    await panelOf(page(), 'My requests')
      .getByText(/^BTC-ICOND-/)
      .waitFor();
    expect(created() - before).toBe(1);
  });

  it('changed leg by leg: each is judged in its place, put right by the way out, turned and scaled', async () => {
    await takeStructure(page(), 'call spread');
    await composer.getByLabel('Amount of leg 2').fill('3');
    await composer.getByText('The block minimum of this leg is 25 BTC.').first().waitFor();
    expect(await send().getAttribute('aria-disabled')).toBe('true');
    await composer.getByRole('button', { name: 'Use 25' }).click();
    await waitUntilPressable();
    await composer.getByRole('button', { name: 'Leg 1: buy; flip' }).click();
    await composer.getByRole('button', { name: 'Leg 2: sell; flip' }).click();
    await composer.getByRole('heading', { name: 'Sell call spread' }).waitFor();
    await composer.getByLabel('Amount of the structure').fill('40');
    await composer.getByLabel('Amount of the structure').press('Enter');
    await expect.poll(() => composer.getByLabel('Amount of leg 1').inputValue()).toBe('40');
  });
});

describe('the public tape', () => {
  it('shows prints with their premium, is paged back and filtered, and one becomes a draft on either side', async () => {
    const tape = panelOf(page(), 'Public tape');
    await tape.getByText(/prints?, whole since/).waitFor();
    const buttons = tape.getByRole('button', { name: /^Buy (BTC|ETH)-CS-.*take it as a draft$/ });
    const name = ((await buttons.first().getAttribute('aria-label')) ?? '').slice('Buy '.length).split(':')[0] ?? '';
    await buttons.first().focus();
    await page().keyboard.press('Enter');
    await composer.getByRole('heading', { name: 'Buy call spread' }).waitFor();
    await composer.getByText(name).first().waitFor();
    await panelOf(page(), 'Payoff')
      .getByText(/^[1-9]\d* since .* over mark \([−+\d., to]+ ticks\)$/)
      .waitFor();
    await tape
      .getByRole('button', { name: `Sell ${name}: take it as a draft` })
      .first()
      .press('Enter');
    await composer.getByRole('heading', { name: 'Sell call spread' }).waitFor();
    // By key: a print that comes in meanwhile moves every row from under the pointer.
    await tape.getByRole('button', { name, exact: true }).first().press('Enter');
    await tape.getByText(/^Over the mark: [+−]?\d/).waitFor();
    expect(await findAccessibilityFaults(page())).toEqual([]);
    await tape.getByRole('button', { name: '7 days' }).click();
    await tape.getByText('all that the service has').waitFor();
    await tape.getByLabel('Currency of the tape').selectOption('ETH');
    await expect.poll(() => tape.getByRole('button', { name: /^Buy BTC-/ }).count()).toBe(0);
    await expect.poll(() => tape.getByRole('button', { name: /^Buy ETH-/ }).count()).toBeGreaterThan(0);
  });
});

describe('what the trader keeps', () => {
  it('structures, groups of makers and schemes come back after a reload, and do what they say', DEEP, async () => {
    await takeStructure(page(), 'call butterfly');
    await composer.getByRole('heading', { name: 'Buy call butterfly' }).waitFor();
    const legs = () => composer.getByRole('table', { name: 'Legs' }).locator('tbody .rfq-name').allInnerTexts();
    const kept = await legs();
    await page().getByRole('button', { name: 'Your own' }).click();
    const own = page().getByRole('dialog', { name: 'Your structures' });
    await own.getByLabel('Keep the composer’s legs as').fill('my fly');
    await own.getByRole('button', { name: 'Keep them' }).click();
    await own.getByText('+1').first().waitFor();
    await page().keyboard.press('Escape');

    await composer.getByRole('button', { name: 'Directory' }).click();
    const directory = page().getByRole('dialog', { name: 'Makers', exact: true });
    for (const name of ['MAKER1', 'MAKER3']) {
      await directory.getByLabel(`Group of ${name}`).fill('inner');
      await directory.getByLabel(`Group of ${name}`).press('Enter');
    }
    await directory.getByRole('button', { name: 'Forget MAKER3' }).waitFor();
    expect(await findAccessibilityFaults(page())).toEqual([]);
    await page().keyboard.press('Escape');
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
    const schemes = page().getByRole('dialog', { name: 'Allocation schemes' });
    await schemes.getByLabel('Keep the parts and “Split by” as').fill('two thirds');
    await schemes.getByRole('button', { name: 'Keep it' }).click();
    await schemes.getByRole('button', { name: 'Forget the scheme two thirds' }).waitFor();

    await page().reload();
    await page().getByRole('button', { name: 'Block RFQ', exact: true }).click();
    await page().getByRole('button', { name: 'Your own' }).click();
    await own.locator('button[type="submit"]:enabled').first().click();
    await composer.getByRole('heading', { name: 'Buy call butterfly' }).waitFor();
    expect((await legs()).toSorted()).toEqual(kept.toSorted());
    await composer.getByRole('button', { name: 'inner 2' }).waitFor();
    await composer.getByRole('button', { name: 'Schemes' }).click();
    await schemes.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => composer.getByLabel('Part 2: amount').inputValue()).toBe('10');
  });
});

describe('what may not be sent', () => {
  it('anonymous with four makers is refused, with the way out', async () => {
    await takeStructure(page(), 'straddle');
    for (const maker of ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4']) {
      await composer.getByLabel(maker, { exact: true }).check();
    }
    await waitUntilPressable();
    await composer.getByText('Anonymous', { exact: true }).click();
    await composer.getByText('4 of 5 makers needed to stay anonymous.').first().waitFor();
    expect(await send().getAttribute('aria-disabled')).toBe('true');
    const before = created();
    await send().click({ force: true });
    expect(await page().getByRole('dialog').count()).toBe(0);
    expect(created()).toBe(before);
    await composer.getByRole('button', { name: 'Add MAKER5' }).click();
    await waitUntilPressable();
  });
});

describe('a reply that is lost', () => {
  it('is unknown, stops an equal request, and is settled by a person', async () => {
    const { control } = bench.simulator;
    control.setDoor({ extensions: new Set(EXTENSION_NAMES.filter((name) => name !== 'private/get_block_rfqs')) });
    control.failNext(CREATE_RFQ, 'drop_after_executing');
    await takeStructure(page(), 'strangle');
    await composer.getByLabel('Label', { exact: true }).fill('lost-1');
    await waitUntilPressable();
    const before = created();
    await send().click();
    await confirm();
    await row('lost-1').getByText('unknown', { exact: true }).waitFor();
    // Counted where unknown orders are; both lead to it, from any workspace.
    for (const bar of ['.header', '.status-bar']) {
      await page().getByRole('button', { name: 'Trade', exact: true }).click();
      await page().locator(bar).getByRole('button', { name: '1 Block RFQ unknown' }).click();
      await row('lost-1').getByText('unknown', { exact: true }).waitFor();
      await page().getByRole('button', { name: 'Block RFQ', exact: true }).click();
    }
    await page()
      .locator('.toast')
      .filter({ hasText: /^No answer/ })
      .waitFor();
    // Said before a press, and under whatever label.
    const undecided = composer.getByText(/The same request, “lost-1”, has an unknown outcome/);
    await undecided.first().waitFor();
    await composer.getByLabel('Label', { exact: true }).fill('another');
    expect(await send().getAttribute('aria-disabled')).toBe('true');
    await send().click({ force: true });
    expect(await page().getByRole('dialog').count()).toBe(0);
    expect(created() - before).toBe(1);

    await row('lost-1').getByRole('button', { name: 'Settle by hand' }).click();
    const dialog = page().getByRole('dialog', { name: 'Settle an unknown request' });
    expect(await dialog.getByRole('button', { name: 'It is there' }).isDisabled()).toBe(true);
    expect(await findAccessibilityFaults(page())).toEqual([]);
    await dialog.getByLabel('Type its label to settle it').fill('lost-1');
    await dialog.getByRole('button', { name: 'It is there' }).click();
    await row('lost-1').getByText('Settled by hand: it is there.').waitFor();
    await page().locator('.header').getByText('1 Block RFQ unknown').waitFor({ state: 'detached' });
    await page()
      .locator('.toast')
      .filter({ hasText: /^No answer/ })
      .waitFor({ state: 'detached' });
    control.setDoor({ extensions: new Set(EXTENSION_NAMES) });
    // It is known now: an equal one asks, and is stopped no more.
    await expect.poll(() => undecided.count()).toBe(0);
    await composer.getByText(/^Accept: You sent the same request \d+ s ago \(label lost-1/).click();
    await waitUntilPressable();
    expect(bench.view.complaints).toEqual([]);
  });
});
