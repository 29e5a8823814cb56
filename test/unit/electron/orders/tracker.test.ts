import { describe, expect, it } from 'vitest';
import { startTracker } from '../../../../electron/orders/tracker.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { placedOrder } from '../../../support/records/records.ts';
import { createScriptedService, noAnswer } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { OPEN_ROW } from '../../renderer/samples.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';

describe('the tracker', () => {
  it('says for how long it could read no order, once that is long, and no more when it can', async () => {
    const clock = createVirtualClock();
    const service = createScriptedService(clock);
    let rows = [{ ...OPEN_ROW }];
    const tracker = startTracker({
      client: service,
      clock,
      serviceClock: createServiceClock(clock),
      readRate: () => 20,
      liveRows: () => rows,
      update: () => undefined,
    });
    service.answer(STATE, () => ({ value: [placedOrder()] }));
    await clock.advance(10_000);
    expect(tracker.unreadMs()).toBeNull();
    service.answer(STATE, () => noAnswer);
    await clock.advance(3000);
    expect(tracker.unreadMs()).toBeNull();
    await clock.advance(9000);
    expect(tracker.unreadMs()).toBeGreaterThan(10_000);
    service.answer(STATE, () => ({ value: [placedOrder()] }));
    await clock.advance(2000);
    expect(tracker.unreadMs()).toBeNull();
    service.answer(STATE, () => noAnswer);
    rows = [];
    await clock.advance(20_000);
    expect(tracker.unreadMs()).toBeNull();
    tracker.stop();
  });

  it.each([
    [30, 20, 6000],
    [30, 5, 12_500],
    [2, 20, 2000],
  ])('asks for %i orders, with %i reads a second, within %i ms', async (count, rate, withinMs) => {
    const clock = createVirtualClock();
    const service = createScriptedService(clock);
    service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
    const rows = Array.from({ length: count }, (_, index) => ({
      ...OPEN_ROW,
      intent_id: `${index}`,
      label: `${index}`,
    }));
    const { stop } = startTracker({
      client: service,
      clock,
      serviceClock: createServiceClock(clock),
      readRate: () => rate,
      liveRows: () => rows,
      update: () => undefined,
    });
    await clock.advance(withinMs);
    stop();
    const asked = service.calls(STATE).map(({ label }) => label);
    expect(new Set(asked).size).toBe(count);
    expect(asked.length).toBeLessThanOrEqual(Math.ceil(withinMs / 1000 / 0.4) + 0.3 * rate * (withinMs / 1000));
  });

  it('asks for every live order in turn, also where one stays live whatever is learned of it', async () => {
    const clock = createVirtualClock();
    const service = createScriptedService(clock);
    service.answer(STATE, ({ label }) => ({
      value: [placedOrder({ order_id: `of ${String(label)}`, label, order_state: 'filled' })],
    }));
    const rows = ['a', 'b', 'c'].map((label) => ({ ...OPEN_ROW, intent_id: label, label, order: null }));
    const { stop } = startTracker({
      client: service,
      clock,
      serviceClock: createServiceClock(clock),
      readRate: () => 20,
      liveRows: () => rows,
      update: () => undefined,
    });
    await clock.advance(13_000);
    stop();
    const asked = service.calls(STATE).map(({ label }) => label);
    for (const label of ['a', 'b', 'c']) {
      expect(asked.filter((one) => one === label).length, label).toBeGreaterThanOrEqual(9);
    }
  });
});
