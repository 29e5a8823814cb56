import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import {
  ALL,
  BY_ID,
  BY_LABEL,
  type CancelBench,
  CANCELLED,
  createCancelBench,
  orderOf,
} from '../../../support/bench/cancel-bench.ts';
import { acceptSells, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';

let bench: CancelBench;
let probe: CancelBench['probe'];
let canceller: CancelBench['canceller'];
let rest: CancelBench['rest'];
beforeEach(() => {
  bench = createCancelBench();
  ({ probe, canceller, rest } = bench);
});
afterEach(() => bench.remove());

function steps(row: OrderRow): string[] {
  return bench.journal
    .steps(row.intent_id)
    .filter(({ kind }) => kind === 'cancel')
    .map(({ detail }) => (JSON.parse(detail) as { cancel: { state: string } }).cancel.state);
}

describe('what the service offers', () => {
  it('is asked by an id and a label that no order can have, and never by cancelling everything', async () => {
    bench.service.answer(BY_ID, () => refusal(10_004, 'refused', 'order_not_found'));
    bench.service.answer(BY_LABEL, () => refusal(-32_602, 'refused', 'Invalid params'));
    await bench.clock.advance(10);
    expect(probe.offers()).toEqual({ by_id: 'offered', by_label: 'offered', account: 'unknown' });
    expect(String(bench.service.calls(BY_LABEL)[0]?.['label'])).toHaveLength(65);
    expect(String(bench.service.calls(BY_ID)[0]?.['order_id'])).not.toMatch(/\d/);
    expect(bench.service.calls(ALL)).toEqual([]);
    expect(bench.changes()).toBe(2);
  });

  it.each([
    ['not_offered', refusal(-32_601, 'refused', 'Method not found')],
    ['not_offered', refusal(10_033, 'refused', 'not_implemented')],
    ['not_permitted', refusal(13_021, 'credentials', 'forbidden')],
    ['offered', { value: 0 }],
  ] as const)('is %s by what it answers', async (offer, answer) => {
    bench.service.answer(BY_ID, () => answer);
    bench.service.answer(BY_LABEL, () => answer);
    await bench.clock.advance(10);
    expect(probe.offers()).toMatchObject({ by_id: offer, by_label: offer });
  });

  it('is asked again until there is an answer, ever more seldom', async () => {
    await bench.clock.advance(10);
    expect(probe.offers().by_id).toBe('unknown');
    await bench.clock.advance(60_000);
    const asked = bench.service.calls(BY_ID).length;
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThan(10);
    bench.service.answer(BY_ID, () => ({ value: 0 }));
    bench.service.answer(BY_LABEL, () => ({ value: 0 }));
    await bench.clock.advance(60_000);
    expect(probe.offers().by_id).toBe('offered');
  });
});

describe('a cancel', () => {
  it('ends the order, is journaled before and after, and takes an order credit', async () => {
    const row = await rest();
    bench.service.answer(BY_ID, () => ({ value: orderOf(row, CANCELLED) }));
    const before = bench.budget.ordersOf(row.instrument_name).available();
    const told = await canceller.cancel(row.intent_id);
    expect(told).toMatchObject({ order: { order_state: 'cancelled' }, cancel: { state: 'cancelled' } });
    expect(steps(row)).toEqual(['requested', 'cancelled']);
    expect(bench.budget.ordersOf(row.instrument_name).available()).toBe(before - 1);
    expect(bench.service.calls(BY_ID).at(-1)).toEqual({ order_id: 'BTC-1' });
  });

  it.each([
    ['filled', 'ended'],
    ['cancelled', 'cancelled'],
  ])('of one that is %s already says so', async (state, told) => {
    const row = await rest();
    bench.service.answer(BY_ID, () => refusal(11_044, 'refused', 'not_open_order'));
    bench.service.answer(STATE, () => ({ value: [orderOf(row, { order_state: state })] }));
    expect(await canceller.cancel(row.intent_id)).toMatchObject({
      cancel: { state: told },
      order: { order_state: state },
    });
  });

  it('refused for another reason says why, and the order stays as it is', async () => {
    const row = await rest();
    bench.service.answer(BY_ID, () => refusal(10_019, 'transient', 'locked_by_admin'));
    expect(await canceller.cancel(row.intent_id)).toMatchObject({
      cancel: { state: 'refused', reason: 'locked_by_admin' },
      order: { order_state: 'open' },
    });
  });

  it('without an answer is unknown, is looked up, and never taken for done', async () => {
    const row = await rest();
    bench.service.answer(BY_ID, () => noAnswer);
    bench.service.answer(STATE, () => ({ value: [orderOf(row, {})] }));
    expect((await canceller.cancel(row.intent_id)).cancel?.state).toBe('unknown');
    bench.service.answer(STATE, () => ({ value: [orderOf(row, CANCELLED)] }));
    await bench.clock.advance(2000);
    expect(bench.row(row.intent_id)).toMatchObject({
      cancel: { state: 'cancelled' },
      order: { order_state: 'cancelled' },
    });
  });

  it('without an answer, of an order that still rests later, may be made again', async () => {
    const row = await rest();
    bench.service.answer(BY_ID, () => noAnswer);
    bench.service.answer(STATE, () => ({ value: [orderOf(row, {})] }));
    await canceller.cancel(row.intent_id);
    // For as long as look-ups may lag, that they show it proves nothing.
    await bench.clock.advance(30_000);
    expect(bench.row(row.intent_id).cancel?.state).toBe('unknown');
    await bench.clock.advance(10_000);
    expect(bench.row(row.intent_id).cancel?.state).toBe('still_open');
    bench.service.answer(BY_ID, () => ({ value: orderOf(row, CANCELLED) }));
    expect((await canceller.cancel(row.intent_id)).cancel?.state).toBe('cancelled');
  });

  it('without an answer is looked up until look-ups answer again, however long they are away', async () => {
    const row = await rest();
    bench.service.answer(BY_ID, () => noAnswer);
    bench.service.answer(STATE, () => noAnswer);
    await canceller.cancel(row.intent_id);
    await bench.clock.advance(120_000);
    expect(bench.row(row.intent_id).cancel?.state).toBe('unknown');
    bench.service.answer(STATE, () => ({ value: [orderOf(row, {})] }));
    await bench.clock.advance(6000);
    expect(bench.row(row.intent_id).cancel?.state).toBe('still_open');
    // The sell's own second look is answered by now, too.
    await bench.clock.advance(60_000);
    const looks = bench.service.calls(STATE).length;
    await bench.clock.advance(60_000);
    expect(bench.service.calls(STATE)).toHaveLength(looks);
  });

  it('without an answer may be made again meanwhile: the last one alone is looked for', async () => {
    const row = await rest();
    bench.service.answer(BY_ID, () => noAnswer);
    bench.service.answer(STATE, () => noAnswer);
    await canceller.cancel(row.intent_id);
    await bench.clock.advance(10_000);
    bench.service.answer(BY_ID, () => ({ value: orderOf(row, CANCELLED) }));
    expect((await canceller.cancel(row.intent_id)).cancel?.state).toBe('cancelled');
    // Look-ups lag behind that.
    bench.service.answer(STATE, () => ({ value: [orderOf(row, {})] }));
    await bench.clock.advance(60_000);
    expect(steps(row)).toEqual(['requested', 'unknown', 'requested', 'cancelled']);
  });

  it.each([
    ['rests', {}, 'still_open'],
    ['has ended', CANCELLED, 'cancelled'],
  ])('that an earlier run left open is looked up, of an order that %s, and not sent again', async (_how, now, told) => {
    const row = await rest();
    // As it stands when the end comes before the answer.
    bench.desk.noteCancel({ ...row, cancel: { state: 'requested', reason: null, at: 1 } });
    canceller.close();
    bench = createCancelBench(bench.restart());
    ({ canceller } = bench);
    expect(bench.row(row.intent_id).cancel?.state).toBe('requested');
    bench.service.answer(STATE, () => ({ value: [orderOf(row, now)] }));
    canceller.resume();
    await bench.clock.advance(40_000);
    expect(bench.row(row.intent_id).cancel?.state).toBe(told);
    expect(bench.service.calls(BY_ID)).not.toContainEqual({ order_id: 'BTC-1' });
  });

  it('whose reply names another order proves nothing of ours', async () => {
    const row = await rest();
    bench.service.answer(BY_ID, () => ({ value: placedOrder({ order_id: 'BTC-9', ...CANCELLED }) }));
    expect(await canceller.cancel(row.intent_id)).toMatchObject({
      cancel: { state: 'unknown' },
      order: { order_state: 'open' },
    });
  });

  it('pressed twice while it is on its way is one request', async () => {
    const row = await rest();
    bench.service.answer(BY_ID, () => ({ value: orderOf(row, CANCELLED) }));
    const calls = bench.service.calls(BY_ID).length;
    await Promise.all([canceller.cancel(row.intent_id), canceller.cancel(row.intent_id)]);
    expect(bench.service.calls(BY_ID)).toHaveLength(calls + 1);
  });

  it('goes by label where that alone is offered, and by the look-up that follows', async () => {
    const row = await rest();
    probe.learn('by_id', { ...failureOf(-32_601) });
    bench.service.answer(BY_LABEL, () => ({ value: 1 }));
    bench.service.answer(STATE, () => ({ value: [orderOf(row, CANCELLED)] }));
    expect((await canceller.cancel(row.intent_id)).cancel?.state).toBe('cancelled');
    expect(bench.service.calls(BY_LABEL).at(-1)).toEqual({ label: row.label, currency: 'BTC' });
  });

  it('is no request where the service offers none, where nothing rests, or where another instance holds the journal', async () => {
    const row = await rest();
    const readOnly = bench.build(false);
    await expect(readOnly.cancel(row.intent_id)).rejects.toMatchObject({ detail: { code: 'ReadOnly' } });
    await expect(canceller.cancel('no-such-intent')).rejects.toMatchObject({ detail: { code: 'NotFound' } });
    probe.learn('by_id', failureOf(-32_601));
    probe.learn('by_label', failureOf(-32_601));
    await expect(canceller.cancel(row.intent_id)).rejects.toMatchObject({ detail: { code: 'NotSupported' } });
    expect(steps(row)).toEqual([]);
  });
});

describe('cancelling all that rests', () => {
  it('tells of each how it fared', async () => {
    const first = await rest('BTC-1');
    const second = await rest('BTC-2', '97600');
    const third = await rest('BTC-3', '97700');
    bench.service.answer(STATE, ({ label }) => ({ value: [orderOf(second, { label, order_state: 'filled' })] }));
    bench.service.answer(BY_ID, ({ order_id }) => {
      if (order_id === 'BTC-1') return { value: orderOf(first, CANCELLED) };
      return order_id === 'BTC-2' ? refusal(11_044, 'refused', 'not_open_order') : noAnswer;
    });
    await bench.clock.advance(5000);
    expect(await canceller.cancelResting()).toEqual({ cancelled: 1, ended: 1, unknown: 1 });
    expect(bench.row(third.intent_id).cancel?.state).toBe('unknown');
  });

  it('of the whole account looks up what became of ours', async () => {
    const row = await rest();
    bench.service.answer(ALL, () => ({ value: 4 }));
    bench.service.answer(STATE, () => ({ value: [orderOf(row, CANCELLED)] }));
    expect(await canceller.cancelAccount()).toEqual({ cancelled: 4, undecided: 0 });
    await bench.clock.advance(1000);
    expect(bench.row(row.intent_id).cancel?.state).toBe('cancelled');
    expect(probe.offers().account).toBe('offered');
  });
});

/** A refusal as the client gives it. */
function failureOf(code: number) {
  const reply = refusal(code, 'refused', 'Method not found');
  if (!('failure' in reply)) throw new Error('a refusal is a failure');
  return reply.failure;
}

describe('a cancel of an order linked to a sell', () => {
  async function linked(): Promise<OrderRow> {
    acceptSells(bench.service);
    const children = [childDraft()];
    const draft = orderDraft({ label: 'hedge', linked_order_type: 'one_triggers_other', children });
    await bench.desk.place(nextIntentId(), draft, []);
    const child = bench.desk.rows().find(({ label }) => label === 'hedge/1');
    if (child === undefined) throw new Error('the linked order is not shown');
    return child;
  }

  it('that no look-up has shown is looked up first, and counts as resting', async () => {
    const child = await linked();
    expect(child).toMatchObject({ outcome: 'accepted', order: null, direction: 'buy', price: '97000' });
    const shown = placedOrder({ order_id: 'OTO-1', label: 'hedge/1', direction: 'buy', order_state: 'untriggered' });
    const waiting = { ...shown, is_secondary_oto: true };
    bench.service.answer(STATE, ({ label }) => ({ value: label === 'hedge/1' ? [waiting] : [] }));
    bench.service.answer(BY_ID, ({ order_id }) =>
      order_id === 'OTO-1'
        ? { value: { ...waiting, ...CANCELLED, order_state: 'cancelled' as const } }
        : { value: placedOrder({ label: 'hedge', ...CANCELLED }) },
    );
    expect(await canceller.cancelResting()).toEqual({ cancelled: 2 });
  });

  it('that nothing shows says that it was not sent', async () => {
    const child = await linked();
    bench.service.answer(STATE, () => ({ value: [] }));
    expect(await canceller.cancel(child.intent_id)).toMatchObject({ cancel: { state: 'not_sent' } });
    expect(bench.service.calls(BY_ID)).toEqual([]);
  });

  it('of which look-ups do not answer says so', async () => {
    const child = await linked();
    bench.service.answer(STATE, () => noAnswer);
    expect(await canceller.cancel(child.intent_id)).toMatchObject({
      cancel: { state: 'not_sent', reason: 'look-ups are not answered' },
    });
  });
});
