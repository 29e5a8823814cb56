import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createHistory } from '../../../../electron/history/history.ts';
import { HISTORY_MIGRATIONS } from '../../../../electron/history/trade-store.ts';
import { decimal } from '../../../../shared/decimal.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { userTradeSchema } from '../../../../shared/service/trade.ts';
import { createScriptedService } from '../../../support/wire/scripted-service.ts';
import { placedOrder } from '../../../support/records/records.ts';
import { createVirtualClock, settle, type VirtualClock } from '../../../support/virtual-clock.ts';
import { OPEN_ROW } from '../../renderer/samples.ts';

const METHOD = 'private/get_user_trades_by_instrument_and_time';

function rowOf(filled: number, clock: VirtualClock): OrderRow {
  const order = placedOrder({ filled_amount: filled, last_update_timestamp: clock.now() });
  return { ...OPEN_ROW, created_at: clock.now(), order };
}

/** A history whose service shows the fills of an order from the given request on. */
function openHistory(shownFrom: number) {
  const clock = createVirtualClock();
  const database = new DatabaseSync(':memory:');
  for (const migration of HISTORY_MIGRATIONS) database.exec(migration);
  const client = createScriptedService(clock);
  const trade = userTradeSchema.parse({
    trade_id: '7',
    trade_seq: 7,
    timestamp: clock.now(),
    order_id: 'BTC-1',
    instrument_name: 'BTC-PERPETUAL',
    direction: 'sell',
    price: 97_500,
    amount: 20_000,
  });
  client.answer(METHOD, () => ({
    value: { trades: client.calls(METHOD).length < shownFrom ? [] : [trade], has_more: false },
  }));
  const heard: unknown[] = [];
  const history = createHistory({
    client,
    clock,
    serviceClock: { now: clock.now, observe: () => undefined },
    files: { openHistory: () => ({ database, setAside: null }), access: 'ok' },
    account: 'me',
    orders: () => [],
    publish: (_channel, payload) => void heard.push(payload),
    log: () => undefined,
  });
  const context = { windowId: 'main' } as Parameters<(typeof history.handlers)['history.read']>[1];
  const read = async () => {
    const query = {
      scope: { by: 'currency', currency: 'BTC', kinds: [] } as const,
      from_ms: clock.now() - 60_000,
      to_ms: clock.now(),
      count: 10,
    };
    const { rows, summary } = await history.handlers['history.read']({ query, after: null, limit: 10 }, context);
    return { trades: rows.map((row) => row.trade.trade_id), states: summary?.coverage.map(({ state }) => state) };
  };
  return { clock, client, history, heard, read, asked: () => client.calls(METHOD).length };
}

it('stores what an order trades as it fills, once trades were looked at, and calls no window complete for it', async () => {
  const { clock, history, heard, read, asked } = openHistory(1);
  history.noteRows([rowOf(0, clock)]);
  history.noteRows([rowOf(20_000, clock)]);
  await clock.advance(1000);
  expect(asked()).toBe(0);
  expect((await read()).trades).toEqual([]);
  await clock.advance(1000);
  await settle();
  expect(heard).toEqual([null]);
  expect(await read()).toEqual({ trades: ['7'], states: ['gap'] });
  // What has not filled more asks for nothing.
  history.noteRows([rowOf(20_000, clock)]);
  await clock.advance(60_000);
  expect(asked()).toBe(1);
});

it('asks again while the service does not show the trade of a fill', async () => {
  const { clock, history, read, asked } = openHistory(3);
  await read();
  history.noteRows([rowOf(20_000, clock)]);
  for (const ms of [500, 1500, 3500]) {
    await clock.advance(ms);
    await settle();
  }
  expect(asked()).toBe(3);
  expect((await read()).trades).toEqual(['7']);
});

it('leaves an order that filled before this start to a fetch', async () => {
  const { clock, history, read, asked } = openHistory(1);
  await read();
  history.noteRows([{ ...rowOf(20_000, clock), created_at: clock.now() - 1, amount: decimal(20_000) }]);
  await clock.advance(5000);
  expect(asked()).toBe(0);
});
