import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;

const price = bench.priced;
const amount = bench.sized;

describe('a bad input', () => {
  // As a trader would: the page stays.
  beforeEach(() => bench.clear());

  const field = (type: 'Limit' | 'Stop' | 'Take' | 'Trail', name: string, text: () => string) => async () => {
    await amount('50000')();
    await view.chooseType(type);
    await view.field(name).fill(text());
  };
  const byVolatility = (text: string) => async () => {
    await view.select(bench.option);
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
    ['a price that a comma makes two', price('97,500'), 'Price', /plain number.*97500.*97\.5/s],
    ['a price with what can’t be seen', price('97410\u200B'), 'Price', /invisible character, U\+200B/],
    ['a small exponent', price('1E-4'), 'Price', /plain number/],
    ['Arabic digits', price('٩٧٥٠٠'), 'Price', /plain number/],
    ['full-width digits', price('９７５００'), 'Price', /plain number/],
    ['a price without end', price('Infinity'), 'Price', /plain number/],
    ['a price without beginning', price('-Infinity'), 'Price', /plain number/],
    ['a price of words', price('NaN'), 'Price', /plain number/],
    ['a price of 20 digits', price('97410.555555555555555'), 'Price', /15 significant digits/],
    ['a price under the band', price('9741'), 'Price', /Below the band.*Accept it/s],
    [
      'a price far from the mark',
      price('150000'),
      'Price',
      /away from the mark.*To accept it, type the price again: 150000/s,
    ],
    ['a volatility beyond any', byVolatility('1001'), 'Price', /counts as a mistake/],
    ['a volatility of nothing', byVolatility('0'), 'Price', /volatility must be above zero/],
    ['a negative volatility', byVolatility('-5'), 'Price', /volatility must be above zero/],
    ['a volatility of 1000', byVolatility('1000'), 'Price', /far from usual.*Accept it/s],
    ['an amount of nothing', amount('0'), 'Amount', /above zero/],
    ['a negative amount', amount('-10'), 'Amount', /above zero/],
    ['an amount of minus nothing', amount('-0'), 'Amount', /above zero/],
    ['an amount under the minimum', amount('5'), 'Amount', /smallest amount is 10 USD/],
    ['an amount off the step', amount('15'), 'Amount', /multiple of 10 USD/],
    ['an amount in dollars that looks like coins', amount('20'), 'Amount', /not 20 BTC.*Accept it/s],
    ['an amount beyond any account', amount('1000000000000000'), 'Amount', /over this profile/],
    ['two suffixes', amount('5kk'), 'Amount', /plain number/],
    [
      'a part of a contract',
      async () => {
        await amount('')();
        await view.choose('Unit of the amount', 'cont');
        await view.amount.fill('1.5');
      },
      'Amount',
      /Contracts go in steps of 1\./,
    ],
    ['a label of 65 characters', field('Limit', 'Label', () => 'x'.repeat(65)), 'Label', /65 characters/],
    ['a label of 65 foxes', field('Limit', 'Label', () => '🦊'.repeat(65)), 'Label', /65 characters/],
    ['a label with a character of nothing', field('Limit', 'Label', () => 'a\u0000b'), 'Label', /U\+0000/],
    ['a label that ends in a blank', field('Limit', 'Label', () => 'hedge '), 'Label', /begins or ends with a blank/],
    ['a label that turns text around', field('Limit', 'Label', () => 'a\u202Eb'), 'Label', /U\+202E/],
    ['a visible part too small', field('Limit', 'Iceberg', () => '990'), 'Iceberg', /at least 1,000 USD/],
    ['a visible part over the whole', field('Limit', 'Iceberg', () => '60000'), 'Iceberg', /over the whole/],
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
    ['a stop above the market', field('Stop', 'Fires at', () => String(bidPlus(900))), 'Fires at', /Fires at once/],
    ['a take below the market', field('Take', 'Fires at', () => String(bidPlus(-900))), 'Fires at', /Fires at once/],
    ['a stop that lacks a digit', field('Stop', 'Fires at', () => '9700'), 'Fires at', /Far off.*Accept it/s],
    ['a distance of nothing', field('Trail', 'Distance', () => '0'), 'Distance', /above zero/],
    ['a negative distance', field('Trail', 'Distance', () => '-5'), 'Distance', /above zero/],
  ];

  it('is a name that no instrument has: said under it, and nothing can be sold while it stands there', async () => {
    const before = bench.countSells();
    await price(String(bidPlus(200)))();
    const instrument = view.ticket.getByRole('combobox', { name: 'Instrument' });
    // The first looks like the perpetual's, in Cyrillic letters.
    for (const name of ['ВТС-PERPETUAL', 'BTC-31FEB27-100000-C', 'BTC-27NOV26-98000-X']) {
      await instrument.fill(name);
      await instrument.press('Enter');
      await view.ticket.getByRole('alert').getByText(`no instrument “${name}”`).waitFor();
      await view.press.click({ force: true });
      await view.amount.press('Control+Enter');
    }
    expect(bench.countSells()).toBe(before);
    await instrument.press('Escape');
    await view.waitUntilPressable();
  });

  it.each(cases)('%s says so at its field, and sends nothing', async (_name, fill, name, text) => {
    const before = bench.countSells();
    await fill();
    await view.fieldRow(name).getByText(text).first().waitFor();
    await view.ticket.locator('button.press[aria-disabled="true"]').waitFor();
    await view.press.click({ force: true });
    await view.amount.press('Control+Enter');
    expect(bench.countSells()).toBe(before);
  });
});

describe('what is written otherwise but means a number', () => {
  beforeAll(() => bench.clear());

  it('is in sight to its last digit, whatever stands beside it', async () => {
    for (const text of ['250000000', '12500000000', '123456789012340']) {
      await view.amount.fill(text);
      const contracts = (BigInt(text) / 10n).toLocaleString('en-US');
      await view.fieldRow('Amount').locator(`.ticket-hints[title="= ${contracts} ct"]`).waitFor();
      expect(await view.amount.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), text).toBe(0);
    }
  });

  it('is shown as it will be sent: leading zeros, a bare point at either end, labels of markup and of 64 foxes', async () => {
    const isWhole = () => view.press.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    await view.amount.fill('1000');
    await view.price.fill(`0000${bidPlus(200)}.50`);
    await view.press.getByText(`at ${bidPlus(200).toLocaleString('en-US')}.5`).waitFor();
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
    await view.select(bench.option);
    await view.ticket.getByText(/^tick 0\.0/).waitFor();
    await view.amount.fill('5.');
    // One within the band on any day: what an option costs depends on how long it has to go.
    const above = ((await view.readPrice(bench.option, 'ask')) + 0.002).toFixed(4).replace(/0+$/u, '');
    expect(above).toMatch(/^0\.\d/);
    await view.price.fill(above.slice(1));
    await view.press.getByText(`Sell 5 ETH at ${above}`).waitFor();
  });
});

describe('a number as the terminal writes it', () => {
  it('is refused with what it says without its groups, one click away; what can be read in two ways is not', async () => {
    await bench.clear();
    const bid = bidPlus(200);
    await view.amount.fill('1,000');
    await view.price.fill(`${bid.toLocaleString('en-US')}.5`);
    await view.ticket.getByRole('button', { name: 'Use 1000', exact: true }).click();
    await view.ticket.getByRole('button', { name: `Use ${bid}.5`, exact: true }).click();
    expect([await view.amount.inputValue(), await view.price.inputValue()]).toEqual(['1000', `${bid}.5`]);
    await view.waitUntilPressable();
    await view.amount.fill('1,5');
    await view
      .fieldRow('Amount')
      .getByText(/plain number/)
      .first()
      .waitFor();
    expect(await view.fieldRow('Amount').getByRole('button', { name: /^Use/ }).count()).toBe(0);
  });
});

describe('a ticket with more to choose than a small window shows', () => {
  const isMarked = () =>
    view.ticket.locator('.ticket-fields').evaluate((fields) => getComputedStyle(fields).maskImage !== 'none');

  it('keeps what will happen in sight, and marks that its fields go on', async () => {
    await bench.clear();
    await view.page.setViewportSize({ width: 1280, height: 600 });
    await view.amount.fill('1000');
    await view.price.fill(String(bench.bidPlus(900)));
    await view.openMore();
    const happens = view.page.getByRole('region', { name: 'What will happen' });
    await happens.getByText(/Rests on the book/).waitFor();
    await expect.poll(isMarked).toBe(true);
    const [box, foot] = await Promise.all([happens.boundingBox(), view.press.boundingBox()]);
    // Its head and two lines of it at least.
    expect((foot?.y ?? 0) - (box?.y ?? Infinity)).toBeGreaterThan(64);
    await view.ticket.locator('.ticket-fields').evaluate((fields) => fields.scrollTo(0, fields.scrollHeight));
    await expect.poll(isMarked).toBe(false);
    await view.ticket.locator('.ticket-fields').evaluate((fields) => fields.scrollTo(0, 0));
    await view.page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(isMarked).toBe(false);
  });
});
