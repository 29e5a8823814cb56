import { expect, it } from 'vitest';
import { listCut } from '../../support/window/cut-texts.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;

const SCREENS = [
  [1280, 720],
  [1600, 960],
] as const;

it('cuts a label only where an ellipsis shows it, never within a letter, and has all of it to be read', async () => {
  const labels = ['Wide-Label-1', 'hedge-leg-12', 'desk-20261124-101010-12'];
  for (const label of labels) {
    await bench.clear();
    await view.amount.fill(String(1000 + 10 * labels.indexOf(label)));
    await view.price.fill(String(bench.bidPlus(400)));
    await bench.press(label);
    await bench.readOrder(label);
  }
  const cut: string[] = [];
  for (const [width, height] of SCREENS) {
    await view.page.setViewportSize({ width, height });
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
});

it('has the name of an option whole, and never without its strike and kind', async () => {
  await view.page.setViewportSize({ width: 1280, height: 720 });
  await bench.clear();
  const option = await view.watchlist.locator('[row-id^="BTC-"][row-id$="-C"]').first().getAttribute('row-id');
  await view.select(option ?? '');
  await view.chooseType('Market');
  await view.amount.fill('0.1');
  await bench.press('of-an-option');
  const cell = view.orderRow('of-an-option').locator('[col-id="instrument"]');
  expect(await cell.textContent()).toBe(option);
  expect(await listCut(cell.locator('span'))).toEqual([]);
  const kept = await cell.evaluate((element) => {
    const name = element.querySelector<HTMLElement>('.instrument-name');
    if (name !== null) name.style.width = '90px';
    const { right = 0 } = element.querySelector('.instrument-name-strike')?.getBoundingClientRect() ?? {};
    const room = (name?.getBoundingClientRect().right ?? 0) - right;
    if (name !== null) name.style.width = '';
    return { text: element.querySelector('.instrument-name-strike')?.textContent, isInSight: room >= 0 };
  });
  expect(kept).toEqual({ text: /-\d+-C$/u.exec(option ?? '')?.[0], isInSight: true });
});

it('has the day before a time that is no longer of today, also from midnight on', async () => {
  const time = view.orderRow('hedge-leg-12').locator('[col-id="time"]');
  expect(await time.innerText()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
  await view.page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 86_400_000;
  });
  await expect.poll(() => time.innerText()).toMatch(/^\d\d-\d\d \d\d:\d\d$/);
});

it('cuts off no term of a sell that is confirmed, nor what is said of the order, however long its label', async () => {
  const { page } = view;
  const label = `${'book_of_the_desk_without_a_blank_'.repeat(2).slice(0, 63)}1`;
  await bench.clear();
  await view.amount.fill('1070');
  await view.price.fill(String(bench.bidPlus(440)));
  await view.openMore();
  await view.choose('Linked orders', 'OTOCO');
  for (const order of [1, 2]) await view.field(`Linked order ${order}: amount`).fill('1070');
  await view.field('Linked order 1: price').fill(String(bench.bidPlus(-400)));
  await view.field('Linked order 2: fires at').fill(String(bench.bidPlus(900)));
  await bench.press(label);
  const terms = page.getByRole('dialog').locator('.confirm-terms');
  await terms.getByText(/stop market · when mark reaches/).waitFor();
  expect(await listCut(page.getByRole('dialog').locator('.dialog-body, .confirm-terms'))).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: /^Sell/ }).click();
  await bench.readOrder(label);
  await view.ticket.getByText('You sent the same sell').waitFor();
  expect(await listCut(view.ticket.locator('.ticket-said .issue-warning label > span'))).toEqual([]);
  await view.orderRow(label).first().locator('[col-id="label"]').dblclick();
  const details = page.getByRole('dialog');
  await details.getByText('Its way, from the journal').waitFor();
  expect(await listCut(page.locator('dialog[open], dialog[open] .dialog-bar, .order-details'))).toEqual([]);
  await page.keyboard.press('Escape');
});

it('is written in the palette as it was given, with the unit of its order, and no average of what was not filled', async () => {
  const { page } = view;
  await bench.clear();
  await view.amount.fill('1080');
  await view.price.fill(String(bench.bidPlus(460)));
  await bench.press('Small-letters');
  await bench.readOrder('Small-letters');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('small-letters');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Average price').waitFor();
  const said = await preview.innerText();
  expect(said).toContain('Small-letters');
  expect(said).toMatch(/Sell\s+1,080\s+USD/);
  expect(said).toMatch(/Filled\s+0\s+USD/);
  expect(said).toMatch(/Average price\s+–/);
  await page.keyboard.press('Escape');
});
