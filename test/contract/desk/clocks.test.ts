import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../simulator/simulator.ts';
import {
  closeOnSimulator,
  credentialsOf,
  openOnSimulator,
  openSocketDesk,
  type SocketDesk,
} from '../../support/bench/socket-desk.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';

const SELL = 'private/sell';
const HOUR_MS = 3_600_000;
const VALID_FOR_MS = 5000;

let clock: VirtualClock;
let simulator: Simulator;
let on: SocketDesk;
beforeEach(async () => {
  ({ clock, simulator, on } = await openOnSimulator());
});
afterEach(() => closeOnSimulator({ simulator, on }));

function open(): Promise<SocketDesk> {
  return openSocketDesk({ origin: simulator.origin, credentials: credentialsOf(simulator) }, clock);
}

/** How long after the service's own time the order was good for, as the service read it. */
function validForAtService(): number {
  const [sell] = simulator.control.calls(SELL).records;
  if (sell === undefined) throw new Error('nothing was sold');
  return Number(sell.params['valid_until']) - sell.atMs;
}

describe('a wall clock that jumps while a sell is in flight', () => {
  it.each([1, -1])('by %i hour makes no early verdict and moves no timer', async (hours) => {
    simulator.control.failNext(SELL, 'drop_before_executing');
    const { intent_id } = await on.sell();
    clock.jumpWall(hours * HOUR_MS);
    // By the service's clock the order could still be taken.
    await on.pass(VALID_FOR_MS + 1000);
    expect(on.row(intent_id).outcome).toBe('unknown');
    await on.pass(20_000);
    expect(on.row(intent_id).outcome).toBe('absent');
  });

  it('does not move the deadline that the next order is given', async () => {
    clock.jumpWall(HOUR_MS);
    await on.sell();
    expect(Math.abs(validForAtService() - VALID_FOR_MS)).toBeLessThanOrEqual(50);
  });
});

describe('a laptop that sleeps 8 hours', () => {
  /** The monotonic clock stands still; the wall clock and the service go on. */
  function sleep(): void {
    clock.jumpWall(8 * HOUR_MS);
    simulator.control.moveClock(8 * HOUR_MS);
  }

  it('with a sell in flight finds it on waking, and sends nothing again', async () => {
    simulator.control.failNext(SELL, 'drop_after_executing');
    const { intent_id } = await on.sell();
    sleep();
    await on.pass(60_000);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'accepted', order: { order_state: 'filled' } });
    expect(simulator.control.executions()).toBe(1);
  });

  it('with a sell that never arrived leaves it to a person: the look-ups have forgotten', async () => {
    simulator.control.failNext(SELL, 'drop_before_executing');
    const { intent_id } = await on.sell();
    sleep();
    await on.pass(60_000);
    expect(on.row(intent_id)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'needs_a_person' }] });
    expect(simulator.control.calls(SELL).count).toBe(1);
  });

  it('sells next with a deadline the engine refuses at worst, never with one in its future', async () => {
    sleep();
    const { outcome } = await on.sell();
    expect(outcome).toBe('refused');
    expect(simulator.control.executions()).toBe(0);
  });
});

describe('a service clock 90 s off', () => {
  it.each([90_000, -90_000])('by %i ms is known from its answers: orders get their whole time', async (offsetMs) => {
    await on.close();
    simulator.control.moveClock(offsetMs);
    on = await open();
    const row = await on.sell();
    expect(row.outcome).toBe('accepted');
    expect(Math.abs(validForAtService() - VALID_FOR_MS)).toBeLessThanOrEqual(50);
  });

  it.each([Date.UTC(2040, 0, 1) - Date.UTC(2026, 10, 21), 10 * 60_000])(
    'that lies by %i ms in one answer moves no deadline',
    async (clockOffsetMs) => {
      simulator.control.failNext(SELL, { clockOffsetMs });
      await on.sell({ label: 'lied to' });
      await on.sell({ label: 'next', amount: '300' });
      const [, sell] = simulator.control.calls(SELL).records;
      expect(Math.abs(Number(sell?.params['valid_until']) - (sell?.atMs ?? 0) - VALID_FOR_MS)).toBeLessThanOrEqual(50);
      expect(simulator.control.executions()).toBe(2);
    },
  );

  it('that lies in one answer proves nothing early', async () => {
    simulator.control.failNext(SELL, 'drop_before_executing');
    const { intent_id } = await on.sell();
    simulator.control.failNext('private/get_order_state_by_label', { clockOffsetMs: HOUR_MS });
    await on.pass(VALID_FOR_MS);
    expect(simulator.control.calls('private/get_order_state_by_label').count).toBeGreaterThan(2);
    expect(on.row(intent_id).outcome).toBe('unknown');
  });
});

describe('the engine that says that the order came too late', () => {
  it('is believed: expired, not placed, and looked up all the same, soon and once more later', async () => {
    simulator.control.moveClock(10_000);
    const { intent_id, refusal } = await on.sell();
    expect(refusal).toMatchObject({ code: 13_888, name: 'timed_out' });
    await on.pass(60_000);
    expect(on.row(intent_id).outcome).toBe('refused');
    expect(simulator.control.calls('private/get_order_state_by_label').count).toBe(2);
    expect(simulator.control.executions()).toBe(0);
  });
});

describe('a main loop that is blocked for longer than a sell may take', () => {
  it('doubles nothing: what was sent is found, what was asked meanwhile goes once', async () => {
    simulator.control.failNext(SELL, { delayMs: 1 });
    const first = on.begin({ label: 'before' });
    await simulator.control.waitForCall(SELL);
    // The reply is there and the deadline has passed before either is seen.
    await clock.advance(10_000);
    const second = on.begin({ label: 'meanwhile', amount: '300' });
    await Promise.all([first.placed, second.placed]);
    await on.pass(30_000);
    expect([first, second].map(({ intentId }) => on.row(intentId).outcome)).toEqual(['accepted', 'accepted']);
    expect(simulator.control.executions()).toBe(2);
  });
});
