import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

describe('a service whose clock is set forward by 40 minutes', () => {
  it('does not make an order that look-ups don’t show yet one that is over', async () => {
    const at = bench.clock.now();
    const order = { order_id: 'RESTS-1', creation_timestamp: at, last_update_timestamp: at };
    acceptSells(bench.service, order);
    const shown = ({ label }: Record<string, unknown>) => ({
      value: bench.clock.monotonic() < 8000 ? [] : [placedOrder({ label, ...order })],
    });
    for (const method of [STATE, OPEN] as const) bench.service.answer(method, shown);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: '' }), []);
    bench.service.setOffset(40 * 60_000);
    const stop = bench.track();
    await bench.clock.advance(60_000);
    stop();
    expect(bench.desk.liveRows()).toHaveLength(1);
  });
});

describe('a service that answers look-ups and tells no time', () => {
  it('has an undecided sell of an earlier run put before a person within the half hour', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [] }));
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: '' }), []);
    const call = bench.service.call as (...args: unknown[]) => Promise<{ ok: boolean; value?: { times: object } }>;
    Object.assign(bench.service, {
      call: async (...args: unknown[]) => {
        const result = await call(...args);
        if (result.ok && result.value) Object.assign(result.value.times, { serviceTimeMs: null });
        return result;
      },
    });
    bench = bench.restart(true);
    bench.desk.resume();
    await bench.clock.advance(40 * 60_000);
    expect(bench.row(id).notices).not.toEqual([]);
  });
});
