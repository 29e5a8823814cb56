import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { basic, openBench } from './caller.ts';

/** A session of reads and sells under a moving clock, as one digest of every byte of the replies. */
async function transcript(seed: number): Promise<string> {
  const bench = await openBench(seed);
  const digest = createHash('sha256');
  const authorization = basic(bench.simulator);
  const names = bench.simulator.control.instrumentNames();
  const call = async (method: string, params: Readonly<Record<string, unknown>>) => {
    const reply = await bench.send({
      target: `/api/v2/${method}`,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { authorization },
    });
    digest.update(reply.text);
  };
  digest.update(`${bench.simulator.clientId} ${bench.simulator.clientSecret}`);
  for (let turn = 0; turn < 60; turn += 1) {
    bench.clock.ms += 137 * (turn % 9) + (turn === 30 ? 7_200_000 : 0);
    const name = names[(turn * 13) % names.length];
    await call('public/ticker', { instrument_name: name });
    await call('private/sell', { instrument_name: name, amount: 10, type: 'market', label: `d${turn}` });
    await call('private/sell', { instrument_name: 'BTC-PERPETUAL', amount: 10, price: 97_500, label: 'rest' });
  }
  await call('private/get_account_summaries', { extended: true });
  await call('private/get_order_state_by_label', { currency: 'BTC', label: 'rest' });
  await call('private/get_user_trades_by_currency_and_time', { currency: 'BTC', start_timestamp: 0, count: 1000 });
  await call('public/get_block_rfq_trades', { currency: 'any', count: 1000 });
  await bench.close();
  return digest.digest('hex');
}

test('the same seed, clock and requests give the same bytes; another seed gives others', async () => {
  const first = await transcript(11);
  expect(await transcript(11)).toBe(first);
  expect(await transcript(12)).not.toBe(first);
});
