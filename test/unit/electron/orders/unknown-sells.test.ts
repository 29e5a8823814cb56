import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, type OrderDraft } from '../../../../shared/orders/draft.ts';
import { acceptWarnings } from '../../../support/window/accept-warnings.ts';
import {
  createDeskBench,
  type DeskBench,
  findNothing,
  nextIntentId,
  sellOn,
} from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft, soldTrade } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { settle } from '../../../support/virtual-clock.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

const sell = (draft?: OrderDraft) => sellOn(bench, draft);

describe('an unknown sell', () => {
  beforeEach(() => {
    bench.service.answer('private/sell', () => noAnswer);
  });

  it('is found by its label', async () => {
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
    const intentId = await sell();
    expect(bench.row(intentId).outcome).toBe('unknown');
    await bench.clock.advance(300);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1' } });
    expect(bench.service.calls('private/sell')).toHaveLength(1);
  });

  it('found as one that the service rejected is refused, not accepted', async () => {
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, order_state: 'rejected' })] }));
    const intentId = await sell();
    await bench.clock.advance(300);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'refused', refusal: { name: 'rejected' }, notices: [] });
  });

  it('stays unknown while the service clock has not passed its deadline', async () => {
    findNothing(bench.service);
    const intentId = await sell();
    bench.service.setOffset(-60_000);
    await bench.clock.advance(60_000);
    expect(bench.row(intentId).outcome).toBe('unknown');
  });

  it('is absent after the deadline, two empty look-ups of recent orders and one of open ones', async () => {
    findNothing(bench.service);
    const intentId = await sell();
    await bench.clock.advance(EMPTY_DRAFT.valid_for_ms);
    expect(bench.row(intentId).outcome).toBe('unknown');
    expect(bench.service.calls(OPEN)).toHaveLength(0);
    await bench.clock.advance(20_000);
    expect(bench.row(intentId).outcome).toBe('absent');
    expect(bench.service.calls(OPEN)).toHaveLength(1);
  });

  it('is not absent by a wall clock that jumps', async () => {
    findNothing(bench.service);
    const intentId = await sell();
    bench.clock.jumpWall(3_600_000);
    await bench.clock.advance(EMPTY_DRAFT.valid_for_ms);
    expect(bench.row(intentId).outcome).toBe('unknown');
  });

  it('found late beats absence', async () => {
    findNothing(bench.service);
    const intentId = await sell();
    await bench.clock.advance(25_000);
    expect(bench.row(intentId).outcome).toBe('absent');
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
    await bench.clock.advance(30_000);
    expect(bench.row(intentId).outcome).toBe('accepted');
  });

  it('found among the open orders only is found', async () => {
    bench.service.answer(STATE, () => ({ value: [] }));
    bench.service.answer(OPEN, ({ label }) => ({ value: [placedOrder({ label })] }));
    const intentId = await sell();
    await bench.clock.advance(25_000);
    expect(bench.row(intentId).outcome).toBe('accepted');
  });

  it.each([
    ['bought', { direction: 'buy' }],
    ['is of another instrument', { instrument_name: 'BTC-27MAR27' }],
  ])('is not settled by an order under its label that %s', async (_name, changes) => {
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, ...changes })] }));
    bench.service.answer(OPEN, () => ({ value: [] }));
    const intentId = await sell();
    await bench.clock.advance(25_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'absent', order: null });
  });

  it('is not settled by an order under a typed label that is an hour old', async () => {
    const old = { creation_timestamp: Date.UTC(2026, 10, 21, 8) };
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, ...old })] }));
    bench.service.answer(OPEN, () => ({ value: [] }));
    const intentId = await sell(orderDraft({ label: 'hedge' }));
    await bench.clock.advance(25_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'absent', order: null });
  });

  it('with two orders under its label shows both', async () => {
    bench.service.answer(STATE, ({ label }) => ({
      value: [placedOrder({ label }), placedOrder({ label, order_id: 'BTC-2' })],
    }));
    const intentId = await sell();
    await bench.clock.advance(300);
    expect(bench.row(intentId).notices).toContainEqual({
      code: 'two_orders_under_label',
      params: { orders: 'BTC-1 (open, 0 of 50000), BTC-2 (open, 0 of 50000)', ids: 'BTC-1 BTC-2' },
    });
  });

  it('whose look-ups fail is never called absent, and goes to a person in time', async () => {
    const intentId = await sell();
    await bench.clock.advance(5 * 60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'look_up_failing' }] });
    await bench.clock.advance(20 * 60_000);
    expect(bench.row(intentId).outcome).toBe('unknown');
    expect(bench.row(intentId).notices.map(({ code }) => code)).toContain('needs_a_person');
  });

  it('stops no other: a trailing stop of another distance, or on another price, is another sell', async () => {
    const trail = orderDraft({ type: 'trailing_stop', price: '', trigger: 'mark_price', trigger_offset: '250' });
    await sell(trail);
    const codes = async (changes: Partial<typeof trail>) =>
      (await bench.desk.check({ ...trail, ...changes })).issues.map(({ code }) => code);
    expect(await codes({})).toEqual(['equal_order_undecided']);
    expect(await codes({ trigger_offset: '300' })).toEqual([]);
    expect(await codes({ trigger: 'index_price' })).toEqual([]);
  });

  it('stops an equal one, however long it takes, in whatever window', async () => {
    await sell();
    await bench.clock.advance(10 * 60_000);
    const { issues } = await bench.desk.check(orderDraft());
    const accepted = acceptWarnings(issues, orderDraft());
    const { row, check } = await bench.desk.place(nextIntentId(), orderDraft(), accepted);
    expect(row).toBeNull();
    expect(check.issues.map(({ code }) => code)).toEqual(['equal_order_undecided']);
  });

  it('is not bound to an order of another label', async () => {
    bench.service.answer('private/sell', () => ({ value: { order: placedOrder({ label: 'other' }), trades: [] } }));
    findNothing(bench.service);
    const intentId = await sell();
    expect(bench.row(intentId)).toMatchObject({
      outcome: 'unknown',
      order: null,
      notices: [{ code: 'label_mismatch' }],
    });
    // The reply named an order: it is somewhere, whatever the look-ups show.
    await bench.clock.advance(60_000);
    expect(bench.row(intentId).outcome).toBe('unknown');
    expect(bench.row(intentId).notices).toContainEqual({
      code: 'needs_a_person',
      params: { label: 'other', order_id: 'BTC-1' },
    });
  });

  it('sends nobody to look for the order of another sell of this terminal, which its reply named', async () => {
    bench.service.answer('private/sell', ({ label }) => ({ value: { order: placedOrder({ label }), trades: [] } }));
    findNothing(bench.service);
    await sell(orderDraft({ label: 'first' }));
    bench.service.answer('private/sell', () => ({ value: { order: placedOrder({ label: 'first' }), trades: [] } }));
    const intentId = await sell(orderDraft({ label: 'second', amount: '300' }));
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown' });
    expect(bench.row(intentId).notices).toContainEqual({ code: 'needs_a_person', params: {} });
  });

  it('survives a restart, is looked up, and is never sent again', async () => {
    bench.service.answer('private/sell', () => ({ never: true }));
    const intentId = nextIntentId();
    void bench.desk.place(intentId, orderDraft(), []);
    await settle();
    expect(bench.row(intentId).outcome).toBe('sending');
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
    bench = bench.restart();
    bench.desk.resume();
    expect(bench.row(intentId).outcome).toBe('unknown');
    await bench.clock.advance(300);
    expect(bench.row(intentId).outcome).toBe('accepted');
    expect(bench.service.calls('private/sell')).toHaveLength(1);
  });

  it('shown by its trades after the look-up window is known to have been executed', async () => {
    bench.service.answer('private/sell', () => ({ never: true }));
    const intentId = nextIntentId();
    void bench.desk.place(intentId, orderDraft({ label: 'traded' }), []);
    await settle();
    await bench.clock.advance(31 * 60_000);
    findNothing(bench.service);
    const trade = soldTrade({ label: 'traded', order_id: 'BTC-9', amount: '20000' });
    bench.service.answer('private/get_user_trades_by_instrument_and_time', () => ({
      value: {
        trades: [trade, { ...trade, trade_id: '2', amount: '30000' }, { ...trade, label: 'another' }],
        has_more: false,
      },
    }));
    bench = bench.restart();
    bench.desk.resume();
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({
      outcome: 'accepted',
      notices: [{ code: 'known_by_trades', params: { order_id: 'BTC-9', amount: '50000' } }],
    });
  });

  it('found empty only after the look-up window goes to a person, not to absent', async () => {
    bench.service.answer('private/sell', () => ({ never: true }));
    const intentId = nextIntentId();
    void bench.desk.place(intentId, orderDraft(), []);
    await settle();
    await bench.clock.advance(31 * 60_000);
    findNothing(bench.service);
    bench.service.answer('private/get_user_trades_by_instrument_and_time', () => ({
      value: { trades: [], has_more: false },
    }));
    bench = bench.restart();
    bench.desk.resume();
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'needs_a_person' }] });
  });
});
