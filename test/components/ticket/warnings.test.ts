import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { decimal } from '../../../shared/decimal.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { CALM_GUARDS } from '../../support/window-bench/calm.ts';
import { ETH_OPTION, PERPETUAL } from '../../support/window-bench/market.ts';
import { openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

const { soft, hard } = CALM_GUARDS;
/** Any distance from the mark is asked about, and no volatility. */
const ASKS_FROM_MARK = {
  soft: { ...soft, maxDistanceFromMark: decimal('0.000001'), maxVolatilityPoints: null },
  hard: { ...hard, maxVolatilityPoints: null },
};
/** Any distance from the index is asked about. */
const ASKS_FROM_INDEX = { soft: { ...soft, maxDistanceFromIndex: decimal('0.00001') } };

describe('a sell that its circumstances forbid', () => {
  it('of a book that is not open says its state, and is possible again when it opens', async () => {
    const { view, backEnd, fill } = await openTicket(mount);
    backEnd.move(PERPETUAL, { state: 'locked' });
    await fill('1000', '97710');
    await view.ticket
      .getByText(/The book is not open: its state is “locked”/)
      .first()
      .waitFor();
    await view.press.click({ force: true });
    expect(backEnd.state.sold).toEqual([]);
    backEnd.move(PERPETUAL, { state: 'open' });
    await view.waitUntilPressable();
  });

  it('of an account without market maker protection says so where that is asked for', DEEP, async () => {
    const { view, backEnd, fill, flag } = await openTicket(mount, {
      prepare: (prepared) => prepared.setFacts({ isMmpEnabled: false }),
    });
    await fill('1000', '97710');
    await flag('MMP').check();
    await view.ticket
      .getByText(/This account has no market maker protection/)
      .first()
      .waitFor();
    await view.press.click({ force: true });
    expect(backEnd.state.sold).toEqual([]);
    await flag('MMP').uncheck();
    await view.waitUntilPressable();
  });

  it('far from the mark is sold once its price was typed again, as it is and not as it was', async () => {
    const { view, backEnd, fill } = await openTicket(mount);
    await fill('1000', '127410');
    const again = view.fieldRow('Price').getByRole('textbox', { name: /To accept it, type the price again/ });
    for (const text of ['', 'yes', '127411', '1274100']) {
      await again.fill(text);
      await view.press.getByText('Accept the warning first.').waitFor();
      await again.press('Control+Enter');
    }
    await again.fill('127410');
    await view.waitUntilPressable();
    await view.price.fill('127510');
    await expect.poll(() => again.inputValue()).toBe('');
    expect(backEnd.state.sold).toEqual([]);
    await again.fill('127510');
    await view.waitUntilPressable();
    const sold = backEnd.nextSold();
    await again.press('Control+Enter');
    expect(await sold).toMatchObject({ price: '127510' });
  });

  it('at market far from the mark, and for more than is bid at first, is sold once that is accepted', async () => {
    const { view, backEnd, page, enter } = await openTicket(mount, {
      prepare: (prepared) => prepared.setGuards(ASKS_FROM_MARK),
    });
    await enter(ETH_OPTION);
    await view.amount.fill('250');
    await view.chooseType('Market');
    await view
      .fieldRow('Amount')
      .getByRole('checkbox', { name: /at the best bid of .*\. The rest sells at lower bids, not shown/ })
      .check();
    const again = view.fieldRow('Type').getByRole('textbox', {
      name: /first trades at the best bid of .* % from the mark of .* To accept it, type the amount again: 250/,
    });
    await again.fill('25');
    await view.press.getByText('Accept the warning first.').waitFor();
    await again.press('Control+Enter');
    expect(backEnd.state.sold).toEqual([]);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await again.fill('250');
    await view.waitUntilPressable();
    const sold = backEnd.nextSold();
    await again.press('Control+Enter');
    expect(await sold).toMatchObject({ type: 'market', amount: '250' });
  });

  it('under a label that was used names the next free one, and the same again asks first', async () => {
    const { view, backEnd, fill, sell } = await openTicket(mount);
    await fill('1000', '97710');
    await sell('used');
    // The next free one takes its place once the sell is answered.
    await expect.poll(() => view.label.inputValue()).toBe('used-2');
    await view.label.fill('used');
    await view
      .fieldRow('Label')
      .getByText(/was used before/)
      .waitFor();
    await view.press.click({ force: true });
    await view.fieldRow('Label').getByRole('button', { name: 'used-2' }).click();
    const again = view.ticket.getByRole('checkbox', { name: /sent the same sell/ });
    await again.waitFor();
    await view.press.click({ force: true });
    expect(backEnd.state.sold).toHaveLength(1);
    await again.check();
    await view.waitUntilPressable();
    const sold = backEnd.nextSold();
    await view.press.click();
    expect(await sold).toMatchObject({ label: 'used-2', amount: '1000' });
  });
});

describe('a price that stands still', () => {
  it('is asked about first, and again once it is fresh', async () => {
    const { view, backEnd } = await openTicket(mount);
    await view.chooseType('Market');
    await view.amount.fill('1000');
    await view.waitUntilPressable();
    backEnd.makeStale(PERPETUAL, 5000);
    const acknowledge = view.ticket.getByRole('checkbox', { name: /stale|old/i });
    await acknowledge.waitFor();
    expect(await view.press.getAttribute('aria-disabled')).toBe('true');
    await acknowledge.check();
    await view.waitUntilPressable();
    backEnd.makeStale(PERPETUAL, null);
    await acknowledge.waitFor({ state: 'detached' });
    await view.waitUntilPressable();
  });
});

describe('what accepts a warning', () => {
  it('is the same one under the pointer, whatever the touch does meanwhile; what warns of more is accepted anew', async () => {
    const { view, backEnd } = await openTicket(mount, { prepare: (prepared) => prepared.setGuards(ASKS_FROM_INDEX) });
    await view.amount.fill('1000');
    await view.chooseType('Market');
    const box = view.fieldRow('Type').getByRole('checkbox', { name: /% from the index of/ });
    await box.check();
    await view.waitUntilPressable();
    const element = await box.elementHandle();
    const isSame = () => box.evaluate((now, before) => now === before, element);
    backEnd.move(PERPETUAL, { best_bid_price: 97_300 });
    await view
      .fieldRow('Type')
      .getByText(/at the best bid of 97,300/)
      .waitFor();
    await view.press.getByText('Accept the warning first.').waitFor();
    expect([await isSame(), await box.isChecked()]).toEqual([true, false]);
    await box.check();
    await view.waitUntilPressable();
    // As it was, it is as it was accepted.
    backEnd.move(PERPETUAL, { best_bid_price: 97_410 });
    await view
      .fieldRow('Type')
      .getByText(/at the best bid of 97,410/)
      .waitFor();
    expect([await isSame(), await box.isChecked()]).toEqual([true, true]);
  });
});

describe('what a sell takes of the margin', () => {
  it('is told as the service says, once the order stands still', DEEP, async () => {
    const { view, backEnd, page, flag } = await openTicket(mount);
    const margin = view.ticket.locator('.margin-said');
    let available = decimal('11.5');
    backEnd.answer('orders.margin', ({ draft }) =>
      draft.reduce_only
        ? { state: 'not_asked' }
        : { state: 'known', initial: decimal('0.00205'), currency: 'BTC', available },
    );
    await view.amount.fill('10000');
    await view.chooseType('Market');
    await margin.getByText('Initial margin ≤ 0.0021 of 11.5 BTC.').waitFor();
    await flag('Reduce only').check();
    await margin.waitFor({ state: 'detached' });
    await flag('Reduce only').uncheck();
    available = decimal(0);
    await view.amount.fill('20000');
    await margin
      .getByText('Initial margin 0.0021 BTC, available 0. Unless it closes a position, the service may reject it.')
      .waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});

describe('an option at its end', () => {
  it('is warned of in its last seconds and refused after them', async () => {
    const { view, backEnd, enter, fill } = await openTicket(mount);
    await enter(ETH_OPTION);
    const expiryMs = backEnd.state.instruments.get(ETH_OPTION)?.expiration_timestamp ?? 0;
    await fill('1', '0.08');
    backEnd.setServiceTime(expiryMs - 28_000);
    const row = view.fieldRow('Instrument');
    await row.getByText(/It expires in \d+ s/).waitFor();
    backEnd.setServiceTime(expiryMs + 1000);
    await row.getByText(/It expired at/).waitFor();
    await view.press.click({ force: true });
    expect(backEnd.state.sold).toEqual([]);
  });
});
