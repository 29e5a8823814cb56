import { createSimulator } from '../../../simulator/simulator.ts';

/** Trades in a millisecond, as market orders are filled. */
const AT_ONCE = 20;
const TRADES = 100_000;
const STEP_MS = 2000;

/**
 * A bench's simulator as a child process, with 100,000 recent trades. Sends its address, credentials and the first
 * trade's time.
 */
const begunMs = Date.now() - (TRADES / AT_ONCE) * STEP_MS - 60_000;
let aheadMs = 0;
/** Time stands still while the trades are made, step by step. */
let madeAt: number | null = null;
const clock = {
  now: () => Math.floor(begunMs + aheadMs + (madeAt === null ? 0 : performance.now() - madeAt)),
};
const simulator = await createSimulator({ seed: 1, clock });
const { control } = simulator;
const wide = { rate: 1e9, burst: 1e9 };
control.setLimits({ non_matching_engine: wide, matching_engine: wide });
control.setAccount({ mostTrades: TRADES });
const firstMs = clock.now();
for (let made = 0; made < TRADES; made += AT_ONCE) {
  control.makeTrades('BTC-PERPETUAL', AT_ONCE, {
    side: made % (2 * AT_ONCE) === 0 ? 'sell' : 'buy',
    label: `order-${made}`,
  });
  aheadMs += STEP_MS;
}
madeAt = performance.now();
const { port, clientId, clientSecret } = simulator;
process.send?.({ port, clientId, clientSecret, firstMs, stepMs: STEP_MS, atOnce: AT_ONCE });
process.on('disconnect', () => process.exit(0));
