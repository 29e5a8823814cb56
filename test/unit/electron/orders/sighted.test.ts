import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderSchema } from '../../../../shared/service/order.ts';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
  showNothing();
});
afterEach(() => bench.remove());

function showNothing(): void {
  bench.service.answer(STATE, () => ({ value: [] }));
  bench.service.answer(OPEN, () => ({ value: [] }));
  bench.service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
}

/** A sell whose reply is lost, and whose order no look-up by its label shows until absence is proven. */
async function loseSell(label = ''): Promise<string> {
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft({ label }), []);
  await bench.clock.advance(10_000);
  expect(bench.row(intentId).outcome).toBe('absent');
  return intentId;
}

function listed(intentId: string, changes: Record<string, unknown> = {}) {
  const { label, submitted_at } = bench.row(intentId);
  return orderSchema.parse(placedOrder({ label, creation_timestamp: submitted_at + 20, ...changes }));
}

describe('a sell that was called absent, whose order the account’s list shows', () => {
  it('is found, before any look-up by its label shows it', async () => {
    const intentId = await loseSell();
    bench.desk.sighted([listed(intentId)]);
    await bench.clock.advance(100);
    const row = bench.row(intentId);
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1', order_state: 'open' } });
    expect(row.notices.map(({ code }) => code)).toContain('known_by_open');
    // An equal sell is asked about again, as of one that was sent.
    expect(bench.desk.liveRows().map(({ intent_id }) => intent_id)).toEqual([intentId]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another label', { label: 'of-another' }],
    ['another instrument', { instrument_name: 'ETH-PERPETUAL' }],
    ['the other side', { direction: 'buy' }],
  ])('stays absent where that is of %s', async (_name, changes) => {
    const intentId = await loseSell('typed');
    bench.desk.sighted([listed(intentId, changes)]);
    await bench.clock.advance(100);
    expect(bench.row(intentId).outcome).toBe('absent');
  });

  it('stays absent where that was made long after its deadline, under a label that was typed', async () => {
    const intentId = await loseSell('typed');
    bench.desk.sighted([listed(intentId, { creation_timestamp: bench.row(intentId).valid_until + 60_000 })]);
    await bench.clock.advance(100);
    expect(bench.row(intentId).outcome).toBe('absent');
  });
});

it('a sell without an answer is found by the account’s list as well', async () => {
  bench.service.answer('private/sell', () => noAnswer);
  const intentId = nextIntentId();
  await bench.desk.place(intentId, orderDraft(), []);
  bench.desk.sighted([listed(intentId)]);
  await bench.clock.advance(100);
  expect(bench.row(intentId).outcome).toBe('accepted');
});

it('what was called absent is looked for at once, and then less and less often', async () => {
  const intentId = await loseSell();
  const before = bench.service.calls(STATE).length;
  await bench.clock.advance(4000);
  const soon = bench.service.calls(STATE).length - before;
  expect(soon).toBeGreaterThanOrEqual(2);
  await bench.clock.advance(116_000);
  const inAll = bench.service.calls(STATE).length - before;
  expect(inAll).toBeLessThan(20);
  bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
  await bench.clock.advance(60_000);
  expect(bench.row(intentId).outcome).toBe('accepted');
});

describe('a sell that was called absent, whose order the account’s list shows while look-ups by its label fail', () => {
  it.each([
    ['go unanswered', noAnswer],
    ['are refused', refusal(10_028, 'transient', 'too_many_requests')],
  ])('is found under a label of the desk’s own, where they %s', async (_name, failure) => {
    const intentId = await loseSell();
    bench.service.answer(STATE, () => failure);
    bench.desk.sighted([listed(intentId)]);
    await bench.clock.advance(100);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1' } });
  });

  it('is undecided again under a label that was typed: that may be another’s, and nothing equal is sent', async () => {
    const intentId = await loseSell('typed');
    bench.service.answer(STATE, () => noAnswer);
    bench.desk.sighted([listed(intentId)]);
    await bench.clock.advance(100);
    expect(bench.row(intentId).outcome).toBe('unknown');
    const { issues, request } = await bench.desk.check(orderDraft({ label: '' }));
    expect(issues.map(({ code }) => code)).toContain('equal_order_undecided');
    expect(request).toBeNull();
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
    await bench.clock.advance(10_000);
    expect(bench.row(intentId).outcome).toBe('accepted');
  });
});

describe('a sell that a part of its trades alone tells of', () => {
  /** Its reply is lost, and what look-ups would show lags. */
  async function tradeInPart(changes: Parameters<typeof orderDraft>[0] = {}): Promise<string> {
    bench.service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: '', ...changes }), []);
    const { label, submitted_at: timestamp } = bench.row(intentId);
    const trade = soldTrade({ label, amount: '20000', timestamp });
    bench.service.answer(TRADES, () => ({ value: { trades: [trade], has_more: false } }));
    await bench.clock.advance(10_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: null });
    return intentId;
  }

  it('may rest, is followed until it is shown, and can be cancelled then', async () => {
    const intentId = await tradeInPart();
    expect(isResting(bench.row(intentId))).toBe(true);
    bench.track();
    await bench.clock.advance(10 * 60_000);
    expect(isResting(bench.row(intentId))).toBe(true);
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, filled_amount: 20_000 })] }));
    await bench.clock.advance(15_000);
    expect(bench.row(intentId)).toMatchObject({ order: { order_id: 'BTC-1', order_state: 'open' } });
  });

  it('is found by the account’s list', async () => {
    const intentId = await tradeInPart();
    bench.desk.sighted([listed(intentId, { filled_amount: 20_000 })]);
    await bench.clock.advance(100);
    expect(bench.row(intentId).order).toMatchObject({ order_id: 'BTC-1', order_state: 'open' });
  });

  it('rests no more once neither look-ups nor open orders can show it', async () => {
    const intentId = await tradeInPart();
    bench.track();
    await bench.clock.advance(45 * 60_000);
    expect(isResting(bench.row(intentId))).toBe(false);
    expect(bench.row(intentId).notices.map(({ code }) => code)).toContain('no_longer_known');
  });

  it('never rests where what is not traded at once is cancelled', async () => {
    const intentId = await tradeInPart({ time_in_force: 'immediate_or_cancel', post_only: false });
    expect(isResting(bench.row(intentId))).toBe(false);
  });
});
