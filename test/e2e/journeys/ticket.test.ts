import { expect, it } from 'vitest';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;

type Kind = readonly [name: string, fill: () => Promise<void>, expected: () => Record<string, unknown>];

const KINDS: readonly Kind[] = [
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

it('each kind of order is sold by mouse, and is at the service as it was filled in', async () => {
  for (const [name, fill, expected] of KINDS) {
    await bench.clear();
    const label = bench.nextLabel();
    await view.amount.fill('1000');
    await fill();
    await bench.press(label);
    // An order that brings others is confirmed, whatever one click may sell.
    if (name.includes('triggers')) await view.page.getByRole('dialog').getByRole('button', { name: /^Sell/ }).click();
    expect(await bench.readOrder(label), name).toMatchObject({ direction: 'sell', ...expected() });
  }
});

it('an option is sold at a price in volatility or in dollars, which its row says too', async () => {
  for (const [form, advanced] of [
    ['IV', 'implv'],
    ['USD', 'usd'],
  ] as const) {
    await bench.clear();
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
  }
});
