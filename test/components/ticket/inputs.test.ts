import { describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../support/deep.ts';
import { decimal } from '../../../shared/decimal.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { ETH_OPTION } from '../../support/window-bench/market.ts';
import { type OpenTicket, openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

const tellMargin = (backEnd: WindowBackEnd) =>
  backEnd.answer('orders.margin', () => ({
    state: 'known',
    initial: decimal('0.0021'),
    currency: 'BTC',
    available: decimal('11.5'),
  }));

type Fill = (ticket: OpenTicket) => Promise<void>;
type Bad = readonly [name: string, fill: Fill, text: RegExp];

const price =
  (text: string): Fill =>
  ({ fill }) =>
    fill('1000', text);
const amount =
  (text: string): Fill =>
  ({ fill }) =>
    fill(text, '97610');
const typed =
  (type: 'Limit' | 'Stop' | 'Take' | 'Trail', name: string, text: string): Fill =>
  async ({ view, fill }) => {
    await view.chooseType('Limit');
    await fill('50000', '97610');
    await view.chooseType(type);
    await view.field(name).fill(text);
  };
const volatility =
  (text: string): Fill =>
  async ({ view, enter }) => {
    await enter(ETH_OPTION);
    await view.amount.fill('1');
    await view.choose('Form of the price', 'IV');
    await view.price.fill(text);
  };

const BAD: Readonly<Record<string, readonly Bad[]>> = {
  Price: [
    ['a price between two ticks', price('97410.1234'), /Between two ticks/],
    ['a price of nothing', price('0'), /above zero/],
    ['a negative price', price('-1'), /above zero/],
    ['a price with an exponent', price('1e5'), /without separators/],
    ['a price in hexadecimal', price('0x10'), /without separators/],
    ['a price with a plus', price('+5'), /without separators/],
    ['a price that a comma makes two', price('97,500'), /without separators.*97,?500.*97\.5/s],
    ['a price with what can’t be seen', price('97410\u200B'), /invisible character, U\+200B/],
    ['a small exponent', price('1E-4'), /without separators/],
    ['Arabic digits', price('٩٧٥٠٠'), /without separators/],
    ['full-width digits', price('９７５００'), /without separators/],
    ['a price without end', price('Infinity'), /without separators/],
    ['a price without beginning', price('-Infinity'), /without separators/],
    ['a price of words', price('NaN'), /without separators/],
    ['a price of 20 digits', price('97410.555555555555555'), /15 significant digits/],
    ['a price under the band', price('9741'), /Below the band.*Accept it/s],
    ['a price far from the mark', price('150000'), /% from the mark of .*To accept it, type the price again: 150000/s],
    ['a volatility beyond any', volatility('1001'), /counts as a mistake/],
    ['a volatility of nothing', volatility('0'), /volatility must be above zero/],
    ['a negative volatility', volatility('-5'), /volatility must be above zero/],
    ['a volatility of 1000', volatility('1000'), /far from usual.*Accept it/s],
  ],
  Amount: [
    ['an amount of nothing', amount('0'), /above zero/],
    ['a negative amount', amount('-10'), /above zero/],
    ['an amount of minus nothing', amount('-0'), /above zero/],
    ['an amount under the minimum', amount('5'), /smallest amount is 10 USD/],
    ['an amount off the step', amount('15'), /multiple of 10 USD/],
    ['an amount in dollars that looks like coins', amount('20'), /not 20 BTC.*Accept it/s],
    ['an amount beyond any account', amount('1000000000000000'), /over this profile/],
    ['two suffixes', amount('5kk'), /without separators/],
    [
      'a part of a contract',
      async ({ view, fill }) => {
        await fill('', '97610');
        await view.choose('Unit of the amount', 'cont');
        await view.amount.fill('1.5');
      },
      /Contracts go in steps of 1\./,
    ],
  ],
  Label: [
    ['a label of 65 characters', typed('Limit', 'Label', 'x'.repeat(65)), /65 characters/],
    ['a label of 65 foxes', typed('Limit', 'Label', '🦊'.repeat(65)), /65 characters/],
    ['a label with a character of nothing', typed('Limit', 'Label', 'a\u0000b'), /U\+0000/],
    ['a label that ends in a blank', typed('Limit', 'Label', 'hedge '), /begins or ends with a blank/],
    ['a label that turns text around', typed('Limit', 'Label', 'a\u202Eb'), /U\+202E/],
  ],
  Iceberg: [
    ['a visible part too small', typed('Limit', 'Iceberg', '990'), /at least 1,000 USD/],
    ['a visible part over the whole', typed('Limit', 'Iceberg', '60000'), /over the whole/],
    [
      'too much hidden',
      async ({ view, fill }) => {
        await fill('150000', '97610');
        await view.field('Iceberg').fill('1000');
      },
      /Too much is hidden/,
    ],
  ],
  'Fires at': [
    ['a trigger between two ticks', typed('Stop', 'Fires at', '90000.3'), /Between two ticks/],
    ['a trigger of nothing', typed('Stop', 'Fires at', '0'), /above zero/],
    ['a stop above the market', typed('Stop', 'Fires at', '98310'), /Fires at once/],
    ['a take below the market', typed('Take', 'Fires at', '96510'), /Fires at once/],
    ['a stop that lacks a digit', typed('Stop', 'Fires at', '9700'), /Far off.*Accept it/s],
  ],
  Distance: [
    ['a distance of nothing', typed('Trail', 'Distance', '0'), /above zero/],
    ['a negative distance', typed('Trail', 'Distance', '-5'), /above zero/],
  ],
};

describe('a bad input', () => {
  eachOf(
    Object.keys(BAD).map((field) => [field] as const),
    ['Price'],
  )('%s says so at its field, and sends nothing', async (field) => {
    const ticket = await openTicket(mount);
    const { view, backEnd } = ticket;
    for (const [name, fill, text] of BAD[field] ?? []) {
      await fill(ticket);
      await view
        .fieldRow(field)
        .getByText(text)
        .first()
        .waitFor()
        .catch((error: unknown) => {
          throw new Error(`${name} is not told of`, { cause: error });
        });
      await view.ticket.locator('button.press[aria-disabled="true"]').waitFor();
      await view.press.click({ force: true });
      await view.amount.press('Control+Enter');
      expect(backEnd.state.sold, name).toEqual([]);
    }
  });

  it('is a name that no instrument has: said under it, and nothing can be sold while it stands there', async () => {
    const { view, backEnd, instrument, fill } = await openTicket(mount);
    await fill('1000', '97610');
    // The first looks like the perpetual's, in Cyrillic letters.
    for (const name of ['ВТС-PERPETUAL', 'BTC-31FEB27-100000-C', 'BTC-27NOV26-98000-X']) {
      await instrument.fill(name);
      await instrument.press('Enter');
      await view.ticket.getByRole('alert').getByText(`no instrument “${name}”`).waitFor();
      await view.press.click({ force: true });
      await view.amount.press('Control+Enter');
    }
    expect(backEnd.state.sold).toEqual([]);
    await instrument.press('Escape');
    await view.waitUntilPressable();
  });
});

describe('what is written otherwise but means a number', () => {
  it('is in sight to its last digit, whatever stands beside it', DEEP, async () => {
    // In the column that the window gives it.
    const { view } = await mount();
    for (const text of ['250000000', '12500000000', '123456789012340']) {
      await view.amount.fill(text);
      const contracts = (BigInt(text) / 10n).toLocaleString('en-US');
      await view.fieldRow('Amount').locator(`.ticket-hints[title="= ${contracts} ct"]`).waitFor();
      expect(await view.amount.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), text).toBe(0);
    }
  });

  it('is shown as it will be sent: leading zeros, a bare point at either end, labels of markup and of 64 foxes', async () => {
    const { view } = await mount();
    const isWhole = () => view.press.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    await view.amount.fill('1000');
    await view.price.fill('000097610.50');
    await view.press.getByText('at 97,610.5').waitFor();
    for (const label of ['</script><b>x', '🦊'.repeat(64), 'x'.repeat(64)]) {
      await view.label.fill(label);
      await view.press.getByText(`label ${label}`).waitFor();
      await view.waitUntilPressable();
      expect(await isWhole()).toBe(true);
      expect(await view.fieldRow('Label').locator('.issue').count()).toBe(0);
    }
    await view.amount.fill('9'.repeat(400));
    await view.press.getByText(/^Sell 9,999,.*9 USD/).waitFor();
    expect(await isWhole()).toBe(true);
    await view.select(ETH_OPTION);
    await view.ticket.getByText(/^tick 0\.0/).waitFor();
    await view.amount.fill('5.');
    await view.price.fill('.078');
    await view.press.getByText('Sell 5 ETH at 0.078').waitFor();
  });
});

describe('a number as the terminal writes it', () => {
  it('is sold as it reads where one way alone is legal; one that may be two is refused, with both to choose from', async () => {
    const { view, backEnd, fill } = await openTicket(mount);
    await fill('1,000', '97,500');
    const use = view.fieldRow('Price').getByRole('button', { name: /^Use/ });
    await use.first().waitFor();
    expect(await use.count()).toBe(2);
    await view.price.fill('97,610.5');
    await view.waitUntilPressable();
    const sold = backEnd.nextSold();
    await view.press.click();
    expect(await sold).toMatchObject({ amount: '1000', price: '97610.5' });
  });
});

describe('a ticket with more to choose than a small window shows', () => {
  it('keeps what will happen in sight, and marks that its fields go on', DEEP, async () => {
    const { view, page } = await mount({ height: 600, prepare: tellMargin });
    const fields = view.ticket.locator('.ticket-fields');
    const isMarked = () => fields.evaluate((box) => getComputedStyle(box).maskImage !== 'none');
    await view.amount.fill('1000');
    await view.price.fill('98310');
    await view.openMore();
    const happens = page.getByRole('region', { name: 'What will happen' });
    await happens.getByText(/Rests on the book/).waitFor();
    await expect.poll(isMarked).toBe(true);
    const [box, foot] = await Promise.all([happens.boundingBox(), view.press.boundingBox()]);
    // Its head and two lines of it at least.
    expect((foot?.y ?? 0) - (box?.y ?? Infinity)).toBeGreaterThanOrEqual(58);
    await fields.evaluate((all) => all.scrollTo(0, all.scrollHeight));
    await expect.poll(isMarked).toBe(false);
    await fields.evaluate((all) => all.scrollTo(0, 0));
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(isMarked).toBe(false);
  });
});
