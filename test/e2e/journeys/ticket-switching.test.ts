import { beforeEach, describe, expect, it } from 'vitest';
import { assertDefined } from '../../../shared/result.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import { holdMessages } from '../../support/window/held-messages.ts';
import { openTicketBench } from '../../support/window/ticket-bench.ts';

const bench = await openTicketBench();
const { view } = bench;
beforeEach(() => bench.clear());

const last = () => view.ticket.getByRole('group', { name: 'Last order' });
const instrument = () => view.ticket.getByRole('combobox', { name: 'Instrument' });

describe('another instrument', () => {
  it('drops what was said of the one before at once, however slow its own check is', async () => {
    const checks = await holdMessages(view.page, { asked: 'orders.check' });
    await bench.startAnew();
    await view.amount.fill('1000');
    await view.price.fill(String(bench.bidPlus(-2000)));
    await view.ticket.getByText(/Rests on the book/).waitFor();
    await view.amount.fill('20');
    await view.ticket.getByText(/not 20 BTC/).waitFor();
    checks.hold();
    await view.select(bench.option);
    await view.ticket.getByText('Being worked out…').waitFor();
    expect(await view.ticket.getByText(/not 20 BTC|Rests on the book/).count()).toBe(0);
    await view.press.getByText('Checking the ticket…').waitFor();
    checks.letGo();
    await view.press.getByText('Enter an amount in ETH.').waitFor();
  });

  it('is shown from its name on', async () => {
    const fields = view.ticket.getByRole('region', { name: 'Order' });
    await view.openMore();
    await view.choose('Linked orders', 'OTOCO');
    await fields.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    expect(await fields.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
    await view.select(bench.option);
    await expect.poll(() => fields.evaluate((box) => box.scrollTop)).toBe(0);
  });

  it('has the good outcome of the one before no longer in sight, until that is back; it can be put away', async () => {
    const label = bench.nextLabel();
    await view.amount.fill('1340');
    await view.price.fill(String(bench.bidPlus(640)));
    await bench.press(label);
    await last().getByText('Accepted: Sell 1,340 USD of BTC-PERPETUAL').waitFor();
    await view.select(bench.option);
    await last().waitFor({ state: 'detached' });
    await view.select('BTC-PERPETUAL');
    await last().getByText('Accepted: Sell 1,340').waitFor();
    await last().getByRole('button', { name: 'Close the last order’s outcome' }).click();
    await expect.poll(() => last().count()).toBe(0);
  });

  it('keeps an outcome that is not known in sight, and nothing puts it away', async () => {
    const { control } = bench.simulator;
    const label = bench.nextLabel();
    await view.amount.fill('1350');
    await view.price.fill(String(bench.bidPlus(650)));
    control.failNext('private/sell', 'drop_after_executing');
    control.failAll('private/get_order_state_by_label', 'drop_before_executing');
    await bench.press(label);
    await last()
      .getByText(/^Checking with the service/)
      .waitFor();
    await view.select(bench.option);
    await last().getByText('BTC-PERPETUAL').waitFor();
    expect(await last().getByRole('button').count()).toBe(0);
    await view.ticket.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => view.label.inputValue()).toBe('');
    await last()
      .getByText(/^Checking with the service/)
      .waitFor();
    control.failAll('private/get_order_state_by_label', null);
    await view.orderRow(label).getByText('open', { exact: true }).waitFor();
    // The text of an order that was found counts as good or not; it is settled in either case.
    await view.select('BTC-PERPETUAL');
    await last()
      .getByText(/Open at/)
      .waitFor();
  });
});

describe('a name that is still asked about', () => {
  it.each([
    ['taken back', 'BTC-PERPETUAL', () => instrument().press('Escape')],
    ['followed by a choice elsewhere', bench.option, () => view.select(bench.option)],
  ])('and %s is not chosen when its answer comes', async (_how, expected, turnAway) => {
    const name = 'SOL_USDC-PERPETUAL';
    const answers = await holdMessages(view.page, { answered: `"${name}"` });
    await bench.startAnew();
    await instrument().fill(name);
    answers.hold();
    await instrument().press('Enter');
    await turnAway();
    await expect.poll(() => instrument().inputValue()).toBe(expected);
    answers.letGo();
    await view.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await instrument().inputValue()).toBe(expected);
    // Of none that is there, it goes with another choice too.
    await instrument().fill('SOLX');
    await instrument().press('Enter');
    await view.ticket.getByText(/The service has no instrument/).waitFor();
    await view.select('ETH-PERPETUAL');
    await expect.poll(() => instrument().inputValue()).toBe('ETH-PERPETUAL');
    // Asked for again, it is chosen.
    await instrument().fill(name);
    await instrument().press('Enter');
    await expect.poll(() => instrument().getAttribute('title')).toBe(name);
  });
});

/** How long after the key that fills the ticket the one that sells is let through: less than makes a press that counts. */
const BREATH_MS = 250;

/** Keeps the keys that sell from a page that is so busy that they come later: they would be a press of their own. */
function holdLateKeys(breathMs: number): void {
  const { dataset } = document.documentElement;
  delete dataset['breath'];
  let enteredMs = performance.now();
  const pass = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    if (!event.ctrlKey) {
      enteredMs = performance.now();
      return;
    }
    window.removeEventListener('keydown', pass, { capture: true });
    const isLate = performance.now() - enteredMs > breathMs;
    if (isLate) event.stopImmediatePropagation();
    dataset['breath'] = isLate ? 'late' : 'pressed';
  };
  window.addEventListener('keydown', pass, { capture: true });
}

describe('an order line', () => {
  const fillIn = async (line: string, keys: readonly string[]) => {
    await view.page.keyboard.press('Control+k');
    await view.page.keyboard.type(line);
    const marked = view.page.getByRole('dialog', { name: 'Commands' }).getByRole('option', { selected: true });
    await marked.filter({ hasText: 'Fill the ticket: sell' }).waitFor();
    for (const key of keys) await view.page.keyboard.press(key);
  };

  it('takes the place of a name that is asked about, for the instrument that is there already', async () => {
    const name = 'BTC_USDC-PERPETUAL';
    const answers = await holdMessages(view.page, { answered: `"${name}"` });
    await bench.startAnew();
    await instrument().fill(name);
    answers.hold();
    await instrument().press('Enter');
    await fillIn('s 800 btc-perp 150000', ['Enter']);
    await expect.poll(() => view.amount.inputValue()).toBe('800');
    answers.letGo();
    await view.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await instrument().inputValue()).toBe('BTC-PERPETUAL');
    expect(await view.amount.inputValue()).toBe('800');
  });

  it('is not filled in by the keys that sell, which would come to the ticket next', async () => {
    const sells = bench.countSells();
    await expect
      .poll(async () => {
        await fillIn(`s 1120 btc-perp ${bench.bidPlus(350)}`, ['Control+Enter', 'Control+Enter']);
        await view.page.getByRole('dialog', { name: 'Commands' }).waitFor();
        await view.page.evaluate(holdLateKeys, BREATH_MS);
        // One stroke that fills, and one in the same breath.
        await view.page.keyboard.press('Enter');
        await view.page.keyboard.press('Control+Enter');
        return view.page.evaluate(() => document.documentElement.dataset['breath']);
      })
      .toBe('pressed');
    await expect.poll(() => view.amount.inputValue()).toBe('1120');
    await view.waitUntilPressable();
    expect(bench.countSells()).toBe(sells);
  });
});

/** At the money and weeks from its expiry: quoted where the coarser ticks are, which one that expires today is not. */
async function findDear(): Promise<string> {
  const read = async <Result>(method: string, params: Readonly<Record<string, string>>): Promise<Result> => {
    const query = new URLSearchParams(params).toString();
    const reply = await fetch(`${bench.simulator.origin}/api/v2/public/${method}?${query}`);
    return ((await reply.json()) as { result: Result }).result;
  };
  const { index_price: index } = await read<{ index_price: number }>('ticker', { instrument_name: 'ETH-PERPETUAL' });
  const options = await read<Instrument[]>('get_instruments', { currency: 'ETH', kind: 'option' });
  const from = Date.now() + 14 * 86_400_000;
  const calls = options.filter(
    ({ instrument_name: name, expiration_timestamp: at }) => name.endsWith('-C') && at >= from,
  );
  const [nearest] = calls.toSorted(
    (a, b) =>
      a.expiration_timestamp - b.expiration_timestamp || Math.abs(a.strike - index) - Math.abs(b.strike - index),
  );
  return assertDefined(nearest, 'a call that expires in weeks').instrument_name;
}

interface Instrument {
  readonly instrument_name: string;
  readonly expiration_timestamp: number;
  readonly strike: number;
}

describe('what stands beside the fields', () => {
  it.each([
    [1600, 960],
    [1280, 720],
  ])('is whole, or not there, in a window of %i by %i: a combo’s name, an option’s steps', async (width, height) => {
    await view.page.setViewportSize({ width, height });
    const input = instrument();
    const isWhole = () => input.evaluate((field) => field.scrollWidth <= field.clientWidth);
    const name = 'BTC-CS-25JUN27-100000_120000';
    await input.fill(name);
    await input.press('Enter');
    await expect.poll(() => input.inputValue()).toBe(name);
    await expect.poll(() => input.getAttribute('title')).toBe(name);
    await expect.poll(isWhole).toBe(true);
    const option = await findDear();
    await input.fill(option);
    await input.press('Enter');
    await expect.poll(() => input.inputValue()).toBe(option);
    // At its mark, far above the finest tick.
    await view.fieldRow('Instrument').getByText('tick 0.0005').waitFor();
    const step = view.fieldRow('Price').getByText('↕ 0.0005');
    await step.waitFor();
    expect(await isWhole()).toBe(true);
    expect(await listCut(view.ticket.locator('.ticket-hints > span, .price-forms'))).toEqual([]);
    const [hint, forms] = await Promise.all([
      step.boundingBox(),
      view.ticket.getByRole('radiogroup', { name: 'Form of the price' }).boundingBox(),
    ]);
    // On the line of the field, not on the one below that is out of sight.
    expect(
      Math.abs((hint?.y ?? 0) + (hint?.height ?? 0) / 2 - (forms?.y ?? 0) - (forms?.height ?? 0) / 2),
    ).toBeLessThan(4);
  });

  it('is by the unit chosen: what was typed stays, its mistake says what would do, an iceberg and a linked order keep theirs', async () => {
    await view.amount.fill('15');
    await view.price.fill(String(bench.bidPlus(200)));
    await view.choose('Unit of the amount', 'cont');
    await expect.poll(() => view.amount.inputValue()).toBe('1.5');
    await view.fieldRow('Amount').getByText('Contracts go in steps of 1.').waitFor();
    await view.fieldRow('Iceberg').getByText('USD, not cont').waitFor();
    await view.openMore();
    await view.choose('Linked orders', 'OCO');
    const linked = view.fieldRow('Linked order 1: amount');
    await linked.getByText('USD, not cont').waitFor();
    await view.field('Linked order 1: amount').fill('20');
    await linked.getByText('= 2 ct').waitFor();
    expect(await listCut(linked.locator('.ticket-hints > span'))).toEqual([]);
    await view.choose('Linked orders', 'None');
    await view.fieldRow('Amount').getByRole('button', { name: 'Use 2' }).click();
    await expect.poll(() => view.amount.inputValue()).toBe('2');
    await view.amount.fill('');
    await view.press.getByText('Enter an amount in contracts.').waitFor();
    await view.choose('Unit of the amount', 'USD');
    await view.press.getByText('Enter an amount in USD.').waitFor();
  });
});

it('a distance that is refused has no timeline, and an empty ticket one sentence, its request open or not', async () => {
  await view.chooseType('Trail');
  const timeline = view.ticket.getByRole('list', { name: 'What will happen to the trigger' });
  await view.field('Distance').fill('500');
  await timeline.waitFor();
  for (const refused of ['-5', '100000', '500.3']) {
    await view.field('Distance').fill(refused);
    await timeline.waitFor({ state: 'detached' });
    await view.field('Distance').fill('500');
    await timeline.waitFor();
  }
  await view.ticket.getByRole('button', { name: 'Request' }).click();
  await view.ticket.getByText('Shown once the ticket is complete and correct.').waitFor();
  expect(await view.ticket.getByLabel('The request as JSON').count()).toBe(0);
});
