import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { findAccessibilityFaults } from '../../support/accessibility.ts';
import { launchChromium } from '../../support/browser.ts';
import { startTerminal, type Terminal } from '../../support/terminal.ts';
import { openTerminalWindow, type TerminalWindow } from '../../support/terminal-window.ts';

const SELL = 'private/sell';

let browser: Browser;
let simulator: Simulator;
let terminal: Terminal;
let view: TerminalWindow;
let bid: number;
/** An option quoted in its coin. */
let option: string;

beforeAll(async () => {
  browser = await launchChromium();
  simulator = await createSimulator({ seed: 11 });
  terminal = await startTerminal({ simulator });
  view = await openTerminalWindow(browser, terminal.url);
  const options = await view.watchlist.locator('[row-id^="ETH-"][row-id$="-C"]').first().getAttribute('row-id');
  if (options === null) throw new Error('the watchlist starts with an option on ETH');
  option = options;
});
afterAll(async () => {
  await view.close();
  await terminal.stop();
  terminal.removeData();
  await simulator.close();
  await browser.close();
});

/** An empty ticket for the perpetual. */
async function startAnew(): Promise<void> {
  await view.reload();
  await view.select('BTC-PERPETUAL');
  bid = Math.floor(await view.readPrice('BTC-PERPETUAL', 'bid'));
}

let count = 0;
function nextLabel(): string {
  count += 1;
  return `ticket-${count}`;
}

async function press(label: string): Promise<void> {
  await view.label.fill(label);
  await view.waitUntilPressable();
  await view.press.click();
}

/** The order as the service has it, once the grid shows that it was accepted. */
async function readOrder(label: string) {
  await view
    .orderRow(label)
    .getByText(/^(open|filled|waits for its trigger|cancelled.*)$/)
    .first()
    .waitFor();
  return simulator.control.ordersByLabel(label)[0];
}

describe('each type of order, by mouse', () => {
  beforeEach(startAnew);

  const cases: [type: string, fill: () => Promise<void>, expected: () => Record<string, unknown>][] = [
    [
      'limit',
      () => view.price.fill(String(bid + 200)),
      () => ({ order_type: 'limit', price: bid + 200, order_state: 'open', post_only: true }),
    ],
    [
      'limit that shows a part of itself',
      async () => {
        await view.amount.fill('50k');
        await view.price.fill(String(bid + 200));
        await view.field('Iceberg').fill('1000');
      },
      () => ({ order_type: 'limit', amount: 50_000, display_amount: 1000 }),
    ],
    ['market', () => view.chooseType('Market'), () => ({ order_type: 'market', order_state: 'filled' })],
    [
      'market with limit',
      async () => {
        await view.chooseType('Market');
        await view.choose('The rest', 'Stays');
      },
      () => ({ original_order_type: 'market_limit' }),
    ],
    [
      'stop market',
      async () => {
        await view.chooseType('Stop');
        await view.field('Fires at').fill(String(bid - 500));
      },
      () => ({ order_type: 'stop_market', trigger: 'mark_price', trigger_price: bid - 500 }),
    ],
    [
      'stop limit',
      async () => {
        await view.chooseType('Stop');
        await view.choose('Then', 'Limit');
        await view.choose('Watches', 'Last');
        await view.field('Fires at').fill(String(bid - 500));
        await view.price.fill(String(bid - 600));
      },
      () => ({ order_type: 'stop_limit', trigger: 'last_price', trigger_price: bid - 500, price: bid - 600 }),
    ],
    [
      'take market',
      async () => {
        await view.chooseType('Take');
        await view.choose('Watches', 'Index');
        await view.field('Fires at').fill(String(bid + 700));
      },
      () => ({ order_type: 'take_market', trigger: 'index_price', trigger_price: bid + 700 }),
    ],
    [
      'take limit',
      async () => {
        await view.chooseType('Take');
        await view.choose('Then', 'Limit');
        await view.field('Fires at').fill(String(bid + 700));
        await view.price.fill(String(bid + 650));
      },
      () => ({ order_type: 'take_limit', trigger_price: bid + 700, price: bid + 650 }),
    ],
    [
      'trailing stop',
      async () => {
        await view.chooseType('Trail');
        await view.field('Distance').fill('500');
      },
      () => ({ order_type: 'trailing_stop', trigger_offset: 500 }),
    ],
    [
      'limit by contracts',
      async () => {
        await view.price.fill(String(bid + 200));
        await view.choose('Unit of the amount', 'cont');
        await view.amount.fill('30');
      },
      () => ({ order_type: 'limit', amount: 300 }),
    ],
    [
      'limit that triggers two others, of which one cancels the other',
      async () => {
        await view.price.fill(String(bid + 200));
        await view.openMore();
        await view.choose('Linked orders', 'OTOCO');
        await view.field('Linked order 1: amount').fill('1000');
        await view.field('Linked order 1: price').fill(String(bid - 400));
        await view.field('Linked order 2: amount').fill('1000');
        await view.field('Linked order 2: fires at').fill(String(bid + 900));
      },
      () => ({ order_type: 'limit', is_primary_otoco: true }),
    ],
  ];

  it.each(cases)('%s', async (_name, fill, expected) => {
    const label = nextLabel();
    await view.amount.fill('1000');
    await fill();
    await press(label);
    expect(await readOrder(label)).toMatchObject({ direction: 'sell', ...expected() });
  });

  it.each([
    ['IV', 'implv', '80'],
    ['USD', 'usd', '60'],
  ])('an option priced in %s', async (form, advanced, price) => {
    const label = nextLabel();
    await view.select(option);
    await view.amount.fill('3');
    await view.choose('Form of the price', form);
    await view.price.fill(price);
    await view.ticket.getByRole('note').filter({ hasText: 'ETH' }).waitFor();
    await press(label);
    expect(await readOrder(label)).toMatchObject({ advanced, [advanced]: Number(price) });
    expect(await view.orderRow(label).locator('[col-id="type"]').innerText()).toBe(`limit · ${advanced} ${price}`);
  });
});

describe('by keyboard alone', () => {
  beforeEach(startAnew);

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
      'a stop limit order',
      async () => {
        await move('Type', 2);
        await move('Then', 1);
        await type('Amount', '2k');
        await type('Price', String(bid - 600));
        await type('Fires at', String(bid - 500));
      },
      { order_type: 'stop_limit', amount: 2000 },
    ],
    [
      'a take order',
      async () => {
        await move('Type', 3);
        await type('Amount', '400');
        await type('Fires at', String(bid + 800));
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
    const label = nextLabel();
    await view.field('Instrument').focus();
    await fill();
    await type('Label', label);
    await view.waitUntilPressable();
    await view.page.keyboard.press('Control+Enter');
    expect(await readOrder(label)).toMatchObject(expected);
  });
});

describe('nudging', () => {
  beforeEach(startAnew);

  it('moves every number by its step, with the arrow keys and with the wheel', async () => {
    await view.amount.fill('1k');
    await view.amount.press('ArrowUp');
    expect(await view.amount.inputValue()).toBe('1010');
    await view.amount.press('Shift+ArrowDown');
    expect(await view.amount.inputValue()).toBe('910');
    await view.price.fill('97410');
    await view.price.hover();
    await view.page.mouse.wheel(0, -100);
    await expect.poll(() => view.price.inputValue()).toBe('97410.5');
    await view.page.keyboard.down('Shift');
    await view.page.mouse.wheel(0, 100);
    await view.page.keyboard.up('Shift');
    await expect.poll(() => view.price.inputValue()).toBe('97405.5');
  });

  it('leaves a field alone that the wheel only passes over', async () => {
    await view.price.fill('97410');
    await view.amount.focus();
    await view.price.hover();
    await view.page.mouse.wheel(0, -100);
    await view.amount.press('ArrowUp');
    expect(await view.amount.inputValue()).not.toBe('');
    expect(await view.price.inputValue()).toBe('97410');
  });
});

const price = (text: string) => async () => {
  await view.amount.fill('1000');
  await view.price.fill(text);
};

const amount = (text: string) => async () => {
  await view.price.fill(String(bid + 200));
  await view.amount.fill(text);
};

describe('a bad input', () => {
  beforeAll(startAnew);
  // As a trader would: the fields are emptied, the page stays.
  beforeEach(async () => {
    await view.select('BTC-PERPETUAL');
    await view.chooseType('Limit');
    await view.choose('Unit of the amount', 'USD');
    for (const name of ['Amount', 'Price', 'Iceberg', 'Label']) await view.field(name).fill('');
  });

  const field = (type: 'Limit' | 'Stop' | 'Take' | 'Trail', name: string, text: () => string) => async () => {
    await amount('50000')();
    await view.chooseType(type);
    await view.field(name).fill(text());
  };
  const byVolatility = (text: string) => async () => {
    await view.select(option);
    await view.amount.fill('1');
    await view.choose('Form of the price', 'IV');
    await view.price.fill(text);
  };

  const cases: [name: string, fill: () => Promise<void>, field: string, text: RegExp][] = [
    ['a price between two ticks', price('97410.1234'), 'Price', /Between two ticks/],
    ['a price of nothing', price('0'), 'Price', /above zero/],
    ['a negative price', price('-1'), 'Price', /above zero/],
    ['a price with an exponent', price('1e5'), 'Price', /plain number/],
    ['a price in hexadecimal', price('0x10'), 'Price', /plain number/],
    ['a price with a plus', price('+5'), 'Price', /plain number/],
    ['a price with a thousands mark', price('97,410'), 'Price', /plain number/],
    ['a price of words', price('NaN'), 'Price', /plain number/],
    ['a price of 20 digits', price('97410.555555555555555'), 'Price', /15 significant digits/],
    ['a price under the band', price('9741'), 'Price', /Below the band.*Sell anyway/s],
    ['a price over the band', price('974105'), 'Price', /Above the band.*Sell anyway/s],
    ['a price far from the mark', price('150000'), 'Price', /away from the mark.*Sell anyway/s],
    ['a volatility of nothing', byVolatility('0'), 'Price', /volatility must be above zero/],
    ['a negative volatility', byVolatility('-5'), 'Price', /volatility must be above zero/],
    ['a volatility of 1000', byVolatility('1000'), 'Price', /far from usual.*Sell anyway/s],
    ['an amount of nothing', amount('0'), 'Amount', /above zero/],
    ['a negative amount', amount('-10'), 'Amount', /above zero/],
    ['an amount of minus nothing', amount('-0'), 'Amount', /above zero/],
    ['an amount under the minimum', amount('5'), 'Amount', /smallest amount is 10 USD/],
    ['an amount off the step', amount('15'), 'Amount', /multiple of 10 USD/],
    ['an amount in dollars that looks like coins', amount('20'), 'Amount', /not 20 BTC.*Sell anyway/s],
    ['an amount beyond any account', amount('1000000000000000'), 'Amount', /more than this profile/],
    ['two suffixes', amount('5kk'), 'Amount', /plain number/],
    [
      'a part of a contract',
      async () => {
        await amount('')();
        await view.choose('Unit of the amount', 'cont');
        await view.amount.fill('1.5');
      },
      'Amount',
      /sold whole/,
    ],
    ['a label of 65 characters', field('Limit', 'Label', () => 'x'.repeat(65)), 'Label', /65 characters/],
    ['a label that turns text around', field('Limit', 'Label', () => 'a\u202Eb'), 'Label', /U\+202E/],
    ['a visible part too small', field('Limit', 'Iceberg', () => '990'), 'Iceberg', /at least 1,000 USD/],
    ['a visible part over the whole', field('Limit', 'Iceberg', () => '60000'), 'Iceberg', /more than the whole/],
    [
      'too much hidden',
      async () => {
        await amount('150000')();
        await view.field('Iceberg').fill('1000');
      },
      'Iceberg',
      /Too much is hidden/,
    ],
    ['a trigger between two ticks', field('Stop', 'Fires at', () => '90000.3'), 'Fires at', /Between two ticks/],
    ['a trigger of nothing', field('Stop', 'Fires at', () => '0'), 'Fires at', /above zero/],
    ['a stop above the market', field('Stop', 'Fires at', () => String(bid + 900)), 'Fires at', /Fires at once/],
    ['a take below the market', field('Take', 'Fires at', () => String(bid - 900)), 'Fires at', /Fires at once/],
    ['a distance of nothing', field('Trail', 'Distance', () => '0'), 'Distance', /above zero/],
    ['a negative distance', field('Trail', 'Distance', () => '-5'), 'Distance', /above zero/],
  ];

  it.each(cases)('%s says so at its field, and sends nothing', async (_name, fill, name, text) => {
    const before = simulator.control.calls(SELL).count;
    await fill();
    await view.fieldRow(name).getByText(text).first().waitFor();
    await view.ticket.locator('button.press[aria-disabled="true"]').waitFor();
    await view.press.click({ force: true });
    await view.amount.press('Control+Enter');
    expect(simulator.control.calls(SELL).count).toBe(before);
  });
});

describe('what is missing or out of place', () => {
  beforeEach(startAnew);

  it.each<[string, () => Promise<void>, RegExp]>([
    ['no amount', () => view.price.fill(String(bid + 200)), /Enter an amount in USD/],
    ['no price', () => view.amount.fill('1000'), /Enter a price/],
    [
      'no trigger price',
      async () => {
        await view.amount.fill('1000');
        await view.chooseType('Stop');
      },
      /Enter the price at which/,
    ],
    [
      'no distance',
      async () => {
        await view.amount.fill('1000');
        await view.chooseType('Trail');
      },
      /Enter how far/,
    ],
    [
      'nothing in a linked order',
      async () => {
        await price(String(bid + 200))();
        await view.openMore();
        await view.choose('Linked orders', 'OCO');
      },
      /Linked order 1: enter an amount/,
    ],
  ])('%s is said on the button, without reproach', async (_name, fill, text) => {
    await fill();
    await view.press.getByText(text).waitFor();
    expect(await view.ticket.locator('.issue').count()).toBe(0);
  });

  it('in a linked order stands under that one', async () => {
    await price(String(bid + 200))();
    await view.openMore();
    await view.choose('Linked orders', 'OTOCO');
    await view.field('Linked order 2: amount').fill('15');
    const second = view.ticket.getByRole('group', { name: 'Linked order 2' });
    await second.getByText(/multiple of 10 USD/).waitFor();
    expect(await view.ticket.getByRole('group', { name: 'Linked order 1' }).locator('.issue').count()).toBe(0);
    await second.getByRole('button', { name: 'Use 20' }).click();
    expect(await view.field('Linked order 2: amount').inputValue()).toBe('20');
  });

  it('has its nearest legal value one click away', async () => {
    await amount('150000')();
    await view.field('Iceberg').fill('1000');
    await view.fieldRow('Iceberg').getByRole('button', { name: /^Use/ }).click();
    await view.waitUntilPressable();
    expect(await view.field('Iceberg').inputValue()).toBe('1490');
  });

  it('is not offered: post only, iceberg and protection of other kinds', async () => {
    await view.choose('Time in force', 'IOC');
    expect(await view.ticket.getByRole('checkbox', { name: 'Post only' }).isDisabled()).toBe(true);
    expect(await view.field('Iceberg').isDisabled()).toBe(true);
    await view.ticket.getByText(/post only: only with GTC/i).waitFor();
    await view.chooseType('Market');
    expect(await view.field('Iceberg').count()).toBe(0);
    expect(await view.ticket.getByRole('checkbox', { name: 'MMP' }).count()).toBe(0);
    expect(await view.price.count()).toBe(0);
  });
});

describe('prices of an option', () => {
  beforeEach(startAnew);

  it('are shown in the other forms, and what was typed comes back', async () => {
    await view.select(option);
    await view.amount.fill('1');
    await view.price.fill('0.02');
    const note = view.ticket.getByRole('note');
    await note.filter({ hasText: /USD = [\d.]+ % volatility/ }).waitFor();
    await view.choose('Form of the price', 'IV');
    const volatility = await view.price.inputValue();
    expect(Number(volatility)).toBeGreaterThan(0);
    await view.price.press('ArrowUp');
    expect(Number(await view.price.inputValue())).toBeCloseTo(Math.ceil(Number(volatility) * 10 + 1e-9) / 10, 5);
    await view.choose('Form of the price', 'ETH');
    expect(await view.price.inputValue()).toMatch(/^0\.0\d+$/);
  });
});

describe('before sending', () => {
  beforeEach(startAnew);

  it('the exact request can be read', async () => {
    await view.amount.fill('1000');
    await view.price.fill(String(bid + 200));
    await view.label.fill('read-me');
    await view.ticket.getByRole('button', { name: 'Request' }).click();
    const shown = view.ticket.getByLabel('The request as JSON');
    await shown.filter({ hasText: 'read-me' }).waitFor();
    expect(JSON.parse(await shown.innerText())).toMatchObject({ amount: 1000, price: bid + 200, label: 'read-me' });
  });

  it('a second press confirms, and only the same order', async () => {
    const before = simulator.control.calls(SELL).count;
    const label = nextLabel();
    await view.choose('Presses that sell', 'Confirm');
    await view.amount.fill('1000');
    await view.price.fill(String(bid + 200));
    await press(label);
    await view.press.getByText(/^Press again to sell 1,000 USD/).waitFor();
    await view.amount.fill('2000');
    await view.press.getByText(/^Sell 2,000 USD/).waitFor();
    await view.waitUntilPressable();
    await view.press.dblclick();
    await view.press.getByText(/^Press again to sell 2,000 USD/).waitFor();
    expect(simulator.control.calls(SELL).count).toBe(before);
    await view.press.click();
    expect(await readOrder(label)).toMatchObject({ amount: 2000 });
    expect(simulator.control.calls(SELL).count).toBe(before + 1);
  });
});

describe('stop trading', () => {
  beforeEach(startAnew);

  it('blocks the ticket at once, says what still rests, and is lifted by the same button', async () => {
    const label = nextLabel();
    await view.amount.fill('1000');
    await view.price.fill(String(bid + 250));
    await press(label);
    await readOrder(label);
    await view.page.getByRole('button', { name: 'Stop trading' }).click();
    await view.page.getByText(/orders? still rests? at the service, which offers no cancel here/).waitFor();
    await view.press.getByText(/Trading is stopped/).waitFor();
    const before = simulator.control.calls(SELL).count;
    await view.press.click({ force: true });
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.page.getByRole('button', { name: /allow again/ }).click();
    await view.page.getByRole('button', { name: 'Stop trading' }).waitFor();
    expect(simulator.control.calls(SELL).count).toBe(before);
  });
});

describe('the ticket', () => {
  beforeEach(startAnew);

  it('is free of serious accessibility faults with everything open', async () => {
    await view.amount.fill('1000');
    await view.chooseType('Stop');
    await view.choose('Then', 'Limit');
    await view.openMore();
    await view.choose('Linked orders', 'OTOCO');
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
  });

  it.each([
    [1600, 960],
    [1280, 720],
  ])('shows a limit order whole in a window of %i by %i', async (width, height) => {
    await view.page.setViewportSize({ width, height });
    await view.amount.fill('50k');
    await view.price.fill(String(bid + 200));
    await view.waitUntilPressable();
    await view.ticket.getByText(/Rests on the book/).waitFor();
    const hidden = await view.ticket
      .getByRole('region', { name: 'Order' })
      .evaluate((fields) => fields.scrollHeight - fields.clientHeight);
    expect(hidden).toBeLessThanOrEqual(0);
  });
});
