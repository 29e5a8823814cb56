import Papa from 'papaparse';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../support/deep.ts';
import type { FilePart } from '../../../shared/ipc/schemas/file-schema.ts';
import type { Followed } from '../../../shared/ipc/schemas/follow-schema.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { listCut } from '../../support/window/cut-texts.ts';
import { placedOrder } from '../../support/records/records.ts';
import { type Mounted, type MountSetup, openWindowBench } from '../../support/window-bench/bench.ts';
import { openFrame } from '../frame/palette.ts';
import { rowOf, showRows } from './rows.ts';

const mount = await openWindowBench();

/** Markup, an invisible character that reorders, and what a spreadsheet would run. */
const STRANGE = '=1+1 <b>\u202Ex';

const HEDGES = [
  rowOf('hedge-1', { amount: '1000' }),
  rowOf('hedge-2', { amount: '2000' }),
  rowOf('roll-1', { amount: '3000' }),
];

/** The whole window, with orders in it. */
const open = async (prepare = showRows(...HEDGES), setup: MountSetup = {}) => {
  const window = await openFrame(mount, { ...setup, prepare });
  return { ...window, menu: (name: string | RegExp) => window.page.getByRole('menuitem', { name }) };
};

/** What is followed, once somebody adopts labels: one order under each but the strange ones. */
function followByLabel({ backEnd }: Pick<Mounted, 'backEnd'>): void {
  backEnd.answer('orders.follow', ({ labels }) => {
    if (labels !== null) {
      backEnd.state.followed = {
        ...backEnd.state.followed,
        labels: labels.map((label) => ({ label, age_ms: 0, failure: null })),
        orders: labels
          .filter((label) => label !== STRANGE)
          .map((label) => ({
            source: 'label',
            order: placedOrder({ label, order_state: 'open' }),
            last_seen_at: null,
          })),
      } satisfies Followed;
    }
    return backEnd.state.followed;
  });
}

describe('the orders grid', () => {
  it('shows orders that were placed elsewhere once their label is adopted, marked so', async () => {
    const window = await open();
    const { view, page, dialog, press } = window;
    followByLabel(window);
    await view.orders.getByText(/the service lists no open orders/).waitFor();
    await view.orders.getByRole('button', { name: 'Labels…' }).click();
    const labels = dialog('Labels that are followed');
    await labels.getByLabel('Adopt a label').fill('elsewhere-1');
    await labels.getByRole('button', { name: 'Adopt', exact: true }).click();
    await labels.getByText(/^looked up .* ago$/).waitFor();
    await expect.poll(() => labels.getByLabel('Adopt a label').inputValue()).toBe('');
    await labels.getByRole('button', { name: 'Adopt', exact: true }).click();
    await labels.getByText('Label: type the label of an order.').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await press('Escape');
    await view.orderRow('elsewhere-1').getByText('not placed here').waitFor();
    await view.orders.getByText(/1 under 1 followed label/).waitFor();
    expect(await view.orders.getByRole('button', { name: 'Cancel elsewhere-1' }).count()).toBe(0);
  });

  it('exports exactly what is shown, in both forms', DEEP, async () => {
    const { view, page, backEnd, menu } = await open();
    await view.orders.getByRole('searchbox').fill('hedge');
    await view.orderRow('roll-1').waitFor({ state: 'detached' });
    await view.orders.locator('.ag-header-cell[col-id="amount"] .ag-header-cell-text').click();
    const order = ['1000', '2000'];
    const exportAs = async (kind: RegExp): Promise<Buffer> => {
      const from = backEnd.asked('window.save').length;
      await view.orders.getByRole('button', { name: 'Export' }).click();
      await menu(kind).click();
      await page.getByText(new RegExp(`exports.*\\.${kind.source.toLowerCase()}$`)).waitFor();
      const parts: readonly FilePart[] = backEnd.asked('window.save').slice(from);
      return Buffer.concat(parts.map(({ data }) => Buffer.from(data, 'base64')));
    };
    const csv = Papa.parse<string[]>((await exportAs(/CSV/)).toString('utf8'), { skipEmptyLines: true }).data;
    const [header = [], ...rows] = csv;
    expect(header.slice(0, 5)).toEqual(['Time (UTC)', 'Time (local)', 'Instrument', 'Side', 'Amount']);
    expect(rows.map((row) => row[header.indexOf('Amount')])).toEqual(order);
    expect(rows.map((row) => row[header.indexOf('Label')])).toEqual(['hedge-1', 'hedge-2']);
    const [sheet, about] = await readXlsx(await exportAs(/XLSX/));
    expect(sheet?.data[0]).toEqual(header);
    expect(sheet?.data.slice(1).map((row) => row[header.indexOf('Amount')])).toEqual(order.map(Number));
    const facts = new Map(about?.data.map((row) => [row[0], row[1]]));
    expect(facts.get('Rows')).toBe('2 of 3: the others are filtered out');
    expect(facts.get('Search')).toBe('hedge');
    expect(facts.get('Profile')).toBe('Bench (test), https://test.example.com');
    expect(facts.get('Scope')).toMatch(/3 placed here/);
  });

  it('copies the cell with the focus, and tells the way of an order, by keyboard alone', DEEP, async () => {
    const { view, page, backEnd, menu, press, dialog } = await open();
    backEnd.answer('orders.steps', () => [{ at: Date.now(), kind: 'reply', detail: '{}' }]);
    await view.orderRow('hedge-2').locator('[col-id="label"]').click();
    await page.evaluate(() =>
      document.addEventListener('copy', (event) =>
        Reflect.set(window, 'copied', event.clipboardData?.getData('text/plain')),
      ),
    );
    await press('Control+c');
    await page.waitForFunction(() => Reflect.get(window, 'copied') === 'hedge-2');
    await press('Shift+F10');
    await menu('Details…').waitFor();
    // Left without a choice, the menu gives the keys back to the row.
    await press('Escape');
    await menu('Details…').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('col-id') === 'label');
    await press('Shift+F10');
    await menu('Details…').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await press('ArrowDown');
    await press('Enter');
    await dialog('Order hedge-2').getByText('Answer to the order').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await press('Escape');
    await dialog('Order hedge-2').waitFor({ state: 'detached' });
  });

  it('fills the ticket with what is proven absent, and sends nothing', async () => {
    const lost = rowOf('lost-1', { order: null, amount: '7000', price: '98500' });
    const { view, backEnd, menu, togglePanel } = await open(showRows(lost));
    await view.orderRow('lost-1').getByText('proven absent').waitFor();
    await view.select('ETH-PERPETUAL');
    // What is typed before is typed for the instrument before.
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('ETH-PERPETUAL');
    await view.amount.fill('1');
    // A ticket that is not there is opened, and what it was left with lies over nothing.
    await togglePanel('Order ticket');
    await view.ticket.waitFor({ state: 'detached' });
    await view.orderRow('lost-1').locator('[col-id="instrument"]').click({ button: 'right' });
    await menu('Into the ticket as a new order').click();
    await expect.poll(() => view.label.inputValue()).toBe('lost-2');
    await expect.poll(() => view.field('Instrument').inputValue()).toBe('BTC-PERPETUAL');
    await expect.poll(() => view.amount.inputValue()).toBe('7000');
    await expect.poll(() => view.price.inputValue()).toBe('98500');
    await view.select('ETH-PERPETUAL');
    await expect.poll(() => view.amount.inputValue()).toBe('1');
    await view.select('BTC-PERPETUAL');
    await expect.poll(() => view.amount.inputValue()).toBe('7000');
    expect(backEnd.state.sold).toEqual([]);
  });

  it('shows the undecided ones where the header counts them, whatever is searched for', async () => {
    const dark = rowOf('dark-1', { order: null, outcome: 'unknown', decided_at: null });
    const { view, page, backEnd } = await open(showRows(...HEDGES, dark));
    await view.orders.getByRole('searchbox').fill('hedge-1');
    await view.orderRow('hedge-2').waitFor({ state: 'detached' });
    await view.orders.getByText(/^1 of \d orders$/).waitFor();
    backEnd.setStatus({ unknown_orders: 1 });
    await page.getByRole('button', { name: '1 outcome unknown' }).click();
    const state = view.orderRow('dark-1').locator('[col-id="state"]');
    await expect.poll(() => state.evaluate((cell) => cell === document.activeElement)).toBe(true);
    expect(await view.orders.getByRole('searchbox').inputValue()).toBe('');
    // Read as a whole in a window of 1280 pixels.
    await expect.poll(() => listCut(state.locator('.pill'))).toEqual([]);
  });

  it('says in the type that an order is an iceberg, whole where there is room', DEEP, async () => {
    const berg = rowOf('berg-1', { amount: '5000', display_amount: '1000' });
    const { view } = await open(showRows(berg), { width: 1600, height: 960 });
    const type = view.orderRow('berg-1').locator('[col-id="type"]');
    await type.getByText('limit · iceberg', { exact: true }).waitFor();
    await expect.poll(() => listCut(type)).toEqual([]);
  });

  it('puts orders together by structure and by expiry', DEEP, async () => {
    const { view, page } = await open();
    const groups = () => view.orders.locator('[role="row"][row-id] [col-id="group"]').allInnerTexts();
    for (const [name, key] of [
      ['Structure', 'single orders'],
      ['Expiry', 'perpetual'],
    ] as const) {
      await view.orders.getByRole('button', { name: /^(View|By)/ }).click();
      await page.getByRole('menuitemradio', { name, exact: true }).click();
      await expect.poll(async () => new Set((await groups()).filter((text) => text !== ''))).toEqual(new Set([key]));
    }
  });

  it('is found again as it was left: filters, groups, columns and views', DEEP, async () => {
    const { view, page, backEnd, menu, press, dialog } = await open();
    await view.orders.getByRole('button', { name: /^View/ }).click();
    await page.getByRole('menuitemradio', { name: 'Label prefix' }).click();
    // In a window of 1280 pixels the label is in sight beside its group.
    const label = view.orders.locator('.ag-header-cell[col-id="label"]');
    await label.waitFor();
    const [inner, outer] = [await label.boundingBox(), await view.orders.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    const views = view.orders.getByRole('button', { name: /^By label prefix/ });
    await views.click();
    await menu(/^Columns/).click();
    await page.getByRole('menuitemcheckbox', { name: 'Order id', exact: true }).click();
    await press('Escape');
    await press('Escape');
    await views.click();
    await menu('Save this view…').click();
    await dialog('Save this view').getByLabel('Name').fill('By prefix');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const saved = backEnd.nextAsked('workspaces.save', ({ workspaces }) => {
      const text = JSON.stringify(workspaces);
      return text.includes('By prefix') && text.includes('e-1');
    });
    await dialog('Save this view').getByRole('button', { name: 'Save', exact: true }).click();
    await view.orders.getByRole('searchbox').fill('e-1');
    await view.orderRow('hedge-2').waitFor({ state: 'detached' });
    const headers = () =>
      view.orders
        .locator('.ag-header-cell[col-id]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('col-id') ?? '').toSorted());
    const left = await headers();
    expect(left).toContain('order_id');
    await saved;
    await view.reload();
    await view.orderRow('hedge-1').waitFor();
    await expect.poll(() => view.orders.getByRole('searchbox').inputValue()).toBe('e-1');
    expect(await view.orderRow('hedge-2').count()).toBe(0);
    await expect.poll(headers).toEqual(left);
    await views.click();
    await menu('By prefix').waitFor();
    await press('Escape');
    // A menu that closes gives the focus back a moment later: what is typed before goes to its button.
    await menu('By prefix').waitFor({ state: 'detached' });
    await expect.poll(() => views.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it('shows strange labels literally', async () => {
    const window = await open();
    followByLabel(window);
    await window.view.orders.getByRole('button', { name: 'Labels…' }).click();
    const labels = window.dialog('Labels that are followed');
    await labels.getByLabel('Adopt a label').fill(STRANGE);
    await labels.getByRole('button', { name: 'Adopt', exact: true }).click();
    await labels.getByText('=1+1 <b>⟨U+202E⟩x', { exact: true }).waitFor();
    expect(window.backEnd.state.followed.labels.map(({ label }) => label)).toEqual([STRANGE]);
  });

  it('has its details as it stands now, whatever becomes of it while they are open', async () => {
    const row = rowOf('followed-1');
    const { view, backEnd, menu, dialog } = await open(showRows(row));
    await view.orderRow('followed-1').locator('[col-id="instrument"]').click({ button: 'right' });
    await menu('Details…').click();
    const details = dialog('Order followed-1');
    await details.getByText(/Open at/).waitFor();
    backEnd.setRow({
      ...row,
      order: placedOrder({ ...rowOf('followed-1').order, order_state: 'cancelled', cancel_reason: 'autoliquidation' }),
    });
    await expect.poll(() => details.innerText()).toContain('by a liquidation');
    expect(await details.innerText()).not.toContain('Open at');
  });

  eachOf(
    [
      [1600, 960],
      [1280, 720],
    ],
    [1280],
  )('shows every number whole in a window of %i × %i', async (width, height) => {
    const sold = { order_state: 'filled', filled_amount: 25_000_000, average_price: 1_197_410.5 };
    const { view } = await open(
      showRows(
        rowOf('whole-1', { type: 'market', price: null, amount: '25000000', order: { ...sold, price: 1_197_410.5 } }),
        rowOf('whole-2', {
          type: 'stop_market',
          amount: '50000000',
          price: null,
          trigger: 'mark_price',
          trigger_price: '1196410.5',
          order: {
            order_state: 'untriggered',
            price: 'market_price',
            trigger: 'mark_price',
            trigger_price: 1_196_410.5,
            filled_amount: undefined,
          },
        }),
      ),
      { width, height },
    );
    const cells = view.orders
      .locator('.ag-row')
      .locator(':is([col-id="amount"], [col-id="filled"], [col-id="price"], [col-id="average"])');
    for (const text of [/^25,000,000$/, /^1,1\d\d,\d{3}(\.\d+)?$/, /^trig 1,1\d\d,\d{3}\.5$/]) {
      await cells.filter({ hasText: text }).first().waitFor();
    }
    await expect.poll(() => listCut(cells)).toEqual([]);
    const type = view
      .orderRow('whole-2')
      .locator('[col-id="type"]')
      .filter({ hasText: /^stop mkt$/ });
    await type.waitFor();
    await expect.poll(() => listCut(type)).toEqual([]);
  });
});
