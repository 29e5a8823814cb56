import { beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { openTicketBench } from '../../support/window/ticket-bench.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const bench = await openTicketBench();
const journal = panelOf(bench.view.page, 'Journal');
beforeAll(() => bench.startAnew());

const entry = (text: string | RegExp): Locator => journal.locator('[role="row"][row-id]').filter({ hasText: text });
const stopButton = () => bench.view.page.getByRole('button', { name: /Stop trading|allow again/ });

describe('the journal on screen', () => {
  it('has what was sold and stopped as it happens, and proves itself up to the newest', async () => {
    const { view } = bench;
    await view.chooseType('Market');
    await view.amount.fill('200');
    await bench.press('first-of-journal');
    await view.orderRow('first-of-journal').getByText('filled', { exact: true }).waitFor();
    await view.page.getByRole('tab', { name: 'Journal' }).click();
    await entry(/Sell 200 USD of BTC-PERPETUAL, market; single press\./).waitFor();
    await entry(/Accepted, filled 200 USD at/).waitFor();
    await stopButton().click();
    await entry('Trading stopped.').waitFor();
    await stopButton().click();
    await entry('Trading allowed again.').waitFor();
    const sequences = await journal.locator('[row-id] [col-id="sequence"]').allInnerTexts();
    expect(sequences.map(Number)).toEqual(sequences.map(Number).toSorted((a, b) => b - a));
    await view.page.getByRole('button', { name: 'Verify' }).click();
    const proven = view.page.getByText(/^verified up to entry \d+ at \d\d:\d\d UTC$/);
    await expect
      .poll(async () => Number(/\d+/.exec(await proven.innerText())?.[0]))
      .toBeGreaterThanOrEqual(Number(sequences[0]));
    expect(view.complaints).toEqual([]);
  });
});
