import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
  bench.service.answer('private/sell', () => noAnswer);
  bench.service.answer(OPEN, () => ({ value: [] }));
  bench.service.answer(STATE, () => ({ value: [] }));
});
afterEach(() => bench.remove());

async function decide(label: string, amount: string): Promise<{ id: string; tookMs: number }> {
  const id = nextIntentId();
  const at = bench.clock.monotonic();
  await bench.desk.place(id, orderDraft({ label, amount }), []);
  while (bench.row(id).outcome === 'unknown') await bench.clock.advance(50);
  return { id, tookMs: bench.clock.monotonic() - at };
}

describe('a record of a rejection under a typed label', () => {
  it('that was shown from the first look-up on says nothing of how look-ups lag', async () => {
    const plain = await decide('', '700');
    expect(bench.row(plain.id).outcome).toBe('absent');
    const stamp = bench.clock.now() + 10;
    bench.service.answer(STATE, ({ label }) => ({
      value:
        label === 'hedge'
          ? [
              placedOrder({
                label,
                order_state: 'rejected',
                creation_timestamp: stamp,
                last_update_timestamp: stamp,
              }),
            ]
          : [],
    }));
    const refused = await decide('hedge', '50000');
    expect(bench.row(refused.id).outcome).toBe('refused');
    const next = await decide('', '800');
    expect(bench.row(next.id).outcome).toBe('absent');
    expect(next.tookMs).toBeLessThan(plain.tookMs + 500);
  });

  const rejected = (label: unknown, stamp: number) =>
    placedOrder({
      label,
      order_id: 'ELSE-1',
      order_state: 'rejected',
      creation_timestamp: stamp,
      last_update_timestamp: stamp,
    });

  it('is doubted by the next start, too, as an absence is: the last look is owed', async () => {
    const stamp = bench.clock.now() + 10;
    bench.service.answer(STATE, ({ label }) => ({ value: [rejected(label, stamp)] }));
    const { id } = await decide('hedge', '50000');
    expect(bench.row(id).outcome).toBe('refused');
    bench = bench.restart();
    bench.desk.resume();
    // The sell's own was shown later than look-ups were allowed to lag.
    const own = (label: unknown) =>
      placedOrder({ label, order_id: 'OWN-1', creation_timestamp: stamp, last_update_timestamp: stamp });
    bench.service.answer(STATE, ({ label }) => ({ value: [rejected(label, stamp), own(label)] }));
    bench.service.answer(OPEN, ({ label }) => ({ value: [own(label)] }));
    await bench.clock.advance(5 * 60_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OWN-1' } });
  });

  it('is watched as an absence is: a late request is found', async () => {
    const stamp = bench.clock.now() + 10;
    bench.service.answer(STATE, ({ label }) => ({ value: [rejected(label, stamp)] }));
    const { id } = await decide('hedge', '50000');
    await bench.clock.advance(60_000);
    const own = (label: unknown) =>
      placedOrder({ label, order_id: 'OWN-1', creation_timestamp: stamp, last_update_timestamp: stamp });
    bench.service.answer(STATE, ({ label }) => ({ value: [rejected(label, stamp), own(label)] }));
    await bench.clock.advance(5 * 60_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OWN-1' } });
  });

  it('is beaten by the sell’s own order, which is compared with what was asked', async () => {
    const stamp = bench.clock.now() + 10;
    bench.service.answer(STATE, ({ label }) => ({ value: [rejected(label, stamp)] }));
    const { id } = await decide('hedge', '50000');
    const own = (label: unknown) =>
      placedOrder({
        label,
        order_id: 'OWN-1',
        reduce_only: true,
        creation_timestamp: stamp,
        last_update_timestamp: stamp,
      });
    bench.service.answer(STATE, ({ label }) => ({ value: [rejected(label, stamp), own(label)] }));
    await bench.clock.advance(35_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'OWN-1' } });
    expect(bench.row(id).notices.map(({ code }) => code)).toContain('forecast_missed');
  });

  const trade = (label: string, timestamp: number) =>
    soldTrade({ trade_id: 'T-1', order_id: 'OWN-1', label, amount: '20000', timestamp });

  it('gives way to what the sell’s own order traded, once look-ups have forgotten that', async () => {
    const stamp = bench.clock.now() + 10;
    bench.service.answer(STATE, ({ label }) => ({ value: [rejected(label, stamp)] }));
    const { id } = await decide('hedge', '50000');
    bench.service.answer(STATE, () => noAnswer);
    await bench.clock.advance(35 * 60_000);
    bench.service.answer(STATE, () => ({ value: [] }));
    bench.service.answer(TRADES, () => ({ value: { trades: [trade('hedge', stamp)], has_more: false } }));
    await bench.clock.advance(5 * 60_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'accepted', refusal: null, order: null });
    expect(bench.row(id).notices).toMatchObject([{ code: 'known_by_trades', params: { order_id: 'OWN-1' } }]);
  });

  it.each<[what: string, answer: (stamp: number) => object, asked: object]>([
    [
      'trades tell of an order that may be its own, or may not',
      (stamp) => ({ trades: [trade('hedge', stamp + 34 * 60_000)], has_more: false }),
      { late_order_id: 'OWN-1' },
    ],
    [
      'trades can’t be read',
      (stamp) => ({ trades: [], unreadable: [trade('hedge', stamp)], has_more: false }),
      { why: 'unreadable_trade' },
    ],
  ])('is a person’s to judge where, look-ups having forgotten, %s', async (_what, answer, asked) => {
    const stamp = bench.clock.now() + 10;
    bench.service.answer(STATE, ({ label }) => ({ value: [rejected(label, stamp)] }));
    const { id } = await decide('hedge', '50000');
    bench.service.answer(STATE, () => noAnswer);
    await bench.clock.advance(35 * 60_000);
    bench.service.answer(STATE, () => ({ value: [] }));
    bench.service.answer(TRADES, () => ({ value: answer(stamp) }));
    await bench.clock.advance(5 * 60_000);
    expect(bench.row(id)).toMatchObject({
      outcome: 'unknown',
      order: null,
      refusal: null,
      notices: [{ code: 'needs_a_person', params: asked }],
    });
  });

  it('is no doubt where the sell’s own reply told of it', async () => {
    const stamp = bench.clock.now() + 10;
    const own = rejected('hedge', stamp);
    bench.service.answer('private/sell', () => ({ value: { order: own, trades: [] } }));
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'hedge' }), []);
    expect(bench.row(id).outcome).toBe('refused');
    bench.service.answer(TRADES, () => ({ value: { trades: [trade('hedge', stamp)], has_more: false } }));
    await bench.clock.advance(35 * 60_000);
    bench = bench.restart();
    bench.service.answer(STATE, () => ({ value: [] }));
    bench.service.answer(TRADES, () => ({ value: { trades: [trade('hedge', stamp)], has_more: false } }));
    bench.desk.resume();
    await bench.clock.advance(5 * 60_000);
    expect(bench.row(id)).toMatchObject({ outcome: 'refused', order: { order_id: 'ELSE-1' } });
  });
});
