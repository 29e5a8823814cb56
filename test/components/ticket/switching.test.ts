import { describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../support/deep.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import { dialogOf, type TerminalWindow } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { BTC_OPTION, COMBO, ETH_OPTION, PERPETUAL } from '../../support/window-bench/market.ts';
import { openTicket } from './open-ticket.ts';

const mount = await openWindowBench();

const instrumentOf = ({ ticket }: TerminalWindow) => ticket.getByRole('combobox', { name: 'Instrument' });
/** Until whatever was under way is drawn. */
const drawn = ({ page }: TerminalWindow) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

describe('another instrument', () => {
  it('drops what was said of the one before at once, however slow its own check is', async () => {
    const { view, backEnd, enter, fill } = await openTicket(mount);
    await fill('1000', '97610');
    await view.ticket.getByText(/Rests on the book/).waitFor();
    await view.amount.fill('20');
    await view.ticket.getByText(/not 20 BTC/).waitFor();
    const checks = backEnd.hold('orders.check');
    await enter(ETH_OPTION);
    await view.ticket.getByText('Being worked out…').waitFor();
    expect(await view.ticket.getByText(/not 20 BTC|Rests on the book/).count()).toBe(0);
    await view.press.getByText('Checking the ticket…').waitFor();
    checks.letGo();
    await view.press.getByText('Enter an amount in ETH.').waitFor();
  });

  it('is shown from its name on', DEEP, async () => {
    const { view } = await mount();
    const fields = view.ticket.getByRole('region', { name: 'Order' });
    await view.openMore();
    await view.choose('Linked orders', 'OTOCO');
    await fields.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    expect(await fields.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
    await view.select(ETH_OPTION);
    await expect.poll(() => fields.evaluate((box) => box.scrollTop)).toBe(0);
  });

  it(
    'has the good outcome of the one before no longer in sight, until that is back; it can be put away',
    DEEP,
    async () => {
      const { last, enter, fill, sell } = await openTicket(mount);
      await fill('1340', '98050');
      await sell('mine');
      await last.getByText('Accepted: Sell 1,340 USD of BTC-PERPETUAL').waitFor();
      await enter(ETH_OPTION);
      await last.waitFor({ state: 'detached' });
      await enter(PERPETUAL);
      await last.getByText('Accepted: Sell 1,340').waitFor();
      await last.getByRole('button', { name: 'Close the last order’s outcome' }).click();
      await expect.poll(() => last.count()).toBe(0);
    },
  );

  it('keeps an outcome that is not known in sight, and nothing puts it away', async () => {
    const { view, backEnd, last, enter, fill } = await openTicket(mount);
    backEnd.holdSells();
    await fill('1350', '98060');
    await view.label.fill('mine');
    await view.waitUntilPressable();
    const sold = backEnd.nextSold();
    await view.press.click();
    await sold;
    backEnd.loseAnswer('mine');
    await last.getByText(/^Checking with the service/).waitFor();
    await enter(ETH_OPTION);
    await last.getByText(PERPETUAL).waitFor();
    expect(await last.getByRole('button').count()).toBe(0);
    await view.ticket.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => view.label.inputValue()).toBe('');
    await last.getByText(/^Checking with the service/).waitFor();
    backEnd.accept('mine');
    // The text of an order that was found counts as good or not; it is settled in either case.
    await enter(PERPETUAL);
    await last.getByText(/Open at/).waitFor();
  });
});

describe('a name that is still asked about', () => {
  eachOf<[string, string, (view: TerminalWindow) => Promise<void>]>(
    [
      ['taken back', PERPETUAL, (view) => instrumentOf(view).press('Escape')],
      ['followed by a choice elsewhere', ETH_OPTION, (view) => view.select(ETH_OPTION)],
    ],
    ['taken back'],
  )('and %s is not chosen when its answer comes', async (_how, expected, turnAway) => {
    const { view, backEnd } = await mount({ panels: ['watchlist', 'order-ticket'] });
    const name = 'SOL_USDC-PERPETUAL';
    const instrument = instrumentOf(view);
    await instrument.and(view.page.locator(`[value="${PERPETUAL}"]`)).waitFor();
    await instrument.fill(name);
    const asked = backEnd.hold('market.instrument', ({ instrument_name }) => instrument_name === name);
    await instrument.press('Enter');
    await turnAway(view);
    await expect.poll(() => instrument.inputValue()).toBe(expected);
    asked.letGo();
    await drawn(view);
    expect(await instrument.inputValue()).toBe(expected);
    // Of none that is there, it goes with another choice too.
    await instrument.fill('SOLX');
    await instrument.press('Enter');
    await view.ticket.getByText(/The service has no instrument/).waitFor();
    await view.select('ETH-PERPETUAL');
    await expect.poll(() => instrument.inputValue()).toBe('ETH-PERPETUAL');
    // Asked for again, it is chosen.
    await instrument.fill(name);
    await instrument.press('Enter');
    await expect.poll(() => instrument.getAttribute('title')).toBe(name);
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
  async function fillIn({ page }: TerminalWindow, line: string, keys: readonly string[]): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(line);
    const marked = dialogOf(page, 'Commands').getByRole('option', { selected: true });
    await marked.filter({ hasText: 'Fill the ticket: sell' }).waitFor();
    for (const key of keys) await page.keyboard.press(key);
  }

  it('takes the place of a name that is asked about, for the instrument that is there already', DEEP, async () => {
    const { view, backEnd, instrument } = await openTicket(mount);
    const name = 'BTC_USDC-PERPETUAL';
    await instrument.fill(name);
    const asked = backEnd.hold('market.instrument', ({ instrument_name }) => instrument_name === name);
    await instrument.press('Enter');
    await fillIn(view, 's 800 btc-perp 150000', ['Enter']);
    await expect.poll(() => view.amount.inputValue()).toBe('800');
    asked.letGo();
    await drawn(view);
    expect(await instrument.inputValue()).toBe(PERPETUAL);
    expect(await view.amount.inputValue()).toBe('800');
  });

  it('is not filled in by the keys that sell, which would come to the ticket next', async () => {
    const { view, backEnd, page } = await openTicket(mount);
    await expect
      .poll(async () => {
        await fillIn(view, 's 1120 btc-perp 97760', ['Control+Enter', 'Control+Enter']);
        await dialogOf(page, 'Commands').waitFor();
        await page.evaluate(holdLateKeys, BREATH_MS);
        // One stroke that fills, and one in the same breath.
        await page.keyboard.press('Enter');
        await page.keyboard.press('Control+Enter');
        return page.evaluate(() => document.documentElement.dataset['breath']);
      })
      .toBe('pressed');
    await expect.poll(() => view.amount.inputValue()).toBe('1120');
    await view.waitUntilPressable();
    expect(backEnd.state.sold).toEqual([]);
  });
});

describe('what stands beside the fields', () => {
  eachOf<[number, number]>(
    [
      [1600, 960],
      [1280, 720],
    ],
    [],
  )('is whole, or not there, in a window of %i by %i: a combo’s name, an option’s steps', async (width, height) => {
    const { view } = await mount({ width, height });
    const input = instrumentOf(view);
    const isWhole = () => input.evaluate((field) => field.scrollWidth <= field.clientWidth);
    for (const name of [COMBO, BTC_OPTION]) {
      await input.fill(name);
      await input.press('Enter');
      await expect.poll(() => input.inputValue()).toBe(name);
      await expect.poll(() => input.getAttribute('title')).toBe(name);
      await expect.poll(isWhole).toBe(true);
    }
    // At its mark, far above the finest tick.
    await view.fieldRow('Instrument').getByText('tick 0.0005').waitFor();
    const step = view.fieldRow('Price').getByText('↕ 0.0005');
    await step.waitFor();
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
    const { view } = await mount();
    await view.amount.fill('15');
    await view.price.fill('97610');
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
  const { view } = await openTicket(mount);
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

describe('the instrument that is sold', () => {
  it('is the one that its field shows: while another is typed, nothing can be', async () => {
    const { view, backEnd, page, instrument } = await openTicket(mount);
    await view.chooseType('Market');
    await view.amount.fill('210');
    await view.waitUntilPressable();
    await instrument.fill('ETH-PERPETUAL');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => view.press.getAttribute('aria-disabled')).toBe('true');
    await instrument.press('Escape');
    await expect.poll(() => instrument.inputValue()).toBe(PERPETUAL);
    await view.waitUntilPressable();
    expect(backEnd.state.sold).toEqual([]);
  });

  it('becomes the typed one when the field is left, and not the one before', async () => {
    const { view, backEnd, instrument } = await openTicket(mount);
    await view.chooseType('Market');
    await view.amount.fill('210');
    await view.waitUntilPressable();
    await instrument.fill('ETH-PERPETUAL');
    await view.press.click({ force: true });
    await expect.poll(() => instrument.getAttribute('title')).toBe('ETH-PERPETUAL');
    expect(await instrument.inputValue()).toBe('ETH-PERPETUAL');
    expect(await view.amount.inputValue()).toBe('');
    expect(backEnd.state.sold).toEqual([]);
  });
});
