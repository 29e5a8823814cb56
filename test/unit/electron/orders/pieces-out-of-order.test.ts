import { afterEach, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { CANCELLED } from '../../../support/bench/cancel-bench.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';

let bench: DeskBench;
afterEach(() => bench.remove());

const base = { label: 'mine/1', direction: 'buy', amount: 50_000 };
const rest = (changes: object) => placedOrder({ ...base, order_id: 'W', is_secondary_oto: true, ...changes });
const piece = (id: string, amount: number, changes: object) =>
  placedOrder({ ...base, order_id: id, amount, trigger_order_id: 'W', primary_order_id: 'MAIN', ...changes });
const FILLED = (amount: number) => ({ order_state: 'filled', filled_amount: amount });

/** A linked order that is placed with each fill of its sell, after look-ups have shown these sights of it, 3 s each. */
async function follow(sights: readonly (readonly object[])[], lastMs = 3000): Promise<OrderRow> {
  bench = createDeskBench();
  acceptSells(bench.service, { order_id: 'MAIN', order_state: 'open', filled_amount: '0' });
  let shown: readonly object[] = [];
  for (const method of [STATE, OPEN] as const)
    bench.service.answer(method, ({ label }) => ({ value: label === 'mine/1' ? shown : [] }));
  const link = { linked_order_type: 'one_triggers_other', trigger_fill_condition: 'incremental' } as const;
  await bench.desk.place(nextIntentId(), orderDraft({ label: 'mine', ...link, children: [childDraft()] }), []);
  bench.track();
  for (const sight of sights) {
    shown = sight;
    await bench.clock.advance(3000);
  }
  await bench.clock.advance(lastMs);
  const found = bench.desk.rows().find(({ label }) => label === 'mine/1');
  return assertDefined(found, 'the linked order is there');
}

it('what waited of it, and is over, does not wait again behind a piece by a look-up that lags', async () => {
  const row = await follow([
    [rest({ order_state: 'untriggered' })],
    [rest(CANCELLED)],
    [rest(CANCELLED), piece('P-1', 20_000, { order_state: 'open' })],
    // Asked before the end, and answered late.
    [rest({ order_state: 'untriggered' }), piece('P-1', 20_000, FILLED(20_000))],
  ]);
  expect(row).toMatchObject({ order: { order_id: 'P-1', order_state: 'filled' }, earlier_order_ids: ['W'] });
  expect(isResting(row)).toBe(false);
});

it('a linked order does not rest for ever where all of it was placed and the piece that is shown last was known before', async () => {
  const row = await follow(
    [
      [rest({ order_state: 'untriggered' })],
      [rest({ order_state: 'untriggered' }), piece('P-1', 20_000, { order_state: 'open' })],
      [rest({ order_state: 'untriggered' }), piece('P-1', 20_000, FILLED(20_000))],
      // The other piece is never shown: its sell ended, or look-ups have forgotten it.
      [rest({ order_state: 'triggered' }), piece('P-1', 20_000, FILLED(20_000))],
    ],
    60_000,
  );
  expect(isResting(row)).toBe(false);
  expect(row).toMatchObject({ order: { order_id: 'P-1', order_state: 'filled' } });
});
