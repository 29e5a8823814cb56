import { afterEach, beforeEach, expect, it } from 'vitest';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { orderDraft } from '../../../support/records/records.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

it('a look-up that shows an order as it was writes no step but for the first, after a restart too', async () => {
  acceptSells(bench.service, { order_state: 'open' });
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft(), []);
  const { order } = bench.row(intentId);
  // The service has its own order of fields, the journal the schema's.
  const told = Object.fromEntries(Object.entries(order ?? {}).toReversed());
  bench.service.answer(STATE, () => ({ value: [told] }));
  // Its second look-up is a step, and its order is confirmed beyond the reply.
  await bench.clock.advance(20_000);
  const written = bench.journal.steps(intentId).length;
  for (const turn of ['before', 'after']) {
    bench.service.answer(STATE, () => ({ value: [told] }));
    bench.service.answer(OPEN, () => ({ value: [told] }));
    const asked = bench.service.calls(STATE).length;
    const stop = bench.track();
    await bench.clock.advance(20_000);
    stop();
    expect(bench.service.calls(STATE).length, turn).toBeGreaterThan(asked);
    expect(bench.journal.steps(intentId), turn).toHaveLength(written);
    bench = bench.restart();
  }
});
