import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../../shared/service/extensions.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import { basic, openBench } from './caller.ts';

type Json = Readonly<Record<string, unknown>>;

/** Reads, orders of many kinds, a Block RFQ and a day with its settlement, as one digest of every byte of the replies. */
async function transcript(seed: number): Promise<{ readonly digest: string; readonly called: ReadonlySet<string> }> {
  const bench = await openBench(seed);
  const digest = createHash('sha256');
  const called = new Set<string>();
  const authorization = basic(bench.simulator);
  const names = bench.simulator.control.instrumentNames();
  const options = names.filter((name) => /^BTC-\d+[A-Z]+\d+-\d+-C$/.test(name));
  const call = async (method: string, params: Json = {}) => {
    called.add(method);
    const reply = await bench.send({
      target: `/api/v2/${method}`,
      body: JSON.stringify({ jsonrpc: '2.0', id: called.size, method, params }),
      headers: { authorization },
    });
    digest.update(`${reply.status} ${JSON.stringify(reply.headers)} ${reply.text}\n`);
    return JSON.parse(reply.text) as { result?: Json };
  };
  const credentials = { client_id: bench.simulator.clientId, client_secret: bench.simulator.clientSecret };
  const trade = async (turn: number) => {
    const name = names[(turn * 13) % names.length];
    await call('public/ticker', { instrument_name: name });
    await call('public/get_order_book', { instrument_name: name, depth: 10 });
    await call('private/sell', { instrument_name: name, amount: 10, type: 'market', label: `d${turn}` });
    await call('private/sell', { instrument_name: 'BTC-PERPETUAL', amount: 10, price: 97_500 + turn, label: 'rest' });
    await call('private/buy', { instrument_name: 'BTC-PERPETUAL', amount: 20, type: 'market', label: 'bought' });
    await call('private/sell', {
      instrument_name: 'BTC-PERPETUAL',
      amount: 10,
      type: 'stop_market',
      trigger: 'mark_price',
      trigger_price: 96_000 - turn,
      label: 'stop',
    });
  };

  await call('public/auth', { grant_type: 'client_credentials', ...credentials, scope: 'session:a expires:60' });
  await call('public/get_time');
  await call('public/get_instruments', { currency: 'any' });
  await call('public/get_instrument', { instrument_name: options[0] });
  await call('public/get_index_price', { index_name: 'btc_usd' });
  for (let turn = 0; turn < 40; turn += 1) {
    bench.clock.ms += 137 * (turn % 9) + (turn === 20 ? 7_200_000 : 0);
    await trade(turn);
  }
  const legs = [0, 1].map((at) => ({
    instrument_name: options[at],
    amount: 25,
    direction: at === 0 ? 'buy' : 'sell',
  }));
  await call('private/create_block_rfq', { legs });
  bench.clock.ms += 20_000;
  await call('private/get_block_rfqs');
  await call('private/get_block_rfq_makers');
  const far = { instrument_name: 'BTC-PERPETUAL', amount: 20, price: 150_000, label: 'edited' };
  const placed = (await call('private/sell', far)).result as { order?: { order_id?: string } } | undefined;
  const { order_id: id } = placed?.order ?? {};
  await call('private/edit', { order_id: id, amount: 30, price: 140_000 });
  await call('private/edit_by_label', { ...far, price: 90_000, post_only: false });
  await call('private/get_order_state', { order_id: id });
  await call('private/get_open_orders_by_currency', { currency: 'BTC' });
  await call('private/get_open_orders_by_instrument', { instrument_name: 'BTC-PERPETUAL' });
  await call('private/get_user_trades_by_order', { order_id: id });
  await call('private/get_position', { instrument_name: 'BTC-PERPETUAL' });
  await call('private/close_position', { instrument_name: 'BTC-PERPETUAL', type: 'market' });
  await call('private/cancel', { order_id: 'nobody' });
  await call('private/cancel_by_label', { label: 'stop' });
  await call('private/cancel_all_by_instrument', { instrument_name: 'BTC-PERPETUAL', detailed: true });
  bench.clock.ms += 86_400_000;
  await trade(99);
  await call('private/get_positions', { currency: 'any' });
  await call('private/get_margins', { instrument_name: 'BTC-PERPETUAL', amount: 1000, price: 90_000 });
  await call('private/get_subaccounts');
  await call('private/get_open_orders');
  await call('private/cancel_all_by_currency', { currency: 'BTC' });
  await call('private/cancel_all');
  await call('private/get_order_history_by_currency', { currency: 'BTC', include_unfilled: true, historical: true });
  await call('private/get_order_history_by_instrument', { instrument_name: 'BTC-PERPETUAL', count: 1000 });
  for (const currency of ['BTC', 'ETH', 'USDC'])
    await call('private/get_account_summary', { currency, extended: true });
  await call('private/get_account_summaries', { extended: true });
  await call('private/get_order_state_by_label', { currency: 'BTC', label: 'rest' });
  await call('private/get_open_orders_by_label', { currency: 'BTC', label: 'rest' });
  const window = { start_timestamp: 0, count: 1000, historical: true };
  await call('private/get_user_trades_by_currency_and_time', { currency: 'BTC', ...window });
  await call('private/get_user_trades_by_instrument_and_time', { instrument_name: 'BTC-PERPETUAL', ...window });
  await call('public/get_block_rfq_trades', { currency: 'any', count: 1000 });
  expect(bench.simulator.control.crashes()).toEqual([]);
  await bench.close();
  return { digest: digest.digest('hex'), called };
}

test('the same seed, clock and requests give the same bytes, headers too; another seed gives others', async () => {
  const first = await transcript(11);
  expect([...first.called].toSorted()).toEqual(Object.keys({ ...METHODS, ...EXTENSIONS }).toSorted());
  expect((await transcript(11)).digest).toBe(first.digest);
  expect((await transcript(12)).digest).not.toBe(first.digest);
});
