import { beforeEach, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { IS_DEEP, repetitions } from '../../support/repetitions.ts';
import { byKeyboard } from '../../support/window/by-keyboard.ts';
import { attack } from '../../support/window/scripted-events.ts';
import { dialogOf, type Rung } from '../../support/window/terminal-window.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view, bidPlus } = bench;
const { control } = bench.simulator;
const keys = byKeyboard(view);

beforeEach(async () => {
  await bench.clear();
  await view.setRung('One click');
});

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

/** Each kind goes another way through the ticket; what is sent of each is shown by the component tests too. */
const QUICK: readonly string[] = ['stop limit', 'limit by contracts'];
const TRIED = IS_DEEP ? KINDS : KINDS.filter(([name]) => QUICK.includes(name));

it('each kind of order is sold by mouse, and is at the service as it was filled in', async () => {
  for (const [name, fill, expected] of TRIED) {
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
  const forms = [
    ['IV', 'implv'],
    ['USD', 'usd'],
  ] as const;
  for (const [form, advanced] of forms.slice(0, repetitions(2, 1))) {
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

it('a sell with an order that it cancels is sold by keyboard alone', DEEP, async () => {
  const linked = bench.nextLabel();
  await keys.enterTicket();
  await keys.type('Amount', '1000');
  await keys.type('Price', String(bidPlus(302)));
  await keys.strikeOn(view.ticket.getByRole('button', { name: /^More/ }), 'Enter');
  await keys.move('Linked orders', 2);
  await keys.move('Linked order 1: side', 1);
  await keys.move('Linked order 1: type', 2);
  await keys.type('Linked order 1: amount', '1000');
  await keys.type('Linked order 1: fires at', String(bidPlus(-900)));
  await keys.strikeOn(view.ticket.getByRole('button', { name: 'Linked order 1: More' }), 'Enter');
  await keys.type('Linked order 1: label', `${linked}-stop`);
  await keys.type('Label', linked);
  await view.waitUntilPressable();
  await keys.strike('Control+Enter');
  const dialog = dialogOf(view.page, 'Confirm the sell');
  const answer = dialog.locator('button.press[aria-disabled="false"]');
  await answer.waitFor();
  await keys.expectFocus(answer);
  await keys.strike('Enter');
  await dialog.waitFor({ state: 'detached' });
  await bench.readOrder(linked);
  const made = (label: string) => control.ordersByLabel(label).at(-1);
  expect(made(linked)).toMatchObject({ order_state: 'open', oco_ref: expect.stringMatching(/^OCO-/) });
  expect(made(`${linked}-stop`)).toMatchObject({ order_state: 'untriggered', oco_ref: made(linked)?.['oco_ref'] });
  // The end of one is that of the other, which the grid tells.
  control.cancelByService(linked, 'user_request');
  await view
    .orderRow(`${linked}-stop`)
    .getByText(/^cancelled/)
    .waitFor();
});

/** Of each rung of the ladder: more than a thousand in all. */
const SCRIPTED = repetitions(400, 100);

let amounts = 2000;
/** An order that rests, of an amount that was not sold before: an equal one would be stopped as such. */
async function fillResting(): Promise<string> {
  const label = bench.nextLabel();
  amounts += 10;
  await view.amount.fill(String(amounts));
  await view.price.fill(String(bench.bidPlus(600)));
  await view.label.fill(label);
  await view.waitUntilPressable();
  return label;
}

const RUNGS: readonly (readonly [Rung, () => Promise<void>, () => Promise<void>])[] = [
  ['One click', async () => undefined, () => view.press.click()],
  [
    'Arm and fire',
    async () => {
      await view.press.click();
      await view.ticket.getByText(/^armed for \d+ s/).waitFor();
    },
    () => view.press.click(),
  ],
  [
    'Confirm each',
    async () => {
      await view.press.click();
      await view.page.getByRole('dialog', { name: 'Confirm the sell' }).waitFor();
    },
    () =>
      view.page
        .getByRole('dialog', { name: 'Confirm the sell' })
        .getByRole('button', { name: /^Sell / })
        .click({ delay: 1 }),
  ],
];

it('nothing is sold by events that a script makes, and one order by a hand, whatever a press does', async () => {
  for (const [rung, open, sell] of RUNGS) {
    await bench.clear();
    await view.setRung(rung);
    const label = await fillResting();
    await open();
    const before = bench.countSells();
    expect(await attack(view.page, SCRIPTED, 7)).toBe(SCRIPTED);
    // Whatever they had begun would reach the service before this.
    await sell();
    expect(await bench.readOrder(label), rung).toMatchObject({ amount: amounts });
    expect(bench.countSells(), rung).toBe(before + 1);
  }
});
