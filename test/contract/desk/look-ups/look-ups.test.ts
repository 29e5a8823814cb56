import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../../simulator/simulator.ts';
import { placedOrder } from '../../../support/records/records.ts';
import { repeatSell } from '../../../support/bench/repeat-sell.ts';
import { byPath, createServiceDouble, envelope, replyJson } from '../../../support/wire/service-double.ts';
import {
  closeOnSimulator,
  credentialsOf,
  openOnSimulator,
  openSocketDesk,
  type SocketDesk,
} from '../../../support/bench/socket-desk.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';

const SELL = 'private/sell';
const AWAY = { httpStatus: 503, html: 'away' } as const;
const MINUTE_MS = 60_000;

let simulator: Simulator;
let on: SocketDesk;
beforeEach(async () => {
  ({ simulator, on } = await openOnSimulator());
});
afterEach(() => closeOnSimulator({ simulator, on }));

const codes = (intentId: string) => on.row(intentId).notices.map(({ code }) => code);

describe('a label look-up that returns two orders', () => {
  beforeEach(async () => {
    simulator.control.failNext(SELL, 'drop_after_executing');
    await on.sell({ label: 'twice' });
    await repeatSell(simulator, 'twice');
    await on.pass(300);
  });

  const attempt = async (changes = {}) => {
    const { row, check } = await on.begin({ amount: '300', ...changes }).placed;
    return row === null ? check.issues.map(({ code }) => code) : row.outcome;
  };

  it('shows both and locks selling on that instrument, and on no other', async () => {
    const [row] = on.desk.rows();
    expect(row).toMatchObject({ outcome: 'accepted', notices: [{ code: 'two_orders_under_label' }] });
    const ids = simulator.control.ordersByLabel('twice').map((order) => String(order['order_id']));
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(row?.notices[0]?.params['orders']).toContain(`${id} (filled, 200 of 200)`);
    expect(await attempt()).toEqual(['instrument_locked']);
    expect(await attempt({ instrument_name: 'ETH-PERPETUAL', amount: '400' })).toBe('accepted');
    expect(simulator.control.calls(SELL).count).toBe(3);
  });

  it('stays locked over a restart, behind any number of later orders', async () => {
    on.budget.ordersOf('BTC-PERPETUAL').configure({ rate: 1000, burst: 5000 });
    on.database.exec(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2100)
      INSERT INTO intents (intent_id, account, label, created_at, outcome, row)
      SELECT 'later-' || n, account, 'later-' || n, created_at + n, 'refused',
        json_set(row, '$.intent_id', 'later-' || n, '$.label', 'later-' || n, '$.notices', json('[]'), '$.outcome', 'refused')
      FROM intents, numbers WHERE label = 'twice'`);
    on = await on.restart();
    expect(await attempt()).toEqual(['instrument_locked']);
    expect(simulator.control.calls(SELL).count).toBe(2);
  });

  it('is unlocked by a person, for good, and still told', async () => {
    const [row] = on.desk.rows();
    on.desk.confirmTwoOrders(row?.intent_id ?? '');
    on = await on.restart();
    const [first, second] = on.desk.rows().toSorted((a, b) => b.notices.length - a.notices.length);
    expect(first).toMatchObject({ label: 'twice', notices: [{ code: 'two_orders_confirmed' }] });
    expect(second).toMatchObject({ label: 'twice', second_of: first?.intent_id, notices: [] });
    expect(await attempt()).toBe('accepted');
  });
});

describe('a look-up that fails', () => {
  it('for 20 minutes calls a person before the service forgets, and nothing is assumed', async () => {
    simulator.control.failNext(SELL, 'reset_before_executing');
    simulator.control.failAll(STATE, AWAY);
    const { intent_id } = await on.sell();
    await on.pass(19 * MINUTE_MS);
    expect(codes(intent_id)).toEqual(['look_up_failing']);
    await on.pass(2 * MINUTE_MS);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'needs_a_person' }] });
    // It goes on looking. An empty answer proves nothing any more: the clock may have been set back and right again meanwhile.
    simulator.control.failAll(STATE, null);
    await on.pass(MINUTE_MS);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'needs_a_person' }] });
    expect(simulator.control.calls(SELL).count).toBe(1);
  });

  it('for 18 minutes proves absence once it is answered', async () => {
    simulator.control.failNext(SELL, 'reset_before_executing');
    simulator.control.failAll(STATE, AWAY);
    const { intent_id } = await on.sell();
    await on.pass(18 * MINUTE_MS);
    expect(on.row(intent_id).outcome).toBe('unknown');
    simulator.control.failAll(STATE, null);
    await on.pass(MINUTE_MS);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'absent', notices: [{ code: 'absence_proof' }] });
  });

  it('for 25 minutes finds what is there once it is answered', async () => {
    simulator.control.failNext(SELL, 'reset_after_executing');
    simulator.control.failAll(STATE, AWAY);
    const { intent_id } = await on.sell();
    await on.pass(25 * MINUTE_MS);
    simulator.control.failAll(STATE, null);
    await on.pass(MINUTE_MS);
    expect(on.row(intent_id).outcome).toBe('accepted');
  });

  it('of open orders alone proves no absence', async () => {
    simulator.control.failNext(SELL, 'reset_before_executing');
    simulator.control.failAll(OPEN, AWAY);
    const { intent_id } = await on.sell();
    await on.pass(5 * MINUTE_MS);
    expect(on.row(intent_id).outcome).toBe('unknown');
  });
});

describe('a restart 31 minutes after an unknown sell', () => {
  async function restartLate(): Promise<void> {
    simulator.control.failAll(STATE, AWAY);
    await on.sell({ label: 'late' });
    await on.pass(MINUTE_MS);
    await on.clock.advance(30 * MINUTE_MS);
    await on.pass(0);
    simulator.control.failAll(STATE, null);
    on = await on.restart();
    await on.pass(MINUTE_MS);
  }

  it('finds an executed one', async () => {
    simulator.control.failNext(SELL, 'drop_after_executing');
    await restartLate();
    expect(on.desk.rows()).toMatchObject([{ outcome: 'accepted', order: { order_state: 'filled' } }]);
    expect(simulator.control.executions()).toBe(1);
  });

  it('leaves one that nothing shows to a person, never as refused or absent', async () => {
    simulator.control.failNext(SELL, 'reset_before_executing');
    await restartLate();
    expect(on.desk.rows()).toMatchObject([{ outcome: 'unknown', notices: [{ code: 'needs_a_person' }] }]);
    expect(simulator.control.calls(SELL).count).toBe(1);
  });

  it('closed by a person’s word, it stays closed over restarts, and is found all the same when it is there', async () => {
    simulator.control.failNext(SELL, 'drop_after_executing');
    simulator.control.failAll(OPEN, AWAY);
    simulator.control.failAll('private/get_user_trades_by_instrument_and_time', AWAY);
    simulator.control.failAll(STATE, AWAY);
    const { intent_id } = await on.sell({ label: 'late' });
    await on.pass(21 * MINUTE_MS);
    expect(codes(intent_id)).toEqual(['needs_a_person']);
    on.desk.state({ intent_id, order_id: null, typed: 'late' });
    on = await on.restart();
    expect(on.row(intent_id)).toMatchObject({ outcome: 'closed', closed: { order_id: null } });
    simulator.control.failAll(STATE, null);
    await on.pass(MINUTE_MS);
    expect(on.row(intent_id)).toMatchObject({
      outcome: 'accepted',
      order: { order_state: 'filled' },
      notices: [{ code: 'statement_overruled' }],
    });
    expect(simulator.control.calls(SELL).count).toBe(1);
  });

  it('finds one that rests among the open orders', async () => {
    simulator.control.failNext(SELL, 'drop_after_executing');
    simulator.control.failAll(STATE, AWAY);
    const { max_price } = await on.readTicker();
    const price = String(Math.floor(Number(max_price)));
    await on.sell({ type: 'limit', price, label: 'rests' });
    await on.clock.advance(31 * MINUTE_MS);
    await on.pass(0);
    simulator.control.failAll(STATE, null);
    on = await on.restart();
    await on.pass(MINUTE_MS);
    expect(on.desk.rows()).toMatchObject([{ outcome: 'accepted', order: { order_state: 'open' } }]);
    expect(simulator.control.executions()).toBe(1);
  });
});

describe('a reply whose order bears another label', () => {
  it('is not bound to the intent, which goes to a person with the order it named', async () => {
    const clock = createVirtualClock();
    const answer = (result: unknown) =>
      replyJson(200, (call) => envelope(call, { result, usIn: 1, usOut: clock.now() * 1000, usDiff: 1 }));
    const double = await createServiceDouble(
      byPath({
        [SELL]: answer({ order: placedOrder({ label: 'other', order_id: 'BTC-77' }), trades: [] }),
        [STATE]: answer([]),
        [OPEN]: answer([]),
        'public/get_instrument': answer(await readPublic('public/get_instrument')),
        'public/ticker': answer(await readPublic('public/ticker')),
      }),
    );
    const own = await openSocketDesk({ origin: double.origin, credentials: credentialsOf(simulator) }, clock);
    const { intent_id } = await own.sell({ label: 'ours' });
    expect(own.row(intent_id)).toMatchObject({
      outcome: 'unknown',
      order: null,
      notices: [{ code: 'label_mismatch' }],
    });
    await own.pass(MINUTE_MS);
    expect(own.row(intent_id)).toMatchObject({ outcome: 'unknown', order: null });
    expect(own.row(intent_id).notices).toContainEqual({
      code: 'needs_a_person',
      params: { label: 'other', order_id: 'BTC-77' },
    });
    expect(double.calls.filter(({ path }) => path.endsWith(SELL))).toHaveLength(1);
    await own.close();
    await double.close();
  });

  async function readPublic(method: string): Promise<unknown> {
    const response = await fetch(`${simulator.origin}/api/v2/${method}?instrument_name=BTC-PERPETUAL`);
    return ((await response.json()) as { result: unknown }).result;
  }
});
