import { describe, expect, it } from 'vitest';
import { assertDefined } from '../../../shared/result.ts';
import type { CancelCounts } from '../../../shared/ipc/schemas/order-schema.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { placedOrder } from '../../support/records/records.ts';
import { openFrame } from '../frame/palette.ts';
import { rowOf, showRows, stand, takeCancels } from './rows.ts';

const mount = await openWindowBench();

/** The whole window with orders that rest, of a service that takes every cancel. */
async function open(...labels: readonly string[]) {
  let cancelled: string[] = [];
  const window = await openFrame(mount, {
    prepare: (backEnd) => {
      showRows(...labels.map((label) => rowOf(label)))(backEnd);
      cancelled = takeCancels(backEnd);
    },
  });
  await window.view.orderRow(labels[0] ?? '').waitFor();
  return {
    ...window,
    cancelled,
    cancel: (label: string) => window.view.orders.getByRole('button', { name: `Cancel ${label}` }),
    ended: (label: string) =>
      window.view
        .orderRow(label)
        .getByText(/^cancelled/)
        .waitFor(),
    stop: () => window.page.getByRole('button', { name: 'Stop trading' }).click(),
    /** Rows as they are for a moment after they have moved; here until it is taken back. */
    markMoved: (isMoved: boolean) =>
      window.view.orders.locator('.grid').evaluate((grid, is) => grid.toggleAttribute('data-rows-moved', is), isMoved),
    told: window.page.getByText('The rows had just moved. Check the row and cancel again.').first(),
  };
}

describe('rows that move under the pointer, or the focus', () => {
  it('stay while that is over a Cancel: the order that is aimed at is the one that is cancelled', async () => {
    const window = await open('mine');
    const { view, page, backEnd, cancel, ended, cancelled } = window;
    await stand(window);
    const placeElsewhere = (...labels: readonly string[]): void => {
      backEnd.state.followed = {
        ...backEnd.state.followed,
        open_orders: 'offered',
        orders: labels.map((label) => ({
          source: 'account' as const,
          order: placedOrder({ order_id: `id-${label}`, label, order_state: 'open', creation_timestamp: Date.now() }),
          last_seen_at: null,
        })),
      };
    };
    // Away from it, what comes moves the rows, and that is marked.
    await view.amount.hover();
    const isMarked = view.orders.locator('.grid').evaluate(
      (element) =>
        new Promise<boolean>((done) => {
          // A mark of before may go first.
          const observer = new MutationObserver(() => {
            if (element.hasAttribute('data-rows-moved')) done(true);
          });
          observer.observe(element, { attributeFilter: ['data-rows-moved'] });
        }),
    );
    placeElsewhere('elsewhere-1');
    expect(await isMarked).toBe(true);
    await view.orderRow('elsewhere-1').waitFor();
    await stand(window);

    const box = assertDefined(await cancel('mine').boundingBox(), 'its Cancel');
    await page.mouse.move(box.x + 4, box.y + 4);
    placeElsewhere('elsewhere-1', 'elsewhere-2');
    let nudges = 0;
    await expect
      .poll(async () => {
        nudges += 1;
        await page.mouse.move(box.x + 4 + (nudges % 2), box.y + 4);
        return view.orders.locator('.order-scope').innerText();
      })
      .toContain('2 elsewhere');
    // It is known of by now, and not among the rows.
    expect(await view.orderRow('elsewhere-2').count()).toBe(0);
    expect(await cancel('mine').boundingBox()).toEqual(box);
    await page.mouse.down();
    await page.mouse.up();
    await ended('mine');
    expect(cancelled).toEqual(['mine']);
    await view.amount.hover();
    await view.orderRow('elsewhere-2').waitFor();
  });

  it('take no press as they move, and that is said', async () => {
    const window = await open('mine');
    const { view, cancel, ended, cancelled, markMoved, told, pass } = window;
    await stand(window);
    await markMoved(true);
    await cancel('mine').click();
    await told.waitFor();
    expect(cancelled).toEqual([]);
    await markMoved(false);
    await view.cancelRow('mine');
    await ended('mine');
    await pass(7000);
    await told.waitFor({ state: 'detached' });
  });

  it('leave a key that ended one, and took it off the list, without ending the next', async () => {
    const window = await open('next', 'first');
    const { view, press, cancelled, markMoved, told } = window;
    await view.orders.getByRole('searchbox').fill('open');
    await view.orderRow('first').locator('[col-id="instrument"]').click();
    await press('Delete');
    await view.orderRow('first').waitFor({ state: 'detached' });
    await stand(window);
    await markMoved(true);
    await press('Delete');
    await told.waitFor();
    expect(cancelled).toEqual(['first']);
    await markMoved(false);
    await press('Delete');
    await expect.poll(() => cancelled).toEqual(['first', 'next']);
  });
});

describe('a resting order', () => {
  it('whose cancel got no answer says when it was seen last, and can be cancelled again', async () => {
    const window = await open('mine');
    const { view, backEnd, cancelled, ended } = window;
    const [row] = [...backEnd.state.rows.values()];
    const cancel = { state: 'unknown' as const, reason: null, at: Date.now() };
    backEnd.setRow({ ...assertDefined(row, 'its row'), cancel });
    backEnd.setStatus({ orders_unread_ms: 4000 });
    await view.orderRow('mine').getByText('No answer to the cancel. Being looked up.').waitFor();
    await view
      .orderRow('mine')
      .getByText(/^open · \d+(\.\d)? s ago$/)
      .waitFor();
    await view.cancelRow('mine');
    await ended('mine');
    expect(cancelled).toEqual(['mine']);
  });
});

describe('stopping trading', () => {
  it('says what rests and cancels it, one or all', async () => {
    const { page, backEnd, dialog, press, stop, cancelled } = await open('one-rests', 'two-rests', 'three-rests');
    backEnd.answer('orders.cancel_resting', async () => {
      const rest = [...backEnd.state.rows.values()].filter(({ order }) => order?.order_state === 'open');
      const counts: CancelCounts = { cancelled: rest.length };
      for (const row of rest) {
        const order = { ...assertDefined(row.order, 'it rests'), order_state: 'cancelled' };
        backEnd.setRow({ ...row, order, cancel: { state: 'cancelled', reason: null, at: Date.now() } });
      }
      return counts;
    });
    await stop();
    await page.getByText('3 orders still rest at the service.').waitFor();
    await page.getByRole('button', { name: 'Cancel all 3…' }).click();
    const resting = dialog('Orders that rest at the service');
    await resting.getByRole('button', { name: 'Cancel one-rests' }).click();
    await resting.getByText('Cancelled.').first().waitFor();
    expect(cancelled).toEqual(['one-rests']);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await press('Escape');
    // What had ended before they are shown is not among them.
    await page.getByRole('button', { name: 'Cancel all 2…' }).click();
    await expect.poll(() => resting.getByRole('listitem').count()).toBe(2);
    await resting.getByRole('button', { name: 'Cancel all 2' }).click();
    await page.getByText('2 cancelled.').waitFor();
    await press('Escape');
    await page.getByText('No order of this terminal rests.').waitFor();
  });

  it('leaves a Cancel that waits for its turn among many to be pressed, and it goes at once', async () => {
    const { page, backEnd, dialog, stop, cancelled } = await open('left', 'pressed');
    backEnd.answer('orders.cancel_resting', () => {
      for (const row of backEnd.state.rows.values()) {
        backEnd.setRow({ ...row, cancel: { state: 'requested', reason: 'no_credits', at: Date.now() } });
      }
      return { requested: 2 };
    });
    const all = backEnd.hold('orders.cancel_resting');
    await stop();
    await page.getByRole('button', { name: 'Cancel all 2…' }).click();
    const resting = dialog('Orders that rest at the service');
    await resting.getByRole('button', { name: 'Cancel all 2' }).click();
    await expect.poll(() => all.count()).toBe(1);
    const waiting = resting.getByRole('listitem').filter({ hasText: 'once the account’s limit allows…' });
    await expect.poll(() => waiting.count()).toBe(2);
    await resting.getByRole('button', { name: 'Cancel pressed' }).click();
    await expect.poll(() => cancelled).toEqual(['pressed']);
    await waiting.filter({ hasText: 'left' }).waitFor();
    all.letGo();
  });

  it('says that the service offers no cancel where it does not', async () => {
    const { view, page, backEnd, stop, cancel, cancelled } = await open('mine');
    backEnd.setStatus({ cancels: { by_id: 'not_offered', by_label: 'not_offered', account: 'not_offered' } });
    await stop();
    await page.getByText('1 order still rests at the service: this service offers no cancel.').waitFor();
    expect(await cancel('mine').count()).toBe(0);
    await view.orders.getByText(/this service offers no cancel/).waitFor();
    // By label alone it is possible again.
    backEnd.setStatus({ cancels: { by_id: 'not_offered', by_label: 'offered', account: 'not_offered' } });
    await view.cancelRow('mine');
    await expect.poll(() => cancelled).toEqual(['mine']);
  });
});
