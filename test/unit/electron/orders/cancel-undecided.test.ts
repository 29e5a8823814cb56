import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCounts } from '../../../../renderer/ui/order-words/cancel-text.ts';
import { ALL, BY_ID, BY_LABEL, type CancelBench, createCancelBench } from '../../../support/bench/cancel-bench.ts';
import { acceptSells, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';

let bench: CancelBench;
beforeEach(() => {
  bench = createCancelBench();
});
afterEach(() => bench.remove());

describe('what may rest though nothing shows it counts among what was not cancelled', () => {
  it('where a person said that its order is there', async () => {
    for (const method of ['private/sell', STATE, OPEN] as const) bench.service.answer(method, () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'lost' }), []);
    await bench.clock.advance(25 * 60_000);
    bench.desk.state({ intent_id: id, order_id: 'BTC-77', typed: 'lost' });
    expect(describeCounts(await bench.canceller.cancelResting())).toContain('not found yet, may rest');
    expect(bench.service.calls(BY_ID)).not.toContainEqual({ order_id: 'BTC-77' });
  });

  it('where a sell is being checked yet', async () => {
    acceptSells(bench.service);
    const placing = bench.desk.place(nextIntentId(), orderDraft({ label: 'late' }), []);
    expect(await bench.canceller.cancelResting()).toEqual({ undecided: 1 });
    expect((await placing).row?.order?.order_state).toBe('open');
  });

  it('where the account is cancelled', async () => {
    bench.service.answer(BY_ID, () => refusal(-32_601, 'refused', 'Method not found'));
    bench.service.answer(BY_LABEL, () => refusal(-32_601, 'refused', 'Method not found'));
    await bench.clock.advance(10);
    bench.service.answer('private/sell', () => noAnswer);
    await bench.desk.place(nextIntentId(), orderDraft({ label: 'lost' }), []);
    bench.service.answer(ALL, () => ({ value: 0 }));
    expect(await bench.canceller.cancelAccount()).toEqual({ cancelled: 0, undecided: 1 });
  });
});

it('of the account without an answer, nobody says how many were cancelled', async () => {
  const row = await bench.rest();
  bench.service.answer(ALL, () => noAnswer);
  expect(await bench.canceller.cancelAccount()).toEqual({ cancelled: null, undecided: 0 });
  expect(bench.row(row.intent_id).cancel?.state).toBe('unknown');
});
