import { beforeEach, describe, expect, it } from 'vitest';
import { byKeyboard } from '../../support/window/by-keyboard.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

type Fields = Readonly<Record<string, unknown>>;

const bench = await openTicketBench();
const { view, bidPlus } = bench;
const { control } = bench.simulator;
const keys = byKeyboard(view);
// Read with the account, before anything asks for it.
control.setTrading({ mmpEnabled: true });
beforeEach(() => bench.clear());

const linked = (index: 1 | 2, what: string) => `Linked order ${index}: ${what}`;
const lastSell = () => control.calls('private/sell').records.at(-1);

/** Types the label and sells, the focus staying where it was; gives what the service made of it. */
async function sell(label: string): Promise<Fields | undefined> {
  await keys.type('Label', label);
  await view.waitUntilPressable();
  await keys.strike('Control+Enter');
  const order = await bench.readOrder(label);
  await keys.expectFocus(view.label);
  return order;
}

describe('a sell by keyboard alone, as it comes to the service', () => {
  it.each<[string, () => Promise<void>, () => { sent: Fields; order?: Fields }]>([
    [
      'in contracts, of which a part shows',
      async () => {
        await keys.move('Unit of the amount', 1);
        await keys.type('Amount', '5k');
        await keys.type('Price', String(bidPlus(210)));
        await keys.type('Iceberg', '1000');
      },
      () => ({ sent: { amount: 50_000, display_amount: 1000 }, order: { contracts: 5000, refresh_amount: 1000 } }),
    ],
    [
      'with every flag',
      async () => {
        control.givePosition('BTC-PERPETUAL', 500_000, bench.bid());
        await keys.type('Amount', '1000');
        await keys.type('Price', String(bidPlus(220)));
        for (const flag of ['Reject if crossing', 'Reduce only', 'MMP']) await keys.toggle(flag);
      },
      () => {
        const flags = { post_only: true, reject_post_only: true, reduce_only: true, mmp: true };
        return { sent: flags, order: { ...flags, order_state: 'open' } };
      },
    ],
    [
      'without a flag, for the day',
      async () => {
        await keys.type('Amount', '1000');
        await keys.type('Price', String(bidPlus(230)));
        await keys.toggle('Post only');
        await keys.move('Time in force', 1);
      },
      () => ({ sent: { time_in_force: 'good_til_day', post_only: false }, order: { order_state: 'open' } }),
    ],
    [
      'filled or killed, chosen from the other end',
      async () => {
        await keys.type('Amount', '1000');
        await keys.type('Price', String(bidPlus(-240)));
        await keys.move('Time in force', -2);
      },
      () => ({ sent: { time_in_force: 'fill_or_kill', price: bidPlus(-240) }, order: { order_state: 'filled' } }),
    ],
  ])('%s', async (_name, fill, expected) => {
    await keys.enterTicket();
    await fill();
    const label = bench.nextLabel();
    const order = await sell(label);
    const { sent, order: made = {} } = expected();
    expect(lastSell()?.params).toMatchObject({ label, ...sent });
    expect(order).toMatchObject(made);
  });

  it('valid for as long as was chosen under More, which the request said before', async () => {
    await keys.enterTicket();
    await keys.type('Amount', '1000');
    await keys.type('Price', String(bidPlus(250)));
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
    const label = bench.nextLabel();
    await keys.type('Label', label);
    await keys.strikeOn(view.ticket.getByRole('button', { name: 'Request' }), 'Enter');
    const shown = view.ticket.getByLabel('The request as JSON');
    await keys.goTo(shown);
    await shown.filter({ hasText: label }).waitFor();
    await view.press.getByText('valid for 30 s').waitFor();
    const { valid_until: shownUntil, ...said } = JSON.parse(await shown.innerText()) as Fields;
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    await bench.readOrder(label);
    const { valid_until: until, ...sent } = lastSell()?.params ?? {};
    expect(sent).toEqual(said);
    expect(sent).toMatchObject({ label, price: bidPlus(250) });
    expect(Number(until)).toBeGreaterThanOrEqual(Number(shownUntil));
    // Nothing that can be chosen lies between.
    const validForMs = Number(until) - (lastSell()?.atMs ?? 0);
    expect([validForMs > 10_000, validForMs < 31_000]).toEqual([true, true]);
  });

  it('at the price that was typed last, over the one before it', async () => {
    await keys.enterTicket();
    await view.page.keyboard.type('1000');
    // The unit stands between.
    await keys.strike('Tab', 'Tab');
    await view.page.keyboard.type(String(bidPlus(-900)));
    await keys.goTo(view.label);
    await keys.goTo(view.price);
    await view.page.keyboard.type(String(bidPlus(260)));
    expect(await view.price.inputValue()).toBe(String(bidPlus(260)));
    expect(await sell(bench.nextLabel())).toMatchObject({ price: bidPlus(260) });
    expect(lastSell()?.params).toMatchObject({ amount: 1000, price: bidPlus(260) });
  });
});

describe('an option by keyboard alone', () => {
  const sent = () => lastSell()?.params ?? {};

  beforeEach(async () => {
    await keys.enterTicket();
    await keys.type('Instrument', bench.option);
    await keys.strike('Enter');
    await keys.chosen('Form of the price').waitFor();
    await keys.type('Amount', '3');
  });

  it.each([
    ['USD', 1],
    ['implied volatility', 2],
  ] as const)('at a price in %s, converted and then nudged', async (name, steps) => {
    const ask = String(await view.readPrice(bench.option, 'ask'));
    await keys.type('Price', ask);
    await keys.move('Form of the price', steps);
    await expect.poll(() => view.price.inputValue()).not.toBe(ask);
    expect(await listCut(view.ticket.locator('.segmented'))).toEqual([]);
    await keys.goTo(view.price);
    const converted = Number(await view.price.inputValue());
    await keys.strike('ArrowUp');
    await expect.poll(async () => Number(await view.price.inputValue())).toBeGreaterThan(converted);
    const price = Number(await view.price.inputValue());
    const advanced = name === 'USD' ? 'usd' : 'implv';
    expect(await sell(bench.nextLabel())).toMatchObject({ advanced, [advanced]: price });
    expect(sent()).toMatchObject({ instrument_name: bench.option, advanced, price, post_only: false });
  });

  it('at a price in its coin, which comes back as it was typed after a look at the other forms', async () => {
    const price = await view.readPrice(bench.option, 'ask');
    await keys.type('Price', String(price));
    await keys.move('Form of the price', 2);
    await expect.poll(() => view.price.inputValue()).not.toBe(String(price));
    await keys.move('Form of the price', -2);
    await expect.poll(() => view.price.inputValue()).toBe(String(price));
    await sell(bench.nextLabel());
    expect(sent()).toMatchObject({ price, post_only: true });
    expect(sent()).not.toHaveProperty('advanced');
  });
});

describe('linked orders by keyboard alone', () => {
  /** Every order of one sell, by what its label ends in. */
  const made = (label: string) => control.ordersByLabel(label).at(-1);

  /** Chooses the kind of link, as far from None as that. */
  async function link(steps: number): Promise<void> {
    await keys.enterTicket();
    await keys.type('Amount', '1000');
    await keys.type('Price', String(bidPlus(300 + steps)));
    await keys.strikeOn(view.ticket.getByRole('button', { name: /^More/ }), 'Enter');
    await keys.move('Linked orders', steps);
  }

  async function name(index: 1 | 2, label: string): Promise<void> {
    await keys.strikeOn(view.ticket.getByRole('button', { name: linked(index, 'More') }), 'Enter');
    await keys.type(linked(index, 'label'), label);
  }

  /** What brings others is shown to be confirmed, and answered there. */
  async function sellConfirmed(label: string): Promise<void> {
    await keys.type('Label', label);
    await view.waitUntilPressable();
    await keys.strike('Control+Enter');
    const dialog = dialogOf(view.page, 'Confirm the sell');
    const answer = dialog.locator('button.press[aria-disabled="false"]');
    await answer.waitFor();
    await keys.expectFocus(answer);
    await keys.strike('Enter');
    await dialog.waitFor({ state: 'detached' });
    await keys.expectFocus(view.label);
    await bench.readOrder(label);
  }

  it('one that is placed by the whole fill of the sell', async () => {
    const label = bench.nextLabel();
    await link(1);
    await keys.move('After which fill', 1);
    await keys.type(linked(1, 'amount'), '1000');
    await keys.type(linked(1, 'price'), String(bidPlus(-400)));
    await name(1, `${label}-back`);
    await keys.move(linked(1, 'time in force'), 1);
    await sellConfirmed(label);
    expect(lastSell()?.params).toMatchObject({
      linked_order_type: 'one_triggers_other',
      trigger_fill_condition: 'complete_fill',
      otoco_config: [{ direction: 'buy', type: 'limit', price: bidPlus(-400), time_in_force: 'good_til_day' }],
    });
    expect(made(`${label}-back`)).toMatchObject({ is_secondary_oto: true, direction: 'buy' });
  });

  it('two that are placed by the first fill, one trailing', async () => {
    const label = bench.nextLabel();
    await link(1);
    await keys.move('Number of linked orders', 1);
    await keys.type(linked(1, 'amount'), '500');
    await keys.type(linked(1, 'price'), String(bidPlus(-410)));
    await keys.move(linked(2, 'type'), 2);
    await keys.type(linked(2, 'amount'), '500');
    await keys.type(linked(2, 'distance'), '750');
    await sellConfirmed(label);
    expect(lastSell()?.params).toMatchObject({
      linked_order_type: 'one_triggers_other',
      trigger_fill_condition: 'first_hit',
      otoco_config: [
        { type: 'limit', amount: 500 },
        { type: 'trailing_stop', amount: 500, trigger_offset: 750 },
      ],
    });
    expect(made(label)?.['oto_order_ids']).toHaveLength(2);
  });

  it('one that cancels the sell, and which the sell cancels', async () => {
    const label = bench.nextLabel();
    await link(2);
    await keys.move(linked(1, 'side'), 1);
    await keys.move(linked(1, 'type'), 2);
    await keys.type(linked(1, 'amount'), '1000');
    await keys.move(linked(1, 'watches'), 1);
    await keys.type(linked(1, 'fires at'), String(bidPlus(-900)));
    await keys.toggle(linked(1, 'reduce only'));
    await name(1, `${label}-stop`);
    await sellConfirmed(label);
    const stop = { direction: 'sell', type: 'stop_market', trigger: 'last_price', reduce_only: true };
    expect(lastSell()?.params).toMatchObject({
      linked_order_type: 'one_cancels_other',
      trigger_fill_condition: 'first_hit',
      otoco_config: [{ ...stop, amount: 1000, trigger_price: bidPlus(-900) }],
    });
    expect(lastSell()?.params['otoco_config']).toHaveLength(1);
    expect(made(`${label}-stop`)).toMatchObject({ order_state: 'untriggered', oco_ref: made(label)?.['oco_ref'] });
    expect(made(label)).toMatchObject({ order_state: 'open', oco_ref: expect.stringMatching(/^OCO-/) });
    // The end of one is that of the other, which the grid tells.
    control.cancelByService(label, 'user_request');
    await view
      .orderRow(`${label}-stop`)
      .getByText(/^cancelled/)
      .waitFor();
  });

  it('two that the sell triggers, of which one cancels the other', async () => {
    const label = bench.nextLabel();
    await link(3);
    await keys.type(linked(1, 'amount'), '1000');
    await keys.type(linked(1, 'price'), String(bidPlus(-420)));
    await keys.type(linked(2, 'amount'), '1000');
    await keys.type(linked(2, 'fires at'), String(bidPlus(900)));
    await keys.type(linked(2, 'price'), String(bidPlus(950)));
    await name(2, `${label}-loss`);
    await sellConfirmed(label);
    expect(lastSell()?.params).toMatchObject({
      linked_order_type: 'one_triggers_one_cancels_other',
      otoco_config: [
        { type: 'limit', direction: 'buy', price: bidPlus(-420) },
        { type: 'stop_limit', direction: 'buy', trigger_price: bidPlus(900), price: bidPlus(950) },
      ],
    });
    expect(made(label)).toMatchObject({ is_primary_otoco: true });
    expect(made(`${label}-loss`)).toMatchObject({ is_secondary_oto: true, oco_ref: expect.stringMatching(/^OCO-/) });
  });
});
