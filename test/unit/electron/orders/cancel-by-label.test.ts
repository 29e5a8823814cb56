import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { whoCancelled } from '../../../../shared/orders/outcome/cancel-reason.ts';
import { describeNotice } from '../../../../renderer/ui/order-words/notice-text.ts';
import {
  ALL,
  BY_ID,
  BY_LABEL,
  type CancelBench,
  CANCELLED,
  createCancelBench,
  orderOf,
  stopOf,
} from '../../../support/bench/cancel-bench.ts';
import { acceptSells, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer, refusal, type Reply } from '../../../support/wire/scripted-service.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';

const NOT_OFFERED = refusal(-32_601, 'refused', 'Method not found');
/** What asks whether it is offered can't be carried out. */
const OFFERED = refusal(-32_602, 'refused', 'Invalid params');

let bench: CancelBench;
beforeEach(() => {
  bench = createCancelBench();
});
afterEach(() => bench.remove());

async function offer(byId: typeof OFFERED, byLabel: typeof OFFERED): Promise<void> {
  bench.service.answer(BY_ID, () => byId);
  bench.service.answer(BY_LABEL, () => byLabel);
  await bench.clock.advance(10);
}

/** Cancels a spot order, which look-ups know under BTC; `answers`: the service's, by currency. */
async function cancelSpot(answers: Readonly<Record<'BTC' | 'USDC', Reply>>): Promise<OrderRow['cancel']> {
  await offer(NOT_OFFERED, OFFERED);
  acceptSells(bench.service, { instrument_name: 'BTC_USDC' });
  const id = nextIntentId();
  await bench.desk.place(id, orderDraft({ label: 'spot', instrument_name: 'BTC_USDC' }), []);
  let state = 'open';
  bench.service.answer(BY_LABEL, ({ currency }) => {
    const answer = answers[currency === 'BTC' ? 'BTC' : 'USDC'];
    if ('value' in answer && answer.value === 1) state = 'cancelled';
    return answer;
  });
  bench.service.answer(STATE, ({ currency }) => ({
    value: currency === 'BTC' ? [placedOrder({ label: 'spot', instrument_name: 'BTC_USDC', order_state: state })] : [],
  }));
  return (await bench.canceller.cancel(id)).cancel;
}

it.each([
  ['cancelled', { BTC: { value: 1 }, USDC: { value: 0 } }],
  ['cancelled', { BTC: { value: 1 }, USDC: OFFERED }],
  ['unknown', { BTC: noAnswer, USDC: OFFERED }],
  ['unknown', { BTC: OFFERED, USDC: noAnswer }],
  ['refused', { BTC: OFFERED, USDC: { value: 0 } }],
] as const)('of a spot order is %s by what both of its currencies answer: %j', async (state, answers) => {
  expect((await cancelSpot(answers))?.state).toBe(state);
});

it('that ends more orders than the one that was meant says so', async () => {
  await offer(NOT_OFFERED, OFFERED);
  const row = await bench.rest();
  bench.service.answer(BY_LABEL, () => ({ value: 2 }));
  const others = placedOrder({ order_id: 'BTC-9', label: row.label, instrument_name: 'BTC-27MAR27', ...CANCELLED });
  bench.service.answer(STATE, () => ({ value: [orderOf(row, CANCELLED), others] }));
  const told = await bench.canceller.cancel(row.intent_id);
  expect(told.cancel?.state).toBe('cancelled');
  expect(told.notices.map(describeNotice)).toContain('Cancelled by label: all 2 orders with it were cancelled.');
});

it('follows at once where the id turns out not to be taken', async () => {
  await offer(noAnswer, OFFERED);
  expect(bench.probe.offers()).toMatchObject({ by_id: 'unknown', by_label: 'offered' });
  const row = await bench.rest();
  bench.service.answer(BY_ID, () => NOT_OFFERED);
  bench.service.answer(BY_LABEL, () => ({ value: 1 }));
  bench.service.answer(STATE, () => ({ value: [orderOf(row, CANCELLED)] }));
  expect((await bench.canceller.cancel(row.intent_id)).cancel?.state).toBe('cancelled');
});

it('takes a credit for each request: by id in vain, then by label in each currency', async () => {
  await offer(OFFERED, OFFERED);
  acceptSells(bench.service, { instrument_name: 'BTC_USDC' });
  const id = nextIntentId();
  await bench.desk.place(id, orderDraft({ label: 'spot', instrument_name: 'BTC_USDC' }), []);
  bench.service.answer(BY_ID, () => NOT_OFFERED);
  bench.service.answer(BY_LABEL, () => ({ value: 1 }));
  bench.service.answer(STATE, () => ({ value: [] }));
  const bucket = bench.budget.ordersOf('BTC_USDC');
  const before = bucket.available();
  const asked = () => bench.service.calls(BY_ID).length + bench.service.calls(BY_LABEL).length;
  const askedBefore = asked();
  await bench.canceller.cancel(id);
  expect(asked() - askedBefore).toBe(3);
  expect(before - bucket.available()).toBe(3);
});

it('is not tried for what a trigger made where only the account can be cancelled', async () => {
  await offer(NOT_OFFERED, NOT_OFFERED);
  const row = await bench.wait();
  const fired = stopOf(row, { order_id: 'BTC-7', trigger_order_id: 'SLMS-1', order_state: 'open' });
  bench.service.answer(STATE, () => ({ value: [stopOf(row, { order_state: 'triggered' }), fired] }));
  bench.service.answer(ALL, () => ({ value: 0 }));
  const before = bench.service.calls(BY_LABEL).length;
  await bench.canceller.cancelAccount();
  await bench.clock.advance(10_000);
  expect(bench.service.calls(BY_LABEL)).toHaveLength(before);
  expect(bench.row(row.intent_id)).toMatchObject({ order: { order_id: 'BTC-7' }, cancel: { state: 'still_open' } });
});

it.each<[string, Reply]>([
  ['refused', refusal(10_019, 'transient', 'locked_by_admin')],
  ['not sent', { failure: { kind: 'not_sent', reason: 'connection_refused', detail: 'nobody there' } }],
])('what a cancel by label took with it is its doing, though a repeat that lag made is %s', async (_how, reply) => {
  const stop = await bench.wait();
  const became = (changed: object) => orderOf(stop, { order_id: 'BTC-5', trigger_order_id: 'SLMS-1', ...changed });
  let isFirst = true;
  bench.service.answer(BY_ID, () => NOT_OFFERED);
  bench.service.answer(BY_LABEL, () => {
    const answer = isFirst ? { value: 1 } : reply;
    isFirst = false;
    return answer;
  });
  const shown = (changed: object) => ({ value: [stopOf(stop, { order_state: 'triggered' }), became(changed)] });
  bench.service.answer(STATE, () => shown({}));
  await bench.canceller.cancel(stop.intent_id);
  expect(bench.service.calls(BY_LABEL).filter(({ label }) => label === 'stop')).toHaveLength(2);
  bench.service.answer(STATE, () => shown(CANCELLED));
  await bench.clock.advance(5000);
  const told = bench.row(stop.intent_id);
  expect([told.order?.order_id, told.cancel?.state, whoCancelled(told)]).toEqual([
    'BTC-5',
    'cancelled',
    'this_terminal',
  ]);
});
