import { beforeEach, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { openTicketBench } from '../../support/ticket-bench.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;

describe('by keyboard alone', () => {
  beforeEach(() => bench.clear());

  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

  async function tabTo(target: Locator): Promise<void> {
    for (let tabs = 0; tabs < 80 && !(await isFocused(target)); tabs += 1) await view.page.keyboard.press('Tab');
    expect(await isFocused(target)).toBe(true);
  }

  /** Moves inside a group from the chosen one, by arrow keys. */
  async function move(group: string, steps: number): Promise<void> {
    await tabTo(view.ticket.getByRole('radiogroup', { name: group, exact: true }).locator('input:checked'));
    for (let step = 0; step < steps; step += 1) await view.page.keyboard.press('ArrowRight');
  }

  async function type(field: string, text: string): Promise<void> {
    await tabTo(view.field(field));
    await view.page.keyboard.type(text);
  }

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
        await view.page.keyboard.press('Shift+Tab');
        await view.page.keyboard.press('ArrowRight');
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
    await view.field('Instrument').focus();
    await fill();
    await type('Label', label);
    await view.waitUntilPressable();
    await view.page.keyboard.press('Control+Enter');
    expect(await bench.readOrder(label)).toMatchObject(expected);
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
