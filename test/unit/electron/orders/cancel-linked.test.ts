import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';
import { ALL, BY_ID, BY_LABEL, type CancelBench, createCancelBench } from '../../../support/bench/cancel-bench.ts';
import { acceptSells, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';

let bench: CancelBench;
let canceller: CancelBench['canceller'];
beforeEach(() => {
  bench = createCancelBench();
  ({ canceller } = bench);
});
afterEach(() => bench.remove());

async function linked(trigger_fill_condition: 'first_hit' | 'incremental' = 'first_hit'): Promise<OrderRow> {
  acceptSells(bench.service);
  const children = [childDraft()];
  const linked_order_type = 'one_triggers_other';
  const draft = orderDraft({ label: 'hedge', linked_order_type, trigger_fill_condition, children });
  await bench.desk.place(nextIntentId(), draft, []);
  return bench.desk.rows().find(({ label }) => label === 'hedge/1')!;
}
const base = { label: 'hedge/1', direction: 'buy' };
const oto = (order_state: string) => placedOrder({ ...base, order_id: 'OTO-1', order_state, is_secondary_oto: true });
const piece = (order_id: string, order_state = 'open', amount = 50_000) =>
  placedOrder({ ...base, order_id, order_state, trigger_order_id: 'OTO-1', primary_order_id: 'BTC-1', amount });

/** What look-ups of the linked order show; its sell rests. */
function show(...orders: unknown[]): void {
  bench.service.answer(STATE, ({ label }) => ({
    value: label === 'hedge/1' ? orders : [placedOrder({ label: 'hedge' })],
  }));
}

/** The service's answer to a cancel, of the first piece or of the rest. */
function cancelled(orderId: unknown) {
  const order = orderId === 'P-1' ? piece('P-1', 'cancelled', 20_000) : oto('cancelled');
  return { value: { ...order, cancel_reason: 'user_request' } };
}

it('cancel_all answered by an error that proves nothing is unknown, not refused', async () => {
  acceptSells(bench.service);
  const id = nextIntentId();
  await bench.desk.place(id, orderDraft({ label: 'a' }), []);
  bench.service.answer(ALL, () => refusal(11_094, 'unknown', 'internal_server_error'));
  bench.service.answer(STATE, () => ({
    value: [placedOrder({ label: 'a', order_state: 'cancelled', cancel_reason: 'user_request' })],
  }));
  await canceller.cancelAccount().catch(() => undefined);
  expect(bench.row(id).cancel?.state).toBe('unknown');
});

describe('a cancel of a linked order', () => {
  it('whose sell filled meanwhile goes on to what took its place, where look-ups lag', async () => {
    const child = await linked();
    bench.service.answer(STATE, ({ label }) => ({ value: label === 'hedge/1' ? [oto('untriggered')] : [] }));
    const end = bench.track();
    await bench.clock.advance(3000);
    end();
    expect(bench.row(child.intent_id).order?.order_id).toBe('OTO-1');
    let state = 'open';
    bench.service.answer(BY_ID, ({ order_id }) => {
      if (order_id !== 'P-1') return refusal(11_044, 'refused', 'not_open_order');
      state = 'cancelled';
      return { value: { ...piece('P-1', 'cancelled'), cancel_reason: 'user_request' } };
    });
    bench.service.answer(STATE, () => noAnswer);
    await canceller.cancel(child.intent_id);
    bench.service.answer(STATE, ({ label }) => ({
      value: label === 'hedge/1' ? [oto('triggered'), piece('P-1', state)] : [],
    }));
    await bench.clock.advance(10_000);
    expect(bench.service.calls(BY_ID)).toContainEqual({ order_id: 'P-1' });
    expect(bench.row(child.intent_id).cancel?.state).toBe('cancelled');
  });

  it('placed in pieces is not told cancelled, nor left, while the rest of it is not seen', async () => {
    const child = await linked();
    show(oto('untriggered'), piece('P-1', 'open', 20_000));
    bench.track();
    await bench.clock.advance(3000);
    expect(bench.row(child.intent_id).order?.order_id).toBe('P-1');
    expect(bench.row(child.intent_id).notices.map(({ code }) => code)).toContain('placed_in_parts');
    bench.service.answer(BY_ID, ({ order_id }) => {
      // One look-up goes unanswered; all later ones are.
      bench.service.answer(STATE, () => {
        show(oto('untriggered'), piece('P-1', 'cancelled', 20_000));
        return noAnswer;
      });
      return cancelled(order_id);
    });
    await canceller.cancel(child.intent_id);
    await bench.clock.advance(60_000);
    const row = bench.row(child.intent_id);
    // OTO-1 still waits at the service: it is either cancelled too or still followed.
    const isOtoAsked = bench.service.calls(BY_ID).some(({ order_id }) => order_id === 'OTO-1');
    expect(isOtoAsked || isResting(row)).toBe(true);
  });
});

it('a linked order in pieces is not left where the look-up that follows its cancel only lags behind', async () => {
  const child = await linked();
  show(oto('untriggered'), piece('P-1', 'open', 20_000));
  bench.track();
  await bench.clock.advance(3000);
  bench.service.answer(BY_ID, ({ order_id }) => {
    bench.clock.after(500, () => show(oto('untriggered'), piece('P-1', 'cancelled', 20_000)));
    return cancelled(order_id);
  });
  await canceller.cancel(child.intent_id);
  await bench.clock.advance(60_000);
  const row = bench.row(child.intent_id);
  const isOtoAsked = bench.service.calls(BY_ID).some(({ order_id }) => order_id === 'OTO-1');
  expect([isOtoAsked, isResting(row), row.cancel?.state]).not.toEqual([false, false, 'cancelled']);
});

describe('a linked order that is placed with each fill of its sell', () => {
  /** It waits; then a fill places a piece that no look-up has shown yet, and it is cancelled. `lagMs`: until one does. */
  async function cancelBehind(lagMs: number): Promise<string> {
    const child = await linked('incremental');
    show(oto('untriggered'));
    bench.track();
    await bench.clock.advance(3000);
    expect(bench.row(child.intent_id).order?.order_id).toBe('OTO-1');
    bench.service.answer(BY_ID, ({ order_id }) => {
      if (order_id === 'P-1') {
        show(oto('cancelled'), piece('P-1', 'cancelled', 20_000));
        return cancelled(order_id);
      }
      // Whether cancels are offered is asked too.
      if (order_id !== 'OTO-1') return refusal(10_004, 'refused', 'order_not_found');
      show(oto('cancelled'));
      bench.clock.after(lagMs, () => show(oto('cancelled'), piece('P-1', 'open', 20_000)));
      return cancelled(order_id);
    });
    void canceller.cancel(child.intent_id);
    await bench.clock.advance(100);
    expect(bench.row(child.intent_id).cancel?.state).not.toBe('cancelled');
    return child.intent_id;
  }

  it.each([0, 500, 1500])('is told cancelled once the piece is too, shown %i ms later', async (lagMs) => {
    const id = await cancelBehind(lagMs);
    await bench.clock.advance(20_000);
    expect(bench.service.calls(BY_ID)).toContainEqual({ order_id: 'P-1' });
    expect(bench.row(id)).toMatchObject({
      cancel: { state: 'cancelled' },
      order: { order_id: 'P-1', order_state: 'cancelled' },
    });
  });

  it('that ends elsewhere is looked up once more: a piece that was not shown rests', async () => {
    const child = await linked('incremental');
    show(oto('untriggered'));
    bench.track();
    await bench.clock.advance(3000);
    show(oto('cancelled'));
    await bench.clock.advance(2000);
    expect(isResting(bench.row(child.intent_id))).toBe(false);
    show(oto('cancelled'), piece('P-1', 'open', 20_000));
    await bench.clock.advance(10_000);
    expect(bench.row(child.intent_id).order).toMatchObject({ order_id: 'P-1', order_state: 'open' });
  });
});

it('a token that was refused for a moment does not take the cancel away for good', async () => {
  bench.service.answer(BY_ID, () => refusal(13_009, 'credentials', 'unauthorized'));
  bench.service.answer(BY_LABEL, () => refusal(13_009, 'credentials', 'unauthorized'));
  await bench.clock.advance(10);
  bench.service.answer(BY_ID, () => refusal(10_004, 'refused', 'order_not_found'));
  bench.service.answer(BY_LABEL, () => refusal(-32_602, 'refused', 'Invalid params'));
  await bench.clock.advance(60 * 60_000);
  expect(bench.probe.offers().by_id).toBe('offered');
});
