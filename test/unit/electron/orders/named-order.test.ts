import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

describe('an older order that a person says is the sell’s', () => {
  it('is followed as such: it rests', async () => {
    const createdMs = bench.clock.now() - 60_000;
    const rests = {
      order_id: 'OURS-1',
      order_state: 'open',
      creation_timestamp: createdMs,
      last_update_timestamp: createdMs,
    };
    for (const method of ['private/get_order_state_by_label', 'private/get_open_orders_by_label'] as const)
      bench.service.answer(method, ({ label }) => ({ value: [placedOrder({ label, ...rests })] }));
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: 'hedge' }), []);
    await bench.clock.advance(60_000);
    expect(bench.row(intentId).notices).toMatchObject([
      { code: 'needs_a_person', params: { older_order_id: 'OURS-1' } },
    ]);
    bench.desk.state({ intent_id: intentId, order_id: 'OURS-1', typed: 'hedge' });
    await bench.clock.advance(120_000);
    const { order } = bench.row(intentId);
    expect(order?.order_id).toBe('OURS-1');
    expect(bench.desk.liveRows()).toHaveLength(1);
  });
});

describe('the linked order of a sell that a person says is an older order', () => {
  it('is shown once look-ups show it', async () => {
    const createdMs = bench.clock.now() - 60_000;
    const stamps = { creation_timestamp: createdMs, last_update_timestamp: createdMs };
    const answer = ({ label }: Record<string, unknown>) => ({
      value:
        label === 'hedge'
          ? [placedOrder({ label, order_id: 'OURS-1', order_state: 'open', ...stamps })]
          : [
              placedOrder({
                label,
                order_id: 'OTO-1',
                direction: 'buy',
                order_state: 'untriggered',
                is_secondary_oto: true,
                price: 97000,
                ...stamps,
              }),
            ],
    });
    for (const method of ['private/get_order_state_by_label', 'private/get_open_orders_by_label'] as const)
      bench.service.answer(method, answer);
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    const draft = orderDraft({
      label: 'hedge',
      linked_order_type: 'one_triggers_other',
      trigger_fill_condition: 'first_hit',
      children: [childDraft()],
    } as never);
    await bench.desk.place(intentId, draft, []);
    await bench.clock.advance(60_000);
    bench.desk.state({ intent_id: intentId, order_id: 'OURS-1', typed: 'hedge' });
    const stop = bench.track();
    await bench.clock.advance(120_000);
    stop();
    const child = bench.desk.rows().find(({ child_of }) => child_of !== null);
    expect(child?.order?.order_id).toBe('OTO-1');
  });
});
