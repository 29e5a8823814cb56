import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

describe('a label of the made form that another order had before', () => {
  // "Send again" after a journal that was cut, or put back from a backup, gives sd-...-2 a second time; any label can be typed.
  it.each(['sd-01JQ3Z5KXPABCDEFGH-2', 'sd-01JQ3Z5KXPABCDEFGH'])(
    '%s: an order of 20 minutes ago is not the new sell',
    async (label) => {
      const old = bench.clock.now() - 20 * 60_000;
      for (const method of ['private/get_order_state_by_label', 'private/get_open_orders_by_label'] as const)
        bench.service.answer(method, () => ({
          value: [
            placedOrder({
              label,
              order_id: 'OLD-1',
              order_state: 'filled',
              filled_amount: '50000',
              creation_timestamp: old,
              last_update_timestamp: old,
            }),
          ],
        }));
      // The new sell never reaches the service.
      bench.service.answer('private/sell', () => noAnswer);
      const intentId = nextIntentId();
      await bench.desk.place(intentId, orderDraft({ label }), []);
      await bench.clock.advance(60_000);
      const { outcome } = bench.row(intentId);
      expect(outcome).not.toBe('accepted');
    },
  );
});
