import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/desk-bench.ts';
import { placedOrder, sellDraft } from '../../../support/records.ts';

const STATE = 'private/get_order_state_by_label';
const OPEN = 'private/get_open_orders_by_label';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

describe('a terminal that starts on a machine whose clock is an hour ahead', () => {
  it('does not take an order of five seconds ago for forgotten: look-ups lag', async () => {
    const createdMs = bench.clock.now();
    const order = { order_id: 'RESTS-1', creation_timestamp: createdMs, last_update_timestamp: createdMs };
    acceptSells(bench.service, order);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, sellDraft({ label: 'rests' }), []);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_state: 'open' } });
    bench.clock.jumpWall(3_600_000);
    // Look-ups show it eight seconds after it was made.
    const shown = ({ label }: Record<string, unknown>) => ({
      value: bench.clock.monotonic() < 8000 ? [] : [placedOrder({ label, ...order })],
    });
    for (const method of [STATE, OPEN] as const) bench.service.answer(method, shown);
    await bench.clock.advance(3000);
    bench = bench.restart(true);
    bench.desk.resume();
    const stop = bench.track();
    await bench.clock.advance(60_000);
    stop();
    const { notices } = bench.row(intentId);
    expect(notices).toEqual([]);
    expect(bench.desk.liveRows()).toHaveLength(1);
  });
});
