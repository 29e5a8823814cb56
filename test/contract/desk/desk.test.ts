import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW, watchPerpetual } from '../../support/bench/back-end.ts';
import { ONE_PRESS } from '../../support/window/one-press.ts';
import { orderDraft } from '../../support/records/records.ts';

let backEnd: BackEnd | null = null;
afterEach(async () => {
  await backEnd?.close();
  backEnd = null;
});

async function start(setup: Parameters<typeof startBackEnd>[0] = {}): Promise<BackEnd> {
  backEnd = await startBackEnd(setup);
  await backEnd.waitUntilReady();
  return backEnd;
}

const MARKET: Partial<OrderDraft> = { type: 'market', price: '', amount: '200' };

async function sell(on: BackEnd, changes: Partial<OrderDraft>, intentId: string = randomUUID()): Promise<OrderRow> {
  const { row, check } = await on.services.handlers['orders.place'](
    { intent_id: intentId, draft: orderDraft(changes), acknowledged: [] },
    TEST_WINDOW,
  );
  if (row === null) throw new Error(`stopped by ${JSON.stringify(check.issues)}`);
  return row;
}

describe('a sell over a real socket', () => {
  it.each(['get_body', 'get_query', 'post'] as const)('is accepted by %s', async (form) => {
    const { simulator } = await start({ form });
    const row = await sell(backEnd as BackEnd, { ...MARKET, label: 'over-the-wire' });
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_state: 'filled', label: 'over-the-wire' } });
    expect(simulator.control.executions()).toBe(1);
  });

  it.each(['token', 'signature', 'basic'] as const)('is accepted with %s authentication', async (scheme) => {
    await start({ scheme });
    expect(await sell(backEnd as BackEnd, MARKET)).toMatchObject({ outcome: 'accepted' });
  });

  it('that rests is followed by its label until it is filled or ended', async () => {
    const on = await start();
    const row = await sell(on, { price: await priceAboveMark(on), amount: '2000' });
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_state: 'open' } });
    const changed = on.waitFor<OrderRow[]>('orders.changed', (rows) =>
      rows.some((r) => r.order?.order_state === 'cancelled'),
    );
    on.simulator.control.setInstrumentState('BTC-PERPETUAL', 'inactive');
    expect((await changed)[0]?.order).toMatchObject({ order_state: 'cancelled' });
  });

  it.each(['autoliquidation', 'a_reason_of_tomorrow'])(
    'filled in part and then ended by the service (%s) keeps its fills and bears the reason as it came',
    async (reason) => {
      const on = await start();
      const label = `ended by ${reason}`;
      // What the best bid does not take rests.
      const row = await sell(on, { type: 'market_limit', price: '', amount: '900000', label });
      const filled = row.order?.filled_amount ?? '0';
      expect(row).toMatchObject({ outcome: 'accepted', order: { order_state: 'open' } });
      expect(Number(filled)).toBeGreaterThan(0);
      const ended = on.waitFor<OrderRow[]>('orders.changed', (rows) =>
        rows.some((r) => r.order?.order_state === 'cancelled'),
      );
      on.simulator.control.cancelByService(label, reason);
      const [order] = (await ended).map((r) => r.order);
      expect(order).toMatchObject({ order_state: 'cancelled', cancel_reason: reason });
      expect(Number(order?.filled_amount)).toBeGreaterThanOrEqual(Number(filled));
      expect(on.simulator.control.executions()).toBe(1);
    },
  );

  it('under the label of an order that was placed elsewhere, and that the grid shows, is stopped', async () => {
    const on = await start();
    const elsewhere = await startBackEnd({ simulator: on.simulator });
    await elsewhere.waitUntilReady();
    await sell(elsewhere, { price: await priceAboveMark(elsewhere), amount: '2000', label: 'theirs' });
    await elsewhere.services.close();
    const follow = () => on.services.handlers['orders.follow']({ labels: null }, TEST_WINDOW);
    const labels = async () => (await follow()).orders.map(({ order }) => order.label);
    await expect.poll(labels, { timeout: 10_000 }).toEqual(['theirs']);
    const draft = orderDraft({ ...MARKET, label: 'theirs' });
    const { issues } = await on.services.handlers['orders.check']({ draft }, TEST_WINDOW);
    expect(issues).toMatchObject([
      { severity: 'error', code: 'label_in_use', fixes: [{ field: 'label', value: 'theirs-2' }] },
    ]);
    expect(on.simulator.control.executions()).toBe(1);
  });

  it('refused by the service bears its reason, and nothing is placed', async () => {
    const on = await start();
    const { ticker } = await watchPerpetual(on);
    const price = String(Math.floor(Number(ticker?.best_bid_price)) - 10);
    const row = await sell(on, { price, amount: '1000', post_only: true, reject_post_only: true });
    expect(row).toMatchObject({ outcome: 'refused', refusal: { code: 11_054, name: 'post_only_reject' } });
    expect(on.simulator.control.executions()).toBe(0);
  });

  it('without a credit is stopped here once the account says so', async () => {
    const on = await start();
    on.simulator.control.setLimits({
      non_matching_engine: { rate: 20, burst: 100 },
      matching_engine: { rate: 0, burst: 0 },
    });
    await on.waitFor<SessionStatus>('session.changed', (status) => status.order_meter?.burst === 0);
    const { row, check } = await on.services.handlers['orders.place'](
      { intent_id: randomUUID(), draft: orderDraft(MARKET), acknowledged: [] },
      TEST_WINDOW,
    );
    expect(row).toBeNull();
    expect(check.issues).toContainEqual(
      expect.objectContaining({ code: 'no_order_credits', params: { rate: '0', burst: '0' } }),
    );
    expect(on.simulator.control.calls('private/sell').count).toBe(0);
  });

  it.each([
    ['the connection drops after it was executed', 'drop_after_executing'],
    ['the reply is cut', 'cut_reply'],
    ['the reply bears another id', 'wrong_id'],
    ['the reply says both yes and no', 'both_result_and_error'],
    ['the reply is huge', 'huge_body'],
    ['the reply is nested without end', 'deep_body'],
    ['a gateway answers 502 after it was executed', { httpStatus: 502, html: '<h1>Bad gateway</h1>', executed: true }],
  ] as const)('is found by its label and made once when %s', async (_name, fault) => {
    const on = await start();
    on.simulator.control.failNext('private/sell', fault);
    const row = await sell(on, MARKET);
    expect(row.outcome).toBe('unknown');
    const found = await on.waitForOutcome(row.intent_id, 'accepted');
    expect(found.order?.label).toBe(row.label);
    expect(on.simulator.control.executions()).toBe(1);
    expect(on.simulator.control.calls('private/sell').count).toBe(1);
  });

  it('is followed nowhere when the service redirects it', async () => {
    const on = await start();
    on.simulator.control.failNext('private/sell', { redirect: 'http://127.0.0.1:9/elsewhere' });
    const row = await sell(on, MARKET);
    expect(row.outcome).toBe('unknown');
    expect(on.simulator.control.executions()).toBe(0);
  });

  it('whose service dies between order and reply is found when it comes back', async () => {
    const on = await start();
    on.simulator.control.failNext('private/sell', { delayMs: 60_000 });
    const executed = on.simulator.control.waitForCall('private/sell');
    const placing = sell(on, MARKET);
    await executed;
    await on.simulator.control.goOffline();
    expect((await placing).outcome).toBe('unknown');
    await on.simulator.control.goOnline();
    const found = await on.waitForOutcome((await placing).intent_id, 'accepted');
    expect(found.order?.order_state).toBe('filled');
    expect(on.simulator.control.executions()).toBe(1);
  });

  it('to a service that is away is not sent', async () => {
    const on = await start();
    await watchPerpetual(on);
    await on.simulator.control.goOffline();
    const row = await sell(on, MARKET);
    expect(row).toMatchObject({ outcome: 'not_sent', refusal: { name: 'connection_refused' } });
    await on.simulator.control.goOnline();
    expect(on.simulator.control.executions()).toBe(0);
  });

  it('in flight when the terminal is restarted is found, not sent again', async () => {
    let on = await start();
    on.simulator.control.failNext('private/sell', { delayMs: 60_000 });
    const executed = on.simulator.control.waitForCall('private/sell');
    const intentId = randomUUID();
    void sell(on, MARKET, intentId).catch(() => undefined);
    await executed;
    on = await on.restart();
    backEnd = on;
    const found = await on.waitForOutcome(intentId, 'accepted');
    expect(found.order?.order_state).toBe('filled');
    expect(on.simulator.control.calls('private/sell').count).toBe(1);
  });

  it('is not possible once trading is stopped, in any window, and still not after a restart', async () => {
    let on = await start();
    await on.services.handlers['trading.stop']({ stopped: true }, { windowId: 'another' });
    const attempt = async () => {
      const { row, check } = await on.services.handlers['orders.place'](
        { intent_id: randomUUID(), draft: orderDraft(MARKET), acknowledged: [] },
        TEST_WINDOW,
      );
      return { row, reason: check.issues[0]?.params['reason'] };
    };
    expect(await attempt()).toEqual({ row: null, reason: 'stopped_by_trader' });
    on = await on.restart();
    backEnd = on;
    expect(await attempt()).toEqual({ row: null, reason: 'stopped_by_trader' });
    // The forecast is still there; an unsent request isn't shown.
    const held = await on.services.handlers['orders.check']({ draft: orderDraft(MARKET) }, TEST_WINDOW);
    expect(held).toMatchObject({ forecast: { behaviour: 'trades' }, request: null });
    await on.services.handlers['trading.stop']({ stopped: false }, TEST_WINDOW);
    await on.waitUntilReady();
    expect((await sell(on, MARKET)).outcome).toBe('accepted');
    expect(on.simulator.control.executions()).toBe(1);
  });

  it('is not possible once a second instance stops trading, which only the first allows again', async () => {
    const on = await start();
    const second = await startBackEnd({ simulator: on.simulator, dataDir: on.dataDir });
    const stop = (at: BackEnd, stopped: boolean) => at.services.handlers['trading.stop']({ stopped }, TEST_WINDOW);
    const stoppedIn = async (at: BackEnd) =>
      (await at.services.handlers['session.open'](null, TEST_WINDOW)).status.trading_stopped;
    await stop(second, true);
    expect(await Promise.all([on, second].map(stoppedIn))).toEqual([true, true]);
    const { row, check } = await on.services.handlers['orders.place'](
      { intent_id: randomUUID(), draft: orderDraft(MARKET), acknowledged: [] },
      TEST_WINDOW,
    );
    expect([row, check.issues[0]?.params['reason']]).toEqual([null, 'stopped_by_trader']);
    await expect(stop(second, false)).rejects.toThrow('allow trading there');
    expect(await stoppedIn(on)).toBe(true);
    await second.services.close();
    // The stop is the first one's own by now, and outlives it.
    const again = await on.restart();
    backEnd = again;
    expect(await stoppedIn(again)).toBe(true);
    await stop(again, false);
    await again.waitUntilReady();
    expect((await sell(again, MARKET)).outcome).toBe('accepted');
    expect(again.simulator.control.executions()).toBe(1);
  });

  it.each(['orders.cancel_resting', 'orders.cancel_account'] as const)(
    'is stopped by a second instance just before the first cancels all that rests (%s): the journal has all of it',
    async (cancelAll) => {
      const on = await start();
      const amounts = ['2000', '3000', '4000'];
      const price = await priceAboveMark(on);
      for (const amount of amounts) await sell(on, { price, amount });
      const second = await startBackEnd({ simulator: on.simulator, dataDir: on.dataDir });
      await second.services.handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
      // Before the first has looked at the stop.
      await on.services.handlers[cancelAll](null, TEST_WINDOW);
      await second.services.close();
      const states = async (at: BackEnd) =>
        (await at.services.handlers['orders.list'](null, TEST_WINDOW)).map(
          ({ order, cancel }) => `${order?.order_state} ${cancel?.state}`,
        );
      const ended = amounts.map(() => 'cancelled cancelled');
      await expect.poll(() => states(on), { timeout: 20_000 }).toEqual(ended);
      const again = await on.restart();
      backEnd = again;
      expect(await states(again)).toEqual(ended);
      const { status } = await again.services.handlers['session.open'](null, TEST_WINDOW);
      expect(status).toMatchObject({ journal: 'ok', trading_stopped: true });
    },
  );

  it('is shown by a second instance on the same files, which cannot sell', async () => {
    const on = await start();
    await sell(on, { ...MARKET, label: 'of-the-first' });
    const second = await startBackEnd({ simulator: on.simulator, dataDir: on.dataDir });
    const rows = await second.services.handlers['orders.list'](null, TEST_WINDOW);
    expect(rows.map(({ label }) => label)).toEqual(['of-the-first']);
    const { status } = await second.services.handlers['session.open'](null, TEST_WINDOW);
    expect(status).toMatchObject({
      journal: 'read_only',
      cancels: { by_id: 'read_only', by_label: 'read_only', account: 'read_only' },
      selling_blocked: { params: { reason: 'journal_read_only' } },
      ladder: ONE_PRESS,
    });
    // What a press does there is shown as the instance that sells has it at this moment.
    const armed = { rung: 'arm_and_fire', cap_usd: null } as const;
    const choice = { ladder: armed, base: ONE_PRESS, is_deliberate: true };
    await on.services.handlers['trading.ladder'](choice, TEST_WINDOW);
    await second.waitFor<SessionStatus>('session.changed', ({ ladder }) => ladder.rung === armed.rung);
    await expect(
      second.services.handlers['orders.place'](
        { intent_id: randomUUID(), draft: orderDraft(MARKET), acknowledged: [] },
        TEST_WINDOW,
      ),
    ).resolves.toMatchObject({ row: null });
    await second.services.close();
    expect(on.simulator.control.executions()).toBe(1);
  });

  it('is not possible with a key that may not look orders up', async () => {
    backEnd = await startBackEnd();
    const { clientId, clientSecret } = backEnd.simulator.control.addKey(['account:read']);
    const limited = await startBackEnd({ simulator: { ...backEnd.simulator, clientId, clientSecret } });
    const refused = (status: SessionStatus) => status.selling_blocked?.params['reason'] === 'look_up_refused';
    await limited.waitFor<SessionStatus>('session.changed', refused);
    const { row, check } = await limited.services.handlers['orders.place'](
      { intent_id: randomUUID(), draft: orderDraft(MARKET), acknowledged: [] },
      TEST_WINDOW,
    );
    expect(row).toBeNull();
    expect(check.issues[0]).toMatchObject({ code: 'trading_not_ready', params: { reason: 'look_up_refused' } });
    expect(limited.simulator.control.calls('private/sell').count).toBe(0);
    await limited.services.close();
  });
});

/** The top of the band: valid, and far enough to rest. */
async function priceAboveMark(on: BackEnd): Promise<string> {
  const { ticker } = await watchPerpetual(on);
  // Far from both: neither the market nor the band comes there while a test takes its time.
  return String(Math.floor((Number(ticker?.mark_price) + Number(ticker?.max_price)) / 2));
}
