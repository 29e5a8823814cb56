import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSimulator } from '../../../simulator/simulator.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { listenWith, type Message, messages } from '../../support/fuzz/ipc-messages.ts';
import { removeData, startProfileBench } from '../../support/bench/profile-bench.ts';
import { testProfile } from '../../support/bench/test-profile.ts';

/** As many as `npm run fuzz` is asked for, up to what a service takes; a run of the suite makes do with these. */
const RUNS = Math.min(Number(process.env['FUZZ_RUNS'] ?? 1500), 50_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
/** So many are under way at once: some wait for the service. */
const AT_ONCE = 50;
const SELLING = ['private/sell', 'private/buy', 'private/create_block_rfq'];

it(`${RUNS} messages of a window that is no longer ours are answered by a whole back end, which goes on, and sell nothing`, async () => {
  const simulator = await createSimulator({ seed: 7 });
  const { clientId, clientSecret } = simulator;
  const credentials = { scheme: 'token', clientId, clientSecret } as const;
  const bench = await startProfileBench({ profile: testProfile({ origin: simulator.origin, credentials }) });
  const { send, bugs } = listenWith(bench.backEnd.handlers);
  await bench.open();
  await bench.waitForBlock(null);
  const placed: unknown[] = [];
  let handled = 0;

  async function attempt(message: Message): Promise<void> {
    const reply = await send(message);
    expect(reply).toHaveProperty('ok');
    if (!reply.ok) return;
    handled += 1;
    if (message.channel === 'orders.place') placed.push((reply.value as { row: OrderRow | null }).row);
  }

  const drawn = fc.sample(messages, { seed: SEED, numRuns: RUNS }).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const message of drawn) await attempt(message);
    }),
  );
  expect(bugs).toEqual([]);
  expect(handled).toBeGreaterThan(RUNS / 50);
  expect(placed.filter((row) => row !== null)).toEqual([]);
  expect(SELLING.map((method) => simulator.control.calls(method).count)).toEqual(SELLING.map(() => 0));
  // Whatever it was sent, it still works: windows may have stopped trading, and cancels spend credits.
  await bench.ask('trading.stop', { stopped: false });
  await expect
    .poll(() => bench.sell(), { interval: 250, timeout: 30_000 })
    .toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
  expect(simulator.control.executions()).toBe(1);
  await bench.close();
  await simulator.close();
  removeData(bench);
});
