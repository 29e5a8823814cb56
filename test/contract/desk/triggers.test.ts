import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW, checkAndPlace } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

const SELL = 'private/sell';
const BY_LABEL = 'private/get_order_state_by_label';
const AWAY = { httpStatus: 503, html: 'away', executed: false } as const;
/** The market is let run until the trigger is reached, in strides of this. */
const STRIDE_MS = 2000;
const MOST_STRIDES = 5000;

let on: BackEnd;
let mark: number;
beforeEach(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
  mark = await readMark();
});
afterEach(() => on.close());

async function readMark(): Promise<number> {
  const name = 'BTC-PERPETUAL';
  const reply = await fetch(`${on.simulator.origin}/api/v2/public/ticker?instrument_name=${name}`);
  const { result } = (await reply.json()) as { result: { mark_price: number } };
  // The back end has it, too.
  const told = on.waitFor<{ ticker: unknown }[]>('market.changed', ([quote]) => (quote?.ticker ?? null) !== null);
  const instruments = [{ instrument_name: name, attention: 'focused' as const }];
  await on.services.handlers['market.watch']({ instruments }, TEST_WINDOW);
  await told;
  return Math.floor(result.mark_price);
}

async function place(changes: Partial<OrderDraft>): Promise<OrderRow> {
  const draft = orderDraft({ amount: '200', price: '', trigger: 'mark_price', ...changes });
  const { row, check } = await checkAndPlace(on, draft, 'all');
  if (row === null) throw new Error(`stopped by ${check.issues.map(({ code }) => code).join(', ')}`);
  return row;
}

const list = () => on.services.handlers['orders.list'](null, TEST_WINDOW);

async function find({ intent_id }: OrderRow): Promise<OrderRow | undefined> {
  return (await list()).find((row) => row.intent_id === intent_id);
}

/** Resolves with the row once it is as wanted. */
async function until(row: OrderRow, isWanted: (row: OrderRow) => boolean): Promise<OrderRow> {
  const isIt = (other: OrderRow) => other.intent_id === row.intent_id && isWanted(other);
  const told = on.waitFor<OrderRow[]>('orders.changed', (rows) => rows.some(isIt));
  const now = (await list()).find(isIt);
  if (now === undefined) await told;
  const found = now ?? (await find(row));
  if (found === undefined) throw new Error('the row went missing');
  return found;
}

const atService = (label: string) => on.simulator.control.ordersByLabel(label);

/** Lets the market run until the trigger under the label has fired; gives what it became. */
function fire(label: string) {
  for (let strides = 0; strides < MOST_STRIDES; strides += 1) {
    const [waiting, became] = atService(label);
    if (waiting?.['order_state'] === 'triggered') return became ?? {};
    on.simulator.control.moveClock(STRIDE_MS);
  }
  throw new Error('the market never reached the trigger');
}

async function isLocked(): Promise<boolean> {
  const draft = orderDraft({ price: String(mark + 900), amount: '300' });
  const { issues } = await on.services.handlers['orders.check']({ draft }, TEST_WINDOW);
  return issues.some(({ code }) => code === 'instrument_locked');
}

const TO_REST: readonly Partial<OrderDraft>[] = [{ type: 'stop_limit' }, { type: 'take_limit' }];
const TO_FILL: readonly Partial<OrderDraft>[] = [
  { type: 'stop_market' },
  { type: 'take_market' },
  { type: 'trailing_stop' },
];

/** Farther than the market goes while a test on a busy machine places its order, and near enough to be reached by strides. */
const DISTANCE_USD = 60;

/** The trigger a little away from the market, on the side where its type waits for it. */
function nearby({ type }: Partial<OrderDraft>): Partial<OrderDraft> {
  if (type === 'trailing_stop') return { type, trigger_offset: '5' };
  const trigger_price = String(type?.startsWith('take') === true ? mark + DISTANCE_USD : mark - DISTANCE_USD);
  return { ...(type === undefined ? {} : { type }), trigger_price };
}

describe('a trigger that fires', () => {
  it.each(TO_REST)('$type, to rest: the row is what it became, and that is cancelled', async (kind) => {
    const row = await place({ ...nearby(kind), price: String(mark + 900), label: 'rests' });
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_state: 'untriggered' } });
    const { order_id } = fire('rests');
    const fired = await until(row, ({ order }) => order?.order_state === 'open');
    expect(fired).toMatchObject({
      order: { order_id, order_type: 'limit', trigger_order_id: row.order?.order_id },
      earlier_order_ids: [row.order?.order_id],
      notices: [],
    });
    expect(await isLocked()).toBe(false);
    const cancelled = await on.services.handlers['orders.cancel']({ intent_id: row.intent_id }, TEST_WINDOW);
    expect(cancelled).toMatchObject({ order: { order_id, order_state: 'cancelled' }, cancel: { state: 'cancelled' } });
    expect(atService('rests').map((order) => order['order_state'])).toEqual(['triggered', 'cancelled']);
  });

  it.each(TO_FILL)('$type, and fills: the row shows what was filled, and nothing rests', async (kind) => {
    const row = await place({ ...nearby(kind), label: 'fills' });
    const { order_id } = fire('fills');
    const fired = await until(row, ({ order }) => order?.order_state === 'filled');
    expect(fired).toMatchObject({ order: { order_id, filled_amount: '200', order_type: 'market' }, notices: [] });
    expect(Number(fired.order?.average_price)).toBeGreaterThan(0);
    expect(await isLocked()).toBe(false);
    expect(await on.services.handlers['orders.cancel_resting'](null, TEST_WINDOW)).toEqual({});
  });

  it.each([...TO_REST, ...TO_FILL])('$type, after a reply that was lost, over a restart', async (kind) => {
    on.simulator.control.failNext(SELL, 'drop_after_executing');
    on.simulator.control.failAll(BY_LABEL, AWAY);
    const price = kind.type?.endsWith('limit') === true ? { price: String(mark + 900) } : {};
    const row = await place({ ...nearby(kind), ...price, label: 'lost' });
    expect(row.outcome).toBe('unknown');
    const { order_id, order_state } = fire('lost');
    on = await on.restart();
    on.simulator.control.failAll(BY_LABEL, null);
    const found = await on.waitForDecision(row.intent_id);
    // Booked terms are compared for the trigger order, not its result.
    expect(found).toMatchObject({ outcome: 'accepted', order: { order_id, order_state }, notices: [] });
    expect(on.simulator.control.calls(SELL).count).toBe(1);
  });

  it('while the terminal is away, is followed by the next start', async () => {
    const row = await place({ ...nearby({ type: 'stop_market' }), label: 'away' });
    await on.services.close();
    const { order_id } = fire('away');
    on = await startBackEnd({ simulator: on.simulator, dataDir: on.dataDir });
    const fired = await until(row, ({ order }) => order?.order_state === 'filled');
    expect(fired).toMatchObject({ order: { order_id, filled_amount: '200' }, notices: [] });
  });

  it('rests and is stopped with all that rests, though no look-up has shown yet what it became', async () => {
    const row = await place({ ...nearby({ type: 'stop_limit' }), price: String(mark + 900), label: 'stopped' });
    on.simulator.control.failAll(BY_LABEL, AWAY);
    fire('stopped');
    expect((await find(row))?.order?.order_state).toBe('untriggered');
    const cancelling = on.services.handlers['orders.cancel_resting'](null, TEST_WINDOW);
    on.simulator.control.failAll(BY_LABEL, null);
    await cancelling;
    const ended = await until(row, ({ order }) => order?.order_state === 'cancelled');
    expect(ended).toMatchObject({ cancel: { state: 'cancelled' } });
    expect(atService('stopped').map((order) => order['order_state'])).toEqual(['triggered', 'cancelled']);
  });
});
