import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

/** The service's clock was set back by so much while the sell was on its way; then the terminal was started anew. */
const BACK_MS = 5 * 60_000;
const FORGOTTEN_MS = 30 * 60_000;

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

describe('a sell under a typed label that filled at once, by a clock that had been set back', () => {
  // By the contract any order leaves after 30 minutes; by the facts (section 3) those that did not trade.
  it.each(['filled', 'cancelled'])(
    'is never told to be absent once its order (%s) was shown and then forgotten',
    async (order_state) => {
      bench.service.setOffset(-BACK_MS);
      const createdMs = bench.clock.now() - BACK_MS + 10;
      const order = {
        order_id: 'OURS-1',
        order_state,
        creation_timestamp: createdMs,
        last_update_timestamp: createdMs,
      };
      const serviceNow = () => bench.clock.now() - BACK_MS;
      // By the contract: closed orders for half an hour, trades for the time asked.
      bench.service.answer(STATE, ({ label }) => ({
        value: serviceNow() < createdMs + FORGOTTEN_MS ? [placedOrder({ label, ...order })] : [],
      }));
      bench.service.answer(OPEN, () => ({ value: [] }));
      const trade = soldTrade({ order_id: 'OURS-1', label: 'hedge', timestamp: createdMs });
      bench.service.answer(TRADES, ({ start_timestamp, end_timestamp }) => ({
        value: {
          trades:
            order_state === 'filled' && Number(start_timestamp) <= createdMs && createdMs <= Number(end_timestamp)
              ? [trade]
              : [],
          has_more: false,
        },
      }));
      bench.service.answer('private/sell', () => noAnswer);
      const intentId = nextIntentId();
      await bench.desk.place(intentId, orderDraft({ label: 'hedge' }), []);
      // Killed before any look-up told of the new clock.
      bench = bench.restart(true);
      bench.desk.resume();
      await bench.clock.advance(BACK_MS + 60_000);
      expect(bench.row(intentId)).toMatchObject({
        outcome: 'unknown',
        notices: [{ code: 'needs_a_person', params: { older_order_id: 'OURS-1' } }],
      });
      await bench.clock.advance(FORGOTTEN_MS);
      const { outcome } = bench.row(intentId);
      expect(outcome).toBe('unknown');
    },
  );
});
