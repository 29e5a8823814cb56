import { afterEach, beforeEach, expect, it } from 'vitest';
import { classifyErrorCode } from '../../../../shared/service/error-codes.ts';
import { BY_ID, type CancelBench, createCancelBench, orderOf } from '../../../support/bench/cancel-bench.ts';
import { findNothing, sellOn } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { placedOrder } from '../../../support/records/records.ts';
import { refusal, type Reply } from '../../../support/wire/scripted-service.ts';

let bench: CancelBench;
beforeEach(() => {
  bench = createCancelBench();
  findNothing(bench.service);
});
afterEach(() => bench.remove());

/** The refusal as a GET with a query gets it, of whichever request. */
function withoutId(code: number): Extract<Reply, { failure: unknown }> {
  const of = classifyErrorCode(code);
  const reply = refusal(code, of, 'no');
  if (!('failure' in reply) || reply.failure.kind !== 'service_error') throw new Error('a refusal is one');
  return { failure: { ...reply.failure, isOurs: false } };
}

it.each([-32_602, -32_700, 10_028, 10_009, 13_888, 13_009])(
  'a sell that is answered with %i of another request is accepted as its order is found',
  async (code) => {
    bench.service.answer('private/sell', () => withoutId(code));
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, order_state: 'open' })] }));
    const intentId = await sellOn(bench);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', refusal: null });
    await bench.clock.advance(1000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', notices: [] });
  },
);

it('a sell without an order is absent once that is proven, and keeps what the reply said', async () => {
  bench.service.answer('private/sell', () => withoutId(10_009));
  const intentId = await sellOn(bench);
  await bench.clock.advance(120_000);
  expect(bench.row(intentId).outcome).toBe('absent');
  expect(bench.row(intentId).notices).toContainEqual({
    code: 'refusal_without_id',
    params: { code: '10009', name: 'not_enough_funds' },
  });
});

it.each([-32_602, 10_004, 10_009])(
  'a cancel that is answered with %i of another request is looked up',
  async (code) => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => withoutId(code));
    for (const method of [STATE, OPEN] as const)
      bench.service.answer(method, () => ({ value: [orderOf(row, { order_state: 'open' })] }));
    expect((await bench.canceller.cancel(row.intent_id)).cancel?.state).toBe('unknown');
    bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: 'cancelled' })] }));
    await bench.clock.advance(1000);
    expect(bench.row(row.intent_id).cancel?.state).toBe('cancelled');
  },
);
