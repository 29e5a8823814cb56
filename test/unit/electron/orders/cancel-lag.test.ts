import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCancel } from '../../../../renderer/ui/cancel-text.ts';
import { BY_ID, type CancelBench, CANCELLED, createCancelBench, orderOf } from '../../../support/cancel-bench.ts';
import { noAnswer, refusal } from '../../../support/scripted-service.ts';
import { STATE } from '../../../support/look-up-methods.ts';

const GONE = refusal(11_044, 'refused', 'not_open_order');

let bench: CancelBench;
beforeEach(() => {
  bench = createCancelBench();
});
afterEach(() => bench.remove());

describe('a cancel without an answer, whose look-ups lag', () => {
  it.each([4000, 8000, 20_000])('by %i ms, is not told to have left its order resting', async (lagMs) => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => noAnswer);
    bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: 'open' })] }));
    await bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(lagMs - 50);
    const told = bench.row(row.intent_id).cancel;
    bench.service.answer(STATE, () => ({ value: [orderOf(row, CANCELLED)] }));
    await bench.clock.advance(30_000);
    expect([told?.state, bench.row(row.intent_id).cancel?.state]).toEqual(['unknown', 'cancelled']);
  });
});

describe('a cancel that is refused since its order has ended', () => {
  it('is never told to have left it resting, however long look-ups show it so', async () => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => GONE);
    bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: 'open' })] }));
    await bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(120_000);
    expect(describeCancel(bench.row(row.intent_id))).toBe('The service says that it is gone already; looking.');
    bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: 'filled', filled_amount: 50_000 })] }));
    await bench.clock.advance(6000);
    expect(bench.row(row.intent_id)).toMatchObject({ order: { order_state: 'filled' }, cancel: { state: 'ended' } });
  });

  it('does not count as gone while what its trigger made may rest', async () => {
    await bench.wait();
    bench.service.answer(BY_ID, () => GONE);
    bench.service.answer(STATE, () => noAnswer);
    expect(await bench.canceller.cancelResting()).toEqual({ unknown: 1 });
  });
});
