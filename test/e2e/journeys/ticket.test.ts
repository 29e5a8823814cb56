import { beforeEach, describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;

describe('each type of order, by mouse', () => {
  beforeEach(() => bench.clear());

  const cases: [type: string, fill: () => Promise<void>, expected: () => Record<string, unknown>][] = [
    [
      'limit',
      () => view.price.fill(String(bidPlus(200))),
      () => ({ order_type: 'limit', price: bidPlus(200), order_state: 'open', post_only: true }),
    ],
    [
      'limit that shows a part of itself',
      async () => {
        await view.amount.fill('50k');
        await view.price.fill(String(bidPlus(200)));
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
        await view.field('Fires at').fill(String(bidPlus(-500)));
      },
      () => ({ order_type: 'stop_market', trigger: 'mark_price', trigger_price: bidPlus(-500) }),
    ],
    [
      'stop limit',
      async () => {
        await view.chooseType('Stop');
        await view.choose('Then', 'Limit');
        await view.choose('Watches', 'Last');
        await view.field('Fires at').fill(String(bidPlus(-500)));
        await view.price.fill(String(bidPlus(-600)));
      },
      () => ({ order_type: 'stop_limit', trigger: 'last_price', trigger_price: bidPlus(-500), price: bidPlus(-600) }),
    ],
    [
      'take market',
      async () => {
        await view.chooseType('Take');
        await view.choose('Watches', 'Index');
        await view.field('Fires at').fill(String(bidPlus(700)));
      },
      () => ({ order_type: 'take_market', trigger: 'index_price', trigger_price: bidPlus(700) }),
    ],
    [
      'take limit',
      async () => {
        await view.chooseType('Take');
        await view.choose('Then', 'Limit');
        await view.field('Fires at').fill(String(bidPlus(700)));
        await view.price.fill(String(bidPlus(650)));
      },
      () => ({ order_type: 'take_limit', trigger_price: bidPlus(700), price: bidPlus(650) }),
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
        await view.price.fill(String(bidPlus(200)));
        await view.choose('Unit of the amount', 'cont');
        await view.amount.fill('30');
      },
      () => ({ order_type: 'limit', amount: 300 }),
    ],
    [
      'limit that triggers two others, of which one cancels the other',
      async () => {
        await view.price.fill(String(bidPlus(200)));
        await view.openMore();
        await view.choose('Linked orders', 'OTOCO');
        await view.field('Linked order 1: amount').fill('1000');
        await view.field('Linked order 1: price').fill(String(bidPlus(-400)));
        await view.field('Linked order 2: amount').fill('1000');
        await view.field('Linked order 2: fires at').fill(String(bidPlus(900)));
      },
      () => ({ order_type: 'limit', is_primary_otoco: true }),
    ],
    [
      'market that triggers another at market, of as much',
      async () => {
        await view.chooseType('Market');
        await view.amount.fill('1210');
        await view.openMore();
        await view.choose('Linked orders', 'OTO');
        await view.choose('Linked order 1: type', 'Market');
        await view.field('Linked order 1: amount').press('ArrowUp');
        expect(await view.field('Linked order 1: amount').inputValue()).toBe('1210');
      },
      () => ({ order_type: 'market', order_state: 'filled', oto_order_ids: [expect.any(String)] }),
    ],
  ];

  it.each(cases)('%s', async (name, fill, expected) => {
    const label = bench.nextLabel();
    await view.amount.fill('1000');
    await fill();
    await bench.press(label);
    // An order that brings others is confirmed, whatever one click may sell.
    if (name.includes('triggers')) await view.page.getByRole('dialog').getByRole('button', { name: /^Sell/ }).click();
    expect(await bench.readOrder(label)).toMatchObject({ direction: 'sell', ...expected() });
  });

  it.each([
    ['IV', 'implv'],
    ['USD', 'usd'],
  ])('an option priced in %s', async (form, advanced) => {
    const label = bench.nextLabel();
    await view.select(bench.option);
    await view.amount.fill('3');
    // At the market: far from it the ticket asks first.
    await view.price.fill(String(await view.readPrice(bench.option, 'ask')));
    await view.choose('Form of the price', form);
    await expect.poll(() => view.price.inputValue()).not.toBe('');
    const price = await view.price.inputValue();
    await view.ticket.getByRole('note').filter({ hasText: 'ETH' }).waitFor();
    await bench.press(label);
    expect(await bench.readOrder(label)).toMatchObject({ advanced, [advanced]: Number(price) });
    await expect
      .poll(() => view.orderRow(label).locator('[col-id="type"]').innerText())
      .toBe(`limit · ${advanced} ${price}`);
  });
});

describe('prices of an option', () => {
  beforeEach(() => bench.clear());

  it('are shown in the other forms, and what was typed comes back', async () => {
    await view.select(bench.option);
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
    await expect.poll(() => view.price.inputValue()).toMatch(/^0\.0\d+$/);
  });
});

describe('before sending', () => {
  beforeEach(() => bench.clear());

  it('the exact request can be read', async () => {
    await view.amount.fill('1000');
    await view.price.fill(String(bidPlus(200)));
    await view.label.fill('read-me');
    await view.ticket.getByRole('button', { name: 'Request' }).click();
    const shown = view.ticket.getByLabel('The request as JSON');
    await shown.filter({ hasText: 'read-me' }).waitFor();
    const request = JSON.parse(await shown.innerText()) as Record<string, unknown>;
    expect(request).toMatchObject({ amount: 1000, price: bidPlus(200), label: 'read-me' });
    const told = view.ticket.getByText(/made anew as it is sent/);
    await expect.poll(() => told.innerText()).toBe('A press sends a new valid_until.');
    await view.label.fill('');
    await told.filter({ hasText: 'no order has this label' }).waitFor();
    await view.label.fill('read-me');
    await told.filter({ hasNotText: 'label' }).waitFor();
    const arrives = bench.simulator.control.waitForCall('private/sell');
    await view.waitUntilPressable();
    await view.press.click();
    const { valid_until: shownUntil, ...shownRest } = request;
    const { valid_until: sentUntil, ...sentRest } = (await arrives).params;
    expect(sentRest).toEqual(shownRest);
    // Five seconds from when it is sent, and the request that is shown is of a moment before.
    expect(Number(sentUntil) - Number(shownUntil)).toBeGreaterThanOrEqual(0);
  });

  it('a second press confirms, and only the same order', async () => {
    const before = bench.countSells();
    const label = bench.nextLabel();
    await view.setRung('Arm and fire');
    await view.amount.fill('1000');
    await view.price.fill(String(bidPlus(200)));
    await bench.press(label);
    await view.press.getByText(/^Press again to sell 1,000 USD/).waitFor();
    await view.amount.fill('2000');
    await view.press.getByText(/^Sell 2,000 USD/).waitFor();
    await view.waitUntilPressable();
    await view.press.dblclick();
    await view.press.getByText(/^Press again to sell 2,000 USD/).waitFor();
    expect(bench.countSells()).toBe(before);
    await view.press.click();
    expect(await bench.readOrder(label)).toMatchObject({ amount: 2000 });
    expect(bench.countSells()).toBe(before + 1);
  });
});

/** Whatever a test before chose. */
async function startByOnePress(): Promise<void> {
  await bench.clear();
  await view.setRung('One click');
}

describe('stop trading', () => {
  beforeEach(startByOnePress);

  /** How far parts of the header reach over one another or its end, px. */
  const headerOverlap = () =>
    view.page.getByRole('banner').evaluate((header) => {
      const shown = [...header.children].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
      const ends = [...shown.slice(1).map(({ left }) => left), header.getBoundingClientRect().right];
      return Math.max(...shown.map(({ right }, index) => right - (ends[index] ?? 0)));
    });

  it('blocks the ticket at once, says what still rests, and is lifted by the same button', async () => {
    await view.page.setViewportSize({ width: 1280, height: 720 });
    expect(await headerOverlap()).toBeLessThanOrEqual(0);
    const label = bench.nextLabel();
    await view.amount.fill('1000');
    await view.price.fill(String(bidPlus(250)));
    await bench.press(label);
    await bench.readOrder(label);
    await view.page.getByRole('button', { name: 'Stop trading' }).click();
    await view.page.getByText(/orders? still rests? at the service\./).waitFor();
    await view.press.getByText(/Trading is stopped/).waitFor();
    // What the order would do is told all the same.
    await view.page
      .getByRole('region', { name: 'What will happen' })
      .getByText(/Rests on the book/)
      .waitFor();
    expect(await headerOverlap()).toBeLessThanOrEqual(0);
    const before = bench.countSells();
    await view.press.click({ force: true });
    expect(await findAccessibilityFaults(view.page)).toEqual([]);
    await view.page.getByRole('button', { name: /allow again/ }).click();
    await view.page.getByRole('button', { name: 'Stop trading' }).waitFor();
    expect(bench.countSells()).toBe(before);
  });

  it('takes back what was armed, also once it is lifted', async () => {
    await view.setRung('Arm and fire');
    await view.amount.fill('1000');
    await view.price.fill(String(bidPlus(260)));
    await view.waitUntilPressable();
    const before = bench.countSells();
    await view.press.click();
    await view.press.getByText(/^Press again to sell/).waitFor();
    await view.page.getByRole('button', { name: 'Stop trading' }).click();
    await view.press.getByText(/Trading is stopped/).waitFor();
    await view.page.getByRole('button', { name: /allow again/ }).click();
    await view.waitUntilPressable();
    expect(await view.press.innerText()).toMatch(/^Sell 1,000 USD/);
    await view.press.click();
    await view.press.getByText(/^Press again to sell/).waitFor();
    expect(bench.countSells()).toBe(before);
  });
});

describe('the ticket', () => {
  beforeEach(startByOnePress);

  it('shows what is chosen, and its button, where the system forces its colours', async () => {
    await view.page.emulateMedia({ forcedColors: 'active' });
    const groups = await view.ticket.getByRole('radiogroup').evaluateAll((all) =>
      all.map((group) => {
        const shownOf = (choice: Element) => getComputedStyle(choice).backgroundColor;
        const chosen = [...group.querySelectorAll('input:checked + span')].map(shownOf);
        const others = [...group.querySelectorAll('input:not(:checked) + span')].map(shownOf);
        return { name: group.ariaLabel, isSeen: chosen.length === 1 && !others.includes(chosen[0] ?? '') };
      }),
    );
    expect(groups.length).toBeGreaterThan(2);
    expect(groups.filter(({ isSeen }) => !isSeen)).toEqual([]);
    expect(await view.press.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');
    const outlineOf = (tab: string) =>
      view.page
        .locator(tab)
        .filter({ visible: true })
        .first()
        .evaluate((shown) => getComputedStyle(shown).outlineStyle);
    expect(await outlineOf('.dv-active-tab')).toBe('solid');
    expect(await outlineOf('.workspace-tab[aria-current]')).toBe('solid');
    await view.page.emulateMedia({ forcedColors: null });
  });

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
    await view.price.fill(String(bidPlus(200)));
    await view.waitUntilPressable();
    await view.ticket.getByText(/Rests on the book/).waitFor();
    await view.ticket.getByText(/^Initial margin ≤/).waitFor();
    const fields = view.ticket.getByRole('region', { name: 'Order' });
    expect(await fields.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
  });

  it('keeps its button in sight, and fields above it, however small it is dragged and whatever is said', async () => {
    await view.page.setViewportSize({ width: 1600, height: 960 });
    const label = bench.nextLabel();
    await view.amount.fill('1000');
    await view.price.fill(String(bidPlus(200)));
    await bench.press(label);
    await bench.readOrder(label);
    await view.ticket.getByRole('checkbox', { name: /sent the same sell/ }).waitFor();
    const account = panelOf(view.page, 'Account');
    const below = (await account.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const at = [below.x + below.width / 2, below.y - 1] as const;
    await view.page.mouse.move(...at);
    await view.page.mouse.down();
    await view.page.mouse.move(at[0], at[1] - 60, { steps: 3 });
    await view.page.mouse.move(at[0], 90, { steps: 3 });
    await view.page.mouse.up();
    await expect.poll(async () => (await account.boundingBox())?.y ?? below.y).toBeLessThan(below.y - 60);
    const box = await view.press.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((await account.boundingBox())?.y ?? 0);
    const fields = await view.ticket.getByRole('region', { name: 'Order' }).boundingBox();
    expect(fields?.height).toBeGreaterThanOrEqual(140);
    await view.ticket.getByRole('checkbox', { name: /sent the same sell/ }).check();
    await view.waitUntilPressable();
    await view.page.getByRole('button', { name: 'Panels' }).click();
    await view.page.getByRole('menuitem', { name: 'Reset this workspace' }).click();
  });
});
