import { beforeEach, describe, expect, it } from 'vitest';
import { assertDefined } from '../../../shared/result.ts';
import { parseOptionName } from '../../../shared/service/option-name.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

/** Still so long to its expiry: warned of, and not over before that is seen. */
const LEFT_MS = 28_000;

const bench = await openTicketBench();
const { view, bidPlus } = bench;

describe('a sell that its circumstances forbid', () => {
  beforeEach(() => bench.clear());

  async function fillLimit(): Promise<number> {
    await view.amount.fill('1000');
    await view.price.fill(String(bidPlus(300)));
    return bench.countSells();
  }

  it('of a book that is not open says its state, and is possible again when it opens', async () => {
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'locked');
    const before = await fillLimit();
    await view.ticket
      .getByText(/The book is not open: its state is “locked”/)
      .first()
      .waitFor();
    await view.press.click({ force: true });
    expect(bench.countSells()).toBe(before);
    bench.simulator.control.setInstrumentState('BTC-PERPETUAL', 'open');
    await view.waitUntilPressable();
  });

  it('of an account without market maker protection says so where that is asked for', async () => {
    bench.simulator.control.setTrading({ mmpEnabled: false });
    const before = await fillLimit();
    const mmp = view.ticket.getByRole('checkbox', { name: 'MMP' });
    await mmp.check();
    await view.ticket
      .getByText(/This account has no market maker protection/)
      .first()
      .waitFor();
    await view.press.click({ force: true });
    expect(bench.countSells()).toBe(before);
    await mmp.uncheck();
    await view.waitUntilPressable();
  });

  it('far from the mark is sold once its price was typed again, as it is and not as it was', async () => {
    const far = bidPlus(30_000);
    const label = bench.nextLabel();
    await view.amount.fill('1000');
    await view.label.fill(label);
    await view.price.fill(String(far));
    const again = view.fieldRow('Price').getByRole('textbox', { name: /To accept it, type the price again/ });
    const before = bench.countSells();
    for (const text of ['', 'yes', String(far + 1), `${far}0`]) {
      await again.fill(text);
      await view.press.getByText('Accept the warning first.').waitFor();
      await again.press('Control+Enter');
    }
    await again.fill(String(far));
    await view.waitUntilPressable();
    await view.price.fill(String(far + 100));
    await expect.poll(() => again.inputValue()).toBe('');
    expect(bench.countSells()).toBe(before);
    await again.fill(String(far + 100));
    await view.waitUntilPressable();
    await again.press('Control+Enter');
    expect(await bench.readOrder(label)).toMatchObject({ price: far + 100 });
  });

  it('at market far from the mark, and for more than is bid at first, is sold once that is accepted', async () => {
    await view.select(bench.option);
    await view.ticket.getByRole('button', { name: 'Guards' }).click();
    const guards = view.page.getByRole('dialog', { name: 'Guards of this profile' });
    const asks = guards.getByLabel('Price away from the mark: asks above, %');
    const asked = await asks.inputValue();
    await asks.fill('0.0001');
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.waitFor({ state: 'detached' });
    const label = bench.nextLabel();
    await view.amount.fill('250');
    await view.label.fill(label);
    await view.chooseType('Market');
    const rest = view
      .fieldRow('Amount')
      .getByRole('checkbox', { name: /at the best bid of .*\. The rest sells at lower bids, not shown/ });
    await rest.check();
    const again = view.fieldRow('Type').getByRole('textbox', {
      name: /trades at the best bid of .* away from the mark, .* To accept it, type the amount again: 250/,
    });
    const before = bench.countSells();
    await again.fill('25');
    await view.press.getByText('Accept the warning first.').waitFor();
    await again.press('Control+Enter');
    expect(bench.countSells()).toBe(before);
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    // A bid that moved as it was pressed, or just before, is asked about once more.
    const held = view.press.getByText('Accept the warning first.');
    const refused = view.ticket.getByRole('group', { name: 'Last order' }).getByText('Not sent', { exact: true });
    for (let isSold = false; !isSold;) {
      const sold = bench.simulator.control.waitForCall('private/sell').then(() => true);
      await rest.check();
      await again.fill('250');
      await view.waitUntilPressable();
      await again.press('Control+Enter');
      isSold = await Promise.race([
        sold,
        refused
          .or(held)
          .first()
          .waitFor()
          .then(() => false),
      ]);
      if (!isSold && (await refused.count()) > 0) await view.ticket.locator('.outcome-dismiss').click();
    }
    expect(await bench.readOrder(label)).toMatchObject({ order_type: 'market', amount: 250 });
    await view.ticket.getByRole('button', { name: 'Guards' }).click();
    await asks.fill(asked);
    await guards.getByRole('button', { name: 'Save guards' }).click();
    await guards.waitFor({ state: 'detached' });
  });

  it('under a label that was used names the next free one, and the same again asks first', async () => {
    const label = 'used';
    await fillLimit();
    await bench.press(label);
    await bench.readOrder(label);
    // The next free one takes its place once the sell is answered.
    await expect.poll(() => view.label.inputValue()).toBe(`${label}-2`);
    const before = await fillLimit();
    await view.label.fill(label);
    await view
      .fieldRow('Label')
      .getByText(/was used before/)
      .waitFor();
    await view.press.click({ force: true });
    await view
      .fieldRow('Label')
      .getByRole('button', { name: `${label}-2` })
      .click();
    const again = view.ticket.getByRole('checkbox', { name: /sent the same sell/ });
    await again.waitFor();
    await view.press.click({ force: true });
    expect(bench.countSells()).toBe(before);
    await again.check();
    await view.waitUntilPressable();
    await view.press.click();
    expect(await bench.readOrder(`${label}-2`)).toMatchObject({ amount: 1000 });
  });
});

/** After those that sell: the account has nothing left. */
describe('a forecast that was missed', () => {
  it('is counted in the status bar', async () => {
    const { control } = bench.simulator;
    const said = view.page.getByText(/^\d+ forecasts? missed$/);
    const readCount = async () => Number.parseInt((await said.allInnerTexts())[0] ?? '0', 10);
    const before = await readCount();
    // The account has other fees than it was last read with: what the reply charges nobody could foresee.
    control.failAll('private/get_account_summaries', { httpStatus: 502, html: 'away' });
    const rate = { type: 'fixed', maker: 0.001, taker: 0.002 } as const;
    control.setAccount({ fees: { btc_usd: { perpetual: { default: rate, block_trade: 1 } } } });
    await bench.clear();
    const label = bench.nextLabel();
    await view.amount.fill('1230');
    await view.chooseType('Market');
    await bench.press(label);
    await expect.poll(readCount).toBe(before + 1);
    control.failAll('private/get_account_summaries', null);
    control.setAccount({ fees: {} });
  });
});

describe('what a sell takes of the margin', () => {
  const margin = () => view.ticket.locator('.margin-said');

  it('is told as the service says, once the order stands still', async () => {
    await bench.clear();
    await view.amount.fill('10000');
    await view.chooseType('Market');
    await margin()
      .getByText(/^Initial margin ≤ 0\.002\d* of 11\.\d+ BTC\.$/)
      .waitFor();
    await view.ticket.getByRole('checkbox', { name: 'Reduce only' }).check();
    await margin().waitFor({ state: 'detached' });
    await view.ticket.getByRole('checkbox', { name: 'Reduce only' }).uncheck();
    bench.simulator.control.givePosition('BTC-PERPETUAL', -40_000_000, bench.bid());
    await view.amount.fill('20000');
    await margin()
      .getByText(/Initial margin 0\.00\d+ BTC, available 0\. Unless it closes a position, the service may reject it\.$/)
      .waitFor();
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
  });
});

/** Last: the service's time does not go back. */
describe('an option at its end', () => {
  it('is warned of in its last seconds and refused after them', async () => {
    await view.clear();
    await view.select(bench.option);
    const expiryMs = assertDefined(parseOptionName(bench.option)?.expiryMs, bench.option);
    bench.simulator.control.moveClock(expiryMs - LEFT_MS - Date.now());
    await view.amount.fill('1');
    await view.price.fill('0.5');
    const row = view.fieldRow('Instrument');
    await row.getByText(/It expires in \d+ s/).waitFor();
    bench.simulator.control.moveClock(LEFT_MS);
    await row.getByText(/It expired at/).waitFor();
    const before = bench.countSells();
    await view.press.click({ force: true });
    expect(bench.countSells()).toBe(before);
  });
});
