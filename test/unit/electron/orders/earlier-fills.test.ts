import { expect, it } from 'vitest';
import { readAllFilled } from '../../../../shared/orders/outcome/filled.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { acceptSells, createDeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';

it('what the pieces of a linked order have filled stays known once look-ups forget them', async () => {
  const bench = createDeskBench();
  const now = bench.clock.now();
  const wire = (id: string, amount: number, filled: number, changes: object) =>
    placedOrder({
      order_id: id,
      label: 'mine/1',
      direction: 'buy',
      price: 96_000,
      amount,
      filled_amount: filled,
      creation_timestamp: now,
      last_update_timestamp: now + 1000,
      ...changes,
    });
  const waiting = wire('W', 100_000, 0, { is_secondary_oto: true, order_state: 'untriggered' });
  const piece = (id: string, amount: number, filled: number) =>
    wire(id, amount, filled, {
      trigger_order_id: 'W',
      primary_order_id: 'MAIN',
      order_state: amount === filled ? 'filled' : 'open',
    });
  acceptSells(bench.service, { order_id: 'MAIN', order_state: 'open', filled_amount: '0' });
  let shown: object[] = [];
  for (const method of [STATE, OPEN] as const) {
    bench.service.answer(method, ({ label }) => ({ value: label === 'mine/1' ? shown : [] }));
  }
  const link = { linked_order_type: 'one_triggers_other', trigger_fill_condition: 'incremental' } as const;
  const children = [childDraft({ amount: '100000', price: '96000' })];
  const draft = orderDraft({ label: 'mine', amount: '100000', price: '97500', ...link, children });
  await bench.desk.place(nextIntentId(), draft, []);
  const stop = bench.track();
  for (const sight of [
    [waiting],
    [waiting, piece('P-1', 20_000, 0)],
    [waiting, piece('P-1', 20_000, 20_000), piece('P-2', 30_000, 10_000)],
    [waiting, piece('P-2', 30_000, 30_000), piece('P-3', 50_000, 5000)],
  ]) {
    shown = sight;
    await bench.clock.advance(3000);
  }
  const child = assertDefined(
    bench.desk.rows().find(({ label }) => label === 'mine/1'),
    'the linked order is there',
  );
  expect(child).toMatchObject({ order: { order_id: 'P-3' }, earlier_fills: { 'P-1': '20000', 'P-2': '30000' } });
  expect(readAllFilled(child)).toEqual({ amount: '55000', isWhole: true });
  stop();
  bench.desk.close();
  bench.remove();
});
