import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPreflight } from '../../../../electron/orders/preflight.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { EMPTY_DRAFT } from '../../../../shared/orders/draft.ts';
import {
  createDeskBench,
  type DeskBench,
  findNothing,
  nextIntentId,
  sellOn,
} from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { createScriptedService, noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

/** An unknown sell is proven within so much of the time that the engine could take it. */
const MOST_MS = 1.5 * EMPTY_DRAFT.valid_for_ms;
/** When the last look after a verdict by time is taken. */
const LAST_LOOK_MS = 30_000;

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
  findNothing(bench.service);
});
afterEach(() => bench.remove());

function found(): void {
  bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
}

const press = (label = '') => sellOn(bench, orderDraft({ label }));

describe('absence', () => {
  it('is proven within one and a half windows', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = await press();
    await bench.clock.advance(MOST_MS);
    expect(bench.row(intentId).outcome).toBe('absent');
  });

  it.each([1, 2, 3])(
    'is proven where nobody can be told of change %i of the order: a fault of ours',
    async (failing) => {
      bench.service.answer('private/sell', () => noAnswer);
      const tell = bench.published.push.bind(bench.published);
      let changes = 0;
      bench.published.push = (...rows) => {
        changes += 1;
        if (changes === failing) throw new Error('a fault of ours');
        return tell(...rows);
      };
      const intentId = await press();
      await bench.clock.advance(MOST_MS);
      expect(bench.row(intentId).outcome).toBe('absent');
      expect(bench.service.calls('private/sell')).toHaveLength(1);
      expect(bench.tellFailures).toHaveLength(1);
    },
  );

  it('is proven as soon when timers fire early by a part of a millisecond', async () => {
    const clock = createVirtualClock();
    const early = { ...clock, after: (ms: number, act: () => void) => clock.after(Math.max(0, ms - 0.6), act) };
    bench.remove();
    const folder = mkdtempSync(join(tmpdir(), 'strikedesk-desk-'));
    bench = createDeskBench({ folder, clock: early, service: createScriptedService(early) });
    findNothing(bench.service);
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = await press();
    await clock.advance(MOST_MS);
    expect(bench.row(intentId).outcome).toBe('absent');
  });

  it('is not proven while look-ups of open orders fail', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    bench.service.answer(OPEN, () => noAnswer);
    const intentId = await press();
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'look_up_failing' }] });
    bench.service.answer(OPEN, () => ({ value: [] }));
    await bench.clock.advance(10_000);
    expect(bench.row(intentId).outcome).toBe('absent');
  });
});

describe('an open order that the last look-ups show first', () => {
  const OURS = { order_id: 'OURS-1', order_state: 'filled' };
  const OTHERS = { order_id: 'OTHER-2', order_state: 'open' };

  /** Closed orders come to light once open ones were asked for. */
  function showLate(closed: (label: unknown) => unknown): void {
    let isOpenAsked = false;
    bench.service.answer(OPEN, ({ label }) => {
      isOpenAsked = true;
      return { value: [placedOrder({ label, ...OTHERS })] };
    });
    bench.service.answer(STATE, ({ label }) => (isOpenAsked ? (closed(label) as never) : { value: [] }));
  }

  it('is not taken for the sell’s where that has ended: both are told of', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    showLate((label) => ({ value: [placedOrder({ label, ...OURS }), placedOrder({ label, ...OTHERS })] }));
    const intentId = await press('ours');
    await bench.clock.advance(MOST_MS);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OURS-1' } });
    expect(bench.row(intentId).notices.map(({ code }) => code)).toContain('two_orders_under_label');
  });

  const showBoth = (): void =>
    bench.service.answer(STATE, ({ label }) => ({
      value: [placedOrder({ label, ...OURS }), placedOrder({ label, ...OTHERS })],
    }));

  it.each([
    ['', () => undefined],
    [
      ', by the next start too',
      () => {
        bench.desk.close();
        bench = bench.restart(true);
        bench.desk.resume();
      },
    ],
  ])('is the sell’s where closed ones show nothing more, and they are asked once more%s', async (_when, turn) => {
    bench.service.answer('private/sell', () => noAnswer);
    showLate(() => ({ value: [] }));
    const intentId = await press('ours');
    await bench.clock.advance(MOST_MS);
    expect(bench.row(intentId)).toMatchObject({
      outcome: 'accepted',
      order: { order_id: 'OTHER-2' },
      notices: [{ code: 'known_by_open' }],
    });
    const asked = bench.service.calls(STATE).length;
    showBoth();
    turn();
    await bench.clock.advance(LAST_LOOK_MS);
    expect(bench.service.calls(STATE).length).toBeGreaterThan(asked);
    expect(bench.row(intentId).notices.map(({ code }) => code)).toContain('two_orders_under_label');
  });

  it('is nobody’s yet while look-ups of closed ones fail: the sell’s may have ended', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    showLate(() => noAnswer);
    const intentId = await press('ours');
    await bench.clock.advance(MOST_MS);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', order: null });
    showBoth();
    await bench.clock.advance(MOST_MS);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OURS-1' } });
  });
});

describe('a trade under the label', () => {
  const trade = soldTrade({ order_id: 'OLD-1', timestamp: 1 });

  it('of an order that look-ups show, and that is not the sell’s, does not make it found', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    bench.service.answer(TRADES, () => ({ value: { trades: [{ ...trade, label: 'ours' }], has_more: false } }));
    bench.service.answer(STATE, ({ label }) => ({
      value: [placedOrder({ label, order_id: 'OLD-1', creation_timestamp: bench.clock.now() - 3_600_000 })],
    }));
    const intentId = await press('ours');
    await bench.clock.advance(MOST_MS);
    expect(bench.row(intentId).outcome).toBe('absent');
  });

  it('on a later page is found', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    const first = bench.clock.now();
    bench.service.answer(TRADES, ({ start_timestamp: from }) => ({
      value:
        Number(from) < first
          ? { trades: [{ ...trade, label: 'another', timestamp: first }], has_more: true }
          : { trades: [{ ...trade, label: 'ours', timestamp: first + 1 }], has_more: false },
    }));
    const intentId = await press('ours');
    await bench.clock.advance(MOST_MS);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', notices: [{ params: { order_id: 'OLD-1' } }] });
  });

  it.each([
    ['more trades than are read', { trades: [{ ...trade, label: 'another' }], has_more: true }],
    ['one that can’t be read', { trades: [], unreadable: [{ label: 'ours' }], has_more: false }],
  ])('leaves it unknown where there are %s', async (_what, value) => {
    bench.service.answer('private/sell', () => noAnswer);
    bench.service.answer(TRADES, () => ({ value }));
    const intentId = await press('ours');
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'look_up_failing' }] });
  });
});

describe('the last look', () => {
  it.each([
    ['an absence', noAnswer],
    ['a time-out', refusal(13_888, 'refused', 'timed_out')],
  ])('after %s is taken again until it is answered', async (_name, reply) => {
    bench.service.answer('private/sell', () => reply);
    const intentId = await press();
    await bench.clock.advance(MOST_MS);
    bench.service.answer(STATE, () => noAnswer);
    await bench.clock.advance(LAST_LOOK_MS + 20_000);
    found();
    await bench.clock.advance(10_000);
    expect(bench.row(intentId).outcome).toBe('accepted');
    expect(bench.service.calls('private/sell')).toHaveLength(1);
  });

  it('is taken though the wall clock is set past the time that look-ups tell of, before the service told its own', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = await press();
    await bench.clock.advance(MOST_MS);
    bench = bench.restart(true);
    bench.service.answer(STATE, () => noAnswer);
    bench.clock.jumpWall(2 * 3_600_000);
    bench.desk.resume();
    await bench.clock.advance(LAST_LOOK_MS + 20_000);
    found();
    await bench.clock.advance(60_000);
    expect(bench.row(intentId).outcome).toBe('accepted');
  });

  it.each([
    ['an absence', noAnswer],
    ['a time-out', refusal(13_888, 'refused', 'timed_out')],
  ])('after %s is taken by the next start when this one ends first', async (_name, reply) => {
    bench.service.answer('private/sell', () => reply);
    const intentId = await press();
    await bench.clock.advance(MOST_MS);
    bench = bench.restart();
    found();
    bench.desk.resume();
    await bench.clock.advance(10_000);
    expect(bench.row(intentId).outcome).toBe('accepted');
  });

  it('is not taken after a refusal that proves itself, nor when look-ups tell nothing any more', async () => {
    bench.service.answer('private/sell', () => refusal(10_009, 'refused', 'not_enough_funds'));
    await press();
    bench.service.answer('private/sell', () => noAnswer);
    await bench.desk.place(nextIntentId(), orderDraft({ price: '97600' }), []);
    await bench.clock.advance(60_000);
    bench.clock.jumpWall(25 * 3_600_000);
    const asked = bench.service.calls(STATE).length;
    bench = bench.restart();
    bench.desk.resume();
    await bench.clock.advance(60_000);
    expect(bench.service.calls(STATE)).toHaveLength(asked);
  });

  it('looks twice after a time-out: at once, and when no look-up lags any more', async () => {
    bench.service.answer('private/sell', () => refusal(13_888, 'refused', 'timed_out'));
    const intentId = await press();
    await bench.clock.advance(10_000);
    expect(bench.service.calls(STATE)).toHaveLength(1);
    found();
    await bench.clock.advance(LAST_LOOK_MS);
    expect(bench.row(intentId).outcome).toBe('accepted');
  });
});

describe('the preflight', () => {
  it('learns the clock of a service from its refusal', async () => {
    const serviceClock = createServiceClock(bench.clock);
    bench.service.answer(STATE, () => {
      const reply = refusal(13_004, 'credentials', 'invalid_credentials');
      if (!('failure' in reply) || reply.failure.kind !== 'service_error') throw new Error('a refusal was made');
      const serviceTimeMs = bench.clock.now() + 600_000;
      return { failure: { ...reply.failure, times: { ...reply.failure.times, serviceTimeMs } } };
    });
    const preflight = startPreflight({
      client: bench.service,
      clock: bench.clock,
      serviceClock,
      budget: bench.budget,
      makeLabel: () => 'nobody used it',
      readLimits: () => Promise.resolve(null),
      onChange: () => undefined,
    });
    await bench.clock.advance(30_000);
    expect(preflight.blocked()).toMatchObject({ params: { reason: 'look_up_refused' } });
    expect(serviceClock.offsetMs()).toBe(600_000);
    preflight.close();
  });
});
