import { describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { printOf } from '../../support/records/rfq-records.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { RFQ_LIFE_MS } from '../../support/window-bench/rfqs.ts';
import { NO_ANSWER } from '../../support/window-bench/sells.ts';
import { panelOf } from '../../support/window/terminal-window.ts';
import { openComposer } from './open-composer.ts';

const mount = await openWindowBench();

describe('a reply that is lost', () => {
  it('is unknown, stops an equal request, and is settled by a person', async () => {
    const rfq = await openComposer(mount, { panels: null });
    const { page, composer, label, send, row, backEnd } = rfq;
    backEnd.setRfqFate({ failure: NO_ANSWER });
    await rfq.take('strangle');
    await rfq.request('lost-1');
    await row('lost-1').getByText('unknown', { exact: true }).waitFor();
    // Counted where unknown orders are; both lead to it, from any workspace.
    for (const bar of ['.header', '.status-bar']) {
      await page.getByRole('button', { name: 'Trade', exact: true }).click();
      await page.locator(bar).getByRole('button', { name: '1 Block RFQ unknown' }).click();
      await row('lost-1').getByText('unknown', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Block RFQ', exact: true }).click();
    }
    const toast = page.locator('.toast').filter({ hasText: /^No answer/ });
    await toast.waitFor();
    // Said before a press, and under whatever label.
    const undecided = composer.getByText(/The same request, “lost-1”, has an unknown outcome/);
    await undecided.first().waitFor();
    await label.fill('another');
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await send.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(backEnd.state.requested).toHaveLength(1);

    await row('lost-1').getByRole('button', { name: 'Settle by hand' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settle an unknown request' });
    expect(await dialog.getByRole('button', { name: 'It is there' }).isDisabled()).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel('Type its label to settle it').fill('lost-1');
    await dialog.getByRole('button', { name: 'It is there' }).click();
    await row('lost-1').getByText('Settled by hand: it is there.').waitFor();
    await page.locator('.header').getByText('1 Block RFQ unknown').waitFor({ state: 'detached' });
    await toast.waitFor({ state: 'detached' });
    // It is known now: an equal one asks, and is stopped no more.
    await expect.poll(() => undecided.count()).toBe(0);
    await composer.getByText(/^Accept: You sent the same request \d+ s ago \(label lost-1/).click();
    await rfq.waitUntilPressable();
  });
});

describe('Block RFQs that are about to end', () => {
  it('are told of a minute before, together and once, and are shown as ended then', DEEP, async () => {
    const rfq = await openComposer(mount, { panels: null });
    const { page, row, backEnd } = rfq;
    await rfq.take('straddle');
    await rfq.request('fading-1');
    await row('fading-1').getByText(/open/).first().waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await rfq.take('strangle');
    await rfq.request('fading-2');
    await row('fading-2').getByText(/open/).first().waitFor();
    const news = page.locator('.toast').filter({ hasText: '2 Block RFQs run out within a minute' });
    expect(await news.count()).toBe(0);
    // However long the two took to be made, they end together.
    const endMs = Date.now() + RFQ_LIFE_MS;
    for (const label of ['fading-1', 'fading-2']) backEnd.changeRfq(label, { expiration_timestamp: endMs });
    backEnd.setServiceTime(endMs - 45_000);
    await news.waitFor();
    await page
      .locator('.timing-far')
      .filter({ hasText: /⚠ clock \+/ })
      .waitFor();
    backEnd.setServiceTime(endMs + 60_000);
    for (const label of ['fading-1', 'fading-2']) {
      await row(label)
        .getByText(/past its time|expired/)
        .first()
        .waitFor();
      backEnd.changeRfq(label, { state: 'expired' });
    }
    await page
      .locator('.toast')
      .filter({ hasText: /^(Ran out: buy st|2 Block RFQs ended)/i })
      .first()
      .waitFor();
  });
});

describe('quotes on a request', () => {
  it('come into its row as they are given', async () => {
    const rfq = await openComposer(mount, { panels: null });
    const { row, backEnd } = rfq;
    await rfq.take('call spread');
    await rfq.request('quoted');
    await row('quoted')
      .getByText(/^\d:\d\d$/)
      .waitFor();
    backEnd.changeRfq('quoted', {
      bids: [{ price: 0.041, amount: 25, makers: ['MAKER2'], execution_instruction: 'all_or_none' }],
      asks: [{ price: 0.0462, amount: 25, makers: ['MAKER5'], execution_instruction: 'all_or_none' }],
    });
    await row('quoted').getByText('0.041 BTC').waitFor();
    expect(await row('quoted').locator('.ask').innerText()).toBe('0.0462 BTC');
  });
});

const HOUR_MS = 3_600_000;

/** A call spread that printed so many hours ago. */
function spread(id: number, pair: 'BTC' | 'ETH', hours: number) {
  const [low, high] = pair === 'BTC' ? [100_000, 120_000] : [3600, 4200];
  return printOf({
    id,
    timestamp: Date.now() - hours * HOUR_MS,
    combo_id: `${pair}-CS-27DEC30-${low}_${high}`,
    mark_price: 0.04,
    trades: [{ price: 0.0415, amount: 60, direction: 'buy' }],
    legs: [
      { price: 0.15, direction: 'buy', instrument_name: `${pair}-27DEC30-${low}-C`, ratio: 1 },
      { price: 0.1085, direction: 'sell', instrument_name: `${pair}-27DEC30-${high}-C`, ratio: 1 },
    ],
    index_prices: { btc_usd: 97_412.55, eth_usd: 3401.2 },
  });
}

describe('the public tape', () => {
  it(
    'shows prints with their premium, is paged back and filtered, and one becomes a draft on either side',
    DEEP,
    async () => {
      const prints = [spread(30, 'BTC', 1), spread(20, 'ETH', 2), spread(10, 'BTC', 20)];
      let isAll = false;
      const { page, composer, backEnd } = await openComposer(mount, {
        panels: ['rfq-composer', 'rfq-payoff', 'rfq-tape'],
        width: 1920,
        prepare: ({ answer, publish }) =>
          answer('tape.read', ({ currency, fetch }) => {
            if (fetch !== null) {
              isAll = true;
              publish('tape.changed', null);
            }
            const shown = prints.filter(({ combo_id: id }) => currency === 'any' || id?.startsWith(currency));
            const [newest, oldest] = [prints[0], prints.at(-1)];
            if (newest === undefined || oldest === undefined) throw new Error('there are prints');
            return {
              prints: shown,
              stored: shown.length,
              spans: [{ newest, oldest, continuation: isAll ? null : `${oldest.timestamp}:10` }].map((span) => ({
                newest: { timestamp: span.newest.timestamp, id: span.newest.id },
                oldest: { timestamp: span.oldest.timestamp, id: span.oldest.id },
                continuation: span.continuation,
              })),
              read_at: Date.now(),
              walk: null,
              failure: null,
              changed: 0,
            };
          }),
      });
      const tape = panelOf(page, 'Public tape');
      await tape.getByText(/3 prints, whole since/).waitFor();
      const name = 'BTC-CS-27DEC30-100000_120000';
      await tape
        .getByRole('button', { name: `Buy ${name}: take it as a draft` })
        .first()
        .focus();
      await page.keyboard.press('Enter');
      await composer.getByRole('heading', { name: 'Buy call spread' }).waitFor();
      await composer.getByText(name).first().waitFor();
      await panelOf(page, 'Payoff')
        .getByText(/^2 since .* over mark \([−+\d., to]+ ticks\)$/)
        .waitFor();
      await tape
        .getByRole('button', { name: `Sell ${name}: take it as a draft` })
        .first()
        .press('Enter');
      await composer.getByRole('heading', { name: 'Sell call spread' }).waitFor();
      await tape.getByRole('button', { name, exact: true }).first().press('Enter');
      await tape.getByText(/^Over the mark: [+−]?\d/).waitFor();
      expect(await findAccessibilityFaults(page)).toEqual([]);
      const asked = backEnd.nextAsked('tape.read', ({ fetch }) => fetch !== null);
      await tape.getByRole('button', { name: '7 days' }).click();
      expect(Date.now() - Number((await asked).fetch)).toBeGreaterThan(6 * 24 * HOUR_MS);
      await tape.getByText('all that the service has').waitFor();
      await tape.getByLabel('Currency of the tape').selectOption('ETH');
      await expect.poll(() => tape.getByRole('button', { name: /^Buy BTC-/ }).count()).toBe(0);
      await expect.poll(() => tape.getByRole('button', { name: /^Buy ETH-/ }).count()).toBeGreaterThan(0);
    },
  );
});
