import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import type { Limits } from '../../../shared/service/account.ts';
import type { Rate } from '../../../simulator/account/limits.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { STATE } from '../../support/wire/look-up-methods.ts';
import { closeOnSimulator, openOnSimulator, type SocketDesk } from '../../support/bench/socket-desk.ts';

const SELL = 'private/sell';
const MINUTE_MS = 60_000;
const ORDERS = { rate: 5, burst: 20 };
/** A credit comes more slowly than look-ups would follow one another. */
const READS = { rate: 1, burst: 100 };
const NONE = { rate: 0, burst: 0 };

/** As an account tells them. */
const limitsOf = (reads: Rate, orders: Rate): Limits => ({
  non_matching_engine: toWire(reads),
  matching_engine: { trading: { total: toWire(orders) } },
});
const toWire = ({ rate, burst }: Rate) => ({ rate: decimal(rate), burst: decimal(burst) });

let simulator: Simulator;
let on: SocketDesk;
beforeEach(async () => {
  ({ simulator, on } = await openOnSimulator());
});
afterEach(() => closeOnSimulator({ simulator, on }));

const lookUps = () => simulator.control.calls(STATE);

/** The reply of a sell that the service took is lost. */
async function sellUnseen(): Promise<string> {
  simulator.control.failNext(SELL, 'drop_after_executing');
  return (await on.sell({ label: 'unseen' })).intent_id;
}

async function expectFound(intentId: string): Promise<void> {
  await on.pass(10_000);
  expect(on.row(intentId)).toMatchObject({ outcome: 'accepted', order: { label: 'unseen' }, notices: [] });
  expect(simulator.control.calls(SELL).count).toBe(1);
  expect(simulator.control.executions()).toBe(1);
}

describe('look-ups of an unknown sell that are refused as too many', () => {
  it.each<[by: string, refuse: () => void, relent: () => void]>([
    [
      'the service',
      () => simulator.control.setLimits({ non_matching_engine: NONE, matching_engine: ORDERS }),
      () => simulator.control.setLimits({ non_matching_engine: READS, matching_engine: ORDERS }),
    ],
    [
      'a page of who stands before it',
      () => simulator.control.failAll(STATE, { httpStatus: 429, html: '<h1>Slow down</h1>' }),
      () => simulator.control.failAll(STATE, null),
    ],
  ])('by %s wait for new credits each time, and prove nothing', async (_by, refuse, relent) => {
    on.budget.configure(limitsOf(READS, ORDERS));
    refuse();
    const intentId = await sellUnseen();
    await on.pass(3 * MINUTE_MS);
    expect(on.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'look_up_failing' }] });
    const times = lookUps().records.map(({ atMs }) => atMs);
    expect(times.length).toBeGreaterThan(20);
    const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    // Each refusal says that there are no credits left: the next one takes that long to come.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000 / READS.rate);
    relent();
    await expectFound(intentId);
  });
});

describe('an account whose limits shrink to nothing', () => {
  it('holds what decides an unknown sell, and stops the next one here, until it has some again', async () => {
    simulator.control.failAll(STATE, { httpStatus: 503, html: 'away' });
    const intentId = await sellUnseen();
    simulator.control.failAll(STATE, null);
    on.budget.configure(limitsOf(NONE, NONE));
    const asked = lookUps().count;
    await on.pass(3 * MINUTE_MS);
    expect(lookUps().count).toBe(asked);
    expect(on.row(intentId).outcome).toBe('unknown');
    const { row, check } = await on.begin({ amount: '300' }).placed;
    expect(row).toBeNull();
    expect(check.issues).toMatchObject([{ code: 'no_order_credits', params: { rate: '0', burst: '0' } }]);
    expect(simulator.control.calls(SELL).count).toBe(1);

    on.budget.configure(limitsOf(READS, ORDERS));
    await expectFound(intentId);
    expect((await on.sell({ amount: '300' })).outcome).toBe('accepted');
  });
});
