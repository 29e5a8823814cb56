import { expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import type { TerminalWindow } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { BTC_OPTION, PERPETUAL } from '../../support/window-bench/market.ts';

const mount = await openWindowBench();

const SCREENS = [
  [1280, 720],
  [1600, 960],
] as const;

/** Sells what the ticket holds under the label; resolves once it is in the grid. */
async function sell(view: TerminalWindow, label: string): Promise<void> {
  await view.label.fill(label);
  await view.waitUntilPressable();
  await view.press.click();
  await view
    .orderRow(label)
    .getByText(/^(open|filled)$/)
    .first()
    .waitFor();
}

async function sellLimit(view: TerminalWindow, amount: string, label: string): Promise<void> {
  await view.amount.fill(amount);
  await view.price.fill('97810');
  await sell(view, label);
}

it(
  'cuts a label only where an ellipsis shows it, never within a letter, and has all of it to be read',
  DEEP,
  async () => {
    const { view, page } = await mount();
    const labels = ['Wide-Label-1', 'hedge-leg-12', 'desk-20261124-101010-12'];
    for (const [at, label] of labels.entries()) await sellLimit(view, String(1000 + 10 * at), label);
    const cut: string[] = [];
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      for (const label of labels) {
        const cell = view.orderRow(label).locator('[col-id="label"]');
        await expect.poll(() => cell.innerText()).toBe(label);
        const parts = await cell.locator('span, bdi').evaluateAll((all) =>
          all
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 0)
            .map((part) => {
              const { textOverflow, fontSize } = getComputedStyle(part);
              return { textOverflow, widthInEms: part.clientWidth / Number.parseFloat(fontSize) };
            }),
        );
        if (parts.length > 0) cut.push(`${width} ${label}`);
        // Less than an ellipsis and some letters, and the browser cuts within one.
        for (const part of parts) {
          expect(part.textOverflow, label).toBe('ellipsis');
          expect(part.widthInEms, label).toBeGreaterThan(3);
        }
      }
    }
    expect(cut).toContain('1280 Wide-Label-1');
    expect(cut).toContain('1280 hedge-leg-12');
  },
);

it('has the name of an option whole, and never without its strike and kind', DEEP, async () => {
  const { view } = await mount();
  await view.select(BTC_OPTION);
  await view.ticket.locator(`[role="combobox"][aria-label="Instrument"][value="${BTC_OPTION}"]`).waitFor();
  await view.amount.fill('0.1');
  await view.price.fill('0.0755');
  await sell(view, 'of-an-option');
  const cell = view.orderRow('of-an-option').locator('[col-id="instrument"]');
  expect(await cell.textContent()).toBe(BTC_OPTION);
  expect(await listCut(cell.locator('span'))).toEqual([]);
  const kept = await cell.evaluate((element) => {
    const name = element.querySelector<HTMLElement>('.instrument-name');
    if (name !== null) name.style.width = '90px';
    const { right = 0 } = element.querySelector('.instrument-name-strike')?.getBoundingClientRect() ?? {};
    const room = (name?.getBoundingClientRect().right ?? 0) - right;
    if (name !== null) name.style.width = '';
    return { text: element.querySelector('.instrument-name-strike')?.textContent, isInSight: room >= 0 };
  });
  expect(kept).toEqual({ text: '-100000-C', isInSight: true });
});

it('has the day before a time that is no longer of today, also from midnight on', DEEP, async () => {
  const { view, page } = await mount();
  await sellLimit(view, '1000', 'mine');
  const time = view.orderRow('mine').locator('[col-id="time"]');
  expect(await time.innerText()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
  await page.evaluate(() => {
    const tell = Date.now;
    Date.now = () => tell() + 86_400_000;
    Object.assign(window, { tellToday: () => Object.assign(Date, { now: tell }) });
  });
  try {
    await expect.poll(() => time.innerText()).toMatch(/^\d\d-\d\d \d\d:\d\d$/);
  } finally {
    await page.evaluate('window.tellToday()');
  }
});

it('cuts off no term of a sell that is confirmed, nor what is said of the order, however long its label', async () => {
  const { view, page } = await mount();
  const label = `${'book_of_the_desk_without_a_blank_'.repeat(2).slice(0, 63)}1`;
  await view.amount.fill('1070');
  await view.price.fill('97850');
  await view.openMore();
  await view.choose('Linked orders', 'OTOCO');
  for (const order of [1, 2]) await view.field(`Linked order ${order}: amount`).fill('1070');
  await view.field('Linked order 1: price').fill('97010');
  await view.field('Linked order 2: fires at').fill('98310');
  await view.label.fill(label);
  await view.waitUntilPressable();
  await view.press.click();
  const terms = page.getByRole('dialog').locator('.confirm-terms');
  await terms.getByText(/stop market · when mark reaches/).waitFor();
  expect(await listCut(page.getByRole('dialog').locator('.dialog-body, .confirm-terms'))).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: /^Sell/ }).click();
  await view.ticket.getByText('You sent the same sell').waitFor();
  expect(await listCut(view.ticket.locator('.ticket-said .issue-warning label > span'))).toEqual([]);
  await view.orderRow(label).first().locator('[col-id="label"]').dblclick();
  const details = page.getByRole('dialog');
  await details.getByText('Its way, from the journal').waitFor();
  expect(await listCut(page.locator('dialog[open], dialog[open] .dialog-bar, .order-details'))).toEqual([]);
});

it(
  'is written in the palette as it was given, with the unit of its order, and no average of what was not filled',
  DEEP,
  async () => {
    const { view, page } = await mount({ panels: ['orders', 'order-ticket'] });
    await view.ticket.locator(`[role="combobox"][aria-label="Instrument"][value="${PERPETUAL}"]`).waitFor();
    await sellLimit(view, '1080', 'Small-letters');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('small-letters');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Average price').waitFor();
    const said = await preview.innerText();
    expect(said).toContain('Small-letters');
    expect(said).toMatch(/Sell\s+1,080\s+USD/);
    expect(said).toMatch(/Filled\s+0\s+USD/);
    expect(said).toMatch(/Average price\s+–/);
  },
);
