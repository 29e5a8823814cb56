import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '../../../../shared/service/order.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';

/** The service's clock is set back by so much just before a sell: nobody has seen it yet. */
const BACK_MS = 8000;

let bench: DeskBench;
let stamps: Pick<Order, 'creation_timestamp' | 'last_update_timestamp'>;
beforeEach(() => {
  bench = createDeskBench();
  const createdMs = bench.clock.now() - BACK_MS + 10;
  stamps = { creation_timestamp: createdMs, last_update_timestamp: createdMs };
  bench.service.setOffset(-BACK_MS);
  for (const method of [STATE, OPEN] as const) {
    bench.service.answer(method, ({ label }) => ({ value: [placedOrder({ label, order_id: 'OURS-1', ...stamps })] }));
  }
});
afterEach(() => bench.remove());

async function press(label: string): Promise<string> {
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft({ label }), []);
  await bench.clock.advance(60_000);
  return intentId;
}

describe('a sell after which the service’s clock turns out to have been set back', () => {
  it('is accepted by its reply, whoever made its label, and was sent when its order was made', async () => {
    acceptSells(bench.service, { order_id: 'OURS-1', ...stamps });
    for (const label of ['', 'hedge']) {
      const row = bench.row(await press(label));
      expect(row).toMatchObject({ outcome: 'accepted', order: { order_id: 'OURS-1' }, notices: [] });
      expect(row.submitted_at).toBe(stamps.creation_timestamp);
    }
  });

  it('without a reply is found by a label that nobody had before', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = await press('');
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OURS-1' } });
  });

  it.each([
    ['the terminal sees the clock set', -BACK_MS],
    ['it was set before the terminal began', 0],
  ])(
    'under a typed label is neither taken for absent by its order’s age nor for that order: a person looks, where %s',
    async (_name, offsetMs) => {
      bench.service.setOffset(offsetMs);
      bench.service.answer('private/sell', () => noAnswer);
      const intentId = await press('hedge');
      expect(bench.row(intentId)).toMatchObject({
        outcome: 'unknown',
        notices: [{ code: 'needs_a_person', params: { older_order_id: 'OURS-1' } }],
      });
      // Look-ups go on meanwhile.
      const now = { creation_timestamp: bench.clock.now(), last_update_timestamp: bench.clock.now() };
      bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, order_id: 'OURS-2', ...now })] }));
      await bench.clock.advance(10_000);
      expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OURS-2' }, notices: [] });
    },
  );
});
