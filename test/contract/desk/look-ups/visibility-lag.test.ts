import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../../simulator/simulator.ts';
import { closeOnSimulator, openOnSimulator, type SocketDesk } from '../../../support/bench/socket-desk.ts';
import { TRADES } from '../../../support/wire/look-up-methods.ts';

/** More than is allowed for while nothing was seen. */
const LAG_MS = 3500;
const WINDOW_MS = 1000;
const STEP_MS = 50;

let simulator: Simulator;
let on: SocketDesk;
let clock: Awaited<ReturnType<typeof openOnSimulator>>['clock'];
beforeEach(async () => {
  ({ clock, simulator, on } = await openOnSimulator());
  simulator.control.setReplies({ lookupLagMs: LAG_MS });
});
afterEach(() => closeOnSimulator({ simulator, on }));

/** Lets time pass until the sell is no longer unknown; gives how long that took. */
async function untilDecided(intentId: string): Promise<number> {
  const before = clock.monotonic();
  while (on.row(intentId).outcome === 'unknown' && clock.monotonic() - before < 60_000) await on.pass(STEP_MS);
  return clock.monotonic() - before;
}

/** A price far above the market: it rests, and no trade tells of it. */
async function restingPrice(): Promise<string> {
  return String(Math.floor(Number((await on.readTicker()).max_price)) - 10);
}

describe('look-ups that lag by more than is allowed for', () => {
  it('don’t make an executed sell absent: its trade tells of it, and then its order', async () => {
    simulator.control.failNext('private/sell', 'drop_after_executing');
    const { intent_id } = await on.sell({ label: 'lag', valid_for_ms: WINDOW_MS });
    await untilDecided(intent_id);
    expect(on.row(intent_id)).toMatchObject({
      outcome: 'accepted',
      order: null,
      notices: [{ code: 'known_by_trades', params: { amount: '200' } }],
    });
    expect(simulator.control.calls(TRADES).count).toBe(1);
    await on.pass(10_000);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'accepted', order: { label: 'lag' }, notices: [] });
    expect(simulator.control.executions()).toBe(1);
  });

  it('are waited for once they were seen to: a resting sell is found, and none is called absent', async () => {
    await on.sell({ label: 'seen', amount: '300' });
    await on.pass(2 * LAG_MS);
    simulator.control.failNext('private/sell', 'drop_after_executing');
    const price = await restingPrice();
    const { intent_id } = await on.sell({ type: 'limit', price, label: 'lag', valid_for_ms: WINDOW_MS });
    await untilDecided(intent_id);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'accepted', order: { label: 'lag', order_state: 'open' } });
  });

  it('make an absence rest on what was seen, and it says so', async () => {
    await on.sell({ label: 'seen', amount: '300' });
    await on.pass(2 * LAG_MS);
    simulator.control.failNext('private/sell', 'drop_before_executing');
    const { intent_id } = await on.sell({ label: 'gone', valid_for_ms: WINDOW_MS });
    expect(await untilDecided(intent_id)).toBeGreaterThan(WINDOW_MS + LAG_MS);
    const [proof] = on.row(intent_id).notices;
    expect([on.row(intent_id).outcome, proof?.code]).toEqual(['absent', 'absence_proof']);
    expect(Number(proof?.params['lag_ms'])).toBeGreaterThanOrEqual(LAG_MS);
    expect(Number(proof?.params['lag_ms'])).toBeLessThan(LAG_MS + 1000);
    expect(Number(proof?.params['allowed_ms'])).toBeGreaterThanOrEqual(Number(proof?.params['lag_ms']));
  });

  it('are learned of where an absence was overtaken', async () => {
    simulator.control.failNext('private/sell', 'drop_after_executing');
    const price = await restingPrice();
    const first = await on.sell({ type: 'limit', price, label: 'first', valid_for_ms: WINDOW_MS });
    await untilDecided(first.intent_id);
    expect(on.row(first.intent_id)).toMatchObject({ outcome: 'absent', notices: [{ params: { allowed_ms: '1900' } }] });
    await on.pass(40_000);
    expect(on.row(first.intent_id).outcome).toBe('accepted');
    simulator.control.failNext('private/sell', 'drop_after_executing');
    const second = await on.sell({ type: 'limit', price, amount: '300', label: 'second', valid_for_ms: WINDOW_MS });
    await untilDecided(second.intent_id);
    expect(on.row(second.intent_id).outcome).toBe('accepted');
  });
});

describe('before any lag was seen', () => {
  it('a sell of an earlier run is given long', async () => {
    simulator.control.failNext('private/sell', 'drop_before_executing');
    const { intent_id } = await on.sell({ label: 'gone', valid_for_ms: WINDOW_MS });
    on = await on.restart();
    expect(await untilDecided(intent_id)).toBeGreaterThan(10_000);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'absent', notices: [{ params: { allowed_ms: '10000' } }] });
  });

  it('trades that can’t be read leave a sell unknown', async () => {
    simulator.control.failNext('private/sell', 'drop_before_executing');
    simulator.control.failAll(TRADES, { httpStatus: 503, html: 'no', executed: false });
    const { intent_id } = await on.sell({ label: 'gone', valid_for_ms: WINDOW_MS });
    await on.pass(30_000);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'look_up_failing' }] });
    simulator.control.failAll(TRADES, null);
    await on.pass(10_000);
    expect(on.row(intent_id).outcome).toBe('absent');
  });
});
