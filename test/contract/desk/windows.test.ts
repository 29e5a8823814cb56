import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

const SELL = 'private/sell';
const DRAFT = orderDraft({ type: 'market', price: '', amount: '200' });

let on: BackEnd | null = null;
afterEach(async () => {
  await on?.close();
  on = null;
});

async function start(): Promise<BackEnd> {
  on = await startBackEnd();
  await on.waitUntilReady();
  return on;
}

describe('a window that dies with a sell in flight', () => {
  it('leaves the sell to the back end: it completes, and the next window shows the true state', async () => {
    const { services, simulator, waitForOutcome } = await start();
    const intent_id = randomUUID();
    simulator.control.failNext(SELL, { delayMs: 50 });
    const executed = simulator.control.waitForCall(SELL);
    const placing = services.handlers['orders.place']({ intent_id, draft: DRAFT, acknowledged: [] }, TEST_WINDOW);
    await executed;
    services.forgetWindow(TEST_WINDOW.windowId);
    const next = { windowId: 'next' };
    const [row] = await services.handlers['orders.list'](null, next);
    expect(row).toMatchObject({ intent_id, outcome: 'sending' });
    // Its press, repeated by a window that was restored, is the same press.
    const again = services.handlers['orders.place']({ intent_id, draft: DRAFT, acknowledged: [] }, next);
    expect((await again).row?.intent_id).toBe(intent_id);
    expect(await waitForOutcome(intent_id, 'accepted')).toMatchObject({ order: { order_state: 'filled' } });
    await placing;
    expect(simulator.control.executions()).toBe(1);
  });
});

describe('two instances on one profile', () => {
  it('reconcile once: the second looks nothing up and confirms nothing, and the first decides', async () => {
    const first = await start();
    const { simulator, dataDir } = first;
    simulator.control.failAll('private/get_order_state_by_label', { httpStatus: 503, html: 'away' });
    simulator.control.failNext(SELL, 'drop_after_executing');
    const intent_id = randomUUID();
    await first.services.handlers['orders.place']({ intent_id, draft: DRAFT, acknowledged: [] }, TEST_WINDOW);
    const second = await startBackEnd({ simulator, dataDir });
    const [seen] = await second.services.handlers['orders.list'](null, TEST_WINDOW);
    expect(seen).toMatchObject({ intent_id, outcome: 'unknown' });
    const confirmed = (async () =>
      second.services.handlers['orders.confirm']({ seen: 'two_orders', intent_id }, TEST_WINDOW))();
    await expect(confirmed).rejects.toMatchObject({ detail: { code: 'ReadOnly' } });
    const checked = second.services.handlers['orders.recheck']({ intent_id }, TEST_WINDOW);
    await expect(checked).rejects.toMatchObject({ detail: { code: 'ReadOnly' } });
    simulator.control.failAll('private/get_order_state_by_label', null);
    await first.waitForOutcome(intent_id, 'accepted');
    expect(await second.waitForOutcome(intent_id, 'accepted')).toMatchObject({ order: { order_state: 'filled' } });
    await second.services.close();
    expect(simulator.control.executions()).toBe(1);
  });

  it('show the same: the second follows what the first sells and what becomes of it', async () => {
    const first = await start();
    const { simulator, dataDir } = first;
    const second = await startBackEnd({ simulator, dataDir });
    expect(await second.services.handlers['orders.list'](null, TEST_WINDOW)).toEqual([]);
    const intent_id = randomUUID();
    const seen: (string | undefined)[] = [];
    const told = second.waitFor<OrderRow[]>('orders.changed', (rows) => {
      seen.push(...rows.map(({ label }) => label));
      return rows.some(({ order }) => order?.order_state === 'filled');
    });
    const draft = { ...DRAFT, label: 'followed' };
    await first.services.handlers['orders.place']({ intent_id, draft, acknowledged: [] }, TEST_WINDOW);
    const [row] = (await told).filter((changed) => changed.intent_id === intent_id);
    expect(row).toEqual((await first.services.handlers['orders.list'](null, TEST_WINDOW))[0]);
    expect(new Set(seen)).toEqual(new Set(['followed']));
    await second.services.close();
  });
});
