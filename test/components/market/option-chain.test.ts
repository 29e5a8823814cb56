import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { decimal } from '../../../shared/decimal.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { type Mounted, type MountSetup, openWindowBench } from '../../support/window-bench/bench.ts';
import { PERPETUAL } from '../../support/window-bench/market.ts';
import { AWAY } from '../../support/window-bench/verbs.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const mount = await openWindowBench();

/** As the back end tells it while the service has not answered. */
const UNREAD_CHAIN = {
  source: 'waiting' as const,
  expirations: [],
  expiration_timestamp: null,
  cells: [],
  instrument: null,
  probing: null,
  failure: AWAY,
  service_time: Date.now(),
};

interface OpenChain extends Mounted {
  readonly chain: Locator;
  /** A cell of a strike that shows a number. */
  readonly cellOf: (strike: string, column: string) => Promise<Locator>;
  /** Strikes on screen, top first. */
  readonly strikes: () => Promise<string[]>;
}

async function openChain(setup: MountSetup = {}): Promise<OpenChain> {
  const mounted = await mount({
    panels: ['option-chain', 'order-ticket'],
    ...setup,
    prepare: (backEnd) => {
      backEnd.listOptions();
      setup.prepare?.(backEnd);
    },
  });
  const chain = panelOf(mounted.page, 'Option chain');
  return {
    ...mounted,
    chain,
    cellOf: async (strike, column) => {
      const cell = chain.locator(`[row-id="${strike}"] [col-id="${column}"]`);
      await cell.filter({ hasText: /\d/ }).waitFor();
      return cell;
    },
    strikes: () =>
      chain
        .locator('[role="row"][row-id]')
        .evaluateAll((rows) =>
          rows
            .toSorted((a, b) => Number(a.getAttribute('row-index')) - Number(b.getAttribute('row-index')))
            .map((row) => row.getAttribute('row-id') ?? ''),
        ),
  };
}

describe('the option chain', () => {
  it('loads the ticket by mouse and by keyboard, and picks legs', async () => {
    const { view, page, chain, cellOf, strikes } = await openChain();
    await cellOf('100000', 'call.bid');
    const shown = await strikes();
    expect(shown).toEqual(shown.toSorted((a, b) => Number(a) - Number(b)));
    // The forward is 99,000.
    expect(await chain.locator('.chain-first-above').getAttribute('row-id')).toBe('100000');
    // A price that is cut off reads as another.
    const cut = () =>
      chain
        .locator('.price-cell')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    await expect.poll(cut).toBe(0);
    const name = 'BTC-27DEC30-100000-P';
    await (await cellOf('100000', 'put.bid')).click();
    await expect.poll(() => view.field('Instrument').inputValue()).toBe(name);
    await expect.poll(async () => Number(await view.price.inputValue())).toBeGreaterThan(0);

    await chain.getByText('Ctrl-click picks a leg').waitFor();
    await (await cellOf('100000', 'call.ask')).click({ modifiers: ['Control'] });
    await chain.getByText('1 leg picked').waitFor();
    // The leg is another instrument's, and the ticket keeps its own.
    expect(await view.field('Instrument').inputValue()).toBe(name);
    await chain.locator('[row-id="100000"]').getByTitle('Leg to buy').waitFor();

    // From the call's ask, right over the strike to the put's bid.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+Enter');
    await chain.getByText('2 legs picked').waitFor();
    await chain.locator('[row-id="100000"]').getByTitle('Leg to sell').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('BTC-27DEC30-110000-P');

    expect(await findAccessibilityFaults(page)).toEqual([]);
    await chain.getByRole('button', { name: 'clear' }).click();
    await chain.getByText('Ctrl-click picks a leg').waitFor();
  });

  it('asks for quotes of the rows in view alone, and for others after scrolling', async () => {
    const { page, chain, backEnd, cellOf } = await openChain({ panels: ['option-chain'], height: 300 });
    const watched = () => {
      const names = backEnd.asked('market.watch').at(-1)?.instruments ?? [];
      return names.flatMap(({ instrument_name: name }) => /^BTC-27DEC30-(\d+)-P$/.exec(name)?.[1] ?? []);
    };
    await cellOf('100000', 'put.mark');
    // There are sixteen strikes.
    await expect.poll(() => watched().length).toBeLessThan(16);
    await chain.locator('.chain-grid').hover();
    await page.mouse.wheel(0, -4000);
    await expect.poll(watched).toContain('50000');
    await cellOf('50000', 'put.mark');
    await page.mouse.wheel(0, 4000);
    await cellOf('200000', 'put.mark');
    await expect.poll(watched).toContain('200000');
    await expect.poll(watched).not.toContain('50000');
    await page.mouse.wheel(0, -4000);
    // What has gone out of view shows no old price when it comes back: it is asked for again.
    await expect.poll(watched).toContain('50000');
    await cellOf('50000', 'call.mark');
  });

  it('keeps the columns that were chosen', async () => {
    const { view, page, chain, cellOf } = await openChain({ panels: ['option-chain', 'watchlist'], width: 1000 });
    await cellOf('100000', 'call.bid');
    await chain.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Delta' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Mark' }).click();
    await page.keyboard.press('Escape');
    const headers = () => chain.locator('.ag-header-row-column .ag-header-cell-text').allInnerTexts();
    const chosen = ['Delta', 'Bid', 'Ask', 'Strike', 'Bid', 'Ask', 'Delta'];
    await expect.poll(headers).toEqual(chosen);
    await view.reload();
    await expect.poll(headers).toEqual(chosen);
    await chain.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'As it came' }).click();
    await expect.poll(headers).toEqual(['Bid', 'Mark', 'Ask', 'Strike', 'Bid', 'Mark', 'Ask']);
  });

  it('says how far it is where names are searched one by one', async () => {
    const { view, chain } = await openChain({
      prepare: ({ state, answer }) =>
        answer('market.chain', ({ family }) => {
          const names = ['BTC-27DEC30-100000-C', 'BTC-27DEC30-100000-P'];
          const expiration_timestamp = Date.UTC(2030, 11, 27, 8);
          return {
            family,
            families: ['BTC', 'ETH'],
            source: 'probes',
            expirations: [{ expiration_timestamp, standing: 'live' }],
            expiration_timestamp,
            cells: names.map((instrument_name) => ({
              instrument_name,
              strike: decimal(100_000),
              option_type: instrument_name.endsWith('C') ? 'call' : 'put',
              standing: 'live',
              checked_at: Date.now(),
            })),
            instrument: state.instruments.get('BTC-27DEC30-100000-C') ?? null,
            probing: { live: 2, dead: 1, is_complete: false },
            failure: null,
            service_time: Date.now(),
          };
        }),
    });
    await chain.getByText(/searching…$/).waitFor();
    await chain.locator('[row-id="100000"] [col-id="call.mark"]').filter({ hasText: /\d/ }).click();
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('BTC-27DEC30-100000-C');
  });

  it('says why nothing is there without the service, and fills by itself once it answers', async () => {
    const { page, chain, backEnd } = await openChain({
      panels: ['option-chain', 'instrument'],
      prepare: (made) => {
        made.refuse('market.instrument', AWAY);
        made.answer('market.chain', ({ family }) => ({ ...UNREAD_CHAIN, family, families: [family] }));
      },
    });
    await chain.getByText('The service’s instruments could not be read').waitFor();
    const panel = panelOf(page, 'Instrument');
    await panel.getByText('The instrument could not be read').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    backEnd.refuse('market.instrument', null);
    backEnd.refuse('market.chain', null);
    await panel.getByText('trading live').waitFor();
    await chain.locator('[row-id="100000"] [col-id="call.mark"]').filter({ hasText: /\d/ }).waitFor();
  });
});

describe('the instrument panel', () => {
  it('says what the book allows, what comes next, and all fields', async () => {
    const { page, backEnd } = await mount({ panels: ['instrument'] });
    const panel = panelOf(page, 'Instrument');
    await panel.getByText('trading live').waitFor();
    await panel.getByText('Accrues every millisecond').waitFor();
    await expect.poll(() => panel.getByRole('table', { name: 'Ticks' }).innerText()).toContain('every price');
    backEnd.move(PERPETUAL, { state: 'locked' });
    await panel.getByText('Books may start locked').waitFor();
    await panel.getByRole('listitem').filter({ hasText: 'cancels accepted' }).waitFor();
    await panel.getByRole('listitem').filter({ hasText: 'new orders rejected' }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  it('reads again what it read in settlement as that is over', async () => {
    const { page, backEnd } = await mount({
      panels: ['instrument'],
      prepare: ({ state, setInstrument, move }) => {
        const known = state.quotes.get(PERPETUAL)?.ticker;
        setInstrument(PERPETUAL, { state: 'settlement', is_active: false });
        move(PERPETUAL, { ...known, state: 'settlement' });
      },
    });
    const panel = panelOf(page, 'Instrument');
    const tradable = panel
      .locator('div')
      .filter({ has: page.locator('dt', { hasText: /^Tradable$/ }) })
      .last();
    await expect.poll(() => tradable.innerText()).toMatch(/no$/);
    backEnd.setInstrument(PERPETUAL, { state: 'open', is_active: true });
    backEnd.move(PERPETUAL, { state: 'open' });
    await expect.poll(() => tradable.innerText()).toMatch(/yes$/);
  });
});
