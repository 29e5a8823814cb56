import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCancel } from '../../../../renderer/ui/order-words/cancel-text.ts';
import { isCancelNews, whoCancelled } from '../../../../shared/orders/outcome/cancel-reason.ts';
import { BY_ID, type CancelBench, CANCELLED, createCancelBench, orderOf } from '../../../support/bench/cancel-bench.ts';
import { createDeskBench } from '../../../support/bench/desk-bench.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

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

it('a cancel without an answer of what is shown among the open orders alone has left it resting', async () => {
  const row = await bench.rest();
  bench.service.answer(BY_ID, () => noAnswer);
  bench.service.answer(STATE, () => ({ value: [] }));
  bench.service.answer(OPEN, () => ({ value: [orderOf(row, { order_state: 'open' })] }));
  await bench.canceller.cancel(row.intent_id);
  await bench.clock.advance(60_000);
  expect(bench.row(row.intent_id).cancel?.state).toBe('still_open');
});

it('a cancel of what is said to be gone, and is shown as open on and on, is written of only as it changes, and ends', async () => {
  const row = await bench.rest();
  bench.service.answer(BY_ID, () => GONE);
  bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: 'open' })] }));
  await bench.canceller.cancel(row.intent_id);
  await bench.clock.advance(60_000);
  const written = bench.journal.steps(row.intent_id).length;
  await bench.clock.advance(28 * 60_000);
  expect(bench.row(row.intent_id).cancel?.state).toBe('ended');
  expect(bench.journal.steps(row.intent_id)).toHaveLength(written);
  await bench.clock.advance(5 * 60_000);
  expect(bench.row(row.intent_id).cancel?.state).toBe('still_open');
  expect(bench.journal.steps(row.intent_id)).toHaveLength(written + 1);
});

describe('a cancel without an answer, where look-ups are known to lag by a minute', () => {
  beforeEach(() => {
    bench.remove();
    const memory = { read: () => [{ lag_ms: 60_000, at: createVirtualClock().now() }], write: () => undefined };
    bench = createCancelBench(createDeskBench(undefined, true, memory));
  });

  it.each([45_000, 59_000])('is looked for while they may show what was, as %i ms later', async (ms) => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => noAnswer);
    bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: 'open' })] }));
    await bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(ms);
    expect(bench.row(row.intent_id).cancel?.state).toBe('unknown');
    bench.service.answer(STATE, () => ({ value: [orderOf(row, CANCELLED)] }));
    await bench.clock.advance(6000);
    expect(bench.row(row.intent_id).cancel?.state).toBe('cancelled');
  });

  it('has left its order resting once that is shown for longer', async () => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => noAnswer);
    bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: 'open' })] }));
    await bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(70_000);
    expect(bench.row(row.intent_id).cancel?.state).toBe('still_open');
  });
});

it('an order that look-ups showed resting for longer than they ever lagged, and is over since, was cancelled by that wish', async () => {
  const row = await bench.rest();
  const carriedOut = { ...CANCELLED, last_update_timestamp: bench.clock.now() };
  bench.service.answer(BY_ID, () => noAnswer);
  bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: 'open' })] }));
  await bench.canceller.cancel(row.intent_id);
  await bench.clock.advance(40_000);
  expect(bench.row(row.intent_id).cancel?.state).toBe('still_open');
  bench.service.answer(STATE, () => ({ value: [orderOf(row, carriedOut)] }));
  bench.track();
  await bench.clock.advance(5000);
  expect(bench.row(row.intent_id).order?.order_state).toBe('cancelled');
  expect(whoCancelled(bench.row(row.intent_id))).toBe('this_terminal');
});

describe.each([
  ['ahead', 90_000, 'this_terminal'],
  ['behind', -90_000, 'elsewhere'],
] as const)('a cancel told as still open, where the service’s clock is %s', (_how, skewMs, by) => {
  it(`is told as ended by ${by}`, async () => {
    bench.service.setOffset(skewMs);
    const order = await bench.rest('BTC-1');
    const serviceNow = () => bench.clock.now() + skewMs;
    bench.service.answer(BY_ID, () => noAnswer);
    bench.service.answer(STATE, () => ({ value: [orderOf(order, {})] }));
    const askedAt = serviceNow();
    await bench.canceller.cancel(order.intent_id);
    await bench.clock.advance(40_000);
    const open = bench.row(order.intent_id);
    expect(open.cancel?.state).toBe('still_open');
    await bench.clock.advance(20_000);
    // By this machine’s clock both ends would be told the other way.
    const endedAt = skewMs > 0 ? askedAt + 100 : serviceNow();
    bench.service.answer(STATE, () => ({ value: [orderOf(order, { ...CANCELLED, last_update_timestamp: endedAt })] }));
    bench.track();
    await bench.clock.advance(5000);
    const ended = bench.row(order.intent_id);
    expect(ended.order?.order_state).toBe('cancelled');
    expect(whoCancelled(ended)).toBe(by);
    expect(isCancelNews(open, ended)).toBe(by === 'elsewhere');
  });
});

describe('a cancel that is refused since its order has ended', () => {
  it('is never told to have left it resting, however long look-ups show it so', async () => {
    const row = await bench.rest();
    bench.service.answer(BY_ID, () => GONE);
    bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: 'open' })] }));
    await bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(120_000);
    expect(describeCancel(bench.row(row.intent_id))).toBe('The service says it has ended. Being looked up.');
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
