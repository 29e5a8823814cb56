import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

describe('a trigger sell under a typed label that never arrived', () => {
  it('is not the order that an hours-old trigger under that label became meanwhile', async () => {
    const old = bench.clock.now() - 2 * 3_600_000;
    const fire = bench.clock.now() + 3000;
    const trigger = { order_type: 'stop_limit', price: 97_000, trigger: 'mark_price', trigger_price: 97_100 };
    const parent = (label: unknown, order_state: string) =>
      placedOrder({
        label,
        ...trigger,
        order_id: 'SLMS-OLD',
        order_state,
        triggered: order_state === 'triggered',
        creation_timestamp: old,
        last_update_timestamp: order_state === 'triggered' ? fire : old,
      });
    const child = (label: unknown) =>
      placedOrder({
        label,
        order_id: 'THEIRS-1',
        price: 97_000,
        trigger_order_id: 'SLMS-OLD',
        creation_timestamp: fire,
        last_update_timestamp: fire,
      });
    bench.service.answer(STATE, ({ label }) => ({
      value: bench.clock.now() < fire ? [parent(label, 'untriggered')] : [parent(label, 'triggered'), child(label)],
    }));
    bench.service.answer(OPEN, ({ label }) => ({
      value: bench.clock.now() < fire ? [parent(label, 'untriggered')] : [child(label)],
    }));
    bench.service.answer('private/sell', () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(
      id,
      orderDraft({ label: 'hedge', type: 'stop_limit', price: '97000', trigger: 'mark_price', trigger_price: '97100' }),
      [],
    );
    await bench.clock.advance(60_000);
    expect(bench.row(id).outcome).not.toBe('accepted');
  });
});

describe('a sell under a typed label beside one that was rejected', () => {
  it.each([0, 1])('is not refused while its label shows an open order (rejected at %i)', async (at) => {
    const now = bench.clock.now() + 5;
    const stamps = { creation_timestamp: now, last_update_timestamp: now };
    const both = (label: unknown) => {
      const open = placedOrder({ label, order_id: 'OPEN-1', ...stamps });
      const rejected = placedOrder({ label, order_id: 'REJ-1', order_state: 'rejected', ...stamps });
      return at === 0 ? [rejected, open] : [open, rejected];
    };
    bench.service.answer(STATE, ({ label }) => ({ value: both(label) }));
    bench.service.answer(OPEN, ({ label }) => ({ value: [both(label)[1 - at]] }));
    bench.service.answer('private/sell', () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'hedge' }), []);
    await bench.clock.advance(60_000);
    const { outcome, notices } = bench.row(id);
    expect([outcome, notices.map(({ code }) => code)]).not.toEqual(['refused', expect.anything()]);
  });
});

describe('a typed label under which a second program was rejected', () => {
  it('does not leave the sell refused once its own order is shown', async () => {
    const now = bench.clock.now() + 5;
    const stamps = { creation_timestamp: now, last_update_timestamp: now };
    const shown = ({ label }: Record<string, unknown>) => ({
      value: [
        placedOrder({ label, order_id: 'REJ-1', order_state: 'rejected', ...stamps }),
        ...(bench.clock.monotonic() < 1000 ? [] : [placedOrder({ label, order_id: 'OURS-1', ...stamps })]),
      ],
    });
    bench.service.answer(STATE, shown);
    bench.service.answer(OPEN, (params) => ({ value: shown(params).value.slice(1) }));
    bench.service.answer('private/sell', () => noAnswer);
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'hedge' }), []);
    const stop = bench.track();
    await bench.clock.advance(120_000);
    stop();
    expect(bench.row(id).outcome).not.toBe('refused');
  });
});

describe('an order that another program places under the label once the sell’s deadline has passed', () => {
  /** Alike in all but its time: three minutes after the sell was sent, or as late as its deadline. */
  const later = (label: unknown, madeMs: number) =>
    placedOrder({ label, order_id: 'THEIRS-1', creation_timestamp: madeMs, last_update_timestamp: madeMs });

  /** Look-ups are away meanwhile. */
  async function lookLate(label: string, afterMs: number) {
    const id = nextIntentId();
    const madeMs = bench.clock.now() + afterMs;
    for (const method of ['private/sell', STATE, OPEN] as const) bench.service.answer(method, () => noAnswer);
    await bench.desk.place(id, orderDraft({ label }), []);
    await bench.clock.advance(4 * 60_000);
    for (const method of [STATE, OPEN] as const)
      bench.service.answer(method, ({ label: of }) => ({ value: [later(of, madeMs)] }));
    await bench.clock.advance(120_000);
    return bench.row(id);
  }

  it('is not taken for it: no engine takes a sell so late', async () => {
    expect(await lookLate('hedge', 180_000)).toMatchObject({ outcome: 'absent', order: null });
  });

  it('is its own where it was made in time, or bears the label that the desk made', async () => {
    expect(await lookLate('hedge', 5000)).toMatchObject({ outcome: 'accepted', order: { order_id: 'THEIRS-1' } });
    expect(await lookLate('', 180_000)).toMatchObject({ outcome: 'accepted' });
  });

  it('is not what its trades made it, once it is shown', async () => {
    const id = nextIntentId();
    const madeMs = bench.clock.now() + 180_000;
    for (const method of ['private/sell', STATE, OPEN] as const) bench.service.answer(method, () => noAnswer);
    await bench.desk.place(id, orderDraft({ label: 'hedge' }), []);
    await bench.clock.advance(4 * 60_000);
    for (const method of [STATE, OPEN] as const) bench.service.answer(method, () => ({ value: [] }));
    const trade = soldTrade({ order_id: 'THEIRS-1', label: 'hedge', timestamp: madeMs });
    bench.service.answer(TRADES, () => ({ value: { trades: [trade], has_more: false } }));
    while (bench.row(id).outcome === 'unknown') await bench.clock.advance(100);
    expect(bench.row(id).notices).toMatchObject([{ code: 'known_by_trades' }]);
    bench.service.answer(STATE, ({ label }) => ({ value: [later(label, madeMs)] }));
    await bench.clock.advance(120_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'absent', order: null });
  });

  it('is no second order of a sell that was taken', async () => {
    const now = bench.clock.now();
    const own = (label: unknown) => placedOrder({ label, order_id: 'OWN-1', creation_timestamp: now + 5 });
    bench.service.answer('private/sell', ({ label }) => ({ value: { order: own(label), trades: [] } }));
    bench.service.answer(STATE, ({ label }) => ({ value: [own(label), later(label, now + 180_000)] }));
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'hedge' }), []);
    await bench.clock.advance(600_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OWN-1' } });
    expect(bench.row(id).notices.map(({ code }) => code)).not.toContain('two_orders_under_label');
  });
});
