import { describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../support/deep.ts';
import { byKeyboard, type Keyboard } from '../../support/window/by-keyboard.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import { dialogOf, panelOf } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { ETH_OPTION } from '../../support/window-bench/market.ts';
import { type OpenTicket, openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

type Fields = Readonly<Record<string, unknown>>;

interface ByKeyboard extends OpenTicket {
  readonly keys: Keyboard;
  /** Types the label and sells, the focus staying where it was; gives what was sent. */
  readonly sellByKey: () => Promise<Fields>;
}

async function openByKeyboard(): Promise<ByKeyboard> {
  const ticket = await openTicket(mount);
  const { view, backEnd } = ticket;
  const keys = byKeyboard(view);
  await keys.enterTicket();
  return {
    ...ticket,
    keys,
    sellByKey: async () => {
      await keys.type('Label', 'mine');
      await view.waitUntilPressable();
      const sold = backEnd.nextSold();
      await keys.strike('Control+Enter');
      const sent = await sold;
      await keys.expectFocus(view.label);
      return sent;
    },
  };
}

describe('by keyboard alone', () => {
  eachOf<[string, (ticket: ByKeyboard) => Promise<void>, Fields]>(
    [
      [
        'a limit order',
        async ({ keys }) => {
          await keys.type('Amount', '700');
          await keys.type('Price', '97610');
        },
        { type: 'limit', amount: '700', price: '97610' },
      ],
      [
        'a market order, its type chosen after its amount',
        async ({ keys }) => {
          await keys.type('Amount', '800');
          await keys.strike('Shift+Tab', 'ArrowRight');
        },
        { type: 'market', amount: '800' },
      ],
      [
        'a market order with limit',
        async ({ keys }) => {
          await keys.move('Type', 1);
          await keys.move('The rest', 1);
          await keys.type('Amount', '600');
        },
        { type: 'market_limit' },
      ],
      [
        'a stop order',
        async ({ keys }) => {
          await keys.move('Type', 2);
          await keys.type('Amount', '900');
          await keys.type('Fires at', '96910');
        },
        { type: 'stop_market', amount: '900', trigger_price: '96910' },
      ],
      [
        'a stop limit order',
        async ({ keys }) => {
          await keys.move('Type', 2);
          await keys.move('Then', 1);
          await keys.type('Amount', '2k');
          await keys.type('Price', '96810');
          await keys.type('Fires at', '96910');
        },
        { type: 'stop_limit', amount: '2000', price: '96810' },
      ],
      [
        'a take order',
        async ({ keys }) => {
          await keys.move('Type', 3);
          await keys.type('Amount', '400');
          await keys.type('Fires at', '98210');
        },
        { type: 'take_market', amount: '400' },
      ],
      [
        'a take limit order',
        async ({ keys }) => {
          await keys.move('Type', 3);
          await keys.move('Then', 1);
          await keys.type('Amount', '1100');
          await keys.type('Price', '98060');
          await keys.type('Fires at', '98110');
        },
        { type: 'take_limit', amount: '1100' },
      ],
      [
        'a trailing stop',
        async ({ keys }) => {
          await keys.move('Type', 4);
          await keys.type('Amount', '500');
          await keys.type('Distance', '750');
        },
        { type: 'trailing_stop', trigger_offset: '750' },
      ],
      [
        'in contracts, of which a part shows',
        async ({ keys }) => {
          await keys.move('Unit of the amount', 1);
          await keys.type('Amount', '5k');
          await keys.type('Price', '97620');
          await keys.type('Iceberg', '1000');
        },
        { amount: '50000', display_amount: '1000' },
      ],
      [
        'with every flag',
        async ({ keys }) => {
          await keys.type('Amount', '1000');
          await keys.type('Price', '97630');
          for (const flag of ['Reject if crossing', 'Reduce only', 'MMP']) await keys.toggle(flag);
        },
        { post_only: true, reject_post_only: true, reduce_only: true, mmp: true },
      ],
      [
        'without a flag, for the day',
        async ({ keys }) => {
          await keys.type('Amount', '1000');
          await keys.type('Price', '97640');
          await keys.toggle('Post only');
          await keys.move('Time in force', 1);
        },
        { time_in_force: 'good_til_day', post_only: false },
      ],
      [
        'filled or killed, chosen from the other end',
        async ({ keys }) => {
          await keys.type('Amount', '1000');
          await keys.type('Price', '97170');
          await keys.move('Time in force', -2);
        },
        { time_in_force: 'fill_or_kill', price: '97170' },
      ],
      [
        'at the price that was typed last, over the one before it',
        async ({ view, page, keys }) => {
          await page.keyboard.type('1000');
          // The unit stands between.
          await keys.strike('Tab', 'Tab');
          await page.keyboard.type('96510');
          await keys.goTo(view.label);
          await keys.goTo(view.price);
          await page.keyboard.type('97670');
        },
        { amount: '1000', price: '97670' },
      ],
    ],
    ['a limit order', 'a stop limit order', 'in contracts, of which a part shows', 'with every flag'],
  )('%s', async (_name, fill, expected) => {
    const ticket = await openByKeyboard();
    await fill(ticket);
    expect(await ticket.sellByKey()).toMatchObject({ label: 'mine', ...expected });
  });

  it('valid for as long as was chosen under More, which the request said before', DEEP, async () => {
    const { view, keys, sellByKey } = await openByKeyboard();
    await keys.type('Amount', '1000');
    await keys.type('Price', '97660');
    const more = view.ticket.getByRole('button', { name: /^More/ });
    await keys.strikeOn(more, 'Enter');
    await more.getByText('valid for 5 s').waitFor();
    await keys.move('Valid for', 1);
    await more.getByText('valid for 10 s').waitFor();
    await keys.strike('ArrowRight');
    await more.getByText('valid for 30 s').waitFor();
    // Closed, it keeps what was chosen, and the focus.
    await keys.strikeOn(more, 'Space');
    await keys.expectFocus(more);
    expect(await keys.chosen('Valid for').count()).toBe(0);
    await keys.type('Label', 'mine');
    await keys.strikeOn(view.ticket.getByRole('button', { name: 'Request' }), 'Enter');
    const shown = view.ticket.getByLabel('The request as JSON');
    await keys.goTo(shown);
    await shown.filter({ hasText: 'mine' }).waitFor();
    await view.press.getByText('valid for 30 s').waitFor();
    const askedAtMs = Date.now();
    const { valid_until: validUntil } = await sellByKey();
    // Nothing that can be chosen lies between.
    const validForMs = Number(validUntil) - askedAtMs;
    expect([validForMs > 10_000, validForMs < 91_000]).toEqual([true, true]);
  });
});

describe('an option by keyboard alone', () => {
  async function openOption(): Promise<ByKeyboard> {
    const ticket = await openByKeyboard();
    const { backEnd, keys } = ticket;
    // About the volatility of its prices: far from it the ticket asks first.
    backEnd.move(ETH_OPTION, { mark_iv: 17 });
    await keys.type('Instrument', ETH_OPTION);
    await keys.strike('Enter');
    await keys.chosen('Form of the price').waitFor();
    await keys.type('Amount', '3');
    await keys.type('Price', '0.0755');
    return ticket;
  }

  eachOf<[string, number, 'usd' | 'implv']>(
    [
      ['USD', 1, 'usd'],
      ['implied volatility', 2, 'implv'],
    ],
    ['USD'],
  )('at a price in %s, converted and then nudged', async (_name, steps, advanced) => {
    const { view, keys, sellByKey } = await openOption();
    await keys.move('Form of the price', steps);
    await expect.poll(() => view.price.inputValue()).not.toBe('0.0755');
    expect(await listCut(view.ticket.locator('.segmented'))).toEqual([]);
    await keys.goTo(view.price);
    const converted = Number(await view.price.inputValue());
    await keys.strike('ArrowUp');
    await expect.poll(async () => Number(await view.price.inputValue())).toBeGreaterThan(converted);
    const price = await view.price.inputValue();
    expect(await sellByKey()).toMatchObject({ instrument_name: ETH_OPTION, advanced, price, post_only: false });
  });

  it('at a price in its coin, which comes back as it was typed after a look at the other forms', DEEP, async () => {
    const { view, keys, sellByKey } = await openOption();
    await keys.move('Form of the price', 2);
    await expect.poll(() => view.price.inputValue()).not.toBe('0.0755');
    await keys.move('Form of the price', -2);
    await expect.poll(() => view.price.inputValue()).toBe('0.0755');
    const sent = await sellByKey();
    expect(sent).toMatchObject({ price: '0.0755', post_only: true });
    expect(sent).not.toHaveProperty('advanced');
  });
});

describe('linked orders by keyboard alone', () => {
  const linked = (index: 1 | 2, what: string) => `Linked order ${index}: ${what}`;

  /** Chooses the kind of link, as far from None as that. */
  async function openLinked(steps: number): Promise<ByKeyboard> {
    const ticket = await openByKeyboard();
    const { view, keys } = ticket;
    await keys.type('Amount', '1000');
    await keys.type('Price', '97710');
    await keys.strikeOn(view.ticket.getByRole('button', { name: /^More/ }), 'Enter');
    await keys.move('Linked orders', steps);
    return ticket;
  }

  async function name({ view, keys }: ByKeyboard, index: 1 | 2, label: string): Promise<void> {
    await keys.strikeOn(view.ticket.getByRole('button', { name: linked(index, 'More') }), 'Enter');
    await keys.type(linked(index, 'label'), label);
  }

  /** What brings others is shown to be confirmed, and answered there. */
  async function sellConfirmed({ view, page, backEnd, keys }: ByKeyboard): Promise<Fields> {
    await keys.type('Label', 'mine');
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    const dialog = dialogOf(page, 'Confirm the sell');
    const answer = dialog.locator('button.press[aria-disabled="false"]');
    await answer.waitFor();
    await keys.expectFocus(answer);
    const sold = backEnd.nextSold();
    await keys.strike('Enter');
    await dialog.waitFor({ state: 'detached' });
    await keys.expectFocus(view.label);
    return sold;
  }

  eachOf<[string, number, (ticket: ByKeyboard) => Promise<void>, Fields]>(
    [
      [
        'one that is placed by the whole fill of the sell',
        1,
        async (ticket) => {
          const { keys } = ticket;
          await keys.move('After which fill', 1);
          await keys.type(linked(1, 'amount'), '1000');
          await keys.type(linked(1, 'price'), '97010');
          await name(ticket, 1, 'mine-back');
          await keys.move(linked(1, 'time in force'), 1);
        },
        {
          linked_order_type: 'one_triggers_other',
          trigger_fill_condition: 'complete_fill',
          otoco_config: [
            { direction: 'buy', type: 'limit', price: '97010', time_in_force: 'good_til_day', label: 'mine-back' },
          ],
        },
      ],
      [
        'two that are placed by the first fill, one trailing',
        1,
        async ({ keys }) => {
          await keys.move('Number of linked orders', 1);
          await keys.type(linked(1, 'amount'), '500');
          await keys.type(linked(1, 'price'), '97000');
          await keys.move(linked(2, 'type'), 2);
          await keys.type(linked(2, 'amount'), '500');
          await keys.type(linked(2, 'distance'), '750');
        },
        {
          linked_order_type: 'one_triggers_other',
          trigger_fill_condition: 'first_hit',
          otoco_config: [
            { type: 'limit', amount: '500' },
            { type: 'trailing_stop', amount: '500', trigger_offset: '750' },
          ],
        },
      ],
      [
        'one that cancels the sell, and which the sell cancels',
        2,
        async (ticket) => {
          const { keys } = ticket;
          await keys.move(linked(1, 'side'), 1);
          await keys.move(linked(1, 'type'), 2);
          await keys.type(linked(1, 'amount'), '1000');
          await keys.move(linked(1, 'watches'), 1);
          await keys.type(linked(1, 'fires at'), '96510');
          await keys.toggle(linked(1, 'reduce only'));
          await name(ticket, 1, 'mine-stop');
        },
        {
          linked_order_type: 'one_cancels_other',
          trigger_fill_condition: 'first_hit',
          otoco_config: [
            {
              direction: 'sell',
              type: 'stop_market',
              trigger: 'last_price',
              reduce_only: true,
              amount: '1000',
              trigger_price: '96510',
              label: 'mine-stop',
            },
          ],
        },
      ],
      [
        'two that the sell triggers, of which one cancels the other',
        3,
        async (ticket) => {
          const { keys } = ticket;
          await keys.type(linked(1, 'amount'), '1000');
          await keys.type(linked(1, 'price'), '96990');
          await keys.type(linked(2, 'amount'), '1000');
          await keys.type(linked(2, 'fires at'), '98310');
          await keys.type(linked(2, 'price'), '98360');
          await name(ticket, 2, 'mine-loss');
        },
        {
          linked_order_type: 'one_triggers_one_cancels_other',
          otoco_config: [
            { type: 'limit', direction: 'buy', price: '96990' },
            { type: 'stop_limit', direction: 'buy', trigger_price: '98310', price: '98360', label: 'mine-loss' },
          ],
        },
      ],
    ],
    ['one that is placed by the whole fill of the sell'],
  )('%s', async (_name, steps, fill, expected) => {
    const ticket = await openLinked(steps);
    await fill(ticket);
    const sent = await sellConfirmed(ticket);
    expect(sent).toMatchObject({ label: 'mine', ...expected });
  });
});

describe('a price of the market, taken by Enter', () => {
  it('is the price of the ticket: of the figures of an instrument, the last of which is sold at', async () => {
    const { view, page, backEnd } = await mount({ panels: ['ticker', 'order-ticket'] });
    const keys = byKeyboard(view);
    const figure = (name: string) => panelOf(page, 'Ticker').locator('button.ticker-price-button', { hasText: name });
    await keys.enterTicket();
    // The mark lies between two ticks: a sell takes the one above.
    for (const [name, price] of [
      ['Bid', '97410'],
      ['Mark', '97411.5'],
      ['Ask', '97410.5'],
    ] as const) {
      await keys.strikeOn(figure(name), 'Enter');
      await expect.poll(() => view.price.inputValue()).toBe(price);
      // Its trader goes on with the amount.
      await keys.expectFocus(view.amount);
    }
    await page.keyboard.type('1080');
    await view.waitUntilPressable();
    const sold = backEnd.nextSold();
    await keys.strike('Control+Enter');
    expect(await sold).toMatchObject({ amount: '1080', price: '97410.5' });
  });

  it('is the price of the ticket, for the instrument of its row: of the watchlist', DEEP, async () => {
    const { view, page } = await mount({ panels: ['watchlist', 'order-ticket'] });
    const keys = byKeyboard(view);
    const row = view.watchlist.locator(`[role="row"][row-id="${ETH_OPTION}"]`);
    const ask = row.locator('[col-id="ask"]');
    await keys.enterTicket();
    await keys.goTo(row.locator('[col-id="age"]'));
    for (let column = 0; column < 8 && (await page.locator('[col-id="ask"]:focus').count()) === 0; column += 1) {
      await keys.strike('ArrowLeft');
    }
    await keys.expectFocus(ask);
    await keys.strike('Enter');
    await expect.poll(() => view.field('Instrument').inputValue()).toBe(ETH_OPTION);
    await expect.poll(() => view.price.inputValue()).toBe('0.0755');
    await keys.expectFocus(view.amount);
  });
});

describe('nudging', () => {
  it('moves every number by its step, with the arrow keys and with the wheel', async () => {
    const { view, page } = await openTicket(mount);
    await view.amount.fill('1k');
    await view.amount.press('ArrowUp');
    await expect.poll(() => view.amount.inputValue()).toBe('1010');
    await view.amount.press('Shift+ArrowDown');
    await expect.poll(() => view.amount.inputValue()).toBe('910');
    await view.price.fill('97410');
    await view.price.press('ArrowUp');
    await expect.poll(() => view.price.inputValue()).toBe('97410.5');
    await view.price.press('Control+ArrowDown');
    await expect.poll(() => view.price.inputValue()).toBe('97360.5');
    await view.price.hover();
    await page.mouse.wheel(0, -100);
    await expect.poll(() => view.price.inputValue()).toBe('97361');
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, 100);
    await page.keyboard.up('Shift');
    await expect.poll(() => view.price.inputValue()).toBe('97356');
  });

  it('moves by a swipe as far as by the wheel, not by each of its parts', DEEP, async () => {
    const { view, page } = await openTicket(mount);
    await view.price.fill('97410');
    await view.price.hover();
    await Promise.all(Array.from({ length: 40 }, () => page.mouse.wheel(0, -2)));
    // Whatever is left of the swipe: one whole notch more.
    await page.mouse.wheel(0, -100);
    await expect.poll(async () => Number(await view.price.inputValue())).toBeGreaterThan(97_410);
    expect(Number(await view.price.inputValue())).toBeLessThanOrEqual(97_411);
  });

  it('leaves a field alone that the wheel only passes over', async () => {
    const { view, page } = await openTicket(mount);
    await view.price.fill('97410');
    await view.amount.focus();
    await view.price.hover();
    await page.mouse.wheel(0, -100);
    await view.amount.press('ArrowUp');
    expect(await view.amount.inputValue()).not.toBe('');
    await expect.poll(() => view.price.inputValue()).toBe('97410');
  });
});

describe('prices of an option', () => {
  it('are shown in the other forms, and what was typed comes back', DEEP, async () => {
    const { view, enter } = await openTicket(mount);
    await enter(ETH_OPTION);
    await view.amount.fill('1');
    await view.price.fill('0.02');
    await view.ticket
      .getByRole('note')
      .filter({ hasText: /USD = [\d.]+ % volatility/ })
      .waitFor();
    await view.choose('Form of the price', 'IV');
    const volatility = await view.price.inputValue();
    expect(Number(volatility)).toBeGreaterThan(0);
    await view.price.press('ArrowUp');
    expect(Number(await view.price.inputValue())).toBeCloseTo(Math.ceil(Number(volatility) * 10 + 1e-9) / 10, 5);
    await view.choose('Form of the price', 'ETH');
    await expect.poll(() => view.price.inputValue()).toMatch(/^0\.0\d+$/);
  });
});
