import { describe, expect, it } from 'vitest';
import { startTracker } from '../../../../electron/orders/tracker.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { placedOrder } from '../../../support/records.ts';
import { createScriptedService } from '../../../support/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';
import { OPEN_ROW } from '../../renderer/samples.ts';

const STATE = 'private/get_order_state_by_label';

describe('the tracker', () => {
  it('asks for every live order in turn, also where one stays live whatever is learned of it', async () => {
    const clock = createVirtualClock();
    const service = createScriptedService(clock);
    service.answer(STATE, ({ label }) => ({
      value: [placedOrder({ order_id: `of ${String(label)}`, label, order_state: 'filled' })],
    }));
    const rows = ['a', 'b', 'c'].map((label) => ({ ...OPEN_ROW, intent_id: label, label, order: null }));
    const stop = startTracker({
      client: service,
      clock,
      serviceClock: createServiceClock(clock),
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
