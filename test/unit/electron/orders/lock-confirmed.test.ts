import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { childDraft, placedOrder, orderDraft } from '../../../support/records/records.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());
async function isLocked(): Promise<boolean> {
  const { issues } = await bench.desk.check(orderDraft({ amount: '700' }));
  return issues.some(({ code }) => code === 'instrument_locked');
}

describe('a person who has confirmed an order and a stranger under its label', () => {
  it('is not asked again when the trigger fires: what it made and it are one', async () => {
    const FIRED = { order_type: 'stop_limit', trigger: 'mark_price', trigger_price: 97_000 };
    acceptSells(bench.service, { ...FIRED, order_id: 'SLMS-1', order_state: 'untriggered' });
    const id = nextIntentId();
    const stop = { type: 'stop_limit', trigger: 'mark_price', trigger_price: '97000' } as const;
    await bench.desk.place(id, orderDraft({ ...stop, label: 'stop' }), []);
    const stranger = placedOrder({ order_id: 'BTC-9', label: 'stop' });
    const waiting = (order_state: string) => placedOrder({ ...FIRED, order_id: 'SLMS-1', label: 'stop', order_state });
    bench.service.answer(STATE, () => ({ value: [waiting('untriggered'), stranger] }));
    const end = bench.track();
    await bench.clock.advance(5000);
    expect(await isLocked()).toBe(true);
    bench.desk.confirmTwoOrders(id);
    await bench.clock.advance(5000);
    expect(await isLocked()).toBe(false);
    const became = placedOrder({ order_id: 'BTC-5', label: 'stop', trigger_order_id: 'SLMS-1' });
    bench.service.answer(STATE, () => ({ value: [waiting('triggered'), became, stranger] }));
    await bench.clock.advance(5000);
    expect(bench.row(id).order?.order_id).toBe('BTC-5');
    end();
    expect(await isLocked()).toBe(false);
  });

  it('is not asked again for each piece of a linked order', async () => {
    acceptSells(bench.service);
    const children = [childDraft()];
    await bench.desk.place(
      nextIntentId(),
      orderDraft({ label: 'hedge', linked_order_type: 'one_triggers_other', children }),
      [],
    );
    const child = bench.desk.rows().find(({ label }) => label === 'hedge/1')!;
    const base = { label: 'hedge/1', direction: 'buy' };
    const over = placedOrder({ ...base, order_id: 'OTO-1', order_state: 'untriggered', is_secondary_oto: true });
    const stranger = placedOrder({ ...base, order_id: 'BTC-9' });
    const piece = (order_id: string, order_state = 'open') =>
      placedOrder({
        ...base,
        order_id,
        order_state,
        trigger_order_id: 'OTO-1',
        primary_order_id: 'BTC-1',
        amount: 10,
      });
    const show = (...value: unknown[]) =>
      bench.service.answer(STATE, ({ label }) => ({
        value: label === 'hedge/1' ? value : [placedOrder({ label: 'hedge' })],
      }));
    show(over, piece('P-1'), stranger);
    const end = bench.track();
    await bench.clock.advance(5000);
    expect(await isLocked()).toBe(true);
    bench.desk.confirmTwoOrders(child.intent_id);
    await bench.clock.advance(5000);
    expect(await isLocked()).toBe(false);
    show(over, piece('P-1', 'filled'), piece('P-2'), stranger);
    await bench.clock.advance(5000);
    end();
    expect(await isLocked()).toBe(false);
  });
});
