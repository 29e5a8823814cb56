import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCancel } from '../../../../renderer/ui/order-words/cancel-text.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import {
  BY_ID,
  type CancelBench,
  CANCELLED,
  createCancelBench,
  orderOf,
  stopOf,
} from '../../../support/bench/cancel-bench.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';

let bench: CancelBench;
beforeEach(() => {
  bench = createCancelBench();
});
afterEach(() => bench.remove());

describe('a cancel of an order whose trigger fires', () => {
  const became = (row: OrderRow, changed = {}) =>
    orderOf(row, { order_id: 'BTC-5', trigger_order_id: 'SLMS-1', ...changed });
  const shown = (row: OrderRow, changed = {}) => ({
    value: [stopOf(row, { order_state: 'triggered' }), became(row, changed)],
  });

  it('goes on to what that became', async () => {
    const row = await bench.wait();
    bench.service.answer(STATE, () => shown(row));
    bench.service.answer(BY_ID, ({ order_id }) =>
      order_id === 'BTC-5' ? { value: became(row, CANCELLED) } : refusal(11_044, 'refused', 'not_open_order'),
    );
    expect(await bench.canceller.cancel(row.intent_id)).toMatchObject({
      order: { order_id: 'BTC-5', order_state: 'cancelled' },
      cancel: { state: 'cancelled' },
    });
    expect(bench.service.calls(BY_ID).slice(-2)).toEqual([{ order_id: 'SLMS-1' }, { order_id: 'BTC-5' }]);
  });

  it('goes on to it once it is shown, where the answer was lost', async () => {
    const row = await bench.wait();
    bench.service.answer(BY_ID, ({ order_id }) =>
      order_id === 'BTC-5' ? { value: became(row, CANCELLED) } : noAnswer,
    );
    bench.service.answer(STATE, () => ({ value: shown(row).value.slice(0, 1) }));
    expect((await bench.canceller.cancel(row.intent_id)).cancel?.state).toBe('unknown');
    await bench.clock.advance(500);
    expect(bench.row(row.intent_id)).toMatchObject({
      order: { order_state: 'triggered' },
      cancel: { state: 'unknown' },
    });
    bench.service.answer(STATE, () => shown(row));
    await bench.clock.advance(4000);
    expect(bench.row(row.intent_id)).toMatchObject({
      order: { order_id: 'BTC-5', order_state: 'cancelled' },
      cancel: { state: 'cancelled' },
    });
  });

  it('may be made again where nothing shows what became of it', async () => {
    const row = await bench.wait();
    bench.service.answer(BY_ID, () => refusal(11_044, 'refused', 'not_open_order'));
    bench.service.answer(STATE, () => ({ value: shown(row).value.slice(0, 1) }));
    await bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(40_000);
    expect(bench.row(row.intent_id)).toMatchObject({
      order: { order_state: 'triggered' },
      cancel: { state: 'still_open' },
    });
  });

  it('that filled at once ends there', async () => {
    const row = await bench.wait();
    bench.service.answer(BY_ID, () => refusal(11_044, 'refused', 'not_open_order'));
    bench.service.answer(STATE, () => shown(row, { order_state: 'filled', filled_amount: 50_000 }));
    expect(await bench.canceller.cancel(row.intent_id)).toMatchObject({
      order: { order_id: 'BTC-5', filled_amount: '50000' },
      cancel: { state: 'ended' },
    });
  });

  it.each(['untriggered', 'open'])(
    'that is answered by the order still %s is looked for, not told as gone: it may rest',
    async (order_state) => {
      const row = await bench.wait();
      bench.service.answer(BY_ID, () => ({ value: stopOf(row, { order_state }) }));
      bench.service.answer(STATE, () => ({ value: [stopOf(row, { order_state })] }));
      expect(await bench.canceller.cancelResting()).toEqual({ unknown: 1 });
      await bench.clock.advance(40_000);
      expect(bench.row(row.intent_id)).toMatchObject({ order: { order_state }, cancel: { state: 'still_open' } });
    },
  );

  it('that is answered by the order as it was, is done once a look-up shows that', async () => {
    const row = await bench.wait();
    bench.service.answer(BY_ID, () => ({ value: stopOf(row, { order_state: 'untriggered' }) }));
    bench.service.answer(STATE, () => ({ value: [stopOf(row, CANCELLED)] }));
    await bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(300);
    expect(bench.row(row.intent_id)).toMatchObject({
      order: { order_state: 'cancelled' },
      cancel: { state: 'cancelled' },
    });
  });

  it('that is answered by the order as triggered goes on to what that became', async () => {
    const row = await bench.wait();
    bench.service.answer(STATE, () => shown(row));
    bench.service.answer(BY_ID, ({ order_id }) =>
      order_id === 'BTC-5' ? { value: became(row, CANCELLED) } : { value: stopOf(row, { order_state: 'triggered' }) },
    );
    await bench.canceller.cancel(row.intent_id);
    await bench.clock.advance(20_000);
    expect(bench.row(row.intent_id).order).toMatchObject({ order_id: 'BTC-5', order_state: 'cancelled' });
  });

  it('that an earlier run was told is gone ends, too, where what it became rests', async () => {
    bench.service.answer(BY_ID, () => refusal(11_044, 'refused', 'not_open_order'));
    const row = await bench.wait();
    bench.service.answer(STATE, () => ({ value: [stopOf(row, { order_state: 'untriggered' })] }));
    await bench.canceller.cancel(row.intent_id);
    expect(bench.row(row.intent_id).cancel?.state).toBe('ended');
    bench.canceller.close();
    bench = createCancelBench(bench.restart());
    bench.service.answer(STATE, () => shown(row));
    bench.canceller.resume();
    await bench.clock.advance(40_000);
    const left = bench.row(row.intent_id);
    expect(left).toMatchObject({ order: { order_id: 'BTC-5', order_state: 'open' }, cancel: { state: 'still_open' } });
    expect(describeCancel(left)).toContain('You can safely cancel again');
    expect(bench.service.calls(BY_ID)).not.toContainEqual({ order_id: 'BTC-5' });
  });
});
