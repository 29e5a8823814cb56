import { beforeEach, describe, expect, it } from 'vitest';
import { byKeyboard } from '../../support/window/by-keyboard.ts';
import { panelOf } from '../../support/window/terminal-window.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;
const { control } = bench.simulator;
const { enterTicket, expectFocus, goTo, move, strike, strikeOn, type } = byKeyboard(view);

describe('by keyboard alone', () => {
  beforeEach(() => bench.clear());

  it.each<[string, () => Promise<void>, Record<string, unknown>]>([
    [
      'a limit order',
      async () => {
        await type('Amount', '700');
        await type('Price', String(bidPlus(200)));
      },
      { order_type: 'limit', amount: 700 },
    ],
    [
      'a market order, its type chosen after its amount',
      async () => {
        await type('Amount', '800');
        await strike('Shift+Tab', 'ArrowRight');
      },
      { order_type: 'market', amount: 800, order_state: 'filled' },
    ],
    [
      'a stop order',
      async () => {
        await move('Type', 2);
        await type('Amount', '900');
        await type('Fires at', String(bidPlus(-500)));
      },
      { order_type: 'stop_market', amount: 900 },
    ],
    [
      'a take limit order',
      async () => {
        await move('Type', 3);
        await move('Then', 1);
        await type('Amount', '1100');
        await type('Price', String(bidPlus(650)));
        await type('Fires at', String(bidPlus(700)));
      },
      { order_type: 'take_limit', amount: 1100 },
    ],
    [
      'a stop limit order',
      async () => {
        await move('Type', 2);
        await move('Then', 1);
        await type('Amount', '2k');
        await type('Price', String(bidPlus(-600)));
        await type('Fires at', String(bidPlus(-500)));
      },
      { order_type: 'stop_limit', amount: 2000 },
    ],
    [
      'a take order',
      async () => {
        await move('Type', 3);
        await type('Amount', '400');
        await type('Fires at', String(bidPlus(800)));
      },
      { order_type: 'take_market', amount: 400 },
    ],
    [
      'a trailing stop',
      async () => {
        await move('Type', 4);
        await type('Amount', '500');
        await type('Distance', '750');
      },
      { order_type: 'trailing_stop', trigger_offset: 750 },
    ],
    [
      'a market order with limit',
      async () => {
        await move('Type', 1);
        await move('The rest', 1);
        await type('Amount', '600');
      },
      { original_order_type: 'market_limit' },
    ],
  ])('%s', async (_name, fill, expected) => {
    const label = bench.nextLabel();
    await enterTicket();
    await fill();
    await type('Label', label);
    await view.waitUntilPressable();
    await strike('Control+Enter');
    expect(await bench.readOrder(label)).toMatchObject(expected);
  });
});

describe('a price of the market, taken by Enter', () => {
  beforeEach(() => bench.clear());

  const readNumber = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''));
  const readPrice = async () => Number(await view.price.inputValue());

  it('is the price of the ticket: of the figures of an instrument, the last of which is sold at', async () => {
    const figure = (name: string) =>
      panelOf(view.page, 'Ticker').locator('button.ticker-price-button', { hasText: name });
    control.freezeTicker('BTC-PERPETUAL');
    await view.page.getByText(/^stale, /).waitFor();
    await enterTicket();
    let taken = 0;
    for (const name of ['Bid', 'Mark', 'Ask']) {
      const shown = readNumber(await figure(name).locator('.figure').innerText());
      await strikeOn(figure(name), 'Enter');
      // The mark lies between two ticks.
      await expect
        .poll(async () => Math.abs((await readPrice()) - shown))
        .toBeLessThanOrEqual(name === 'Mark' ? 0.5 : 0);
      await expectFocus(figure(name));
      taken = shown;
    }
    control.freezeTicker('BTC-PERPETUAL', false);
    await enterTicket();
    await view.page.keyboard.type('1080');
    await view.waitUntilPressable();
    const sold = control.waitForCall('private/sell');
    await strike('Control+Enter');
    expect((await sold).params).toMatchObject({ amount: 1080, price: taken });
  });

  it('is the price of the ticket, for the instrument of its row: of the watchlist', async () => {
    const row = view.watchlist.locator('[role="row"][row-id]').last();
    const instrument = (await row.getAttribute('row-id')) ?? '';
    control.freezeTicker(instrument);
    await row.getByText('stale', { exact: true }).first().waitFor();
    await enterTicket();
    await goTo(row.locator('[col-id="age"]'));
    const ask = row.locator('[col-id="ask"]');
    for (let column = 0; column < 8 && (await view.page.locator('[col-id="ask"]:focus').count()) === 0; column += 1) {
      await strike('ArrowLeft');
    }
    await expectFocus(ask);
    await strike('Enter');
    await expect.poll(() => view.field('Instrument').inputValue()).toBe(instrument);
    await expect.poll(readPrice).toBe(readNumber(await ask.innerText()));
    await expectFocus(ask);
    control.freezeTicker(instrument, false);
  });
});

describe('nudging', () => {
  beforeEach(() => bench.clear());

  it('moves every number by its step, with the arrow keys and with the wheel', async () => {
    await view.amount.fill('1k');
    await view.amount.press('ArrowUp');
    await expect.poll(() => view.amount.inputValue()).toBe('1010');
    await view.amount.press('Shift+ArrowDown');
    await expect.poll(() => view.amount.inputValue()).toBe('910');
    await view.price.fill('97410');
    await view.price.hover();
    await view.page.mouse.wheel(0, -100);
    await expect.poll(() => view.price.inputValue()).toBe('97410.5');
    await view.page.keyboard.down('Shift');
    await view.page.mouse.wheel(0, 100);
    await view.page.keyboard.up('Shift');
    await expect.poll(() => view.price.inputValue()).toBe('97405.5');
  });

  it('moves by a swipe as far as by the wheel, not by each of its parts', async () => {
    await view.price.fill('97410');
    await view.price.hover();
    await Promise.all(Array.from({ length: 40 }, () => view.page.mouse.wheel(0, -2)));
    // Whatever is left of the swipe: one whole notch more.
    await view.page.mouse.wheel(0, -100);
    await expect.poll(async () => Number(await view.price.inputValue())).toBeGreaterThan(97410);
    expect(Number(await view.price.inputValue())).toBeLessThanOrEqual(97411);
  });

  it('leaves a field alone that the wheel only passes over', async () => {
    await view.price.fill('97410');
    await view.amount.focus();
    await view.price.hover();
    await view.page.mouse.wheel(0, -100);
    await view.amount.press('ArrowUp');
    expect(await view.amount.inputValue()).not.toBe('');
    await expect.poll(() => view.price.inputValue()).toBe('97410');
  });
});
